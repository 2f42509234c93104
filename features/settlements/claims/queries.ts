import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { orders } from '#features/orders/tables.ts'
import { couriers, parcels } from '#features/parcels/tables.ts'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import { isOneOf } from '#platform/db/one-of.ts'
import type { AccountId, ClaimId, CourierId, OrderId, StatementId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import type { ClaimKind } from '../model.ts'
import { claims, statements } from '../tables.ts'

export interface NewClaim {
  kind: ClaimKind
  /** Null for the gap of a whole statement. */
  orderId: OrderId | null
  due: Centimes
}

export interface Opened {
  /** Null for a claim that no statement has brought yet. */
  statementId: StatementId | null
  courierId: CourierId
  by: AccountId
}

/** Stores claims, but none for an order whose amount is claimed already; returns how many. */
export async function storeClaims(
  tx: Tx,
  wanted: readonly NewClaim[],
  { by, ...opened }: Opened,
  now: Date,
): Promise<number> {
  if (wanted.length === 0) return 0
  const stored = await tx
    .insert(claims)
    .values(wanted.map((claim) => ({ ...claim, ...opened, openedBy: by, openedAt: now })))
    .onConflictDoNothing()
    .returning({ id: claims.id })
  return stored.length
}

/** Open claims about the amounts of orders that a line pays are settled by it. */
export async function settleByPayment(
  tx: Tx,
  lines: readonly { orderId: OrderId | null; collected: Centimes | null }[],
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    update claims set settled_at = ${now.toISOString()}::timestamptz, settled_amount = least(due, line.collected)
    from unnest(${sql.param(lines.map(({ orderId }) => orderId))}::int[],
      ${sql.param(lines.map(({ collected }) => collected))}::bigint[]) as line (order_id, collected)
    where claims.order_id = line.order_id and kind in ('amount', 'missing') and settled_at is null`)
}

/** Claims that no statement has brought yet go with the letter of this one. */
export const takeOpenClaims = (tx: Tx, { statementId, courierId }: Pick<Opened, 'statementId' | 'courierId'>) =>
  tx
    .update(claims)
    .set({ statementId })
    .where(and(eq(claims.courierId, courierId), isNull(claims.statementId), isNull(claims.settledAt)))

/**
 * SQL condition: money is still asked for. An order whose whole amount is claimed lacks nothing once its money came in another
 * way, unless that was a slip.
 */
export const isOpenClaim = sql<boolean>`claims.settled_at is null
  and not (claims.kind in ('amount', 'missing') and exists (
    select from orders where orders.id = claims.order_id and orders.collected = claims.due and payment = 'paid'))`

/**
 * SQL: the fee of the line that brought a claim. A statement may have two such lines of one order: the one that pays it brought
 * the claim when its fee is too high by the sum of that, else the one that collects nothing.
 */
const claimedFee = sql<Centimes | null>`(select line.fee from statement_lines line
  where line.statement_id = claims.statement_id and line.order_id = claims.order_id and line.decision = 'claimed'
  order by line.collected > 0 and line.fee - claims.due = parcels.fee_delivered desc nulls last, line.collected limit 1)`

const selectClaims = (db: DbOrTx) =>
  db
    .select({
      id: claims.id,
      courier: { id: couriers.id, name: couriers.name },
      statementId: claims.statementId,
      statement: statements.reference,
      orderId: claims.orderId,
      tracking: parcels.tracking,
      kind: claims.kind,
      due: claims.due,
      amount: orders.collected,
      city: orders.city,
      deliveredAt: sql<Date | null>`case when ${parcels.state} = 'delivered' then ${parcels.stateAt} end`.mapWith(
        parcels.stateAt,
      ),
      received: statements.received,
      fee: claimedFee.mapWith(orders.collected),
      openedAt: claims.openedAt,
      sentAt: claims.sentAt,
      settledAt: claims.settledAt,
      settledAmount: claims.settledAmount,
      isOpen: isOpenClaim,
    })
    .from(claims)
    .innerJoin(couriers, eq(couriers.id, claims.courierId))
    .leftJoin(statements, eq(statements.id, claims.statementId))
    .leftJoin(orders, eq(orders.id, claims.orderId))
    .leftJoin(parcels, eq(parcels.orderId, claims.orderId))

/** Claims of a statement, oldest first. */
export const claimsOfStatement = (db: DbOrTx, id: StatementId) =>
  selectClaims(db).where(eq(claims.statementId, id)).orderBy(asc(claims.id))

/** Those of a statement that nothing came of yet: a letter asks for no others. */
export const openClaimsOfStatement = (db: DbOrTx, id: StatementId) =>
  selectClaims(db)
    .where(and(eq(claims.statementId, id), isOpenClaim))
    .orderBy(asc(claims.id))

/** A claim with all that its letter says of the order and the payment. */
export type FullClaim = Awaited<ReturnType<typeof claimsOfStatement>>[number]

/** Open claims shown at once, the oldest ones. */
const OPEN_CLAIMS = 200

export const listOpenClaims = (db: DbOrTx): Promise<FullClaim[]> =>
  selectClaims(db).where(isOpenClaim).orderBy(asc(claims.id)).limit(OPEN_CLAIMS)

/** Locks a claim; null when there is none. */
export async function holdClaim(tx: Tx, id: ClaimId) {
  const [row] = await tx.select().from(claims).where(eq(claims.id, id)).for('no key update')
  return row ?? null
}

/** The order of a claim; null when there is no such claim, or it is about a gap. */
export async function findOrderOfClaim(db: DbOrTx, id: ClaimId): Promise<OrderId | null> {
  const [row] = await db.select({ orderId: claims.orderId }).from(claims).where(eq(claims.id, id))
  return row?.orderId ?? null
}

export const storeSettlement = (tx: Tx, id: ClaimId, settledAmount: Centimes, now: Date) =>
  tx.update(claims).set({ settledAmount, settledAt: now }).where(eq(claims.id, id))

export const markSent = (tx: Tx, id: StatementId, now: Date) =>
  tx
    .update(claims)
    .set({ sentAt: now })
    .where(and(eq(claims.statementId, id), isNull(claims.sentAt), isOpenClaim))

/** What the courier had of an order: its amount, what its pieces cost at the distributor's price, and who the courier is. */
export async function findLostParcel(db: DbOrTx, id: OrderId) {
  const { rows } = await db.execute<{ courierId: CourierId | null; cost: Centimes }>(sql`
    select courier_id as "courierId", sum(quantity * distributor_price)::bigint as cost
    from parcels join order_lines on order_lines.order_id = parcels.order_id
    where parcels.order_id = ${id} group by 1`)
  return rows[0] ?? null
}

/** These orders that a courier delivered and has not paid, whose amount is in no statement, in no open claim and not given up. */
export async function findUnpaid(db: DbOrTx, courierId: CourierId, ids: readonly OrderId[]) {
  return db
    .select({ id: orders.id, amount: orders.collected })
    .from(orders)
    .innerJoin(parcels, eq(parcels.orderId, orders.id))
    .where(
      and(
        isOneOf(orders.id, ids),
        eq(parcels.courierId, courierId),
        eq(orders.status, 'delivered'),
        eq(orders.payment, 'pending'),
        isInNoLine,
        isInNoClaim,
        isNotGivenUp,
      ),
    )
    .orderBy(asc(orders.id))
}

/** SQL condition: no line that counts is about the order's amount. A courier bills a refusal, and may deliver afterwards. */
export const isInNoLine = sql`not exists (select from statement_lines line
  where line.order_id = ${orders.id} and line.decision is distinct from 'dropped' and line.verdict <> 'return_fee')`

/** SQL condition: the order's amount is in no open claim. */
export const isInNoClaim = sql`not exists (select from claims claim
  where claim.order_id = ${orders.id} and claim.kind in ('amount', 'missing') and claim.settled_at is null)`

/**
 * SQL condition: nobody accepted the loss of the order. Whoever settles the claim of its whole amount at nothing does, and whoever
 * closes a statement with a line that collects nothing for it and claims nothing.
 */
export const isNotGivenUp = sql`not exists (select from claims claim
  where claim.order_id = ${orders.id} and claim.kind in ('amount', 'missing') and claim.due = ${orders.collected}
    and claim.settled_amount = 0)
  and not exists (select from statement_lines line join statements on statements.id = line.statement_id
    where line.order_id = ${orders.id} and line.verdict = 'amount_gap' and line.collected = 0 and line.decision = 'kept'
      and statements.closed_at is not null)`
