import { sql } from 'drizzle-orm'
import type { DbOrTx } from '#platform/db/database.ts'
import { nthOf } from '#platform/db/day-buckets.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import type { FirstCall, SettledOrder, SkippedCard } from './rules.ts'

type Days = readonly { start: Date }[]

const since = (days: Days) => sql`${days[0]!.start.toISOString()}::timestamptz`

/** An order that was deleted, or merged into another one, is in no figures. */
const COUNTED = sql`orders.deleted_at is null and orders.merged_into is null`

const OF_A_CALL = sql.raw(`('confirmed', 'no_answer', 'busy', 'postponed', 'wrong_number', 'cancelled')`)

/** Orders that staff settled on these days, each by the attempt after which nothing opened or settled it again. */
export async function listSettled(db: DbOrTx, days: Days): Promise<SettledOrder[]> {
  const { rows } = await db.execute<SettledOrder & Record<string, unknown>>(sql`
    select call.by as "agentId", ${nthOf(days, sql`call.at`)} as nth, call.outcome, call.reason, orders.status
    from call_attempts as call join orders on orders.id = call.order_id
    where call.at >= ${since(days)} and call.by is not null and ${COUNTED}
      and call.outcome in ('confirmed', 'cancelled', 'wrong_number')
      and not exists (
        select from call_attempts as later where later.order_id = call.order_id and later.id > call.id
          and later.outcome <> 'link_sent' and not (later.outcome = 'corrected' and later.by is null))`)
  return rows
}

/** The first calls about orders that staff made on these days. */
export async function listFirstCalls(db: DbOrTx, days: Days): Promise<FirstCall[]> {
  const { rows } = await db.execute<FirstCall & Record<string, unknown>>(sql`
    select call.by as "agentId", ${nthOf(days, sql`call.at`)} as nth,
      floor(extract(epoch from call.at - orders.created_at) / 60)::int as minutes
    from call_attempts as call join orders on orders.id = call.order_id
    where call.at >= ${since(days)} and call.by is not null and ${COUNTED} and call.outcome in ${OF_A_CALL}
      and not exists (
        select from call_attempts as earlier where earlier.order_id = call.order_id and earlier.id < call.id
          and earlier.by is not null and earlier.outcome in ${OF_A_CALL})`)
  return rows
}

/** Cards that were given back by hand on these days. */
export async function listSkipped(db: DbOrTx, days: Days): Promise<SkippedCard[]> {
  const { rows } = await db.execute<SkippedCard & Record<string, unknown>>(sql`
    select by as "agentId", ${nthOf(days, sql`at`)} as nth from skipped_cards where at >= ${since(days)}`)
  return rows
}

/** Whoever is among these accounts, in order of name. */
export async function listNames(db: DbOrTx, ids: readonly number[]) {
  const { rows } = await db.execute<{ id: AccountId; customId: string; name: string }>(sql`
    select id, custom_id as "customId", name from accounts where id = any(${sql.param(ids)}::int[])`)
  return rows.toSorted((a, b) => a.name.localeCompare(b.name, 'fr') || a.id - b.id)
}
