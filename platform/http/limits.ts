import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { sql } from 'drizzle-orm'
import type { DbOrTx } from '#platform/db/database.ts'
import { Overload } from './errors.ts'

/** So many in so many seconds, counted together by all processes. */
export interface Limit {
  name: string
  max: number
  seconds: number
}

export interface LimitedTry {
  limit: Limit
  /** Whose tries: an address, a phone, a product …; an address comes last. */
  who: string
}

/** Whose tries they are stands there as a hash: some type their password where the identifier belongs. */
export function subjectOf({ limit, who }: LimitedTry): string {
  const last = who.lastIndexOf(' ') + 1
  const counted = `${limit.name} ${who.slice(0, last)}${networkOf(who.slice(last))}`
  return `${limit.name}:${createHash('sha256').update(counted).digest('hex').slice(0, 32)}`
}

/** Whoever has one address of IPv6 has the whole /64 around it, and an IPv4 address is one however it is written. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [, ipv4] = /^::ffff:([\d.]+)$/i.exec(address) ?? []
  if (ipv4 !== undefined) return ipv4
  const [left, right] = address.split('::').map((half) => (half === '' ? [] : half.split(':'))) as [string[], string[]?]
  const zeros = right ? Array<string>(8 - left.length - right.length).fill('0') : []
  const groups = [...left, ...zeros, ...(right ?? [])].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

export const windowOf = ({ limit }: LimitedTry, now: Date): Date =>
  new Date(Math.floor(now.getTime() / (limit.seconds * 1000)) * limit.seconds * 1000)

/** The refusal (429) of one that is beyond its maximum. */
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

/** Counts one more of each and refuses (429) when one is beyond its maximum. */
export async function countTries(db: DbOrTx, now: Date, all: readonly LimitedTry[]): Promise<void> {
  const [first] = await countBeyond(db, now, all)
  if (first) throw tooMany(first, now)
}

/**
 * Counts one more of each and answers those that are beyond their maximum. Inside a transaction an undone one does not
 * count. The rows are taken in one order by everybody, so that two callers never wait for each other.
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

/** Refuses (429) when one is used up already; counts nothing. */
export async function refuseWhenUsedUp(db: DbOrTx, now: Date, all: readonly LimitedTry[]): Promise<void> {
  const wanted = sql.join(
    all.map((each) => sql`(${subjectOf(each)}, ${windowOf(each, now).toISOString()}::timestamptz)`),
    sql`, `,
  )
  const { rows } = await db.execute<{ subject: string; count: number }>(sql`
    select subject, count from tries where (subject, window_start) in (${wanted})`)
  for (const each of all) if (countIn(rows, each) >= each.limit.max) throw tooMany(each, now)
}

const LONGEST_WINDOW_MS = 60 * 60 * 1000

/** Windows that have ended count for nothing any more. */
export const forgetOldTries = (db: DbOrTx, now: Date) =>
  db.execute(
    sql`delete from tries where window_start < ${new Date(now.getTime() - LONGEST_WINDOW_MS).toISOString()}::timestamptz`,
  )
