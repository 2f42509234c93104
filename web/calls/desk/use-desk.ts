import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import {
  callAnswer,
  deskAnswer,
  nextAnswer,
  nextRequest,
  releaseRequest,
  reopenRequest,
} from '#features/calls/contract.ts'
import { linkAnswer } from '#features/calls/customer/contract.ts'
import type { Contact } from '#features/calls/model.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { ApiError, callApi, isUnanswered } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { usePolled } from '#web/notifications/use-polled.ts'
import { announce } from '#web/ui/live-region.tsx'
import { hasChanged } from '../last-change.ts'
import { doneInWords } from '../outcomes.ts'
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
  /** The order to look at again, since it or the hour is no longer as it was shown; null where that helps nobody. */
  again: OrderId | null
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
  const oneByOne = useRef(callsOneByOne())

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
      const ofHour = hourSentence(refusal)
      const isToLookAt = ofHour !== undefined || hasChanged(refusal)
      setProblem({ title, text: ofHour ?? errorSentence(refusal), again: isToLookAt ? pressed.id : null })
      refresh()
    },
  })

  const release = (card: OrderId | null = null) => {
    const body = z.encode(releaseRequest, { card, settling: outbox.ids() })
    return callApi('/api/confirmation/release', { method: 'POST', body, keepalive: true }).catch(() => undefined)
  }

  /** Gives the card back; nobody waits for the answer. One that is still on its way goes back, too. */
  const giveBack = (card: OrderId | null = null) => {
    takes.current += 1
    setTaking(false)
    oneByOne.current(() => release(card))
  }

  const show = ({ card: next, ...now }: Next) => {
    setDesk(now)
    if (next && now.opensAt && !worksOutsideHours.current) {
      giveBack()
      return setPlace('closed')
    }
    setCard(next)
    setPlace(next ? 'card' : 'empty')
    announce(next ? `Commande ${next.id}, ${next.recipient.name}. ${next.why}` : 'Tout est appelé.')
  }

  /** Takes the next card: the order `first` if it is to be called. Nothing comes of one that a later one has overtaken. */
  const take = async (first: OrderId | null = null) => {
    const number = ++takes.current
    const unlessOvertaken = <Done>(act: () => Done) => (number === takes.current ? act() : null)
    const send = () => {
      const body = z.encode(nextRequest, { first, settling: outbox.ids() })
      return callApi('/api/confirmation/next', { method: 'POST', body, answer: nextAnswer })
    }
    setTaking(true)
    try {
      const next = await oneByOne.current(async () => unlessOvertaken(send))
      if (next) unlessOvertaken(() => show(next))
    } catch (trouble) {
      unlessOvertaken(() => {
        setError(trouble)
        setPlace('failed')
      })
    }
    unlessOvertaken(() => setTaking(false))
  }
  const latest = useRef({ take, release, giveBack, isTaking })
  latest.current = { take, release, giveBack, isTaking }

  useEffect(() => {
    latest.current.take()
    // The browser's back button shows the page as it was left: its card is nobody's by then.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && latest.current.take()
    // Nothing is answered any more: whatever is still on its way goes back after ten minutes.
    const leave = () => latest.current.release()
    window.addEventListener('pageshow', comeBack)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pageshow', comeBack)
      window.removeEventListener('pagehide', leave)
      latest.current.giveBack()
    }
  }, [])

  const waits = outbox.held.length + outbox.sent.length
  useEffect(() => {
    if (!answered) return
    setDesk(answered)
    const isAwaited = place === 'empty' && answered.counts.toCall > waits
    if (latest.current.isTaking) return
    if (isAwaited || (place === 'closed' && answered.opensAt === null)) latest.current.take()
  }, [answered, place, waits])

  useAgain(place === 'failed' && isUnanswered(error), latest)

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
    setPlace('paused')
    giveBack(isTaking ? null : (card?.id ?? null))
  }

  const goOnAnyway = () => {
    worksOutsideHours.current = true
    take()
  }

  /** Does something to an order, then takes it as the next card. The card waits meanwhile. */
  const change = async (id: OrderId, title: string, send: () => Promise<unknown>) => {
    const number = ++takes.current
    const unlessOvertaken = (act: () => void) => number === takes.current && act()
    setTaking(true)
    setProblem(null)
    try {
      await oneByOne.current(send)
      unlessOvertaken(() => take(id))
    } catch (refusal) {
      unlessOvertaken(() => setTaking(false))
      setProblem({ title, text: errorSentence(refusal), again: null })
    }
  }

  const reopen = ({ id }: Settled) => {
    setLast(null)
    const body = z.encode(reopenRequest, { note: null, hold: true })
    return change(id, `La commande ${id} n’est pas reprise`, () =>
      callApi(`/api/confirmation/${id}/reopen`, { method: 'POST', body, answer: callAnswer }),
    )
  }

  /** Opens a conversation with the link of the customer's own page; the card is read anew, since that is written down. */
  const openWhatsapp = ({ id }: Card) => {
    // Opened before the answer is there: later the browser would take it for a pop-up.
    const tab = window.open('about:blank', '_blank')
    // The other site must not steer this page.
    if (tab) tab.opener = null
    return change(id, 'La conversation n’est pas ouverte', async () => {
      try {
        const { whatsapp } = await callApi(`/api/confirmation/${id}/link`, { method: 'POST', answer: linkAnswer })
        if (tab) tab.location.href = whatsapp
      } catch (refusal) {
        tab?.close()
        throw refusal
      }
    })
  }

  const undo = (pressed: Pressed) => {
    if (outbox.undo(pressed)) take(pressed.id)
  }

  return {
    ...{ place, card, isTaking, desk, error, last, problem, held: outbox.held, sent: outbox.sent },
    /** Once the shop has answered; a cancellation is final. */
    canReopen: last !== null && last.contact !== null && last.outcome !== 'cancelled',
    ...{ take, settle, pause, goOnAnyway, reopen, undo, openWhatsapp },
    forgetProblem: () => setProblem(null),
  }
}

/** Lets each call wait for the one before: the shop carries them out in the order in which they were meant. */
function callsOneByOne() {
  let last: Promise<unknown> = Promise.resolve()
  return <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    const answer = last.then(call)
    last = answer.catch(() => undefined)
    return answer
  }
}

/** The shop’s sentence about an hour that cannot be promised; undefined for any other refusal. */
const hourSentence = (refusal: unknown): string | undefined =>
  refusal instanceof ApiError ? refusal.fields.due_at?.[0]?.message : undefined

/** Tries again while there is no connection, and at once when it is back. */
function useAgain(isOffline: boolean, desk: { current: { take: () => void } }): void {
  useEffect(() => {
    if (!isOffline) return
    const again = () => desk.current.take()
    const clock = setInterval(again, RETRY_MS)
    window.addEventListener('online', again)
    return () => {
      clearInterval(clock)
      window.removeEventListener('online', again)
    }
  }, [isOffline, desk])
}
