import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { bulkPaymentRequest } from '#features/earnings/contract.ts'
import { bulkTrackingRequest, orderResultsAnswer } from '#features/orders/contract.ts'
import {
  type CancelReason,
  type OrderResult,
  type OrderStatus,
  PAYMENT_NAMES,
  type ShownOrder,
  STATUS_NAMES,
} from '#features/orders/model.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { callApi } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { UNDO_SECONDS, useHeld } from '#web/list-kit/held/use-held.ts'
import { reloadList } from '#web/list-kit/paged-list.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ordersInWords, rowStatusId, statusFieldId } from './order-words.ts'

const TOAST_MS = 8000

/** A change of status that waits in the browser: until it is sent, nothing has happened. */
export interface DelayedMove {
  ids: readonly OrderId[]
  /** The same orders as whoever chose the move saw them; none where nothing but their payment changes. */
  shown?: readonly ShownOrder[]
  status: OrderStatus
  reason: CancelReason | null
  /** Their money came with the news: once they are delivered, they are paid. */
  isPaid?: boolean
  /** They were delivered before: nothing but their payment changes. */
  isPayment?: boolean
  /** The focus stays in the list, where the next key goes on. */
  leavesFocus?: boolean
}

/** A move of orders as the page shows them at this moment. */
export const moveOf = (
  shown: readonly ShownOrder[],
  status: OrderStatus,
  reason: CancelReason | null = null,
): DelayedMove => ({ ids: shown.map(({ id }) => id), shown, status, reason })

/** The answer to a move that failed at least in part; `trouble` stands where no answer came. */
export interface MoveOutcome {
  move: DelayedMove
  failures: readonly OrderResult[]
  trouble: string | null
}

export interface DelayedMoves {
  /** Moves that are not sent yet, oldest first. Each has its own ten seconds. */
  waiting: readonly DelayedMove[]
  delay: (move: DelayedMove) => void
  undo: (move: DelayedMove) => void
  sendNow: (move: DelayedMove) => void
  isSending: boolean
  outcomes: readonly MoveOutcome[]
  forgetOutcomes: () => void
  /** The status that an order is about to take; null where no move waits. */
  statusOf: (id: OrderId) => OrderStatus | null
}

async function send(move: DelayedMove, keepalive: boolean): Promise<MoveOutcome> {
  const { ids, status, reason, isPaid = false, isPayment = false } = move
  const shown = move.shown && [...move.shown]
  try {
    // One call for both: of a page that is left, no second one would be sent.
    const { results } =
      isPaid || isPayment
        ? await callApi('/api/admin/orders/payment-status', {
            method: 'PUT',
            body: z.encode(bulkPaymentRequest, { ids: [...ids], PaymentStatus: 'paid', deliver: isPaid, shown }),
            answer: orderResultsAnswer,
            keepalive,
          })
        : await callApi('/api/admin/orders/tracking', {
            method: 'PUT',
            body: z.encode(bulkTrackingRequest, { ids: [...ids], status, reason, shown }),
            answer: orderResultsAnswer,
            keepalive,
          })
    return { move, failures: results.filter(({ ok }) => !ok), trouble: null }
  } catch (error) {
    return { move, failures: [], trouble: errorSentence(error) }
  }
}

const isWhole = ({ failures, trouble }: MoveOutcome): boolean => trouble === null && failures.length === 0

/** Name of the orders’ new status: `livré`, `payé`. */
const nameOf = ({ status, isPayment }: DelayedMove): string => (isPayment ? PAYMENT_NAMES.paid : STATUS_NAMES[status])

/** `3 commandes : livré. 1 n’a pas été changée.` */
export function outcomeInWords({ move, failures, trouble }: MoveOutcome): string {
  const { ids, isPaid = false, isPayment = false } = move
  if (trouble !== null)
    return `Le changement n’est pas confirmé\u00A0: vérifiez dans la liste, qui vient d’être relue. ${trouble}`
  const [first] = failures
  if (ids.length === 1 && first)
    return `Le ${isPayment ? 'paiement' : 'statut'} de la commande ${first.id} n’a pas été changé`
  const moved = ids.length - failures.length
  const done = `${ids.length === 1 ? `Commande ${ids[0]}` : ordersInWords(moved)}\u00A0: ${nameOf(move)}${isPaid ? ', encaissée' : ''}.`
  if (failures.length === 0) return done
  const left = failures.length === 1 ? '1 n’a pas été changée' : `${failures.length} n’ont pas été changées`
  return `${done} ${left}.`
}

/** `La commande 12 passe à « livré »`, `3 commandes passent à « livré »`. */
export function moveInWords(move: DelayedMove): string {
  const { ids, isPaid = false } = move
  const who = ids.length === 1 ? `La commande ${ids[0]} passe` : `${ordersInWords(ids.length)} passent`
  return `${who} à «\u00A0${nameOf(move)}\u00A0»${isPaid ? ', encaissée' : ''}`
}

/**
 * Moves orders ten seconds after the choice: delivered and cancelled are final, so only a move that was not sent yet can
 * be undone. Leaving the page sends it at once.
 */
export function useDelayedMoves(reload: () => Promise<void>): DelayedMoves {
  const [underWay, setUnderWay] = useState<readonly DelayedMove[]>([])
  const [outcomes, setOutcomes] = useState<readonly MoveOutcome[]>([])
  const isHere = useRef(true)

  const sendHere = async (move: DelayedMove) => {
    setUnderWay((before) => [...before, move])
    const outcome = await send(move, false)
    if (isHere.current) await reloadList(reload)
    setUnderWay((before) => before.filter((each) => each !== move))
    if (isWhole(outcome) || !isHere.current) return toastOutcome(outcome)
    setOutcomes((before) => [...before, outcome])
    announce(outcomeInWords(outcome))
  }

  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  const held = useHeld<DelayedMove>({
    send: sendHere,
    leave: async (move, isEnd) => {
      const outcome = await send(move, true)
      // The admin is on another page of the shop by now: a toast shows the result there.
      if (!isEnd) toastOutcome(outcome)
    },
  })

  return {
    waiting: held.items,
    delay: (move) => {
      held.hold(move)
      announce(`${moveInWords(move)} dans ${UNDO_SECONDS} secondes. Le bouton Annuler revient en arrière.`)
    },
    undo: (move) => {
      if (!held.undo(move)) return
      announce('Changement annulé\u00A0: rien n’a été modifié.')
      // The tapped button may be gone: the focus goes back to the field where the move began.
      requestAnimationFrame(() => {
        if (move.leavesFocus && document.activeElement !== document.body) return
        fieldOf(move.ids[0]!)?.focus({ preventScroll: true })
      })
    },
    sendNow: held.sendNow,
    isSending: underWay.length > 0,
    outcomes,
    forgetOutcomes: () => setOutcomes([]),
    statusOf: (id) => [...held.items, ...underWay].find(({ ids }) => ids.includes(id))?.status ?? null,
  }
}

/** The field where a move began: in the list, or on the page of the order. */
const fieldOf = (id: OrderId): HTMLElement | null =>
  document.getElementById(rowStatusId(id)) ?? document.getElementById(statusFieldId(id))

/** Shows the result on a page without a list of failures. */
function toastOutcome(outcome: MoveOutcome): void {
  const [failure, ...others] = outcome.failures
  const why = others.length === 0 ? failure?.message : undefined
  toast({ title: outcomeInWords(outcome), ...(why ? { text: why } : {}), duration: TOAST_MS })
}
