import { useState } from 'react'
import * as z from 'zod/mini'
import { changedOrder, trackingRequest } from '#features/orders/contract.ts'
import { type CancelReason, type OrderStatus, STATUS_NAMES } from '#features/orders/model.ts'
import { isFinal, isSetBack } from '#features/orders/rules.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { ApiError, callApi } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import type { Problem } from '#web/list-kit/problem-notice.tsx'
import { useRowChanges } from '#web/list-kit/row-changes.ts'
import { toast } from '#web/ui/toast.tsx'
import { type DelayedMoves, useDelayedMoves } from './order-delayed-moves.ts'

interface ChangeableOrder {
  id: OrderId
  status: OrderStatus
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
  /**
   * Moves the order: at once, after ten seconds where the status is final, and after a question where it is cancelled or taken
   * back from its courier.
   */
  choose: (order: ChangeableOrder, status: OrderStatus) => void
  /** Moves orders after ten seconds, wherever they go. The focus stays where it is. */
  step: (ids: readonly OrderId[], status: OrderStatus) => void
  cancel: (order: ChangeableOrder, reason: CancelReason | null) => void
  /** Delivers the order and notes its payment, after ten seconds. */
  deliverPaid: (order: ChangeableOrder) => void
  /** Moves that can still be undone, of one order or of several. */
  moves: DelayedMoves
  remove: (order: ChangeableOrder) => void
  /** The order that the dialog asks about. */
  cancelling: ChangeableOrder | null
  stopCancelling: () => void
  /** Runs the move of orders to a status; after a question when some of them left and would be taken back. */
  unlessSetBack: (orders: readonly ChangeableOrder[], status: OrderStatus, move: () => void) => void
  settingBack: SettingBack | null
  stopSettingBack: () => void
  problem: Problem | null
  forgetProblem: () => void
}

/** Moves and deletes orders for the admin. Every change reloads them, and so does every failure. */
export function useOrderChanges(reload: () => Promise<void>): OrderChanges {
  const rows = useRowChanges<OrderId, OrderStatus>(reload)
  const moves = useDelayedMoves(reload)
  const [cancelling, setCancelling] = useState<ChangeableOrder | null>(null)
  const [settingBack, setSettingBack] = useState<SettingBack | null>(null)

  const unlessSetBack: OrderChanges['unlessSetBack'] = (orders, status, move) => {
    const ids = orders.filter((order) => isSetBack(order.status, status)).map(({ id }) => id)
    if (ids.length === 0) move()
    else setSettingBack({ ids, status, move })
  }

  const move = ({ id }: ChangeableOrder, status: OrderStatus) => {
    rows.change(id, {
      value: status,
      send: async () => {
        await callApi(`/api/admin/orders/${id}/tracking`, {
          method: 'PUT',
          body: z.encode(trackingRequest, { status, reason: null }),
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
    statusOf: ({ id, status }) => moves.statusOf(id) ?? rows.valueOf(id, status),
    choose: (order, status) => {
      if (status === 'cancelled') setCancelling(order)
      else if (isFinal(status)) moves.delay({ ids: [order.id], status, reason: null })
      else unlessSetBack([order], status, () => move(order, status))
    },
    step: (ids, status) => moves.delay({ ids, status, reason: null, leavesFocus: true }),
    cancel: ({ id }, reason) => {
      setCancelling(null)
      moves.delay({ ids: [id], status: 'cancelled', reason })
    },
    deliverPaid: ({ id }) => moves.delay({ ids: [id], status: 'delivered', reason: null, isPaid: true }),
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
