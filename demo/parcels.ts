import { asc, eq, isNotNull, sql } from 'drizzle-orm'
import { declareLost } from '#features/orders/returns/settle-return.ts'
import { orders } from '#features/orders/tables.ts'
import { markHandedOver, putOnList, storeHandover } from '#features/parcels/handovers/queries.ts'
import type { ParcelState } from '#features/parcels/model.ts'
import { courierCities, parcelEvents, parcels } from '#features/parcels/tables.ts'
import { nameActor } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/database.ts'
import { DAY_MS, HOUR_MS } from '#platform/kernel/durations.ts'
import type { AccountId, CourierId, HandoverId, OrderId } from '#platform/kernel/ids.ts'
import { localDay, localMoment } from '#platform/kernel/time.ts'
import { demoCourierOf, demoCouriers } from './couriers.ts'

/** Days for which the demo's couriers have had its parcels; those of before went with nobody in particular. */
const WITH_COURIERS_DAYS = 60

/** States of parcels on their way, the one that left last first, with the courier's word and the hours since it. */
const UNDER_WAY: readonly [state: ParcelState, word: string, hours: number][] = [
  ['handed', 'Ramassé', 3],
  ['in_network', 'Mise en distribution', 9],
  ['out', 'En cours de livraison', 2],
  ['no_answer', 'Pas de réponse', 4],
  ['out', 'Sorti en livraison', 5],
  ['postponed', 'Reporté', 22],
  ['in_network', 'Expédié', 61],
  ['wrong_number', 'Numéro erroné', 26],
  ['refused', 'Refusé', 31],
  ['no_answer', 'Boîte vocale', 28],
  ['out_of_zone', 'Hors zone', 75],
  ['in_network', 'En voyage', 140],
  ['refused', 'Refusé', 96],
  ['returning', 'Retour en cours', 52],
]

interface Gone {
  id: OrderId
  city: string
  status: string
  leftAt: Date
  piecesBackAt: Date | null
  isLost: boolean
  /** Its last move. */
  movedAt: Date
}

/** What the couriers had of the shop's orders in the last month: lists, tracking numbers, and each state there is. */
export async function storeParcels(tx: Tx, couriers: readonly CourierId[], by: AccountId, now: Date): Promise<void> {
  await loseOldest(tx, by, now)
  const gone = await listGone(tx)
  const lists = new Map<string, HandoverId>()
  const fees = await feesOf(tx)
  const underWay = gone.filter(({ status }) => status === 'in_transit').toReversed()
  for (const [nth, order] of gone.entries()) {
    const place = demoCourierOf(order.city)
    const steps = stepsOf(order, underWay.indexOf(order), now)
    const last = steps.at(-1)!
    const isOld = now.getTime() - order.leftAt.getTime() > WITH_COURIERS_DAYS * DAY_MS && order.status !== 'in_transit'
    const courierId = isOld ? null : couriers[place]!
    const handoverId = courierId === null ? null : await listOfDay(tx, lists, { order, courierId, by })
    await tx.insert(parcels).values({
      orderId: order.id,
      courierId,
      handoverId,
      tracking: courierId === null ? null : `${demoCouriers[place]!.prefix}${88_000 + nth}`,
      state: last.state,
      stateAt: last.at,
      lastEventAt: last.at,
      followUpAt: last.state === 'no_answer' || last.state === 'postponed' ? localMoment(localDay(now), '09:00') : null,
      ...(courierId === null ? {} : fees.get(`${courierId} ${order.city}`)),
    })
    await tx
      .insert(parcelEvents)
      .values(steps.map(({ word, ...step }) => ({ ...step, orderId: order.id, theirWord: word, by })))
  }
  await prepareToday(tx, couriers[0]!, by, now)
}

async function listGone(tx: Tx): Promise<Gone[]> {
  const movedAt = sql<Date>`(select max(moved_at) from order_moves where order_id = orders.id)`.mapWith(
    orders.createdAt,
  )
  const { id, city, status, leftAt, piecesBackAt, lossNote } = orders
  const isLost = sql<boolean>`${lossNote} is not null`
  const rows = await tx
    .select({ id, city, status, leftAt, piecesBackAt, movedAt, isLost })
    .from(orders)
    .where(isNotNull(orders.leftAt))
    .orderBy(asc(orders.leftAt), asc(orders.id))
  return rows.map((row) => ({ ...row, leftAt: row.leftAt! }))
}

interface Step {
  at: Date
  state: ParcelState
  source: 'order' | 'import'
  word: string | null
}

/** What happened to a parcel, oldest first. `nth` is its place among those under way. */
function stepsOf(order: Gone, nth: number, now: Date): Step[] {
  const step = (at: Date, state: ParcelState, word: string | null = null): Step => ({
    at,
    state,
    source: word === null ? 'order' : 'import',
    word,
  })
  const handed = step(order.leftAt, 'handed')
  const between = (share: number) =>
    new Date(order.leftAt.getTime() + (order.movedAt.getTime() - order.leftAt.getTime()) * share)
  if (order.status === 'delivered')
    return [handed, step(between(0.8), 'out', 'En cours de livraison'), step(order.movedAt, 'delivered')]
  if (order.status === 'cancelled') {
    const returning = [handed, step(between(0.9), 'refused', 'Refusé'), step(order.movedAt, 'returning')]
    if (order.piecesBackAt === null) return returning
    return [...returning, step(order.piecesBackAt, order.isLost ? 'lost' : 'back')]
  }
  const [state, word, hours] = UNDER_WAY[nth % UNDER_WAY.length]!
  const earliest = order.leftAt.getTime() + HOUR_MS
  return [handed, step(new Date(Math.max(earliest, now.getTime() - hours * HOUR_MS)), state, word)]
}

/** The list of a courier's day, made with its first parcel and handed over at once. */
async function listOfDay(
  tx: Tx,
  lists: Map<string, HandoverId>,
  { order, courierId, by }: { order: Gone; courierId: CourierId; by: AccountId },
): Promise<HandoverId> {
  const day = localDay(order.leftAt)
  const key = `${courierId} ${day}`
  const known = lists.get(key)
  if (known !== undefined) return known
  await nameActor(tx, by, order.leftAt)
  const { id } = await storeHandover(tx, { year: Number(day.slice(0, 4)), courierId, by }, order.leftAt)
  await markHandedOver(tx, id, by, order.leftAt)
  lists.set(key, id)
  return id
}

/** The fees of each courier in each city. */
async function feesOf(tx: Tx) {
  const { courierId, city, feeDelivered, feeRefused, feeReturned } = courierCities
  const rows = await tx.select({ courierId, city, feeDelivered, feeRefused, feeReturned }).from(courierCities)
  return new Map(rows.map(({ courierId, city, ...fees }) => [`${courierId} ${city}`, fees]))
}

/** The parcel that is expected back for the longest time is given up. */
async function loseOldest(tx: Tx, by: AccountId, now: Date): Promise<void> {
  const [oldest] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(sql`${orders.leftAt} < ${new Date(now.getTime() - 20 * DAY_MS).toISOString()}::timestamptz
      and ${orders.piecesBackAt} is null and ${orders.status} = 'cancelled'`)
    .orderBy(asc(orders.leftAt))
    .limit(1)
  const at = new Date(now.getTime() - 2 * DAY_MS)
  await nameActor(tx, by, at)
  if (oldest) await declareLost(tx, oldest.id, { note: 'Le livreur ne retrouve pas le colis.', by }, at)
}

/** Orders that are *attribué* stand on a list that is not handed over yet. */
async function prepareToday(tx: Tx, courierId: CourierId, by: AccountId, now: Date): Promise<void> {
  const at = new Date(now.getTime() - HOUR_MS)
  await nameActor(tx, by, at)
  const assigned = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.status, 'assigned'))
    .orderBy(asc(orders.id))
  if (assigned.length === 0) return
  const year = Number(localDay(at).slice(0, 4))
  const list = { ...(await storeHandover(tx, { year, courierId, by }, at)), courierId }
  for (const { id } of assigned) {
    await putOnList(tx, id, list, at)
    await tx.insert(parcelEvents).values({ orderId: id, at, by, source: 'admin', state: 'prepared' })
  }
}
