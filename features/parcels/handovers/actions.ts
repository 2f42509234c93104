import { mustStayActive } from '#features/accounts/index.ts'
import { getHeldOrder, holdOrders, moveOrder } from '#features/orders/index.ts'
import type { OrderStatus } from '#features/orders/model.ts'
import type { Tx } from '#platform/db/database.ts'
import type { AccountId, CourierId, HandoverId, OrderId } from '#platform/kernel/ids.ts'
import { invalidField, isRefusal, Refusal } from '#platform/kernel/refusal.ts'
import { localDay } from '#platform/kernel/time.ts'
import { handoverNumber } from '../model.ts'
import { storeEvent } from '../queries.ts'
import type { ParcelResult } from './contract.ts'
import {
  copyFees,
  findOrderStatuses,
  findParcelList,
  findWishDay,
  holdActiveCourier,
  holdHandover,
  listOrdersOf,
  markHandedOver,
  putOnList,
  storeHandover,
} from './queries.ts'
import {
  isForLater,
  mustBeOpen,
  mustBeShown,
  mustHaveParcels,
  nothingLeaves,
  nothingPrepared,
  type ShownParcel,
  unknownHandover,
  whyForLater,
  whyNotListed,
  whyOffTheList,
} from './rules.ts'

interface ListOfOrders {
  id: HandoverId
  courierId: CourierId
}

/**
 * Makes a list of a courier out of orders: they become *attribué*. Orders are looked at before the list takes its number, so
 * that none is spent on a list without a parcel. Refuses (422) an unknown courier, and (409) when no order can be prepared.
 */
export async function makeHandover(
  tx: Tx,
  { courierId, ids }: { courierId: CourierId; ids: readonly OrderId[] },
  by: AccountId,
  now: Date,
): Promise<{ id: HandoverId; number: string; results: ParcelResult[] }> {
  if ((await holdActiveCourier(tx, courierId)) === null)
    throw invalidField('courier_id', 'no_such_courier', 'Choisissez un livreur de la liste.')
  const results = await eachInTurn(ids, (id) => holdUnlisted(tx, id))
  if (results.every(({ ok }) => !ok)) throw nothingPrepared(results)
  const year = Number(localDay(now).slice(0, 4))
  const stored = await storeHandover(tx, { year, courierId, by }, now)
  const list = { id: stored.id, courierId }
  for (const { id, ok } of results) if (ok) await prepare(tx, id, list, by, now)
  return { id: stored.id, number: handoverNumber(stored), results }
}

/** Adds orders to a list that was not handed over yet. */
export async function addToHandover(
  tx: Tx,
  id: HandoverId,
  ids: readonly OrderId[],
  by: AccountId,
  { now, most }: { now: Date; most: number },
): Promise<ParcelResult[]> {
  const list = await getOpenHandover(tx, id)
  const present = await listOrdersOf(tx, id)
  if (present.length + ids.length > most)
    throw invalidField('ids', 'list_full', `Un bordereau porte ${most} colis au plus\u00A0: faites-en un autre.`)
  return eachInTurn(ids, async (orderId) => {
    await holdUnlisted(tx, orderId)
    await prepare(tx, orderId, list, by, now)
  })
}

/** Takes orders off a list that was not handed over yet: they are *en attente* again. */
export async function takeOffHandover(
  tx: Tx,
  id: HandoverId,
  ids: readonly OrderId[],
  by: AccountId,
  now: Date,
): Promise<ParcelResult[]> {
  await getOpenHandover(tx, id)
  return eachInTurn(ids, async (orderId) => {
    const { status } = await getHeldOrder(tx, orderId)
    if ((await findParcelList(tx, orderId))?.handoverId !== id || status !== 'assigned')
      throw new Refusal('conflict', 'not_on_list', 'Cette commande n’est pas à préparer sur ce bordereau.')
    await moveOrder(tx, orderId, { status: 'pending', reason: null, by }, now)
  })
}

/**
 * Hands a list over: its orders become *en transit*, and the tariff of the day is copied onto their parcels. An order that
 * ended or left the list meanwhile, and one of `shown` that is not on it any more, is a row with its reason; so is one whose customer
 * chose a later day, which leaves the list. Refuses (403) a banned account, and (409) a list that was handed over, is empty, has
 * parcels that are not among `shown` or changed since, or has none that leaves today. Undefined for `shown` means all of it.
 */
export async function handOver(
  tx: Tx,
  id: HandoverId,
  shown: readonly ShownParcel[] | undefined,
  by: AccountId,
  now: Date,
): Promise<ParcelResult[]> {
  // Not only order by order: a list whose orders are all refused must not be marked as handed over.
  await mustStayActive(tx, by)
  await getOpenHandover(tx, id)
  const present = await listOrdersOf(tx, id)
  mustHaveParcels(present)
  if (shown !== undefined) mustBeShown(shown, await holdOrders(tx, present))
  const early: OrderId[] = []
  const moved = await eachInTurn(present, async (orderId) => {
    const { status } = await getHeldOrder(tx, orderId)
    // `present` was read without locks: somebody may have taken the order off the list since.
    if ((await findParcelList(tx, orderId))?.handoverId !== id)
      throw new Refusal('conflict', 'left_the_list', whyOffTheList(status))
    const wishDay = await findWishDay(tx, orderId)
    if (status === 'assigned' && isForLater(wishDay, now)) {
      early.push(orderId)
      throw new Refusal('conflict', 'for_later', whyForLater(wishDay))
    }
    await moveOrder(tx, orderId, { status: 'in_transit', reason: null, by }, now)
  })
  if (early.length > 0 && moved.every(({ ok }) => !ok)) throw nothingLeaves(moved)
  // Nothing leaves a closed list any more: they are offered for another one on the eve of their day.
  for (const orderId of early) await moveOrder(tx, orderId, { status: 'pending', reason: null, by }, now)
  await copyFees(tx, id)
  await markHandedOver(tx, id, by, now)
  const gone = (shown ?? []).map((parcel) => parcel.id).filter((orderId) => !present.includes(orderId))
  const statuses = await findOrderStatuses(tx, gone)
  const left = gone.map((orderId) => ({
    id: orderId,
    ok: false,
    message: whyOffTheList(statuses.get(orderId) ?? null),
  }))
  return [...moved, ...left].sort((a, b) => a.id - b.id)
}

async function getOpenHandover(tx: Tx, id: HandoverId) {
  const list = await holdHandover(tx, id)
  if (list === null) throw unknownHandover()
  mustBeOpen(list)
  return list
}

/** Locks an order that may be put on a list. Refuses one that is on a list, has left or is over. */
async function holdUnlisted(tx: Tx, id: OrderId): Promise<void> {
  const { status }: { status: OrderStatus } = await getHeldOrder(tx, id)
  const problem = whyNotListed(status, await findParcelList(tx, id))
  if (problem) throw new Refusal('conflict', problem.code, problem.message)
}

async function prepare(tx: Tx, id: OrderId, list: ListOfOrders, by: AccountId, now: Date): Promise<void> {
  await moveOrder(tx, id, { status: 'assigned', reason: null, by }, now)
  await putOnList(tx, id, list, now)
  await storeEvent(tx, { orderId: id, at: now, by, source: 'admin', state: 'prepared' })
}

/**
 * Does something to each order, lowest number first, in one transaction. A refusal is the result of one order: nothing was
 * written for it by then.
 */
async function eachInTurn(ids: readonly OrderId[], act: (id: OrderId) => Promise<void>): Promise<ParcelResult[]> {
  const results: ParcelResult[] = []
  for (const id of ids.toSorted((a, b) => a - b))
    try {
      await act(id)
      results.push({ id, ok: true })
    } catch (error) {
      if (!isRefusal(error)) throw error
      results.push({ id, ok: false, message: error.message })
    }
  return results
}
