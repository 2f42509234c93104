import { type PurchaseRow, purchasePage } from '#features/buyers/contract.ts'
import { formatDirhams } from '#platform/kernel/money.ts'
import { callApi } from '#web/api/api.ts'
import { DecisionButtons, DecisionDialog, type Verdict } from '#web/back-office/decision-dialog.tsx'
import { type Decisions, useDecisions } from '#web/back-office/use-decisions.ts'
import { type AdminPage, adminMeta } from '#web/closed-area/admin-layout.tsx'
import { useApi } from '#web/forms/use-api.ts'
import { BY_DATE, clearing, pageIn, withQuery } from '#web/list-kit/list-api-query.ts'
import { ListPage } from '#web/list-kit/list-page.tsx'
import { PagedList, reloadList } from '#web/list-kit/paged-list.tsx'
import { RequestFilters, requestFiltersIn, requestSortIn } from '#web/list-kit/request-filters.tsx'
import { useRowsPerPage } from '#web/list-kit/rows-per-page.tsx'
import { StateBadge } from '#web/list-kit/state-badge.tsx'
import { DECISION_LOOKS } from '#web/list-kit/states.ts'
import { Moment, Strong } from '#web/list-kit/table/cells.tsx'
import { amountColumn } from '#web/list-kit/table/columns.tsx'
import type { Column } from '#web/list-kit/table/data-table.tsx'
import { useListAddress } from '#web/list-kit/use-list-address.ts'

export const handle: AdminPage = { title: 'Achat de stock' }

export const meta = () => adminMeta(handle)

const TEXTS = {
  list: 'Liste des achats de stock',
  pages: 'Pages des achats de stock',
  loading: 'Chargement des achats de stock…',
  failed: 'Les achats de stock n’ont pas pu être chargés',
  nothingYet: {
    title: 'Aucun achat de stock pour le moment',
    text: 'Les demandes des acheteurs apparaîtront ici.',
  },
  nothingMatches: {
    title: 'Aucun achat de stock ne correspond',
    text: 'Choisissez un autre statut ou vérifiez le nom cherché.',
  },
}

const columns = (decisions: Decisions<PurchaseRow>): readonly Column<PurchaseRow>[] => [
  { id: 'id', head: 'ID', isPinned: true, cell: ({ id }) => <Strong>{id}</Strong> },
  { id: 'buyer', head: 'Acheteur', width: 'long', cell: ({ buyerName }) => buyerName },
  amountColumn('amount', 'Montant', ({ amount }) => amount),
  { id: 'date', head: 'Demandé le', sort: BY_DATE, cell: ({ requestedAt }) => <Moment at={requestedAt} /> },
  { id: 'status', head: 'Statut', cell: (row) => <StateBadge look={DECISION_LOOKS[decisions.statusOf(row)]} /> },
  {
    id: 'actions',
    head: 'Actions',
    isPinned: true,
    cell: (row) =>
      decisions.statusOf(row) === 'pending' && (
        <DecisionButtons
          what={`l’achat ${row.id} de ${row.buyerName}`}
          onAsk={(verdict) => decisions.ask(row, verdict)}
        />
      ),
  },
]

const decide = ({ id }: PurchaseRow, verdict: Verdict, reason: string): Promise<void> =>
  verdict === 'approved'
    ? callApi(`/api/approve-request/${id}`, { method: 'PUT' })
    : callApi(`/api/admin/reject-request/${id}`, { method: 'PUT', body: { reason } })

const CARD = ['id status', 'buyer amount', 'date', 'actions']

export default function PurchaseAdmin() {
  const address = useListAddress()
  const filters = requestFiltersIn(address)
  const sort = requestSortIn(address)
  const rowsPerPage = useRowsPerPage()
  const path = withQuery('/api/admin/get-all-purchases', { ...pageIn(address, rowsPerPage.rows), sort, ...filters })
  const purchases = useApi(path, purchasePage)
  const decisions = useDecisions<PurchaseRow>({
    decide,
    toastOf: ({ buyerName, amount }, verdict) => ({
      title: `Achat de stock ${DECISION_LOOKS[verdict].name.toLowerCase()}`,
      text: `${buyerName}, ${formatDirhams(amount)}`,
    }),
    onSettled: () => reloadList(purchases.reload),
  })
  const { open } = decisions

  return (
    <ListPage>
      <RequestFilters
        address={address}
        label="Filtrer les achats de stock"
        searchLabel="Recherche par acheteur"
        exported={{ path: withQuery('/api/admin/purchases.csv', filters), file: 'achats-de-stock.csv' }}
      />
      <PagedList
        answer={purchases}
        address={address}
        columns={columns(decisions)}
        rowKey={({ id }) => id}
        card={CARD}
        density="compact"
        rowsPerPage={rowsPerPage}
        sorting={{ current: sort, linkTo: address.sortLink }}
        icon="box"
        clearFilters={clearing(address, filters)}
        texts={TEXTS}
      />
      <DecisionDialog {...decisions.dialog} what="cet achat de stock">
        {open && (
          <>
            <p>
              <strong>{formatDirhams(open.row.amount)}</strong> pour {open.row.buyerName}.
            </p>
            <p>
              {open.verdict === 'approved'
                ? 'C’est définitif\u00A0: la somme s’ajoute aussitôt à son stock.'
                : 'C’est définitif\u00A0: rien ne s’ajoute à son stock.'}
            </p>
          </>
        )}
      </DecisionDialog>
    </ListPage>
  )
}
