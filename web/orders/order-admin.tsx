import { CloseButton } from '@mantine/core'
import { adminOrderPage } from '#features/dashboards/contract.ts'
import { useListAddress } from '#web/dashboard/list-address.ts'
import { PagedList } from '#web/dashboard/paged-list.tsx'
import { useAnswer } from '#web/dashboard/use-answer.ts'
import { type AdminPage, adminMeta } from '#web/shell/admin-layout.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import style from './order-admin.module.css'
import { OrderCancelDialog } from './order-admin-cancel.tsx'
import { useOrderChanges } from './order-admin-changes.ts'
import { orderColumns } from './order-admin-columns.tsx'
import { OrderFilters } from './order-admin-filters.tsx'
import { OrderInstructions } from './order-admin-instructions.tsx'
import { CLEARED, filtersIn, isFiltered, ordersPath } from './order-admin-query.ts'

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

export default function OrderAdmin() {
  const address = useListAddress()
  const filters = filtersIn(address)
  const orders = useAnswer(ordersPath(filters, address.page), adminOrderPage)
  const changes = useOrderChanges(orders.reload)
  const clearFilters = () => address.filter(CLEARED)

  return (
    <div className={style.page}>
      <OrderInstructions />
      <OrderFilters filters={filters} onFilter={address.filter} onReset={clearFilters} />
      {changes.problem && (
        <div className={style.problem}>
          <Notice tone="danger" role="alert" title={changes.problem.title}>
            {changes.problem.text}
          </Notice>
          <CloseButton className={style.close} icon={<Icon name="close" />} onClick={changes.forgetProblem} />
        </div>
      )}
      <PagedList
        answer={orders}
        address={address}
        columns={orderColumns(changes)}
        rowKey={(order) => order.id}
        rowClassName={style.row}
        sorting={{ current: filters.sort, linkTo: address.sortLink }}
        icon="bag"
        clearFilters={isFiltered(filters) ? clearFilters : null}
        texts={TEXTS}
      />
      <OrderCancelDialog
        order={changes.cancelling}
        onKeep={changes.keep}
        onCancel={(order, reason) => changes.move(order, 'cancelled', reason)}
      />
    </div>
  )
}
