import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { sql } from 'drizzle-orm'
import type { DbOrTx } from '#platform/db/database.ts'
import { startOfDays } from '#platform/kernel/time.ts'
import { Overload } from './errors.ts'

/** At most `max` tries in `seconds` seconds, counted together by all processes. */
export interface Limit {
  name: string
  max: number
  seconds: number
}

export interface LimitedTry {
  limit: Limit
  /** The subject of the limit: an address, a phone, a product …; an address comes last. */
  who: string
}

/** The stored key of a counter. The subject is hashed, since some people type their password in the field of the identifier. */
export function subjectOf({ limit, who }: LimitedTry): string {
  const last = who.lastIndexOf(' ') + 1
  const counted = `${limit.name} ${who.slice(0, last)}${networkOf(who.slice(last))}`
  return `${limit.name}:${createHash('sha256').update(counted).digest('hex').slice(0, 32)}`
}

/** The network that counts as one caller: of an IPv6 address its /64, of an IPv4 address itself, however it is written. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [, ipv4] = /^::ffff:([\d.]+)$/i.exec(address) ?? []
  if (ipv4 !== undefined) return ipv4
  const [left, right] = address.split('::').map((half) => (half === '' ? [] : half.split(':'))) as [string[], string[]?]
  const zeros = right ? Array<string>(8 - left.length - right.length).fill('0') : []
  const groups = [...left, ...zeros, ...(right ?? [])].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** The length of a day's limit: its window begins at midnight in Casablanca. */
export const DAY_SECONDS = 24 * 60 * 60

/** The start of the current window of a limit. */
export const windowOf = ({ limit: { seconds } }: LimitedTry, now: Date): Date =>
  seconds === DAY_SECONDS
    ? startOfDays(now, 1)
    : new Date(Math.floor(now.getTime() / (seconds * 1000)) * seconds * 1000)

/** The error (429) of a used-up limit, with the seconds until its window ends. */
export function tooMany(counted: LimitedTry, now: Date): Overload {
  const end = windowOf(counted, now).getTime() + counted.limit.seconds * 1000
  return new Overload(
    429,
    'too_many_attempts',
    'Too many attempts. Please try again later.',
    (end - now.getTime()) / 1000,
  )
}

const inOrder = (all: readonly LimitedTry[]): LimitedTry[] =>
  all.toSorted((a, b) => (subjectOf(a) < subjectOf(b) ? -1 : 1))

/** Counts one more try of each. Throws an `Overload` (429) when one is beyond its maximum. */
export async function countTries(db: DbOrTx, now: Date, all: readonly LimitedTry[]): Promise<void> {
  const [first] = await countBeyond(db, now, all)
  if (first) throw tooMany(first, now)
}

/**
 * Counts one more try of each and returns those beyond their maximum. In a transaction that is undone, nothing is counted.
 * Rows are always locked in the same order, so that two callers never deadlock.
 */
export async function countBeyond(db: DbOrTx, now: Date, all: readonly LimitedTry[]): Promise<LimitedTry[]> {
  if (all.length === 0) return []
  const sorted = inOrder(all)
  const rows = sql.join(
    sorted.map((each) => sql`(${subjectOf(each)}, ${windowOf(each, now).toISOString()}::timestamptz, 1)`),
    sql`, `,
  )
  const { rows: counts } = await db.execute<{ subject: string; count: number }>(sql`
    insert into tries (subject, window_start, count) values ${rows}
    on conflict (subject, window_start) do update set count = tries.count + 1
    returning subject, count`)
  return all.filter((each) => countIn(counts, each) > each.limit.max)
}

const countIn = (rows: readonly { subject: string; count: number }[], counted: LimitedTry): number =>
  rows.find(({ subject }) => subject === subjectOf(counted))?.count ?? 0

/** Throws an `Overload` (429) when one is used up already. Counts nothing. */
export async function refuseWhenUsedUp(db: DbOrTx, now: Date, all: readonly LimitedTry[]): Promise<void> {
  const wanted = sql.join(
    all.map((each) => sql`(${subjectOf(each)}, ${windowOf(each, now).toISOString()}::timestamptz)`),
    sql`, `,
  )
  const { rows } = await db.execute<{ subject: string; count: number }>(sql`
    select subject, count from tries where (subject, window_start) in (${wanted})`)
  for (const each of all) if (countIn(rows, each) >= each.limit.max) throw tooMany(each, now)
}

// A day in which the clocks go back has an hour more.
const LONGEST_WINDOW_MS = (DAY_SECONDS + 3600) * 1000

/** Deletes counters whose window has ended. */
export const forgetOldTries = (db: DbOrTx, now: Date) =>
  db.execute(
    sql`delete from tries where window_start < ${new Date(now.getTime() - LONGEST_WINDOW_MS).toISOString()}::timestamptz`,
  )
