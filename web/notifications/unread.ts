import { useCallback, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { unreadAnswer } from '#features/notifications/contract.ts'
import { readToken } from '#web/session/stored-session.ts'

export type Unread = z.output<typeof unreadAnswer>

const EVERY_MS = 10_000
const LONGEST_PAUSE_MS = 5 * 60_000
const ANSWER_WITHIN_MS = 8_000

/** Who is no admin any more learns it by the next thing that is done, not by a question of the page's own. */
class Refused extends Error {}

async function fetchUnread(leaving: AbortSignal): Promise<Unread> {
  const response = await fetch('/api/admin/notifications/unread', {
    headers: { Accept: 'application/json', Authorization: `Bearer ${readToken()}` },
    signal: AbortSignal.any([leaving, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
  })
  if (response.status === 401 || response.status === 403) throw new Refused()
  if (!response.ok) throw new Error(`The bell got ${response.status}`)
  return unreadAnswer.parse(await response.json())
}

/**
 * How much is unread, asked every ten seconds while somebody can see the page, and at once when it is seen again. What
 * goes wrong is nobody's business: it asks again, after pauses that grow.
 */
export function useUnread(isWatching: boolean): { unread: Unread | null; askAgain: () => void } {
  const [unread, setUnread] = useState<Unread | null>(null)
  const ask = useRef<() => void>(() => undefined)

  useEffect(() => {
    if (!isWatching) return
    const leaving = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isAsking = false
    let failures = 0

    const poll = async () => {
      clearTimeout(timer)
      if (isAsking) return
      isAsking = true
      try {
        setUnread(await fetchUnread(leaving.signal))
        failures = 0
      } catch (error) {
        if (error instanceof Refused) leaving.abort()
        failures += 1
      }
      isAsking = false
      if (leaving.signal.aborted || document.hidden) return
      timer = setTimeout(poll, Math.min(EVERY_MS * 2 ** failures, LONGEST_PAUSE_MS))
    }
    const onVisibility = () => (document.hidden ? clearTimeout(timer) : void poll())

    ask.current = poll
    document.addEventListener('visibilitychange', onVisibility)
    if (!document.hidden) poll()
    return () => {
      ask.current = () => undefined
      leaving.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [isWatching])

  return { unread, askAgain: useCallback(() => ask.current(), []) }
}
