import { useState } from 'react'
import * as z from 'zod/mini'
import { changedOrder, trackingRequest } from '#features/orders/contract.ts'
import { type CancelReason, type OrderStatus, type ShownOrder, STATUS_NAMES } from '#features/orders/model.ts'
import { isFinal, isSetBack } from '#features/orders/rules.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { ApiError, callApi } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { type DatedOrder, lastChangeOf } from '#web/calls/last-change.ts'
import type { Problem } from '#web/list-kit/problem-notice.tsx'
import { useRowChanges } from '#web/list-kit/row-changes.ts'
import { toast } from '#web/ui/toast.tsx'
import { type DelayedMoves, moveOf, useDelayedMoves } from './order-delayed-moves.ts'

/** A row of the list, or the order of the page. */
interface ChangeableOrder extends DatedOrder {
  id: OrderId
  status: OrderStatus
  parcel: { since: Date } | null
}

/** Orders that left, on their way back to an earlier status. */
interface SettingBack {
  ids: readonly OrderId[]
  status: OrderStatus
  move: () => void
}

export interface OrderChanges {
  /** The status that the row shows: the chosen one, as long as the server has not answered. */
  statusOf: (order: ChangeableOrder) => OrderStatus
  /** The order as the page shows it now: the shop refuses a move of one that became another since. */
  shownOf: (order: ChangeableOrder) => ShownOrder
  /**
   * Moves the order: at once, after ten seconds where the status is final, and after a question where it is cancelled or taken
   * back from its courier.
   */
  choose: (order: ChangeableOrder, status: OrderStatus) => void
  /** Moves orders after ten seconds, wherever they go. The focus stays where it is. */
  step: (orders: readonly ShownOrder[], status: OrderStatus) => void
  cancel: (order: ShownOrder, reason: CancelReason | null) => void
  /** Delivers the order and notes its payment, after ten seconds. */
  deliverPaid: (order: ChangeableOrder) => void
  /** Moves that can still be undone, of one order or of several. */
  moves: DelayedMoves
  remove: (order: ChangeableOrder) => void
  /** The order that the dialog asks about. */
  cancelling: ShownOrder | null
  stopCancelling: () => void
  /** Runs the move of orders to a status; after a question when some of them left and would be taken back. */
  unlessSetBack: (orders: readonly ShownOrder[], status: OrderStatus, move: () => void) => void
  settingBack: SettingBack | null
  stopSettingBack: () => void
  problem: Problem | null
  forgetProblem: () => void
}

/** Moves and deletes orders for the admin. Every change reloads them, and so does every failure. */
export function useOrderChanges(reload: () => Promise<void>): OrderChanges {
  const rows = useRowChanges<OrderId, OrderStatus>(reload)
  const moves = useDelayedMoves(reload)
  const [cancelling, setCancelling] = useState<ShownOrder | null>(null)
  const [settingBack, setSettingBack] = useState<SettingBack | null>(null)

  const statusOf = ({ id, status }: ChangeableOrder) => moves.statusOf(id) ?? rows.valueOf(id, status)

  const shownOf = (order: ChangeableOrder): ShownOrder => {
    const ofOrder = lastChangeOf(order)
    const ofParcel = order.parcel?.since ?? ofOrder
    return { id: order.id, status: statusOf(order), lastChange: ofParcel > ofOrder ? ofParcel : ofOrder }
  }

  const unlessSetBack: OrderChanges['unlessSetBack'] = (orders, status, move) => {
    const ids = orders.filter((order) => isSetBack(order.status, status)).map(({ id }) => id)
    if (ids.length === 0) move()
    else setSettingBack({ ids, status, move })
  }

  const move = (shown: ShownOrder, status: OrderStatus) => {
    const { id } = shown
    rows.change(id, {
      value: status,
      send: async () => {
        await callApi(`/api/admin/orders/${id}/tracking`, {
          method: 'PUT',
          body: z.encode(trackingRequest, { status, reason: null, shown }),
          answer: changedOrder,
        })
        toast({ title: `Commande ${id}\u00A0: ${STATUS_NAMES[status]}` })
      },
      problemOf: (error) => ({
        title: `Le statut de la commande ${id} n’a pas été changé`,
        text: errorSentence(error),
      }),
    })
  }

  const remove = ({ id }: ChangeableOrder) => {
    if (!window.confirm(`Voulez-vous vraiment supprimer la commande ${id}\u00A0?`)) return
    rows.act({
      send: async () => {
        await callApi(`/api/admin/orders/${id}`, { method: 'DELETE' })
        toast({ title: 'Commande supprimée avec succès.' })
      },
      problemOf: (error) =>
        error instanceof ApiError
          ? { title: 'échec de la suppression de la commande.', text: errorSentence(error) }
          : { title: "Une erreur s'est produite." },
    })
  }

  return {
    ...{ statusOf, shownOf },
    choose: (order, status) => {
      const shown = shownOf(order)
      if (status === 'cancelled') setCancelling(shown)
      else if (isFinal(status)) moves.delay(moveOf([shown], status))
      else unlessSetBack([shown], status, () => move(shown, status))
    },
    step: (orders, status) => moves.delay({ ...moveOf(orders, status), leavesFocus: true }),
    cancel: (order, reason) => {
      setCancelling(null)
      moves.delay(moveOf([order], 'cancelled', reason))
    },
    deliverPaid: (order) => moves.delay({ ...moveOf([shownOf(order)], 'delivered'), isPaid: true }),
    moves,
    remove,
    cancelling,
    stopCancelling: () => setCancelling(null),
    ...{ unlessSetBack, settingBack },
    stopSettingBack: () => setSettingBack(null),
    problem: rows.problem,
    forgetProblem: rows.forgetProblem,
  }
}
