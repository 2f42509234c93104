import { createHash } from 'node:crypto'
import { and, eq, inArray, lt } from 'drizzle-orm'
import type { DbOrTx } from '#platform/db/database.ts'
import { networkOf } from '#platform/http/limits.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { knownPlaces } from './tables.ts'

/** The source of a call. */
export interface Place {
  address: string
  /** A random word that the browser keeps for itself and says; null from callers that have none. */
  browserKey: string | null | undefined
}

/** Which of a call's two marks an account has logged in with before. */
export interface KnownMarks {
  browser: boolean
  address: boolean
}

/** SHA-256: who reads the table can pass for nobody's browser. */
const hashOf = (mark: string): Buffer => createHash('sha256').update(mark).digest()

const addressMark = ({ address }: Place): Buffer => hashOf(`address ${networkOf(address)}`)

const browserMarks = ({ browserKey }: Place): Buffer[] => (browserKey ? [hashOf(`browser ${browserKey}`)] : [])

const NOBODY = 0 as AccountId

/** Asked for an unknown account as well (null): it costs the same. */
export async function findKnownMarks(db: DbOrTx, id: AccountId | null, place: Place): Promise<KnownMarks> {
  const [browser, address] = [browserMarks(place), addressMark(place)]
  const rows = await db
    .select({ mark: knownPlaces.mark })
    .from(knownPlaces)
    .where(and(eq(knownPlaces.accountId, id ?? NOBODY), inArray(knownPlaces.mark, [...browser, address])))
  const isKnown = (mark: Buffer) => rows.some((row) => row.mark.equals(mark))
  return { browser: browser.some(isKnown), address: isKnown(address) }
}

/** The account has proved itself from there. */
export const rememberPlace = (db: DbOrTx, accountId: AccountId, place: Place, now: Date) =>
  db
    .insert(knownPlaces)
    .values([...browserMarks(place), addressMark(place)].map((mark) => ({ accountId, mark, seenAt: now })))
    .onConflictDoUpdate({ target: [knownPlaces.accountId, knownPlaces.mark], set: { seenAt: now } })

/** How a known browser is counted: its key itself is written nowhere. */
export const browserCounterKey = (id: AccountId, place: Place): string =>
  `${id} ${browserMarks(place)[0]?.toString('hex')}`

const RETENTION_DAYS = 180

export const forgetOldPlaces = (db: DbOrTx, now: Date) =>
  db.delete(knownPlaces).where(lt(knownPlaces.seenAt, new Date(now.getTime() - RETENTION_DAYS * 24 * 60 * 60 * 1000)))

export const forgetPlacesOf = (db: DbOrTx, id: AccountId) => db.delete(knownPlaces).where(eq(knownPlaces.accountId, id))
