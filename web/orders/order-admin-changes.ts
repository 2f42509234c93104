import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { AdminOrder } from '#features/dashboards/contract.ts'
import { changedOrder, trackingRequest } from '#features/orders/contract.ts'
import { type CancelReason, type OrderStatus, STATUS_NAMES } from '#features/orders/names.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { ApiError, callApi } from '#web/api.ts'
import { focusListStart } from '#web/dashboard/paged-list.tsx'
import { errorSentence } from '#web/french-errors.ts'
import { toast } from '#web/ui/toast.tsx'

interface Problem {
  title: string
  text?: string
}

export interface OrderChanges {
  /** What the row shows: where it is going, as long as the server has not answered. */
  statusOf: (order: AdminOrder) => OrderStatus
  /** Moves the order, or asks for the reason first. */
  choose: (order: AdminOrder, status: OrderStatus) => void
  move: (order: AdminOrder, status: OrderStatus, reason: CancelReason | null) => void
  remove: (order: AdminOrder) => void
  /** The order whose cancellation is being asked about. */
  cancelling: AdminOrder | null
  keep: () => void
  problem: Problem | null
  forgetProblem: () => void
}

/** What the admin does to the orders of a list, which is loaded anew after each change, and after each that failed. */
export function useOrderChanges(reload: () => Promise<void>): OrderChanges {
  const [going, setGoing] = useState<ReadonlyMap<OrderId, OrderStatus>>(new Map())
  const [cancelling, setCancelling] = useState<AdminOrder | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const last = useRef<Promise<unknown>>(Promise.resolve())

  /** One change at a time, in the order in which they were made. */
  const queue = (change: () => Promise<void>) => {
    last.current = last.current.then(change)
  }

  const show = (id: OrderId, status: OrderStatus | null) =>
    setGoing((before) => {
      const after = new Map(before)
      if (status) after.set(id, status)
      else after.delete(id)
      return after
    })

  const settle = async (id: OrderId) => {
    await reload()
    show(id, null)
    // The row may have left the list, or its list may be final now.
    requestAnimationFrame(() => {
      if (document.activeElement === null || document.activeElement === document.body) focusListStart()
    })
  }

  const move = (order: AdminOrder, status: OrderStatus, reason: CancelReason | null) => {
    setCancelling(null)
    setProblem(null)
    show(order.id, status)
    queue(async () => {
      try {
        await callApi(`/api/admin/orders/${order.id}/tracking`, {
          method: 'PUT',
          body: z.encode(trackingRequest, { status, reason }),
          answer: changedOrder,
        })
        toast({ title: `Commande ${order.id}\u00A0: ${STATUS_NAMES[status]}` })
      } catch (error) {
        show(order.id, null)
        setProblem({
          title: `Le statut de la commande ${order.id} n’a pas été changé`,
          text: errorSentence(error),
        })
      }
      await settle(order.id)
    })
  }

  const remove = (order: AdminOrder) => {
    if (!window.confirm(`Voulez-vous vraiment supprimer la commande ${order.id}\u00A0?`)) return
    setProblem(null)
    queue(async () => {
      try {
        await callApi(`/api/admin/orders/${order.id}`, { method: 'DELETE' })
        toast({ title: 'Commande supprimée avec succès.' })
      } catch (error) {
        setProblem(
          error instanceof ApiError
            ? { title: 'échec de la suppression de la commande.', text: errorSentence(error) }
            : { title: "Une erreur s'est produite." },
        )
      }
      await settle(order.id)
    })
  }

  return {
    statusOf: (order) => going.get(order.id) ?? order.status,
    choose: (order, status) => (status === 'cancelled' ? setCancelling(order) : move(order, status, null)),
    move,
    remove,
    cancelling,
    keep: () => setCancelling(null),
    problem,
    forgetProblem: () => setProblem(null),
  }
}
