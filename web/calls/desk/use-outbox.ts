import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { callAnswer, callRequest } from '#features/calls/contract.ts'
import type { CallOutcome } from '#features/calls/model.ts'
import type { CancelReason } from '#features/orders/model.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { ApiError, callApi, isUnanswered } from '#web/api/api.ts'
import { freshKey } from '#web/api/idempotency-key.ts'
import { withRetries } from '#web/api/retry.ts'

/** Seconds in which a cancellation can be taken back. */
export const UNDO_SECONDS = 10

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

interface OutboxEntry extends Pressed {
  /** `held`: it waits to be undone. `stuck`: it was sent, and no answer came so far. */
  state: 'held' | 'sent' | 'stuck'
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
  const [entries, setEntries] = useState<readonly OutboxEntry[]>([])
  const clocks = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const latest = useRef({ events, entries })
  latest.current = { events, entries }

  const change = (next: (before: readonly OutboxEntry[]) => readonly OutboxEntry[]) => {
    // The next card is taken in the same breath: that needs the new list, not the one of the last drawing.
    latest.current.entries = next(latest.current.entries)
    setEntries(latest.current.entries)
  }
  const mark = ({ key }: Pressed, state: OutboxEntry['state']) =>
    change((before) => before.map((each) => (each.key === key ? { ...each, state } : each)))
  const drop = ({ key }: Pressed) => change((before) => before.filter((each) => each.key !== key))

  const deliver = async (pressed: Pressed) => {
    mark(pressed, 'sent')
    for (;;)
      try {
        const retry = withRetries({ signal: NEVER, onPause: () => mark(pressed, 'stuck') })
        const answer = await retry((signal) => post(pressed, { signal }))
        drop(pressed)
        return latest.current.events.onAnswered(pressed, answer)
      } catch (error) {
        if (isUnanswered(error)) {
          // The shop may name a time past all tries, after which none of them paused.
          mark(pressed, 'stuck')
          await pauseAfter(error)
          continue
        }
        drop(pressed)
        return latest.current.events.onRefused(pressed, error)
      }
  }

  const add = (press: Press, state: OutboxEntry['state']): Pressed => {
    const pressed = { ...press, key: freshKey() }
    change((before) => [...before, { ...pressed, state }])
    return pressed
  }

  /** Takes an entry off its clock, once: the clock and the end of the page may both want to send it. */
  const take = ({ key }: Pressed): boolean => {
    clearTimeout(clocks.current.get(key))
    return clocks.current.delete(key)
  }

  const leaving = () => {
    for (const entry of latest.current.entries)
      if (take(entry)) {
        post(entry, { keepalive: true }).catch(() => undefined)
        // The browser may bring the page back as it was.
        drop(entry)
      }
  }
  const latestLeaving = useRef(leaving)
  latestLeaving.current = leaving

  useEffect(() => {
    const leave = () => latestLeaving.current()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])

  const isStuck = entries.some(({ state }) => state === 'stuck')
  // At once with the sentence about it: who reads that and closes the tab in the same breath is asked too.
  useLayoutEffect(() => {
    if (!isStuck) return
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', stay)
    return () => window.removeEventListener('beforeunload', stay)
  }, [isStuck])

  return {
    entries,
    /** The orders of all entries at this very moment. */
    ids: () => latest.current.entries.map(({ id }) => id),
    send: (press: Press): Pressed => {
      const pressed = add(press, 'sent')
      deliver(pressed)
      return pressed
    },
    hold: (press: Press): void => {
      const pressed = add(press, 'held')
      const clock = setTimeout(() => take(pressed) && deliver(pressed), UNDO_SECONDS * 1000)
      clocks.current.set(pressed.key, clock)
    },
    /** Sends at once what waits to be undone. */
    sendHeld: () => {
      for (const entry of latest.current.entries) if (take(entry)) deliver(entry)
    },
    /** False when it was sent meanwhile. */
    undo: (pressed: Pressed): boolean => {
      const isHeld = take(pressed)
      if (isHeld) drop(pressed)
      return isHeld
    },
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
