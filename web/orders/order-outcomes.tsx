import { type Outcome, outcomePage } from '#features/dashboards/contract.ts'
import { OUTCOME_KINDS, OUTCOME_MONTHS, OUTCOME_SORTS, type OutcomeKind } from '#features/dashboards/names.ts'
import { formatMinute } from '#platform/kernel/time.ts'
import { addresses } from '#web/addresses.ts'
import type { Column } from '#web/dashboard/data-table.tsx'
import { ExportButton } from '#web/dashboard/export-button.tsx'
import { type ListAddress, useListAddress } from '#web/dashboard/list-address.ts'
import { type Choice, ChoiceField, ListPage } from '#web/dashboard/list-page.tsx'
import { pageIn, withQuery } from '#web/dashboard/list-query.ts'
import { PagedList } from '#web/dashboard/paged-list.tsx'
import { useAnswer } from '#web/dashboard/use-answer.ts'
import { type AdminPage, adminMeta } from '#web/shell/admin-layout.tsx'
import { Chips } from '#web/ui/chips.tsx'
import { OutcomeBar, OutcomeLegend, percentOf } from './order-outcome-bar.tsx'
import style from './order-outcomes.module.css'

export const handle: AdminPage = { title: 'Taux de livraison' }

export const meta = () => adminMeta(handle)

const KINDS: Readonly<Record<OutcomeKind, { tab: string; head: string }>> = {
  city: { tab: 'Par ville', head: 'Ville' },
  product: { tab: 'Par produit', head: 'Produit' },
  supplier: { tab: 'Par fournisseur', head: 'Fournisseur' },
}

const MONTHS: readonly Choice[] = [
  { value: '1', label: 'Ce mois-ci' },
  { value: '3', label: 'Trois mois' },
  { value: '12', label: 'Douze mois' },
]

const [MOST, FEWEST, BEST, WORST, MOST_REFUSED, LEAST_REFUSED, BY_NAME] = OUTCOME_SORTS

const SORTS: readonly Choice[] = [
  { value: MOST, label: 'Commandes ↓' },
  { value: FEWEST, label: 'Commandes ↑' },
  { value: BEST, label: 'Livrées ↓' },
  { value: WORST, label: 'Livrées ↑' },
  { value: MOST_REFUSED, label: 'Refusées ↓' },
  { value: LEAST_REFUSED, label: 'Refusées ↑' },
  { value: BY_NAME, label: 'Nom' },
]

const TEXTS = {
  list: 'Taux de livraison',
  pages: 'Pages des taux',
  loading: 'Chargement des taux…',
  failed: 'Les taux n’ont pas pu être chargés',
  nothingYet: {
    title: 'Aucune commande sur cette période',
    text: 'Choisissez une période plus longue, ou revenez dans quelques minutes.',
  },
  nothingMatches: { title: '', text: '' },
}

const askedIn = ({ choice }: ListAddress) => ({
  by: choice('by', OUTCOME_KINDS) ?? 'city',
  months: choice('months', OUTCOME_MONTHS.map(String)) ?? '3',
  sort: choice('sort', OUTCOME_SORTS) ?? MOST,
})

const columnsOf = (by: OutcomeKind): readonly Column<Outcome>[] => [
  {
    id: 'name',
    head: KINDS[by].head,
    isPinned: true,
    cell: ({ name }) => <span className={style.name}>{name}</span>,
  },
  {
    id: 'orders',
    head: 'Commandes',
    isNumber: true,
    sort: { ascending: FEWEST, descending: MOST },
    cell: ({ orders }) => <strong>{orders}</strong>,
  },
  {
    id: 'delivered',
    head: 'Livrées',
    isNumber: true,
    sort: { ascending: WORST, descending: BEST },
    cell: (row) => percentOf(row.delivered, row),
  },
  {
    id: 'refused',
    head: 'Refusées',
    isNumber: true,
    sort: { ascending: LEAST_REFUSED, descending: MOST_REFUSED },
    cell: (row) => percentOf(row.refused, row),
  },
  {
    id: 'cancelled',
    head: 'Annulées avant',
    isNumber: true,
    cell: (row) => percentOf(row.cancelled - row.refused, row),
  },
  { id: 'bar', head: 'Répartition', cell: (row) => <OutcomeBar outcome={row} /> },
]

export default function OrderOutcomes() {
  const address = useListAddress()
  const asked = askedIn(address)
  const outcomes = useAnswer(withQuery('/api/admin/outcomes', { ...pageIn(address), ...asked }), outcomePage)
  const countedAt = outcomes.data?.counted_at

  return (
    <ListPage>
      <p className={style.intro}>
        Sur 100 commandes terminées, livrées ou annulées, combien sont arrivées, combien ont été refusées à la
        livraison. Les commandes encore en cours ne comptent dans aucun taux.
        {countedAt && (
          <>
            {' '}
            <span className={style.counted}>Chiffres de {formatMinute(countedAt).slice(-5)}.</span>
          </>
        )}
      </p>
      <Chips
        label="Compter"
        chips={OUTCOME_KINDS.map((kind) => ({
          label: KINDS[kind].tab,
          to: `${addresses.admin.statistics}?${new URLSearchParams({ by: kind, months: asked.months })}`,
          isCurrent: kind === asked.by,
        }))}
      />
      <div className={style.asked}>
        <search className={style.period} aria-label="Choisir la période">
          <ChoiceField
            label="Période"
            value={asked.months}
            choices={MONTHS}
            onChoose={(months) => address.filter({ months })}
          />
          <ChoiceField
            label="Tri"
            isSort
            value={asked.sort}
            choices={SORTS}
            onChoose={(sort) => address.filter({ sort })}
          />
        </search>
        <ExportButton path={withQuery('/api/admin/outcomes.csv', asked)} file="taux-de-livraison.csv" />
      </div>
      <OutcomeLegend />
      <PagedList
        answer={outcomes}
        address={address}
        columns={columnsOf(asked.by)}
        rowKey={(row) => row.key}
        rowClassName={style.row}
        sorting={{ current: asked.sort, linkTo: address.sortLink }}
        icon="truck"
        clearFilters={null}
        texts={TEXTS}
      />
    </ListPage>
  )
}
