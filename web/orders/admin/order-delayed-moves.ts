import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { bulkTrackingAnswer, bulkTrackingRequest } from '#features/orders/contract.ts'
import { type CancelReason, type MoveResult, type OrderStatus, STATUS_NAMES } from '#features/orders/model.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { callApi } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { reloadList } from '#web/list-kit/paged-list.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ordersInWords, statusFieldId } from './order-words.ts'

/** How long a move can be taken back. */
export const HELD_SECONDS = 10
const DONE_MS = 8000

/** A move that waits in the browser: until it is sent, nothing has happened. */
export interface HeldMove {
  ids: readonly OrderId[]
  status: OrderStatus
  reason: CancelReason | null
}

/** What came of a move that did not go as it was meant; `trouble` when nobody knows. */
export interface MoveOutcome {
  move: HeldMove
  failures: readonly MoveResult[]
  trouble: string | null
}

export interface HeldMoves {
  /** Each has its own ten seconds, oldest first. */
  held: readonly HeldMove[]
  hold: (move: HeldMove) => void
  undo: (move: HeldMove) => void
  sendNow: (move: HeldMove) => void
  isSending: boolean
  outcomes: readonly MoveOutcome[]
  forgetOutcomes: () => void
  /** Where an order is going, if it is. */
  statusOf: (id: OrderId) => OrderStatus | null
}

async function send(move: HeldMove, keepalive: boolean): Promise<MoveOutcome> {
  const { ids, status, reason } = move
  try {
    const { results } = await callApi('/api/admin/orders/tracking', {
      method: 'PUT',
      body: z.encode(bulkTrackingRequest, { ids: [...ids], status, reason }),
      answer: bulkTrackingAnswer,
      keepalive,
    })
    return { move, failures: results.filter(({ ok }) => !ok), trouble: null }
  } catch (error) {
    return { move, failures: [], trouble: errorSentence(error) }
  }
}

const isWhole = ({ failures, trouble }: MoveOutcome): boolean => trouble === null && failures.length === 0

/** `3 commandes : livré. 1 n’a pas été changée.` */
export function outcomeInWords({ move: { ids, status }, failures, trouble }: MoveOutcome): string {
  if (trouble !== null)
    return `Le changement n’est pas confirmé\u00A0: vérifiez dans la liste, qui vient d’être relue. ${trouble}`
  const [first] = failures
  if (ids.length === 1 && first) return `Le statut de la commande ${first.id} n’a pas été changé`
  const moved = ids.length - failures.length
  const done = `${ids.length === 1 ? `Commande ${ids[0]}` : ordersInWords(moved)}\u00A0: ${STATUS_NAMES[status]}.`
  if (failures.length === 0) return done
  const left = failures.length === 1 ? '1 n’a pas été changée' : `${failures.length} n’ont pas été changées`
  return `${done} ${left}.`
}

/** `La commande 12 passe à « livré »`, `3 commandes passent à « livré »`. */
export function moveInWords({ ids, status }: HeldMove): string {
  const who = ids.length === 1 ? `La commande ${ids[0]} passe` : `${ordersInWords(ids.length)} passent`
  return `${who} à «\u00A0${STATUS_NAMES[status]}\u00A0»`
}

/**
 * Moves orders ten seconds after it was asked: delivered and cancelled are final, so what can be undone is what was not
 * sent yet. Leaving the page sends it at once.
 */
export function useHeldMoves(reload: () => Promise<void>): HeldMoves {
  const [held, setHeld] = useState<readonly HeldMove[]>([])
  const [underWay, setUnderWay] = useState<readonly HeldMove[]>([])
  const [outcomes, setOutcomes] = useState<readonly MoveOutcome[]>([])
  const clocks = useRef(new Map<HeldMove, ReturnType<typeof setTimeout>>())
  // Ten seconds later another page of the list may be shown.
  const latestReload = useRef(reload)
  latestReload.current = reload
  const isHere = useRef(true)

  /** Whoever comes first, the clock or the end of the page, has it; the other finds nothing. */
  const take = (move: HeldMove): boolean => {
    clearTimeout(clocks.current.get(move))
    setHeld((before) => before.filter((each) => each !== move))
    return clocks.current.delete(move)
  }

  const sendNow = async (move: HeldMove) => {
    if (!take(move)) return
    setUnderWay((before) => [...before, move])
    const outcome = await send(move, false)
    if (isHere.current) await reloadList(latestReload.current)
    setUnderWay((before) => before.filter((each) => each !== move))
    if (isWhole(outcome) || !isHere.current) return tell(outcome)
    setOutcomes((before) => [...before, outcome])
    announce(outcomeInWords(outcome))
  }

  useEffect(() => {
    isHere.current = true
    const takeAll = (): HeldMove[] => {
      const moves = [...clocks.current.keys()]
      for (const clock of clocks.current.values()) clearTimeout(clock)
      clocks.current.clear()
      setHeld([])
      return moves
    }
    const leave = () => {
      for (const move of takeAll()) send(move, true)
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      // Another page of ours is shown by now: it is told there.
      isHere.current = false
      for (const move of takeAll()) send(move, true).then(tell)
    }
  }, [])

  return {
    held,
    hold: (move) => {
      clocks.current.set(
        move,
        setTimeout(() => sendNow(move), HELD_SECONDS * 1000),
      )
      setHeld((before) => [...before, move])
      announce(`${moveInWords(move)} dans ${HELD_SECONDS} secondes. Le bouton Annuler revient en arrière.`)
    },
    undo: (move) => {
      if (!take(move)) return
      announce('Changement annulé\u00A0: rien n’a été modifié.')
      // The button that was tapped is gone: the next key goes on where the move began.
      requestAnimationFrame(() => document.getElementById(statusFieldId(move.ids[0]!))?.focus({ preventScroll: true }))
    },
    sendNow,
    isSending: underWay.length > 0,
    outcomes,
    forgetOutcomes: () => setOutcomes([]),
    statusOf: (id) => [...held, ...underWay].find(({ ids }) => ids.includes(id))?.status ?? null,
  }
}

/** In a toast, where there is no room for a list of what failed. */
function tell(outcome: MoveOutcome): void {
  const [failure, ...others] = outcome.failures
  const why = others.length === 0 ? failure?.message : undefined
  toast({ title: outcomeInWords(outcome), ...(why ? { text: why } : {}), duration: DONE_MS })
}
