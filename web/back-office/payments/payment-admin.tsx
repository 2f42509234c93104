import { useState } from 'react'
import { adminOrderPage, orderCounts } from '#features/back-office/contract.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { type AdminPage, adminMeta } from '#web/closed-area/admin-layout.tsx'
import { useApi } from '#web/forms/use-api.ts'
import { orderSortIn, pageIn, withQuery } from '#web/list-kit/list-api-query.ts'
import { ChoiceFilter, ListFilters, ListPage, SearchFilter } from '#web/list-kit/list-page.tsx'
import { PagedList } from '#web/list-kit/paged-list.tsx'
import { ProblemNotice } from '#web/list-kit/problem-notice.tsx'
import { useRowsPerPage } from '#web/list-kit/rows-per-page.tsx'
import { useListAddress } from '#web/list-kit/use-list-address.ts'
import { MoveOutcomes, OrderFoot } from '#web/orders/admin/order-bulk-bar.tsx'
import { useDelayedMoves } from '#web/orders/admin/order-delayed-moves.ts'
import { ordersInWords } from '#web/orders/admin/order-words.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectAllCheckbox } from '#web/ui/checkbox.tsx'
import style from './payment-admin.module.css'
import { paymentColumns } from './payment-admin-columns.tsx'
import { filtersIn, partIn, SORT_CHOICES } from './payment-admin-query.ts'
import { usePaymentChanges } from './payment-changes.ts'
import { PaymentPasteDialog } from './payment-paste.tsx'
import { PaymentSelectionBar, usePaymentSelection } from './payment-selection.tsx'
import { PaymentTabs } from './payment-tabs.tsx'

export const handle: AdminPage = { title: 'Tableau de bord - Paiements' }

export const meta = () => adminMeta(handle)

const TEXTS = {
  list: 'Liste des paiements',
  pages: 'Pages des paiements',
  loading: 'Chargement des paiements…',
  failed: 'Les paiements n’ont pas pu être chargés',
  nothingYet: {
    title: 'Rien à encaisser',
    text: 'Chaque commande livrée apparaîtra ici jusqu’à ce que son argent soit là.',
  },
  nothingMatches: {
    title: 'Aucun paiement ne correspond',
    text: 'Choisissez un autre onglet ou vérifiez l’ID cherché.',
  },
}

const CARD = ['id amount', 'products', 'supplier payment', 'created status', 'action']

export default function PaymentAdmin() {
  const address = useListAddress()
  const filters = filtersIn(address)
  const sort = orderSortIn(address)
  const rowsPerPage = useRowsPerPage()
  const orders = useApi(
    withQuery('/api/admin/orders', { ...pageIn(address, rowsPerPage.rows), sort, ...filters }),
    adminOrderPage,
  )
  const counts = useApi('/api/admin/orders/counts', orderCounts)
  const reload = async () => {
    await Promise.all([orders.reload(), counts.reload()])
  }
  const changes = usePaymentChanges(reload)
  const moves = useDelayedMoves(reload)
  const isHeld = (id: OrderId) => moves.statusOf(id) !== null
  const selection = usePaymentSelection(
    (orders.data?.data ?? []).filter(
      (order) => order.status === 'delivered' && changes.paymentOf(order) === 'pending' && !isHeld(order.id),
    ),
  )
  const [isPasting, setPasting] = useState(false)
  const isFiltered = filters.search !== '' || !['toCollect', 'all'].includes(partIn(address))
  const pay = (ids: readonly OrderId[]) => {
    moves.delay({ ids, status: 'delivered', reason: null, isPayment: true })
    selection.clear()
  }

  return (
    <ListPage>
      <PaymentTabs address={address} counts={counts.data} />
      <ListFilters
        label="Filtrer les paiements"
        exported={{ path: withQuery('/api/admin/orders.csv', { ...filters }), file: 'paiements.csv' }}
        action={
          <Button look="secondary" size="small" icon="copy" onClick={() => setPasting(true)}>
            Coller une liste
          </Button>
        }
      >
        <SearchFilter address={address} label="Recherche par ID" placeholder="Commande" />
        <ChoiceFilter address={address} name="sort" label="Tri" isSort choices={SORT_CHOICES} />
      </ListFilters>
      <ProblemNotice problem={changes.problem} onClose={changes.forgetProblem} />
      <MoveOutcomes moves={moves} />
      <PagedList
        answer={orders}
        address={address}
        columns={paymentColumns(changes, selection, isHeld)}
        rowKey={(order) => order.id}
        card={CARD}
        density="compact"
        rowsPerPage={rowsPerPage}
        rowClassName={style.row}
        rowState={(order) => (isHeld(order.id) ? 'held' : undefined)}
        before={
          selection.shown > 0 && (
            <SelectAllCheckbox
              className={style.all}
              checked={selection.isWhole}
              isPartial={selection.orders.length > 0 && !selection.isWhole}
              onChange={selection.toggleAll}
            >
              Sélectionner {selection.shown === 1 ? 'la commande' : `les ${ordersInWords(selection.shown)}`}
            </SelectAllCheckbox>
          )
        }
        sorting={{ current: sort, linkTo: address.sortLink }}
        icon="coins"
        clearFilters={isFiltered ? () => address.filter({ search: null, status: null, payment: null }) : null}
        texts={TEXTS}
      />
      <PaymentPasteDialog isOpen={isPasting} onClose={() => setPasting(false)} onPay={pay} />
      <OrderFoot moves={moves}>
        <PaymentSelectionBar selection={selection} onPay={pay} />
      </OrderFoot>
    </ListPage>
  )
}
