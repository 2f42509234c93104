import { and, asc, desc, eq, gt, inArray, isNull, notExists, type SQL, sql } from 'drizzle-orm'
import { accounts } from '#features/accounts/tables.ts'
import type { Contact } from '#features/calls/model.ts'
import { confirmations } from '#features/calls/tables.ts'
import { linesOf } from '#features/orders/index.ts'
import { orders } from '#features/orders/tables.ts'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import { listPage } from '#platform/db/list-page.ts'
import { isOneOf } from '#platform/db/one-of.ts'
import type { AccountId, CourierId, HandoverId, OrderId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { courierCities, couriers, handovers, parcels } from '../tables.ts'
import type { CityCover } from './contract.ts'
import { lastDayToLeave } from './rules.ts'

/** Orders that are offered for a list at once, at most. */
const MOST_TO_PREPARE = 400

/** True of an order without a parcel that has not left, from the eve of the day on that its customer chose. */
function isToPrepare(db: DbOrTx, now: Date): SQL {
  const isForLater = and(eq(confirmations.orderId, orders.id), gt(confirmations.wishDay, lastDayToLeave(now)))
  return and(
    inArray(orders.status, ['pending', 'assigned']),
    isNull(orders.deletedAt),
    notExists(db.select({ id: parcels.orderId }).from(parcels).where(eq(parcels.orderId, orders.id))),
    notExists(db.select({ id: confirmations.orderId }).from(confirmations).where(isForLater)),
  )!
}

const isConfirmed = sql<boolean>`(${orders.status} = 'assigned' or coalesce(${confirmations.contact} = 'confirmed', false))`

const coverOfCity = sql<CityCover>`case
  when ${courierCities.city} is null then 'unknown'
  when ${courierCities.feeDelivered} is null then 'without_fee' else 'named' end`

/** What papers and lists say of an order: nothing of what anybody earns. */
const ORDER = {
  id: orders.id,
  name: orders.name,
  phone: orders.phone,
  address: orders.address,
  city: orders.city,
  note: orders.note,
  collected: orders.collected,
  status: orders.status,
}

/** The tariff of a courier in the city of an order. */
const isTariff = (courierId: SQL | CourierId | typeof handovers.courierId) =>
  and(eq(courierCities.courierId, courierId), eq(courierCities.city, orders.city))

/** Orders that are offered for a list: the confirmed first, then the longest waiting; and the count of them all. */
export async function listToPrepare(db: DbOrTx, courierId: CourierId | null, now: Date) {
  const rows = await db
    .select({
      ...ORDER,
      placedAt: orders.createdAt,
      isConfirmed,
      contact: sql<Contact>`coalesce(${confirmations.contact}, 'to_call')`,
      wishDay: confirmations.wishDay,
      cover: courierId === null ? sql<null>`null` : coverOfCity,
    })
    .from(orders)
    .leftJoin(confirmations, eq(confirmations.orderId, orders.id))
    .leftJoin(courierCities, courierId === null ? sql`false` : isTariff(courierId))
    .where(isToPrepare(db, now))
    .orderBy(desc(isConfirmed), asc(orders.id))
    .limit(MOST_TO_PREPARE)
  const total = rows.length < MOST_TO_PREPARE ? rows.length : await db.$count(orders, isToPrepare(db, now))
  return { rows: await withLines(db, rows), total }
}

/** Adds the count of pieces and the names of products to orders. */
async function withLines<Row extends { id: OrderId }>(db: DbOrTx, rows: readonly Row[]) {
  const lines = await linesOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const inside = lines.get(row.id) ?? []
    return {
      ...row,
      pieces: inside.reduce((sum, { quantity }) => sum + quantity, 0),
      products: inside.map(({ name, quantity }) => `${quantity} × ${name}`).join(', '),
    }
  })
}

/** Couriers that take parcels, by name. */
export const listActiveCouriers = (db: DbOrTx) =>
  db
    .select({ id: couriers.id, name: couriers.name })
    .from(couriers)
    .where(eq(couriers.isActive, true))
    .orderBy(couriers.name)

/** Locks a courier against being given up meanwhile; null when it takes no parcels, or there is none. */
export async function holdActiveCourier(tx: Tx, id: CourierId) {
  const [row] = await tx
    .select({ id: couriers.id })
    .from(couriers)
    .where(and(eq(couriers.id, id), eq(couriers.isActive, true)))
    .for('key share')
  return row ?? null
}

/** Stores a list with the next number of its year; whoever stores another one waits for this transaction to end. */
export async function storeHandover(
  tx: Tx,
  { year, courierId, by }: { year: number; courierId: CourierId; by: AccountId },
  now: Date,
): Promise<{ id: HandoverId; year: number; nth: number }> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('numbers of lists'), ${year})`)
  const nth = sql<number>`(select coalesce(max(nth), 0) + 1 from handovers where year = ${year})`
  const [row] = await tx
    .insert(handovers)
    .values({ year, nth, courierId, createdAt: now, createdBy: by })
    .returning({ id: handovers.id, year: handovers.year, nth: handovers.nth })
  return row!
}

/** Locks a list; null when there is none. */
export async function holdHandover(tx: Tx, id: HandoverId) {
  const [row] = await tx.select().from(handovers).where(eq(handovers.id, id)).for('no key update')
  return row ?? null
}

export const markHandedOver = (tx: Tx, id: HandoverId, by: AccountId, now: Date) =>
  tx.update(handovers).set({ handedAt: now, handedBy: by }).where(eq(handovers.id, id))

/** The list that an order's parcel is on; null for an order without a parcel. */
export async function findParcelList(db: DbOrTx, id: OrderId) {
  const [row] = await db
    .select({ handoverId: parcels.handoverId, year: handovers.year, nth: handovers.nth })
    .from(parcels)
    .leftJoin(handovers, eq(handovers.id, parcels.handoverId))
    .where(eq(parcels.orderId, id))
  if (!row) return null
  const { handoverId, year, nth } = row
  return { handoverId, list: year === null || nth === null ? null : { year, nth } }
}

/** The first day on which the customer of an order is there; null when she chose none. */
export async function findWishDay(db: DbOrTx, id: OrderId): Promise<string | null> {
  const [row] = await db
    .select({ wishDay: confirmations.wishDay })
    .from(confirmations)
    .where(eq(confirmations.orderId, id))
  return row?.wishDay ?? null
}

/** Puts an order's parcel on a list. */
export const putOnList = (
  tx: Tx,
  orderId: OrderId,
  { id, courierId }: { id: HandoverId; courierId: CourierId },
  now: Date,
) => {
  const listed = { courierId, handoverId: id, state: 'prepared' as const, stateAt: now, lastEventAt: now }
  return tx
    .insert(parcels)
    .values({ orderId, ...listed })
    .onConflictDoUpdate({ target: parcels.orderId, set: listed })
}

/** The numbers of the orders on a list, lowest first. */
export async function listOrdersOf(db: DbOrTx, id: HandoverId): Promise<OrderId[]> {
  const rows = await db
    .select({ id: parcels.orderId })
    .from(parcels)
    .where(eq(parcels.handoverId, id))
    .orderBy(asc(parcels.orderId))
  return rows.map((row) => row.id)
}

/** Copies today's tariff onto the parcels of a list that have left. A fee that the tariff does not say stays unknown. */
export const copyFees = (tx: Tx, id: HandoverId) =>
  tx.execute(sql`
    update parcels set fee_delivered = tariff.fee_delivered, fee_refused = tariff.fee_refused,
      fee_returned = tariff.fee_returned
    from orders join courier_cities tariff on tariff.city = orders.city
    where parcels.handover_id = ${id} and parcels.state <> 'prepared' and orders.id = parcels.order_id
      and tariff.courier_id = parcels.courier_id`)

const HANDOVER = {
  id: handovers.id,
  year: handovers.year,
  nth: handovers.nth,
  courierId: handovers.courierId,
  courier: couriers.name,
  createdAt: handovers.createdAt,
  handedAt: handovers.handedAt,
}

/** One page of the lists, the newest first, each with the count of its parcels and the sum to collect. */
export const listHandovers = (db: DbOrTx, paging: { page: number; perPage: number }) =>
  listPage(db, {
    query: db
      .select({
        ...HANDOVER,
        count: sql<number>`(select count(*) from parcels where handover_id = ${handovers.id})::int`,
        collected: sql<Centimes>`(select coalesce(sum(orders.collected), 0) from parcels
          join orders on orders.id = parcels.order_id where handover_id = ${handovers.id})::bigint`,
      })
      .from(handovers)
      .innerJoin(couriers, eq(couriers.id, handovers.courierId))
      .$dynamic(),
    table: handovers,
    where: undefined,
    search: undefined,
    sort: [desc(handovers.createdAt), desc(handovers.id)],
    ...paging,
  })

/** A list with its courier; null when there is none. */
export async function findHandover(db: DbOrTx, id: HandoverId) {
  const [row] = await db
    .select({
      ...HANDOVER,
      handedBy: accounts.name,
      fileColumns: couriers.fileColumns,
      isFileAccepted: sql<boolean>`${couriers.formatAcceptedAt} is not null`,
    })
    .from(handovers)
    .innerJoin(couriers, eq(couriers.id, handovers.courierId))
    .leftJoin(accounts, eq(accounts.id, handovers.handedBy))
    .where(eq(handovers.id, id))
  return row ?? null
}

/** The parcels of a list with their orders, by city and number. */
export async function listParcels(db: DbOrTx, id: HandoverId) {
  const rows = await db
    .select({
      ...ORDER,
      updatedAt: orders.updatedAt,
      state: parcels.state,
      tracking: parcels.tracking,
      wishDay: confirmations.wishDay,
      theirName: courierCities.theirName,
      theirNumber: courierCities.theirNumber,
      cover: coverOfCity,
    })
    .from(parcels)
    .innerJoin(orders, eq(orders.id, parcels.orderId))
    .innerJoin(handovers, eq(handovers.id, parcels.handoverId))
    .leftJoin(confirmations, eq(confirmations.orderId, orders.id))
    .leftJoin(courierCities, isTariff(handovers.courierId))
    .where(eq(parcels.handoverId, id))
    .orderBy(asc(orders.city), asc(orders.id))
  return withLines(db, rows)
}

/** Locks the parcel of an order; null when it has none. */
export async function holdParcelOf(tx: Tx, id: OrderId) {
  const [row] = await tx
    .select({ courierId: parcels.courierId, tracking: parcels.tracking })
    .from(parcels)
    .where(eq(parcels.orderId, id))
    .for('no key update')
  return row ?? null
}

/** The status of each of these orders; none for a deleted one. */
export async function findOrderStatuses(db: DbOrTx, ids: readonly OrderId[]) {
  const rows = await db
    .select({ id: orders.id, status: orders.status })
    .from(orders)
    .where(and(isOneOf(orders.id, ids), isNull(orders.deletedAt)))
  return new Map(rows.map((row) => [row.id, row.status]))
}

/** The order whose parcel has a courier's tracking number; null for none. */
export async function findTracked(db: DbOrTx, courierId: CourierId, tracking: string): Promise<OrderId | null> {
  const [row] = await db
    .select({ id: parcels.orderId })
    .from(parcels)
    .where(and(eq(parcels.courierId, courierId), eq(parcels.tracking, tracking)))
  return row?.id ?? null
}

export const storeTracking = (tx: Tx, id: OrderId, tracking: string) =>
  tx.update(parcels).set({ tracking }).where(eq(parcels.orderId, id))
