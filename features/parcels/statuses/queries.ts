import { and, eq, sql } from 'drizzle-orm'
import { accounts } from '#features/accounts/tables.ts'
import { orders } from '#features/orders/tables.ts'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import { isOneOf } from '#platform/db/one-of.ts'
import type { AccountId, CourierId, OrderId, StatusImportId } from '#platform/kernel/ids.ts'
import type { ParcelState } from '../model.ts'
import { parcelEvents, parcels, statusImports } from '../tables.ts'
import type { Candidate, RowKeys } from './plan.ts'

const present = <Key>(keys: readonly (Key | null)[]): Key[] => [...new Set(keys.filter((key) => key !== null))]

/** Parcels that rows of a file may be about: of its courier by tracking number or phone, by our number also those of no courier. */
export async function findCandidates(db: DbOrTx, courierId: CourierId, rows: readonly RowKeys[]): Promise<Candidate[]> {
  const trackings = present(rows.map(({ tracking }) => tracking))
  const numbers = present(rows.map(({ number }) => number))
  const phones = present(rows.map(({ phone }) => phone))
  const { rows: found } = await db.execute<{ id: OrderId }>(sql`
    select ${parcels.orderId} as id from ${parcels}
      where ${parcels.courierId} = ${courierId} and ${parcels.tracking} = any(${sql.param(trackings)}::text[])
    union select ${parcels.orderId} from ${parcels}
      where ${isOneOf(parcels.orderId, numbers)} and (${parcels.courierId} = ${courierId} or ${parcels.courierId} is null)
    union select ${parcels.orderId} from ${parcels} join ${orders} on ${orders.id} = ${parcels.orderId}
      where ${orders.phone} = any(${sql.param(phones)}::text[]) and ${orders.status} = 'in_transit'
        and ${orders.deletedAt} is null and ${parcels.courierId} = ${courierId}`)
  return listCandidates(
    db,
    found.map(({ id }) => id),
  )
}

/** The word that its courier wrote last of a parcel, whether anybody could read it or not. */
const LAST_WORD = sql<string | null>`(select heard.their_word from ${parcelEvents} as heard
  where heard.order_id = ${parcels.orderId} and heard.their_word is not null order by heard.id desc limit 1)`

/** True while nobody did anything about a parcel since its courier's file brought it into its state. */
const IS_FOLLOW_UP_THEIRS = sql<boolean>`coalesce((select done.source = 'import' from ${parcelEvents} as done
  where done.order_id = ${parcels.orderId} and (done.state is not null or done.source <> 'import')
  order by done.id desc limit 1), false)`

/** The parcels of these orders as they are now. */
export const listCandidates = (db: DbOrTx, ids: readonly OrderId[]): Promise<Candidate[]> =>
  db
    .select({
      id: orders.id,
      tracking: parcels.tracking,
      state: parcels.state,
      followUpAt: parcels.followUpAt,
      lastWord: LAST_WORD,
      isFollowUpTheirs: IS_FOLLOW_UP_THEIRS,
      status: orders.status,
      isDeleted: sql<boolean>`${orders.deletedAt} is not null`,
      isFoundByPhone: sql<boolean>`${parcels.courierId} is not null and ${orders.status} = 'in_transit'
        and ${orders.deletedAt} is null`,
      phone: orders.phone,
      collected: orders.collected,
    })
    .from(parcels)
    .innerJoin(orders, eq(orders.id, parcels.orderId))
    .where(isOneOf(parcels.orderId, ids))

/** An import of the same file; null when there was none. */
export async function findImport(db: DbOrTx, courierId: CourierId, digest: string) {
  const [row] = await db
    .select({ id: statusImports.id, at: statusImports.at, applied: statusImports.applied, name: accounts.name })
    .from(statusImports)
    .leftJoin(accounts, eq(accounts.id, statusImports.by))
    .where(and(eq(statusImports.courierId, courierId), eq(statusImports.digest, digest)))
  return row ?? null
}

/** Stores an import that begins, unless another one of the same file began a moment ago; that one's id then. */
export async function storeImport(
  tx: Tx,
  begun: { courierId: CourierId; digest: string; name: string | null; rows: number; at: Date; by: AccountId },
): Promise<StatusImportId> {
  const [row] = await tx
    .insert(statusImports)
    .values({ ...begun, applied: 0 })
    .onConflictDoUpdate({
      target: [statusImports.courierId, statusImports.digest],
      set: { digest: begun.digest },
    })
    .returning({ id: statusImports.id })
  return row!.id
}

/** Stores that an import is over, with the count of parcels that came into another state by it; returns that count. */
export async function endImport(tx: Tx, id: StatusImportId): Promise<number> {
  const [row] = await tx
    .update(statusImports)
    .set({
      applied: sql`(select count(*) from ${parcelEvents} where ${parcelEvents.importId} = ${id} and ${parcelEvents.state} is not null)`,
    })
    .where(eq(statusImports.id, id))
    .returning({ applied: statusImports.applied })
  return row!.applied
}

/** The courier's word in the last event of each parcel whose last event is a word that nobody could read. */
export async function findLastWords(db: DbOrTx, ids: readonly OrderId[]): Promise<Map<OrderId, string>> {
  const { rows } = await db.execute<{ id: OrderId; word: string }>(sql`
    select wanted.id, last.their_word as word from unnest(${sql.param(ids)}::int[]) as wanted(id)
    cross join lateral (
      select state, their_word from ${parcelEvents} where order_id = wanted.id
      order by ${parcelEvents.id} desc limit 1) as last
    where last.state is null and last.their_word is not null`)
  return new Map(rows.map(({ id, word }) => [id, word]))
}

interface Entered {
  id: OrderId
  state: ParcelState
  followUpAt: Date | null
}

/** Stores the states that parcels come into; one that comes into the same again has been in it since the first time. */
export const storeStates = (tx: Tx, entered: readonly Entered[], now: Date) =>
  tx.execute(sql`
    update ${parcels} set state = entered.state,
      state_at = case ${parcels.state} when entered.state then ${parcels.stateAt} else ${now.toISOString()}::timestamptz end,
      last_event_at = ${now.toISOString()}::timestamptz, follow_up_at = entered.follow_up_at
    from unnest(
      ${sql.param(entered.map(({ id }) => id))}::int[],
      ${sql.param(entered.map(({ state }) => state))}::text[],
      ${sql.param(entered.map(({ followUpAt }) => followUpAt?.toISOString() ?? null))}::timestamptz[]
    ) as entered(order_id, state, follow_up_at)
    where ${parcels.orderId} = entered.order_id`)

/** Stores that something was heard of parcels, which stay in their state. */
export const storeHeard = (tx: Tx, ids: readonly OrderId[], now: Date) =>
  tx.update(parcels).set({ lastEventAt: now }).where(isOneOf(parcels.orderId, ids))

export async function storeEvents(tx: Tx, events: (typeof parcelEvents.$inferInsert)[]): Promise<void> {
  if (events.length > 0) await tx.insert(parcelEvents).values(events)
}
