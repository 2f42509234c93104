import { type ReactNode, useState } from 'react'
import { STATUS_NAMES } from '#features/orders/model.ts'
import { PARCEL_STATE_NAMES } from '#features/parcels/model.ts'
import type { StatementLine } from '#features/settlements/contract.ts'
import { type LineDecision, VERDICT_NAMES, type Verdict } from '#features/settlements/model.ts'
import {
  atLeastZero,
  type Centimes,
  centimes,
  formatDirhams,
  formatShortDirhams,
  minus,
  plus,
  ZERO,
} from '#platform/kernel/money.ts'
import { PreviewedOrder } from '#web/parcels/paste/previewed-order.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { OrderLink, placeInAddress } from './order-link.tsx'
import style from './settlements.module.css'

const WORST_FIRST = Object.keys(VERDICT_NAMES) as Verdict[]

const LOOKS: Readonly<Record<Verdict, { tone: 'ok' | 'warn' | 'danger' | 'info' | 'neutral'; icon: IconName }>> = {
  unreadable: { tone: 'danger', icon: 'alert' },
  unknown: { tone: 'danger', icon: 'search' },
  twice: { tone: 'danger', icon: 'copy' },
  not_delivered: { tone: 'danger', icon: 'truck' },
  already_paid: { tone: 'warn', icon: 'coins' },
  not_paid: { tone: 'warn', icon: 'close' },
  amount_gap: { tone: 'warn', icon: 'alert' },
  fee_gap: { tone: 'warn', icon: 'alert' },
  correction: { tone: 'info', icon: 'refresh' },
  return_fee: { tone: 'info', icon: 'refresh' },
  right: { tone: 'ok', icon: 'check' },
}

/** Worst first; of one verdict in the order of the list. */
const sorted = (rows: readonly StatementLine[]): StatementLine[] =>
  rows.toSorted((one, other) => WORST_FIRST.indexOf(one.verdict) - WORST_FIRST.indexOf(other.verdict))

/** Lines without a difference, returns billed by the tariff among them: they count by themselves, and nobody has to look. */
const isQuiet = ({ verdict, decision, fee, expectedFee }: StatementLine): boolean =>
  decision === 'kept' && (verdict === 'right' || (verdict === 'return_fee' && fee === expectedFee))

/** Rows shown at first, and added each time: a long list must not freeze the page. */
const STEP = 50

/** Names a line’s place on the page. */
export const placeOf = ({ row }: Pick<StatementLine, 'row'>): string => `ligne-${row}`

/** Where the line that the address names stands among these; -1 when it is none of them. */
const placeIn = (rows: readonly StatementLine[]): number => rows.findIndex((line) => placeOf(line) === placeInAddress())

interface LinesProps {
  rows: readonly StatementLine[]
  actions?: ((line: StatementLine) => ReactNode) | undefined
}

/** Lines that somebody has to look at, and below them those that are right, which nobody has. */
export function StatementLines({ rows, actions }: LinesProps) {
  const quiet = rows.filter(isQuiet)
  const [isReturning] = useState(() => placeIn(quiet) !== -1)
  const others = sorted(rows.filter((line) => !isQuiet(line)))
  return (
    <>
      {others.length > 0 && <Lines label="Lignes à vérifier" rows={others} all={rows} actions={actions} />}
      {quiet.length > 0 && (
        <details className={style.quiet} open={isReturning || (others.length === 0 && quiet.length <= STEP)}>
          <summary>
            {quietInWords(quiet)}
            <Icon name="chevron-down" size={16} />
          </summary>
          <Lines label="Lignes conformes" rows={quiet} all={rows} actions={actions} />
        </details>
      )}
    </>
  )
}

/** « 51 lignes conformes, 11 retours facturés au tarif (28 223,66 DH) » */
function quietInWords(rows: readonly StatementLine[]): string {
  const returns = rows.filter(({ verdict }) => verdict === 'return_fee').length
  const right = rows.length - returns
  const words = [
    right > 0 && (right > 1 ? `${right} lignes conformes` : '1 ligne conforme'),
    returns > 0 && (returns > 1 ? `${returns} retours facturés au tarif` : '1 retour facturé au tarif'),
  ]
  return `${words.filter(Boolean).join(', ')} (${formatDirhams(sumOf(rows))})`
}

const sumOf = (rows: readonly StatementLine[]): Centimes => plus(...rows.map(({ collected }) => collected ?? ZERO))

/** Lines of a statement that is not stored yet. */
export const PreviewedLines = ({ rows }: Pick<LinesProps, 'rows'>) => <StatementLines rows={rows} />

interface ShownLinesProps extends LinesProps {
  label: string
  /** Every line of the list, among which one that stands twice finds the other. */
  all: readonly StatementLine[]
}

function Lines({ label, rows, all, actions }: ShownLinesProps) {
  const [shown, setShown] = useState(() => Math.max(STEP, placeIn(rows) + 1))
  return (
    <>
      <ol className={style.rows} aria-label={label}>
        {rows.slice(0, shown).map((line) => (
          <Line key={line.row} line={line} all={all} actions={actions} />
        ))}
      </ol>
      {rows.length > shown && (
        <Button look="secondary" size="small" onClick={() => setShown(shown + STEP)}>
          {`Montrer ${rows.length - shown > 1 ? `${Math.min(STEP, rows.length - shown)} lignes` : '1 ligne'} de plus (${shown} sur ${rows.length})`}
        </Button>
      )}
    </>
  )
}

function Line({ line, all, actions }: Pick<ShownLinesProps, 'all' | 'actions'> & { line: StatementLine }) {
  const { row, tracking, reference, orderId, verdict, collected, fee } = line
  return (
    <li className={style.line} data-verdict={verdict}>
      <div>
        <p className={common.strong}>
          {orderId === null ? (
            (tracking ?? reference ?? 'Sans numéro')
          ) : actions ? (
            <OrderLink id={orderId} place={placeOf(line)} />
          ) : (
            <PreviewedOrder id={orderId}>Commande {orderId}</PreviewedOrder>
          )}
        </p>
        <p className={common.hint}>
          Ligne {row}
          {orderId !== null && tracking && ` · ${tracking}`}
          {line.order && ` · ${line.order.city}`}
        </p>
      </div>
      <p className={classes(common.digits, style.amounts)}>
        <span>{collected === null ? 'montant illisible' : formatDirhams(collected)}</span>
        {fee !== null && <span className={common.note}>− frais {formatShortDirhams(fee)}</span>}
      </p>
      <div className={style.verdict}>
        <Badge {...LOOKS[verdict]}>{VERDICT_NAMES[verdict]}</Badge>
        <p className={common.note}>{explain(line, all)}</p>
        {line.note !== null && (
          <p className={style.lineNote} dir="auto">
            {line.note}
          </p>
        )}
      </div>
      {actions && <div className={style.choice}>{actions(line)}</div>}
    </li>
  )
}

const away = (amount: Centimes): Centimes => atLeastZero(centimes(Math.abs(amount)))

/** What the verdict says in figures: « 400,00 au lieu de 418,00 DH ». */
function explain(line: StatementLine, all: readonly StatementLine[]): string {
  const { verdict, order, collected, fee, expectedFee } = line
  switch (verdict) {
    case 'unreadable':
      return 'Ni compté, ni deviné.'
    case 'unknown':
      return line.tracking === null && line.reference === null
        ? 'Sans suivi ni numéro\u00A0: un total, ou un téléphone sans commande de ce montant.'
        : 'Aucune commande de ce livreur n’a ce numéro\u00A0: c’est peut-être le colis d’une autre boutique.'
    case 'twice':
      return twinInWords(line, all)
    case 'not_delivered':
      return whereInWords(order)
    case 'already_paid':
      return line.countedIn ? `Dans le relevé ${line.countedIn}.` : 'Son paiement est déjà noté.'
    case 'not_paid':
      return 'Regardez la commande avant de compter cette somme.'
    case 'amount_gap':
      return order && collected !== null ? gapOf(minus(order.amount, collected), order.amount) : ''
    case 'fee_gap':
      return fee === null
        ? 'Frais non écrits.'
        : expectedFee === null
          ? ''
          : `Tarif\u00A0: ${formatDirhams(expectedFee)}, soit ${formatDirhams(away(minus(fee, expectedFee)))} de ${fee > expectedFee ? 'trop' : 'moins'}.`
    case 'correction':
      return 'Le livreur reprend ce qu’il a versé. La commande reste payée\u00A0: notez-la No Payé si l’argent est perdu.'
    case 'return_fee':
      return expectedFee === null
        ? `Rien d’encaissé.${(fee ?? ZERO) === ZERO ? '' : ' Tarif inconnu.'}`
        : `Rien d’encaissé. Tarif\u00A0: ${formatDirhams(expectedFee)}.`
    case 'right':
      return ''
  }
}

function twinInWords({ row, orderId }: StatementLine, all: readonly StatementLine[]): string {
  const twin = all.find((line) => line.orderId === orderId && line.row < row && line.decision !== 'dropped')
  return twin ? `Déjà comptée à la ligne ${twin.row} de la liste.` : 'Cette commande est déjà plus haut dans la liste.'
}

/** The courier's own word about the parcel stands beside the status: « en retour » and paid do not go together. */
function whereInWords(order: StatementLine['order']): string {
  if (!order) return ''
  if (order.status === 'delivered') return 'Marquée livrée avec ce relevé.'
  const parcel = order.parcel ? ` Colis\u00A0: ${PARCEL_STATE_NAMES[order.parcel]}.` : ''
  return `Chez nous\u00A0: ${STATUS_NAMES[order.status]}.${parcel}`
}

const gapOf = (missing: Centimes, amount: Centimes): string =>
  `Dû\u00A0: ${formatDirhams(amount)}, ${missing > ZERO ? `il manque ${formatDirhams(missing)}` : `${formatDirhams(away(missing))} de trop`}.`

/** Words of a decision's button, by what it means for the line. */
export function decisionWords(decision: LineDecision, line: StatementLine): string {
  if (decision === 'dropped') return 'Écarter'
  if (decision === 'claimed') return `Réclamer ${formatShortDirhams(plus(...line.differences.map(({ due }) => due)))}`
  switch (line.verdict) {
    case 'not_delivered':
      return 'Marquer livrée et versée'
    case 'amount_gap': {
      const missing = line.order && line.collected !== null ? minus(line.order.amount, line.collected) : ZERO
      return missing > ZERO ? `Accepter (perte ${formatShortDirhams(missing)})` : 'Accepter'
    }
    case 'fee_gap': {
      const excess = plus(...line.differences.map(({ due }) => due))
      return excess > ZERO ? `Accepter (perte ${formatShortDirhams(excess)})` : 'Accepter'
    }
    case 'right':
      return 'Compter'
    default:
      return 'Accepter'
  }
}
