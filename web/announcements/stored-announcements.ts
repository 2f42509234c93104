import { forgetStored, readStored, writeStored } from '#web/browser-storage.ts'
import { ANNOUNCEMENTS_KEY, CLOSED_ANNOUNCEMENTS_KEY, endSession, readToken } from '#web/session/stored-session.ts'

/** Text of the banner. */
export interface StoredAnnouncement {
  id: number
  title: string
  message: string
}

const AT_MOST = 20
const CLOSED_AT_MOST = 200

/** Reads those that this person has not closed, as last loaded. */
export const readOpen = (): readonly StoredAnnouncement[] => listIn(ANNOUNCEMENTS_KEY).filter(isAnnouncement)

const isAnnouncement = (value: unknown): value is StoredAnnouncement => {
  const { id, title, message } = (value ?? {}) as Partial<Record<keyof StoredAnnouncement, unknown>>
  return Number.isSafeInteger(id) && typeof title === 'string' && typeof message === 'string'
}

/** Takes an announcement out for good. */
export function close(id: number): void {
  writeStored(
    CLOSED_ANNOUNCEMENTS_KEY,
    JSON.stringify([...new Set([...listIn(CLOSED_ANNOUNCEMENTS_KEY), id])].slice(-CLOSED_AT_MOST)),
  )
  store(readOpen())
}

function store(list: readonly StoredAnnouncement[]): void {
  const closed = listIn(CLOSED_ANNOUNCEMENTS_KEY)
  const open = list.filter(({ id }) => !closed.includes(id)).slice(0, AT_MOST)
  if (open.length === 0) forgetStored([ANNOUNCEMENTS_KEY])
  else writeStored(ANNOUNCEMENTS_KEY, JSON.stringify(open.map(({ id, title, message }) => ({ id, title, message }))))
}

/**
 * Loads today's announcements for the next page. Not through `callApi`: a visit to the shop must not
 * end at the log-in page because a session has ended.
 */
export async function storeLatest(): Promise<void> {
  const token = readToken()
  if (!token) return
  try {
    const response = await fetch('/api/announcement', { headers: { Authorization: `Bearer ${token}` } })
    if (response.status === 401 && readToken() === token) endSession()
    const list: unknown = response.ok ? await response.json() : null
    // Somebody who has logged out meanwhile leaves nothing behind.
    if (Array.isArray(list) && readToken() === token) store(list.filter(isAnnouncement))
  } catch {
    // The former ones stay.
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
