import type { AgentFigures, ShopFigures } from '#features/calls/figures/contract.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import type { Column } from '#web/list-kit/table/data-table.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import style from './call-figures.module.css'

type Figures = Omit<ShopFigures, 'agents'>

interface FigureRow extends Figures {
  key: string
  name: string
  /** Counts are shared between so many: the shop's row is an average. */
  among: number
}

/** Everybody's row, and the shop's average after them. */
export const rowsOf = ({ data, shop }: { data: AgentFigures[]; shop: ShopFigures }): FigureRow[] => [
  ...data.map((row) => ({ ...row, key: row.agent.customId, name: row.agent.name, among: 1 })),
  { ...shop, key: 'shop', name: 'Moyenne de la boutique', among: Math.max(1, shop.agents) },
]

const shared = (count: number, among: number): string =>
  among === 1 ? formatInteger(count) : (count / among).toFixed(1).replace('.', ',')

function minutesInWords(minutes: number | null): string {
  if (minutes === null) return '–'
  if (minutes < 120) return `${minutes}\u00A0min`
  return `${Math.floor(minutes / 60)}\u00A0h${minutes % 60 ? `\u00A0${String(minutes % 60).padStart(2, '0')}` : ''}`
}

const deliveredPercent = ({ delivered, finished }: Figures): string =>
  finished === 0 ? '–' : `${Math.round((100 * delivered) / finished)}\u00A0%`

const DeliveredShare = ({ figures }: { figures: Figures }) => (
  <>
    <strong>{deliveredPercent(figures)}</strong>
    {figures.finished > 0 && (
      <span className={classes(common.hint, style.of)}>
        {figures.delivered} sur {figures.finished}
      </span>
    )}
  </>
)

const reasonsOf = ({ cancelled }: Figures, among: number): string =>
  Object.entries(cancelled)
    .map(([reason, count]) => `${reason}\u00A0${shared(count, among)}`)
    .join(', ') || '–'

export const COLUMNS: readonly Column<FigureRow>[] = [
  {
    id: 'name',
    head: 'Personne',
    width: 'text',
    isPinned: true,
    cell: ({ name }) => <span className={classes(common.strong, style.name)}>{name}</span>,
  },
  { id: 'settled', head: 'Réglées', isNumber: true, cell: ({ settled, among }) => shared(settled, among) },
  { id: 'confirmed', head: 'Confirmées', isNumber: true, cell: ({ confirmed, among }) => shared(confirmed, among) },
  {
    id: 'first',
    head: 'Premier appel (médiane)',
    isNumber: true,
    cell: ({ firstCallMinutes }) => minutesInWords(firstCallMinutes),
  },
  {
    id: 'delivered',
    head: 'Livrées parmi ses confirmées',
    isNumber: true,
    cell: (row) => <DeliveredShare figures={row} />,
  },
  { id: 'skipped', head: 'Cartes rendues', isNumber: true, cell: ({ skipped, among }) => shared(skipped, among) },
  { id: 'cancelled', head: 'Annulées', width: 'text', cell: (row) => reasonsOf(row, row.among) },
]

type Day = AgentFigures['days'][number]

export const DAY_COLUMNS: readonly { head: string; cell: (day: Day) => React.ReactNode }[] = [
  { head: 'Réglées', cell: ({ settled }) => settled },
  { head: 'Confirmées', cell: ({ confirmed }) => confirmed },
  { head: 'Premier appel', cell: ({ firstCallMinutes }) => minutesInWords(firstCallMinutes) },
  { head: 'Livrées', cell: (day) => (day.finished > 0 ? `${day.delivered} sur ${day.finished}` : '–') },
  { head: 'Rendues', cell: ({ skipped }) => skipped },
]
