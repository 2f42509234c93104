import { useCallback, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { unreadAnswer } from '#features/notifications/contract.ts'
import { readToken } from '#web/session/stored-session.ts'

export type Unread = z.output<typeof unreadAnswer>

const EVERY_MS = 10_000
const LONGEST_PAUSE_MS = 5 * 60_000
const ANSWER_WITHIN_MS = 8_000

/** A 401 or 403. The bell stops polling in silence: the admin learns of the end of the session by the next action. */
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
 * Polls the number of unread notifications every ten seconds while the page is visible, and at once when it becomes
 * visible again. Failures are not shown: the next try comes after pauses that grow.
 */
export function useUnread(isWatching: boolean): { unread: Unread | null; refresh: () => void } {
  const [unread, setUnread] = useState<Unread | null>(null)
  const currentPoll = useRef<() => void>(() => undefined)

  useEffect(() => {
    if (!isWatching) return
    const leaving = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isPolling = false
    let failures = 0

    const poll = async () => {
      clearTimeout(timer)
      if (isPolling) return
      isPolling = true
      try {
        setUnread(await fetchUnread(leaving.signal))
        failures = 0
      } catch (error) {
        if (error instanceof Refused) leaving.abort()
        failures += 1
      }
      isPolling = false
      if (leaving.signal.aborted || document.hidden) return
      timer = setTimeout(poll, Math.min(EVERY_MS * 2 ** failures, LONGEST_PAUSE_MS))
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
  }, [isWatching])

  return { unread, refresh: useCallback(() => currentPoll.current(), []) }
}
