import { forgetStored, readStored, writeStored } from '#web/browser-storage.ts'
import { ANNOUNCEMENTS_KEY, CLOSED_ANNOUNCEMENTS_KEY, endSession, readToken } from '#web/session/stored-session.ts'

/** What the banner says of an announcement. */
export interface Kept {
  id: number
  title: string
  message: string
}

const AT_MOST = 20
const CLOSED_AT_MOST = 200

/** Those that this person has not closed, as they were known last. */
export const readKept = (): readonly Kept[] => listIn(ANNOUNCEMENTS_KEY).filter(isKept)

const isKept = (value: unknown): value is Kept => {
  const { id, title, message } = (value ?? {}) as Partial<Record<keyof Kept, unknown>>
  return Number.isSafeInteger(id) && typeof title === 'string' && typeof message === 'string'
}

/** Takes an announcement out for good. */
export function close(id: number): void {
  writeStored(
    CLOSED_ANNOUNCEMENTS_KEY,
    JSON.stringify([...new Set([...listIn(CLOSED_ANNOUNCEMENTS_KEY), id])].slice(-CLOSED_AT_MOST)),
  )
  keep(readKept())
}

function keep(list: readonly Kept[]): void {
  const closed = listIn(CLOSED_ANNOUNCEMENTS_KEY)
  const open = list.filter(({ id }) => !closed.includes(id)).slice(0, AT_MOST)
  if (open.length === 0) forgetStored([ANNOUNCEMENTS_KEY])
  else writeStored(ANNOUNCEMENTS_KEY, JSON.stringify(open.map(({ id, title, message }) => ({ id, title, message }))))
}

/**
 * Asks for today's announcements and keeps them for the next page. Not through `callApi`: a visit to the shop must not
 * end at the log-in page because a session has ended.
 */
export async function keepLatest(): Promise<void> {
  const token = readToken()
  if (!token) return
  try {
    const response = await fetch('/api/announcement', { headers: { Authorization: `Bearer ${token}` } })
    if (response.status === 401 && readToken() === token) endSession()
    const list: unknown = response.ok ? await response.json() : null
    // Somebody who has logged out meanwhile leaves nothing behind.
    if (Array.isArray(list) && readToken() === token) keep(list.filter(isKept))
  } catch {
    // What was known stays.
  }
}

function listIn(key: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(readStored(key) ?? '[]')
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
