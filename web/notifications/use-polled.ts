import { useCallback, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { readToken } from '#web/session/stored-session.ts'

const LONGEST_PAUSE_MS = 5 * 60_000
const ANSWER_WITHIN_MS = 8_000

/** A 401 or 403. No poll follows by itself: the admin learns of the end of the session by the next action. */
class Refused extends Error {}

/** Gives the schema of an answer, which may be loaded with the first poll. */
type LoadSchema<Answer> = () => Promise<z.ZodMiniType<Answer>>

async function fetchAnswer<Answer>(path: string, answer: LoadSchema<Answer>, leaving: AbortSignal): Promise<Answer> {
  const response = await fetch(path, {
    headers: { Accept: 'application/json', Authorization: `Bearer ${readToken()}` },
    signal: AbortSignal.any([leaving, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
  })
  if (response.status === 401 || response.status === 403) throw new Refused()
  if (!response.ok) throw new Error(`A poll of ${path} got ${response.status}`)
  return (await answer()).parse(await response.json())
}

/**
 * Polls a call that changes nothing while the page is visible, and at once when it becomes visible again or at `refresh`.
 * A refresh during a poll asks again once that has ended, since its answer may be older than the change. Failures are not
 * shown: the next try comes after pauses that grow, and a refused one is not tried again by itself, since only a log-in in
 * another tab helps it. Null until the first answer.
 */
export function usePolled<Answer>(
  path: `/api/${string}`,
  answer: LoadSchema<Answer>,
  everyMs: number,
  isWatching: boolean,
): { answered: Answer | null; refresh: () => void } {
  const [answered, setAnswered] = useState<Answer | null>(null)
  const currentPoll = useRef<() => void>(() => undefined)

  useEffect(() => {
    if (!isWatching) return
    const leaving = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isPolling = false
    let isAskedAgain = false
    let failures = 0

    const poll = async () => {
      clearTimeout(timer)
      isAskedAgain = isPolling
      if (isPolling) return
      isPolling = true
      let isRefused = false
      try {
        setAnswered(await fetchAnswer(path, answer, leaving.signal))
        failures = 0
      } catch (error) {
        isRefused = error instanceof Refused
        failures += 1
      }
      isPolling = false
      if (leaving.signal.aborted || document.hidden) return
      if (isAskedAgain) return void poll()
      if (!isRefused) timer = setTimeout(poll, Math.min(everyMs * 2 ** failures, LONGEST_PAUSE_MS))
    }
    const onVisibility = () => (document.hidden ? clearTimeout(timer) : void poll())

    currentPoll.current = poll
    document.addEventListener('visibilitychange', onVisibility)
    if (!document.hidden) poll()
    return () => {
      currentPoll.current = () => undefined
      leaving.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [isWatching, path, answer, everyMs])

  return { answered, refresh: useCallback(() => void currentPoll.current(), []) }
}
