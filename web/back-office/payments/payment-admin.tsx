import { adminOrderPage } from '#features/back-office/contract.ts'
import { type AdminPage, adminMeta } from '#web/closed-area/admin-layout.tsx'
import { useApi } from '#web/forms/use-api.ts'
import { pageIn, withQuery } from '#web/list-kit/list-api-query.ts'
import { ChoiceField, ListFilters, ListPage } from '#web/list-kit/list-page.tsx'
import { PagedList } from '#web/list-kit/paged-list.tsx'
import { ProblemNotice } from '#web/list-kit/problem-notice.tsx'
import { SearchField } from '#web/list-kit/search-field.tsx'
import { useListAddress } from '#web/list-kit/use-list-address.ts'
import { paymentColumns } from './payment-admin-columns.tsx'
import { CLEARED, choiceIn, filterOf, filtersIn, PAYMENT_CHOICES, SORT_CHOICES, sortIn } from './payment-admin-query.ts'
import { usePaymentChanges } from './payment-changes.ts'

export const handle: AdminPage = { title: 'Tableau de bord - Paiements' }

export const meta = () => adminMeta(handle)

const TEXTS = {
  list: 'Liste des paiements',
  pages: 'Pages des paiements',
  loading: 'Chargement des paiements…',
  failed: 'Les paiements n’ont pas pu être chargés',
  nothingYet: {
    title: 'Aucun paiement pour le moment',
    text: 'Chaque commande apparaîtra ici avec ce qu’elle rapporte.',
  },
  nothingMatches: {
    title: 'Aucun paiement ne correspond',
    text: 'Choisissez un autre état de paiement ou vérifiez l’ID cherché.',
  },
}

const CARD = ['id status', 'products', 'payment amount', 'supplier', 'created updated', 'action']

export default function PaymentAdmin() {
  const address = useListAddress()
  const filters = filtersIn(address)
  const sort = sortIn(address)
  const orders = useApi(withQuery('/api/admin/orders', { ...pageIn(address), sort, ...filters }), adminOrderPage)
  const changes = usePaymentChanges(orders.reload)
  const isFiltered = Object.values(filters).some((value) => value !== '')

  return (
    <ListPage>
      <ListFilters
        label="Filtrer les paiements"
        exported={{ path: withQuery('/api/admin/orders.csv', { ...filters }), file: 'paiements.csv' }}
      >
        <SearchField
          label="Recherche par ID"
          placeholder="Commande"
          value={filters.search}
          onSearch={(search) => address.filter({ search }, 'typing')}
        />
        <ChoiceField
          label="Paiement"
          value={choiceIn(filters)}
          choices={PAYMENT_CHOICES}
          onChoose={(choice) => address.filter(filterOf(choice))}
        />
        <ChoiceField
          label="Tri"
          isSort
          value={sort}
          choices={SORT_CHOICES}
          onChoose={(sort) => address.filter({ sort })}
        />
      </ListFilters>
      <ProblemNotice problem={changes.problem} onClose={changes.forgetProblem} />
      <PagedList
        answer={orders}
        address={address}
        columns={paymentColumns(changes)}
        rowKey={(order) => order.id}
        card={CARD}
        isCardJustified
        sorting={{ current: sort, linkTo: address.sortLink }}
        icon="coins"
        clearFilters={isFiltered ? () => address.filter(CLEARED) : null}
        texts={TEXTS}
      />
    </ListPage>
  )
}
