import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { bulkTrackingAnswer, bulkTrackingRequest } from '#features/orders/contract.ts'
import { type CancelReason, type MoveResult, type OrderStatus, STATUS_NAMES } from '#features/orders/names.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { callApi } from '#web/api.ts'
import { errorSentence } from '#web/french-errors.ts'
import { announce } from '#web/ui/live-region.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ordersInWords } from './order-words.ts'

/** How long a move of several orders can be taken back. */
export const HELD_SECONDS = 10

/** A move that waits in the browser: until it is sent, nothing has happened. */
export interface HeldMove {
  ids: readonly OrderId[]
  status: OrderStatus
  reason: CancelReason | null
}

/** What came of a move of several orders; `trouble` when nobody knows. */
export interface BulkOutcome {
  status: OrderStatus
  moved: number
  failures: readonly MoveResult[]
  trouble: string | null
}

export interface BulkMoves {
  held: HeldMove | null
  hold: (move: HeldMove) => void
  undo: () => void
  sendNow: () => void
  isSending: boolean
  outcome: BulkOutcome | null
  forgetOutcome: () => void
  /** Where an order is going, if it is. */
  statusOf: (id: OrderId) => OrderStatus | null
}

async function send({ ids, status, reason }: HeldMove, keepalive: boolean): Promise<BulkOutcome> {
  try {
    const { results } = await callApi('/api/admin/orders/tracking', {
      method: 'PUT',
      body: z.encode(bulkTrackingRequest, { ids: [...ids], status, reason }),
      answer: bulkTrackingAnswer,
      keepalive,
    })
    const failures = results.filter(({ ok }) => !ok)
    return { status, moved: results.length - failures.length, failures, trouble: null }
  } catch (error) {
    return { status, moved: 0, failures: [], trouble: errorSentence(error) }
  }
}

/** `3 commandes : livré. 1 n’a pas été changée.` */
export function outcomeInWords({ status, moved, failures, trouble }: BulkOutcome): string {
  if (trouble !== null)
    return `Le changement n’est pas confirmé\u00A0: vérifiez ces commandes dans la liste, qui vient d’être relue. ${trouble}`
  const done = `${ordersInWords(moved)}\u00A0: ${STATUS_NAMES[status]}.`
  if (failures.length === 0) return done
  const left = failures.length === 1 ? '1 n’a pas été changée' : `${failures.length} n’ont pas été changées`
  return `${done} ${left}.`
}

/**
 * Moves several orders, ten seconds after it was asked: delivered and cancelled are final, so what can be undone is
 * what was not sent yet. Leaving the page sends it at once.
 */
export function useBulkMoves(reload: () => Promise<void>): BulkMoves {
  const [held, setHeld] = useState<HeldMove | null>(null)
  const [underWay, setUnderWay] = useState<HeldMove | null>(null)
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const waiting = useRef<HeldMove>(null)

  /** Whoever comes first, the clock or the end of the page, has it; the other finds nothing. */
  const take = (): HeldMove | null => {
    const move = waiting.current
    waiting.current = null
    setHeld(null)
    return move
  }

  const sendNow = async () => {
    const move = take()
    if (!move) return
    setUnderWay(move)
    const result = await send(move, false)
    await reload()
    setUnderWay(null)
    setOutcome(result)
    announce(outcomeInWords(result))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a move starts its own clock, and nothing else does
  useEffect(() => {
    if (!held) return
    const timer = setTimeout(sendNow, HELD_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [held])

  useEffect(() => {
    const leave = () => {
      const move = waiting.current
      waiting.current = null
      if (move) send(move, true)
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      const move = waiting.current
      waiting.current = null
      // Another page of ours is shown by now: it is told there.
      if (move) send(move, true).then((result) => toast({ title: outcomeInWords(result), duration: 8000 }))
    }
  }, [])

  return {
    held,
    hold: (move) => {
      sendNow()
      setOutcome(null)
      waiting.current = move
      setHeld(move)
      announce(
        `${ordersInWords(move.ids.length)}\u00A0: ${STATUS_NAMES[move.status]} dans ${HELD_SECONDS} secondes. Le bouton Annuler revient en arrière.`,
      )
    },
    undo: () => {
      const move = take()
      if (move) announce('Changement annulé\u00A0: rien n’a été modifié.')
    },
    sendNow,
    isSending: underWay !== null,
    outcome,
    forgetOutcome: () => setOutcome(null),
    statusOf: (id) => [held, underWay].find((move) => move?.ids.includes(id))?.status ?? null,
  }
}
