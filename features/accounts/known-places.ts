import { createHash } from 'node:crypto'
import { and, eq, inArray, lt } from 'drizzle-orm'
import type { DbOrTx } from '#platform/db/database.ts'
import { networkOf } from '#platform/http/limits.ts'
import { DAY_MS } from '#platform/kernel/durations.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { knownPlaces } from './tables.ts'

/** Origin of a call: its IP address, and its browser where that can be recognised. */
export interface Place {
  address: string
  /** Random word that the browser stores and sends; null from callers that have none. */
  browserKey: string | null | undefined
}

/** The marks of a place from which the account has logged in before. */
export interface KnownMarks {
  browser: boolean
  address: boolean
}

/** Hashes a mark (SHA-256), so that a reader of the table cannot pass for a known browser. */
const hashOf = (mark: string): Buffer => createHash('sha256').update(mark).digest()

const addressMark = ({ address }: Place): Buffer => hashOf(`address ${networkOf(address)}`)

const browserMarks = ({ browserKey }: Place): Buffer[] => (browserKey ? [hashOf(`browser ${browserKey}`)] : [])

const NO_ACCOUNT = 0 as AccountId

/** Finds the marks of a place that an account knows. An unknown account (null) knows none, after the same query. */
export async function findKnownMarks(db: DbOrTx, id: AccountId | null, place: Place): Promise<KnownMarks> {
  const [browser, address] = [browserMarks(place), addressMark(place)]
  const rows = await db
    .select({ placeHash: knownPlaces.placeHash })
    .from(knownPlaces)
    .where(and(eq(knownPlaces.accountId, id ?? NO_ACCOUNT), inArray(knownPlaces.placeHash, [...browser, address])))
  const isKnown = (mark: Buffer) => rows.some((row) => row.placeHash.equals(mark))
  return { browser: browser.some(isKnown), address: isKnown(address) }
}

/** Stores the place from which somebody has just proved to own the account. */
export const rememberPlace = (db: DbOrTx, accountId: AccountId, place: Place, now: Date) =>
  db
    .insert(knownPlaces)
    .values(
      [...browserMarks(place), addressMark(place)].map((placeHash) => ({ accountId, placeHash, lastUsedAt: now })),
    )
    .onConflictDoUpdate({ target: [knownPlaces.accountId, knownPlaces.placeHash], set: { lastUsedAt: now } })

/** Names the counter of a known browser's tries, by the hash of its key: the key itself is stored nowhere. */
export const browserCounterKey = (id: AccountId, place: Place): string =>
  `${id} ${browserMarks(place)[0]?.toString('hex')}`

const RETENTION_DAYS = 180

/** Deletes places that the account has not logged in from for 180 days. */
export const deleteOldPlaces = (db: DbOrTx, now: Date) =>
  db.delete(knownPlaces).where(lt(knownPlaces.lastUsedAt, new Date(now.getTime() - RETENTION_DAYS * DAY_MS)))

export const deletePlacesOf = (db: DbOrTx, id: AccountId) => db.delete(knownPlaces).where(eq(knownPlaces.accountId, id))
