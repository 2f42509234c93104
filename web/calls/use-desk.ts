import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { callAnswer, deskAnswer, nextAnswer, nextRequest, reopenRequest } from '#features/calls/contract.ts'
import { linkAnswer } from '#features/calls/customer/contract.ts'
import type { Contact } from '#features/calls/model.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { callApi, isUnanswered } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { usePolled } from '#web/notifications/use-polled.ts'
import { announce } from '#web/ui/live-region.tsx'
import { doneInWords } from './outcomes.ts'
import { type Press, type Pressed, useOutbox } from './use-outbox.ts'

type Next = z.output<typeof nextAnswer>
export type Card = NonNullable<Next['card']>
export type DeskCounts = Next['counts']

/** The middle of the desk: a card, or why there is none. */
export type Place = 'loading' | 'card' | 'empty' | 'closed' | 'paused' | 'failed'

/** The order that was settled last; its contact is known once the shop has answered. */
export interface Settled extends Pressed {
  contact: Contact | null
}

export interface DeskProblem {
  title: string
  text: string
  /** The order to look at again; null where that helps nobody. */
  id: OrderId | null
}

const IDLE_MS = 1000
const BUSY_MS = 15_000
const RETRY_MS = 5000

const loadAnswer = async () => deskAnswer

/** The desk of one person: their card, the one that follows, and the outcomes that are on their way. */
export function useDesk() {
  const [place, setPlace] = useState<Place>('loading')
  const [card, setCard] = useState<Card | null>(null)
  const [isTaking, setTaking] = useState(true)
  const [desk, setDesk] = useState<Omit<Next, 'card'> | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [last, setLast] = useState<Settled | null>(null)
  const [problem, setProblem] = useState<DeskProblem | null>(null)
  const worksOutsideHours = useRef(false)
  const takes = useRef(0)

  const isIdle = place === 'empty' || place === 'closed'
  const { answered, refresh } = usePolled('/api/confirmation/counts', loadAnswer, isIdle ? IDLE_MS : BUSY_MS, true)

  const outbox = useOutbox({
    onAnswered: (pressed, { contact, dueAt }) => {
      setLast((shown) => (shown === null || shown.key === pressed.key ? { ...pressed, contact, dueAt } : shown))
      refresh()
    },
    onRefused: (pressed, refusal) => {
      setLast((shown) => (shown?.key === pressed.key ? null : shown))
      const title = `Commande ${pressed.id}\u00A0: «\u00A0${doneInWords(pressed.outcome)}\u00A0» n’est pas noté`
      setProblem({ title, text: errorSentence(refusal), id: pressed.id })
      refresh()
    },
  })

  const show = ({ card: next, ...now }: Next) => {
    setDesk(now)
    if (next && now.opensAt && !worksOutsideHours.current) {
      release()
      return setPlace('closed')
    }
    setCard(next)
    setPlace(next ? 'card' : 'empty')
    announce(next ? `Commande ${next.id}, ${next.recipient.name}. ${next.why}` : 'Tout est appelé.')
  }

  /** Takes the next card: the order `first` if it is to be called. An answer that a later one has overtaken is dropped. */
  const take = async (first: OrderId | null = null) => {
    const number = ++takes.current
    const unlessOvertaken = (act: () => void) => number === takes.current && act()
    setTaking(true)
    try {
      const body = z.encode(nextRequest, { first, settling: outbox.ids() })
      const next = await callApi('/api/confirmation/next', { method: 'POST', body, answer: nextAnswer })
      unlessOvertaken(() => show(next))
    } catch (trouble) {
      unlessOvertaken(() => {
        setError(trouble)
        setPlace('failed')
      })
    }
    unlessOvertaken(() => setTaking(false))
  }
  const latestTake = useRef(take)
  latestTake.current = take

  useEffect(() => {
    latestTake.current()
    // The browser's back button shows the page as it was left: its card is nobody's by then.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && latestTake.current()
    window.addEventListener('pageshow', comeBack)
    window.addEventListener('pagehide', release)
    return () => {
      window.removeEventListener('pageshow', comeBack)
      window.removeEventListener('pagehide', release)
      release()
    }
  }, [])

  const waits = outbox.entries.length
  useEffect(() => {
    if (!answered) return
    setDesk(answered)
    const isAwaited = place === 'empty' && answered.counts.toCall > waits
    if (isAwaited || (place === 'closed' && answered.opensAt === null)) latestTake.current()
  }, [answered, place, waits])

  useAgain(place === 'failed' && isUnanswered(error), latestTake)

  const settle = (press: Omit<Press, 'id' | 'lastChange'>) => {
    if (!card || place !== 'card' || isTaking) return
    setProblem(null)
    const pressed = { ...press, id: card.id, lastChange: card.lastChange }
    if (press.outcome === 'cancelled') {
      outbox.hold(pressed)
      setLast(null)
    } else setLast({ ...outbox.send(pressed), contact: null })
    take()
  }

  const pause = () => {
    outbox.sendHeld()
    takes.current += 1
    setTaking(false)
    setPlace('paused')
    release()
  }

  const goOnAnyway = () => {
    worksOutsideHours.current = true
    take()
  }

  /** Takes a settled order up again, as the next card. */
  const reopen = async ({ id }: Settled) => {
    setLast(null)
    setProblem(null)
    try {
      const body = z.encode(reopenRequest, { note: null })
      await callApi(`/api/confirmation/${id}/reopen`, { method: 'POST', body, answer: callAnswer })
      take(id)
    } catch (refusal) {
      setProblem({ title: `La commande ${id} n’est pas reprise`, text: errorSentence(refusal), id: null })
    }
  }

  /** Opens a conversation with the link of the customer's own page; the card is read anew, since that is written down. */
  const openWhatsapp = async ({ id }: Card) => {
    // Opened before the answer is there: later the browser would take it for a pop-up.
    const tab = window.open('about:blank', '_blank')
    // The other site must not steer this page.
    if (tab) tab.opener = null
    try {
      const answer = await callApi(`/api/confirmation/${id}/link`, { method: 'POST', answer: linkAnswer })
      if (tab) tab.location.href = answer.whatsapp
      await take(id)
    } catch (refusal) {
      tab?.close()
      setProblem({ title: 'La conversation n’est pas ouverte', text: errorSentence(refusal), id: null })
    }
  }

  const undo = (pressed: Pressed) => {
    if (outbox.undo(pressed)) take(pressed.id)
  }

  return {
    ...{ place, card, isTaking, desk, error, last, problem, entries: outbox.entries },
    /** Once the shop has answered; a cancellation is final. */
    canReopen: last !== null && last.contact !== null && last.outcome !== 'cancelled',
    ...{ take, settle, pause, goOnAnyway, reopen, undo, openWhatsapp },
    forgetProblem: () => setProblem(null),
  }
}

/** Gives the card back; nobody waits for the answer. */
const release = () => {
  callApi('/api/confirmation/release', { method: 'POST', keepalive: true }).catch(() => undefined)
}

/** Tries again while there is no connection, and at once when it is back. */
function useAgain(isOffline: boolean, take: { current: () => void }): void {
  useEffect(() => {
    if (!isOffline) return
    const again = () => take.current()
    const clock = setInterval(again, RETRY_MS)
    window.addEventListener('online', again)
    return () => {
      clearInterval(clock)
      window.removeEventListener('online', again)
    }
  }, [isOffline, take])
}
