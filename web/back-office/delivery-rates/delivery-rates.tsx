import { type DeliveryRate, deliveryRatePage, type Failures, failuresAnswer } from '#features/back-office/contract.ts'
import { RATE_KINDS, RATE_PERIODS, RATE_SORTS, type RateKind } from '#features/back-office/model.ts'
import { formatDirhams } from '#platform/kernel/money.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import { addresses } from '#web/addresses.ts'
import { type AdminPage, adminMeta } from '#web/closed-area/admin-layout.tsx'
import { useApi } from '#web/forms/use-api.ts'
import { ExportButton } from '#web/list-kit/export/export-button.tsx'
import { type Choice, pageIn, withQuery } from '#web/list-kit/list-api-query.ts'
import { ChoiceFilter, ListPage } from '#web/list-kit/list-page.tsx'
import { PagedList } from '#web/list-kit/paged-list.tsx'
import { Nothing } from '#web/list-kit/table/cells.tsx'
import type { Column } from '#web/list-kit/table/data-table.tsx'
import { type ListAddress, useListAddress } from '#web/list-kit/use-list-address.ts'
import { Chips } from '#web/ui/chips.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { DeliveryRateBar, DeliveryRateLegend, percentOf } from './delivery-rate-bar.tsx'
import style from './delivery-rates.module.css'

export const handle: AdminPage = { title: 'Taux de livraison' }

export const meta = () => adminMeta(handle)

const KINDS: Readonly<Record<RateKind, { tab: string; head: string }>> = {
  city: { tab: 'Par ville', head: 'Ville' },
  product: { tab: 'Par produit', head: 'Produit' },
  supplier: { tab: 'Par fournisseur', head: 'Fournisseur' },
}

const PERIODS = RATE_PERIODS.map(String)
const USUAL_DAYS = '90'
const PERIOD_CHOICES: readonly Choice[] = PERIODS.map((value) => ({ value, label: `${value} jours` }))

const [MOST, FEWEST, BEST, WORST, MOST_REFUSED, LEAST_REFUSED, BY_NAME] = RATE_SORTS

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
    text: 'Choisissez une période plus longue.',
  },
  nothingMatches: { title: '', text: '' },
}

const filtersOf = ({ choice }: ListAddress) => ({
  by: choice('by', RATE_KINDS) ?? 'city',
  days: choice('days', PERIODS) ?? USUAL_DAYS,
  sort: choice('sort', RATE_SORTS) ?? MOST,
})

const columnsOf = (by: RateKind, failures: ReadonlyMap<string, Failures>): readonly Column<DeliveryRate>[] => [
  {
    id: 'name',
    head: KINDS[by].head,
    width: 'text',
    isPinned: true,
    cell: ({ name }) => <span className={classes(common.strong, style.name)}>{name}</span>,
  },
  {
    id: 'orders',
    head: 'Commandes',
    isNumber: true,
    sort: { ascending: FEWEST, descending: MOST },
    cell: ({ orders }) => <strong>{formatInteger(orders)}</strong>,
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
    head: 'Refusées ou revenues',
    isNumber: true,
    sort: { ascending: LEAST_REFUSED, descending: MOST_REFUSED },
    cell: (row) => percentOf(row.refused, row),
  },
  {
    id: 'cancelled',
    head: 'Annulées avant l’envoi',
    isNumber: true,
    cell: (row) => percentOf(row.cancelled - row.refused, row),
  },
  {
    id: 'cost',
    head: 'Coût des échecs',
    isNumber: true,
    cell: ({ key }) => <FailureCost of={failures.get(key)} />,
  },
  { id: 'bar', head: 'Répartition', cell: (row) => <DeliveryRateBar rate={row} /> },
]

const CARD = ['name orders', 'bar', 'delivered refused cancelled', 'cost']

/** Fees of parcels that were refused or came back, for each delivered one; nothing where there are too few to say it. */
function FailureCost({ of }: { of: Failures | undefined }) {
  if (!of?.sure || of.cost_per_delivered === null) return <Nothing />
  return (
    <span title={`${formatDirhams(of.cost)} de frais en tout`}>{formatDirhams(of.cost_per_delivered)} par livrée</span>
  )
}

export default function DeliveryRates() {
  const address = useListAddress()
  const filters = filtersOf(address)
  const rates = useApi(withQuery('/api/admin/delivery-rates', { ...pageIn(address), ...filters }), deliveryRatePage)

  const failures = useApi(withQuery('/api/admin/failures', { by: filters.by, days: filters.days }), failuresAnswer)
  const costs = new Map((failures.data?.failures ?? []).map((each) => [each.key, each]))

  return (
    <ListPage>
      <p className={classes(common.quiet, style.intro)}>
        Part des commandes livrées, de celles qui sont parties puis ont été refusées ou sont revenues, et de celles qui
        ont été annulées avant l’envoi. Les commandes encore en cours ne comptent dans aucun taux.
      </p>
      <Chips
        label="Compter"
        chips={RATE_KINDS.map((kind) => ({
          label: KINDS[kind].tab,
          to: `${addresses.admin.statistics}?${new URLSearchParams({ by: kind, days: filters.days })}`,
          isCurrent: kind === filters.by,
        }))}
      />
      <div className={style.choices}>
        <search className={style.period} aria-label="Choisir la période">
          <ChoiceFilter address={address} name="days" label="Période" usual={USUAL_DAYS} choices={PERIOD_CHOICES} />
          <ChoiceFilter address={address} name="sort" label="Tri" isSort choices={SORTS} />
        </search>
        <ExportButton path={withQuery('/api/admin/delivery-rates.csv', filters)} file="taux-de-livraison.csv" />
      </div>
      <PagedList
        answer={rates}
        address={address}
        columns={columnsOf(filters.by, costs)}
        rowKey={(row) => row.key}
        card={CARD}
        isCardJustified
        rowClassName={style.row}
        tools={<DeliveryRateLegend />}
        sorting={{ current: filters.sort, linkTo: address.sortLink }}
        icon="truck"
        clearFilters={null}
        texts={TEXTS}
      />
    </ListPage>
  )
}
