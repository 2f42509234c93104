import { settlePayment } from '#features/earnings/index.ts'
import { holdWholeOrders } from '#features/orders/index.ts'
import type { Db, Tx } from '#platform/db/database.ts'
import { subscribe } from '#platform/db/events.ts'
import type { AccountId, ClaimId, OrderId, StatementId } from '#platform/kernel/ids.ts'
import { type Centimes, ZERO } from '#platform/kernel/money.ts'
import { readHead } from '../actions.ts'
import { holdStatement } from '../queries.ts'
import { mustAllBeMissing, mustBeOpenClaim, mustBeWithinClaim, unknownClaim, unknownStatement } from '../refusals.ts'
import { findLostParcel, findOrderOfClaim, findUnpaid, holdClaim, storeClaims, storeSettlement } from './queries.ts'

/**
 * Claims the whole amounts of orders that the courier of a statement delivered and never paid. Refuses (404) an unknown
 * statement and (409) an order that is paid, claimed or in a statement by now.
 */
export async function claimMissing(
  tx: Tx,
  id: StatementId,
  { ids, by }: { ids: readonly OrderId[]; by: AccountId },
  now: Date,
): Promise<number> {
  // Locked before it is read, and before orders as when it is closed: no claim comes on one that is being removed.
  if (!(await holdStatement(tx, id))) throw unknownStatement()
  const statement = await readHead(tx, id)
  await holdWholeOrders(tx, ids)
  const unpaid = await findUnpaid(tx, statement.courier.id, ids)
  mustAllBeMissing(new Set(ids).size, unpaid.length)
  const wanted = unpaid.map(({ id: orderId, amount }) => ({ kind: 'missing' as const, orderId, due: amount }))
  await storeClaims(tx, wanted, { statementId: id, courierId: statement.courier.id, by }, now)
  return wanted.length
}

/**
 * Settles a claim by what came of it, nothing included. An order that was never paid is paid by it. Refuses (404) an unknown
 * claim, (409) a settled one and (422) more than was claimed.
 */
export async function settleClaim(tx: Tx, id: ClaimId, amount: Centimes, now: Date): Promise<void> {
  // Orders are locked before whatever is about them.
  const orderId = await findOrderOfClaim(tx, id)
  const [order] = orderId === null ? [] : await holdWholeOrders(tx, [orderId])
  const claim = await holdClaim(tx, id)
  if (!claim) throw unknownClaim()
  mustBeOpenClaim(claim)
  mustBeWithinClaim(amount, claim.due)
  await storeSettlement(tx, id, amount, now)
  const isPaid = (claim.kind === 'missing' || claim.kind === 'amount') && order?.payment === 'pending' && amount > ZERO
  if (isPaid) await settlePayment(tx, order.id, 'paid', now)
}

/** Claims what the pieces of a lost parcel cost from the courier that had it. */
export function claimLostParcels(db: Db): void {
  subscribe(db, 'pieces settled', async (tx, { id, how, by, now }) => {
    if (how !== 'lost') return
    const parcel = await findLostParcel(tx, id)
    if (!parcel?.courierId) return
    const opened = { statementId: null, courierId: parcel.courierId, by }
    await storeClaims(tx, [{ kind: 'lost', orderId: id, due: parcel.cost }], opened, now)
  })
}
