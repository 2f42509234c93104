import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { accounts } from '#features/accounts/tables.ts'
import type { OrderStatus, PaymentStatus } from '#features/orders/model.ts'
import type { Matchable } from '#features/parcels/matching.ts'
import type { ParcelState } from '#features/parcels/model.ts'
import { couriers } from '#features/parcels/tables.ts'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import { listPage } from '#platform/db/list-page.ts'
import { isOneOf } from '#platform/db/one-of.ts'
import { ERASED } from '#platform/kernel/anonymised.ts'
import type { AccountId, CourierId, OrderId, StatementId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import type { LineDecision, Verdict } from './model.ts'
import type { LineKind } from './rules.ts'
import { claims, statementLines, statements } from './tables.ts'

export async function findCourier(db: DbOrTx, id: CourierId) {
  const { name, tolerance, settlesEveryDays } = couriers
  const [row] = await db
    .select({ id: couriers.id, name, tolerance, settlesEveryDays })
    .from(couriers)
    .where(eq(couriers.id, id))
  return row ?? null
}

/** An order of a line, and the courier that it left with. */
export interface StatementOrder {
  id: OrderId
  status: OrderStatus
  payment: PaymentStatus
  amount: Centimes
  city: string
  parcel: ParcelState | null
  courierId: CourierId | null
  tracking: string | null
  deliveredAt: Date | null
  fees: { delivered: Centimes | null; refused: Centimes | null; returned: Centimes | null }
}

/** These orders, without deleted ones, with their parcels. */
export async function findOrders(db: DbOrTx, ids: readonly OrderId[]): Promise<Map<OrderId, StatementOrder>> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select orders.id, status, payment, collected as amount, city, state as parcel, parcels.courier_id as "courierId", tracking,
      case when state = 'delivered' then state_at end as "deliveredAt",
      json_build_object('delivered', fee_delivered, 'refused', fee_refused, 'returned', fee_returned) as fees
    from orders left join parcels on order_id = orders.id
    where orders.id = any(${sql.param(ids)}::int[]) and deleted_at is null`)
  return new Map(
    (rows as unknown as StatementOrder[]).map(({ deliveredAt, ...order }) => [
      order.id,
      { ...order, deliveredAt: deliveredAt === null ? null : new Date(deliveredAt) },
    ]),
  )
}

/** Orders of a courier that lines may be about; by our number also those that left without a courier, or with nobody. */
export async function findMatchable(
  db: DbOrTx,
  courierId: CourierId,
  lines: readonly { tracking: string | null; number: OrderId | null; phone: string | null }[],
): Promise<(Matchable & Record<string, unknown>)[]> {
  const column = (key: 'tracking' | 'number' | 'phone') => sql.param(lines.flatMap((line) => line[key] ?? []))
  const isPayable = sql`orders.status in ('in_transit', 'delivered') and orders.payment = 'pending'`
  const { rows } = await db.execute<Matchable & Record<string, unknown>>(sql`
    with wanted as (
      select order_id as id from parcels
        where courier_id = ${courierId} and tracking = any(${column('tracking')}::text[])
      union select orders.id from orders left join parcels on order_id = orders.id
        where orders.id = any(${column('number')}::int[]) and (courier_id = ${courierId} or courier_id is null)
      union select orders.id from orders join parcels on order_id = orders.id
        where orders.phone = any(${column('phone')}::text[]) and courier_id = ${courierId} and ${isPayable}
    )
    select orders.id, tracking, phone, collected, courier_id is not null and ${isPayable} as "isFoundByPhone"
    from wanted join orders on orders.id = wanted.id left join parcels on order_id = orders.id where deleted_at is null`)
  return rows
}

/** A line that counts for an order. */
export interface CountedLine {
  orderId: OrderId
  kind: LineKind
  reference: string
  paidOn: string
}

/** Lines of other statements that count for these orders. */
export async function findCounted(
  db: DbOrTx,
  ids: readonly OrderId[],
  except: StatementId | null,
): Promise<CountedLine[]> {
  const { rows } = await db.execute<CountedLine & Record<string, unknown>>(sql`
    select order_id as "orderId", statements.reference, paid_on as "paidOn",
      case sign(collected) when 1 then 'payment' when 0 then 'cost' else 'correction' end as kind
    from statement_lines join statements on statements.id = statement_id
    where order_id = any(${sql.param(ids)}::int[]) and decision in ('kept', 'claimed')
      and statement_id is distinct from ${except}::int`)
  return rows
}

/** A statement's payment as it is typed, beside the list that it is for. */
export interface CourierPayment {
  courierId: CourierId
  reference: string
  paidOn: string
  received: Centimes
}

/** A statement of the same reference or of the same list, and its author; null when there is none. */
export async function findTwin(db: DbOrTx, { courierId, reference }: CourierPayment, digest: string) {
  const [row] = await db
    .select({
      createdAt: statements.createdAt,
      by: accounts.name,
      hasReference: sql<boolean>`${statements.reference} = ${reference}`,
    })
    .from(statements)
    .innerJoin(accounts, eq(accounts.id, statements.createdBy))
    .where(
      and(
        eq(statements.courierId, courierId),
        isNull(statements.removedAt),
        sql`(${statements.reference} = ${reference} or ${statements.digest} = ${digest})`,
      ),
    )
    .limit(1)
  return row ?? null
}

export async function storeStatement(
  tx: Tx,
  payment: CourierPayment & { digest: string; by: AccountId },
  now: Date,
): Promise<StatementId> {
  const { by, ...values } = payment
  const [row] = await tx
    .insert(statements)
    .values({ ...values, createdBy: by, createdAt: now })
    .returning({ id: statements.id })
  return row!.id
}

type StoredLine = typeof statementLines.$inferSelect

/** Stores the lines of a statement, as one array a column: a statement of SQL has room for 65,535 parameters. */
export async function storeLines(
  tx: Tx,
  statementId: StatementId,
  lines: readonly Omit<StoredLine, 'statementId' | 'note'>[],
): Promise<void> {
  const column = <Name extends keyof Omit<StoredLine, 'statementId' | 'note'>>(name: Name) =>
    sql.param(lines.map((line) => line[name]))
  await tx.execute(sql`
    insert into statement_lines (statement_id, row, order_id, tracking, reference, collected, fee, verdict, decision)
    select ${statementId}, * from unnest(${column('row')}::int[], ${column('orderId')}::int[], ${column('tracking')}::text[],
      ${column('reference')}::text[], ${column('collected')}::bigint[], ${column('fee')}::bigint[],
      ${column('verdict')}::text[], ${column('decision')}::text[])`)
}

/** A statement that was not removed; null when there is none. */
export async function findStatement(db: DbOrTx, id: StatementId) {
  const [row] = await selectStatements(db).where(and(eq(statements.id, id), isNull(statements.removedAt)))
  return row ?? null
}

export const countOpenStatements = (db: DbOrTx): Promise<number> =>
  db.$count(statements, and(isNull(statements.closedAt), isNull(statements.removedAt)))

/** Locks a statement; false when there is none. */
export async function holdStatement(tx: Tx, id: StatementId): Promise<boolean> {
  const found = await tx
    .select({ id: statements.id })
    .from(statements)
    .where(and(eq(statements.id, id), isNull(statements.removedAt)))
    .for('no key update')
  return found.length > 0
}

export const listLines = (db: DbOrTx, id: StatementId): Promise<StoredLine[]> =>
  db.select().from(statementLines).where(eq(statementLines.statementId, id)).orderBy(asc(statementLines.row))

/** The notes on the lines about these orders, by their statements' days, for the person whom they are about. */
export const notesOfLines = async (db: DbOrTx, ids: readonly OrderId[]) => {
  const { orderId, note, row } = statementLines
  const rows = await db
    .select({ orderId: sql<OrderId>`${orderId}`, at: statements.createdAt, note: sql<string>`${note}` })
    .from(statementLines)
    .innerJoin(statements, eq(statements.id, statementLines.statementId))
    .where(and(isOneOf(orderId, ids), isNotNull(note)))
    .orderBy(asc(statements.createdAt), asc(statements.id), asc(row))
  return Map.groupBy(rows, (each) => each.orderId)
}

/** Blanks the notes on lines about orders whose person is anonymised; a trigger refuses it of others in closed statements. */
export const forgetLineNotes = (tx: Tx, ids: readonly OrderId[]) =>
  tx
    .update(statementLines)
    .set({ note: ERASED })
    .where(and(isOneOf(statementLines.orderId, ids), isNotNull(statementLines.note)))

export const storeDecision = (
  tx: Tx,
  id: StatementId,
  row: number,
  decided: { orderId: OrderId | null; verdict: Verdict; decision: LineDecision | null; note: string | null },
) =>
  tx
    .update(statementLines)
    .set(decided)
    .where(and(eq(statementLines.statementId, id), eq(statementLines.row, row)))

export const storeClose = (
  tx: Tx,
  id: StatementId,
  { acceptedGap, gapReason, by }: { acceptedGap: Centimes; gapReason: string | null; by: AccountId },
  now: Date,
) => tx.update(statements).set({ acceptedGap, gapReason, closedAt: now, closedBy: by }).where(eq(statements.id, id))

/**
 * Removes a statement that was entered by mistake, with its lines. The row stays as a trace, and open claims go with the
 * courier's next statement.
 */
export async function storeRemoval(tx: Tx, id: StatementId, now: Date): Promise<void> {
  await tx
    .update(claims)
    .set({ statementId: null })
    .where(and(eq(claims.statementId, id), isNull(claims.settledAt)))
  await tx.delete(statementLines).where(eq(statementLines.statementId, id))
  await tx.update(statements).set({ removedAt: now }).where(eq(statements.id, id))
}

const COUNTS = sql`${statementLines.statementId} = ${statements.id} and ${statementLines.decision} is distinct from 'dropped'`

const ofLines = <Figure extends number>(figure: SQL): SQL<Figure> =>
  sql`(select ${figure} from ${statementLines} where ${COUNTS})`.mapWith(Number) as SQL<Figure>

const selectStatements = (db: DbOrTx) =>
  db
    .select({
      id: statements.id,
      courier: { id: couriers.id, name: couriers.name },
      reference: statements.reference,
      paidOn: statements.paidOn,
      received: statements.received,
      acceptedGap: statements.acceptedGap,
      gapReason: statements.gapReason,
      createdAt: statements.createdAt,
      createdBy: accounts.name,
      closedAt: statements.closedAt,
      lines: ofLines<number>(sql`count(*)`),
      net: ofLines<Centimes>(
        sql`coalesce(sum(${statementLines.collected} - coalesce(${statementLines.fee}, 0)), 0)::bigint`,
      ),
    })
    .from(statements)
    .innerJoin(couriers, eq(couriers.id, statements.courierId))
    .innerJoin(accounts, eq(accounts.id, statements.createdBy))

export interface StatementFilter {
  courierId: CourierId | undefined
  /** Leaves out those that are closed. */
  isOpen: boolean
  page: number
  perPage: number
}

/** One page of statements, the newest payment first. */
export const listStatements = (db: DbOrTx, { courierId, isOpen, ...paging }: StatementFilter) =>
  listPage(db, {
    query: selectStatements(db).$dynamic(),
    table: statements,
    where: and(
      isNull(statements.removedAt),
      isOpen ? isNull(statements.closedAt) : undefined,
      courierId && eq(statements.courierId, courierId),
    ),
    sort: [desc(statements.paidOn), desc(statements.id)],
    ...paging,
  })
