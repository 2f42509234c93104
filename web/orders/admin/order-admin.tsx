import { useState } from 'react'
import { adminOrderPage } from '#features/back-office/contract.ts'
import type { CancelReason, OrderStatus } from '#features/orders/model.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { type AdminPage, adminMeta } from '#web/closed-area/admin-layout.tsx'
import { useApi } from '#web/forms/use-api.ts'
import { PagedList } from '#web/list-kit/paged-list.tsx'
import { ProblemNotice } from '#web/list-kit/problem-notice.tsx'
import { useRowsPerPage } from '#web/list-kit/rows-per-page.tsx'
import { useListAddress } from '#web/list-kit/use-list-address.ts'
import { SelectAllCheckbox } from '#web/ui/checkbox.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import style from './order-admin.module.css'
import bulk from './order-bulk-bar.module.css'
import { MoveOutcomes, OrderFoot, SelectionBar } from './order-bulk-bar.tsx'
import { OrderCancelDialog } from './order-cancel.tsx'
import { useOrderChanges } from './order-changes.ts'
import { orderColumns } from './order-columns.tsx'
import { OrderFilters } from './order-filters.tsx'
import { OrderInstructions } from './order-instructions.tsx'
import { CLEARED, filtersIn, isFiltered, ordersPath, sortIn } from './order-query.ts'
import { OrderTabs } from './order-tabs.tsx'
import { ordersInWords } from './order-words.ts'

export const handle: AdminPage = { title: 'Tableau de bord - commandes' }

export const meta = () => adminMeta(handle)

const TEXTS = {
  list: 'Liste des commandes',
  pages: 'Pages des commandes',
  loading: 'Chargement des commandes…',
  failed: 'Les commandes n’ont pas pu être chargées',
  nothingYet: {
    title: 'Aucune commande pour le moment',
    text: 'Les commandes des clients et des fournisseurs apparaîtront ici dès la première.',
  },
  nothingMatches: {
    title: 'Aucune commande ne correspond',
    text: 'Élargissez la période, choisissez un autre statut ou vérifiez l’ID cherché.',
  },
}

const CARD = ['id date', 'customer', 'products', 'collected payment', 'supplier gain', 'status']

export default function OrderAdmin() {
  const address = useListAddress()
  const filters = filtersIn(address)
  const rowsPerPage = useRowsPerPage()
  const orders = useApi(ordersPath(filters, address, rowsPerPage.rows), adminOrderPage)
  const changes = useOrderChanges(orders.reload)
  const { moves } = changes
  const selection = useSelection(orders.data?.data.map(({ id }) => id) ?? [])
  const [isCancelling, setCancelling] = useState(false)
  const clearFilters = () => address.filter(CLEARED)

  const moveSelected = (status: OrderStatus, reason: CancelReason | null) => {
    moves.delay({ ids: selection.ids, status, reason })
    selection.clear()
    setCancelling(false)
  }

  return (
    <div className={classes(common.stack, common.gap5)}>
      <OrderInstructions />
      <OrderTabs address={address} filters={filters} />
      <OrderFilters filters={filters} sort={sortIn(address)} onFilter={address.filter} onReset={clearFilters} />
      <ProblemNotice problem={changes.problem} onClose={changes.forgetProblem} />
      <MoveOutcomes moves={moves} />
      <SelectAllCheckbox
        className={classes(bulk.all, selection.shown === 0 && bulk.none)}
        checked={selection.isWhole}
        isPartial={selection.ids.length > 0 && !selection.isWhole}
        onChange={selection.toggleAll}
      >
        Sélectionner {selection.shown === 1 ? 'la commande' : `les ${ordersInWords(selection.shown || 10)}`} de la page
      </SelectAllCheckbox>
      <PagedList
        answer={orders}
        address={address}
        columns={orderColumns({ changes, selection })}
        rowKey={(order) => order.id}
        card={CARD}
        isCardJustified
        rowClassName={style.row}
        rowState={(order) => (moves.statusOf(order.id) === null ? undefined : 'held')}
        sorting={{ current: sortIn(address), linkTo: address.sortLink }}
        icon="bag"
        rowsPerPage={rowsPerPage}
        clearFilters={isFiltered(filters) ? clearFilters : null}
        texts={TEXTS}
      />
      <OrderCancelDialog
        ids={changes.cancelling ? [changes.cancelling.id] : []}
        onClose={changes.stopCancelling}
        onCancel={(reason) => changes.cancelling && changes.cancel(changes.cancelling, reason)}
      />
      <OrderCancelDialog
        ids={isCancelling ? selection.ids : []}
        onClose={() => setCancelling(false)}
        onCancel={(reason) => moveSelected('cancelled', reason)}
      />
      <OrderFoot moves={moves}>
        <SelectionBar
          selected={selection.ids}
          onClear={selection.clear}
          onMove={(status) => (status === 'cancelled' ? setCancelling(true) : moveSelected(status, null))}
        />
      </OrderFoot>
    </div>
  )
}

/** The selected orders of the page. An order that is no longer shown is no longer selected. */
function useSelection(shown: readonly OrderId[]) {
  const [marked, setMarked] = useState<ReadonlySet<OrderId>>(new Set())
  const ids = shown.filter((id) => marked.has(id))
  const isWhole = shown.length > 0 && ids.length === shown.length
  return {
    ids,
    shown: shown.length,
    isWhole,
    has: (id: OrderId) => marked.has(id),
    toggle: (id: OrderId) => setMarked(new Set(marked.has(id) ? ids.filter((each) => each !== id) : [...ids, id])),
    toggleAll: () => setMarked(new Set(isWhole ? [] : shown)),
    clear: () => setMarked(new Set()),
  }
}
