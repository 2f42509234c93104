import { useState } from 'react'
import { useParams } from 'react-router'
import { type AdminOrderDetail, adminOrderDetail } from '#features/back-office/contract.ts'
import { isCorrectable } from '#features/orders/corrections/rules.ts'
import { addresses } from '#web/addresses.ts'
import { ApiError } from '#web/api/api.ts'
import { usePaymentChanges } from '#web/back-office/payments/payment-changes.ts'
import { ConfirmedByWhatsApp } from '#web/calls/confirmed-by-whatsapp.tsx'
import { lastChangeOf } from '#web/calls/last-change.ts'
import { OrderCalls } from '#web/calls/order-calls.tsx'
import { type AdminPage, adminMeta } from '#web/closed-area/admin-layout.tsx'
import { useApi } from '#web/forms/use-api.ts'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { reloadList } from '#web/list-kit/paged-list.tsx'
import { type Problem, ProblemNotice } from '#web/list-kit/problem-notice.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { MoveOutcomes, OrderFoot } from '../order-bulk-bar.tsx'
import { OrderCancelDialog } from '../order-cancel.tsx'
import { useOrderChanges } from '../order-changes.ts'
import { useOrderNews } from '../order-news.ts'
import { SetBackDialog } from '../order-set-back.tsx'
import { OrderActions } from './order-actions.tsx'
import { CorrectOrderDialog } from './order-correct.tsx'
import style from './order-detail.module.css'
import { OrderHead, OrderNotices } from './order-head.tsx'
import { OrderHistory } from './order-history.tsx'
import { OrderLines, OrderMoney } from './order-lines.tsx'
import { OrderNotes } from './order-notes.tsx'
import { OrderOthers } from './order-others.tsx'
import { Panel } from './order-panel.tsx'
import { OrderParcel } from './order-parcel.tsx'
import { OrderCustomer, OrderSupplier } from './order-people.tsx'

export const handle: AdminPage = {
  title: 'Commande',
  titleOf: ({ id }) => `Commande n°\u00A0${id}`,
  beside: 'Tableau de bord - commandes',
}

export const meta = ({ params }: { params: { id?: string } }) => adminMeta({ title: `${handle.title} ${params.id}` })

/** Number 0 finds no order: it stands for an address without a number. */
const pathOf = (id = ''): `/api/${string}` => `/api/admin/orders/${/^\d+$/.test(id) ? id : '0'}`

export default function OrderDetail() {
  const { id } = useParams()
  const { data, error, isLoading, reload } = useApi(pathOf(id), adminOrderDetail)
  // The answer is still the last order's while another one loads.
  const order = data !== null && String(data.id) === id ? data : null

  if (!order && error instanceof ApiError && error.status === 404)
    return (
      <EmptyState
        icon="search"
        title="Cette commande n’existe pas"
        action={
          <ButtonLink look="secondary" icon="arrow-left" to={addresses.admin.orders}>
            Voir toutes les commandes
          </ButtonLink>
        }
      >
        <p>Vérifiez son numéro, ou cherchez-la dans la liste.</p>
      </EmptyState>
    )
  return (
    <div className={common.stack}>
      {error !== null && (
        <LoadFailed title="La commande n’a pas pu être chargée" error={error} isLoading={isLoading} onRetry={reload} />
      )}
      {order ? <Loaded key={order.id} order={order} reload={reload} /> : error === null && <Loading />}
    </div>
  )
}

function Loaded({ order, reload: reloadOrder }: { order: AdminOrderDetail; reload: () => Promise<void> }) {
  const tellList = useOrderNews(reloadOrder)
  const reload = async () => {
    await reloadOrder()
    tellList()
  }
  const changes = useOrderChanges(reload)
  const payments = usePaymentChanges(reload)
  const [unconfirmed, setUnconfirmed] = useState<Problem | null>(null)
  return (
    <>
      <div className={classes(common.stack, style.order)}>
        <OrderHead order={order} status={changes.statusOf(order)} payment={payments.paymentOf(order)} />
        <OrderNotices order={order} />
        <ProblemNotice problem={changes.problem} onClose={changes.forgetProblem} />
        <MoveOutcomes moves={changes.moves} />
        <ProblemNotice problem={payments.problem} onClose={payments.forgetProblem} />
        <div className={style.columns}>
          <div className={style.column}>
            <OrderCustomer order={order} correct={<CorrectOrder order={order} reload={reload} />} />
            <OrderLines order={order} />
            <OrderMoney order={order} />
            <OrderSupplier order={order} />
          </div>
          <div className={style.column}>
            {order.deletedAt === null && <OrderActions order={order} changes={changes} payments={payments} />}
            {order.confirmation && (
              <Panel title="Confirmation">
                <ProblemNotice problem={unconfirmed} onClose={() => setUnconfirmed(null)} />
                <OrderCalls order={order} isCallable={isCallable(order)} reload={reload} />
                {isCallable(order) && order.confirmation.contact !== 'confirmed' && (
                  <ConfirmedByWhatsApp
                    id={order.id}
                    lastChange={lastChangeOf(order)}
                    onConfirmed={() => {
                      setUnconfirmed(null)
                      return reload()
                    }}
                    onChanged={(problem) => {
                      setUnconfirmed(problem)
                      reloadList(reload)
                    }}
                  />
                )}
              </Panel>
            )}
            {order.parcel && <OrderParcel parcel={order.parcel} />}
            <OrderNotes order={order} reload={reload} />
            <OrderHistory history={order.history} />
            <OrderOthers order={order} reload={reload} />
          </div>
        </div>
      </div>
      <OrderCancelDialog
        ids={changes.cancelling ? [changes.cancelling.id] : []}
        onClose={changes.stopCancelling}
        onCancel={(reason) => changes.cancelling && changes.cancel(changes.cancelling, reason)}
      />
      <SetBackDialog changes={changes} />
      <OrderFoot moves={changes.moves} />
    </>
  )
}

/** An order that somebody may still confirm. */
const isCallable = ({ status, deletedAt }: AdminOrderDetail) => status === 'pending' && deletedAt === null

/** Opens a correction of an order that has not left. */
function CorrectOrder({ order, reload }: { order: AdminOrderDetail; reload: () => Promise<void> }) {
  const [{ isOpen, number }, setOpening] = useState({ isOpen: false, number: 0 })
  // A correction that is open stays: what was typed is not lost because somebody else moved the order on.
  if (!isOpen && (order.deletedAt !== null || !isCorrectable(order))) return null
  return (
    <>
      <Button
        look="secondary"
        size="small"
        icon="edit"
        onClick={() => setOpening({ isOpen: true, number: number + 1 })}
      >
        Corriger la commande
      </Button>
      <CorrectOrderDialog
        key={number}
        order={order}
        isOpen={isOpen}
        onClose={() => setOpening({ isOpen: false, number })}
        reload={reload}
        onStored={reload}
      />
    </>
  )
}

function Loading() {
  return (
    <div className={style.order} role="status">
      <span className="visually-hidden">Chargement de la commande…</span>
      <div className={style.columns}>
        <div className={style.column}>
          <Skeleton shape="block" className={style.low} />
          <Skeleton shape="block" className={style.tall} />
        </div>
        <div className={style.column}>
          <Skeleton shape="block" className={style.low} />
          <Skeleton shape="block" className={style.low} />
        </div>
      </div>
    </div>
  )
}
