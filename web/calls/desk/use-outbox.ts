import { useLayoutEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { callAnswer, callRequest } from '#features/calls/contract.ts'
import type { CallOutcome } from '#features/calls/model.ts'
import type { CancelReason } from '#features/orders/model.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { ApiError, callApi, isUnanswered } from '#web/api/api.ts'
import { freshKey } from '#web/api/idempotency-key.ts'
import { withRetries } from '#web/api/retry.ts'
import { useHeld } from '#web/list-kit/held/use-held.ts'

/** The outcome of a card as it is pressed. Its key is of the press, so that a repeated sending writes it once. */
export interface Pressed {
  key: string
  id: OrderId
  outcome: CallOutcome
  reason: CancelReason | null
  dueAt: Date | null
  note: string | null
  lastChange: Date
}

export type Answer = z.output<typeof callAnswer>

interface SentEntry extends Pressed {
  /** No answer came so far. */
  isStuck: boolean
}

interface OutboxEvents {
  onAnswered: (pressed: Pressed, answer: Answer) => void
  onRefused: (pressed: Pressed, error: unknown) => void
}

export type Press = Omit<Pressed, 'key'>

/**
 * Outcomes between their press and the shop's answer. One that finds no connection is sent again until it is answered;
 * leaving the page sends at once what is held.
 */
export function useOutbox(events: OutboxEvents) {
  const [sent, setSent] = useState<readonly SentEntry[]>([])
  const latest = useRef({ events, sent })
  latest.current = { events, sent }

  const change = (next: (before: readonly SentEntry[]) => readonly SentEntry[]) => {
    // The next card is taken in the same breath: that needs the new list, not the one of the last drawing.
    latest.current.sent = next(latest.current.sent)
    setSent(latest.current.sent)
  }
  const markStuck = ({ key }: Pressed) =>
    change((before) => before.map((each) => (each.key === key ? { ...each, isStuck: true } : each)))
  const drop = ({ key }: Pressed) => change((before) => before.filter((each) => each.key !== key))

  const deliver = async (pressed: Pressed) => {
    change((before) => [...before, { ...pressed, isStuck: false }])
    for (;;)
      try {
        const retry = withRetries({ signal: NEVER, onPause: () => markStuck(pressed) })
        const answer = await retry((signal) => post(pressed, { signal }))
        drop(pressed)
        return latest.current.events.onAnswered(pressed, answer)
      } catch (error) {
        if (isUnanswered(error)) {
          // The shop may name a time past all tries, after which none of them paused.
          markStuck(pressed)
          await pauseAfter(error)
          continue
        }
        drop(pressed)
        return latest.current.events.onRefused(pressed, error)
      }
  }

  const held = useHeld<Pressed>({
    send: deliver,
    leave: (pressed) => post(pressed, { keepalive: true }).catch(() => undefined),
  })

  const isStuck = sent.some((each) => each.isStuck)
  // At once with the sentence about it: who reads that and closes the tab in the same breath is asked too.
  useLayoutEffect(() => {
    if (!isStuck) return
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', stay)
    return () => window.removeEventListener('beforeunload', stay)
  }, [isStuck])

  return {
    /** Waits to be undone. */
    held: held.items,
    sent,
    /** The orders of all entries at this very moment. */
    ids: () => [...held.now(), ...latest.current.sent].map(({ id }) => id),
    send: (press: Press): Pressed => {
      const pressed = { ...press, key: freshKey() }
      deliver(pressed)
      return pressed
    },
    hold: (press: Press): void => held.hold({ ...press, key: freshKey() }),
    /** Sends at once what waits to be undone. */
    sendHeld: () => held.now().forEach(held.sendNow),
    /** False when it was sent meanwhile. */
    undo: held.undo,
  }
}

/** An outcome is sent until it is answered. */
const NEVER = new AbortController().signal

const PAUSE_SECONDS = 5

function pauseAfter(error: unknown): Promise<void> {
  const seconds = (error instanceof ApiError && error.retryAfterSeconds) || PAUSE_SECONDS
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000))
}

const post = ({ key, id, ...pressed }: Pressed, call: { signal?: AbortSignal; keepalive?: boolean }): Promise<Answer> =>
  callApi(`/api/confirmation/${id}/attempts`, {
    method: 'POST',
    body: z.encode(callRequest, { ...pressed, via: 'phone', code: null }),
    idempotencyKey: key,
    answer: callAnswer,
    ...call,
  })
