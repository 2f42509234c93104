import { eq, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import type { Whereabouts } from '../rules.ts'
import { orders, returnedPieces } from '../tables.ts'
import type { CountedLine } from './rules.ts'

export interface HeldParcel extends Whereabouts {
  id: OrderId
  isDeleted: boolean
  /** Of the recipient. */
  name: string
  phone: string
}

/** Locks an order whose parcel is settled, deleted or not; null when there is none. */
export async function holdParcel(tx: Tx, id: OrderId): Promise<HeldParcel | null> {
  const [row] = await tx
    .select({
      id: orders.id,
      status: orders.status,
      leftAt: orders.leftAt,
      piecesBackAt: orders.piecesBackAt,
      isDeleted: sql<boolean>`${orders.deletedAt} is not null`,
      name: orders.name,
      phone: orders.phone,
    })
    .from(orders)
    .where(eq(orders.id, id))
    .for('no key update')
  return row ?? null
}

export const markPiecesBack = (tx: Tx, id: OrderId, lossNote: string | null, now: Date) =>
  tx.update(orders).set({ piecesBackAt: now, lossNote, updatedAt: now }).where(eq(orders.id, id))

export const storeCounts = (tx: Tx, lines: readonly CountedLine[], by: AccountId, now: Date) =>
  tx.insert(returnedPieces).values(
    lines.map(({ id, intact, damaged, missing }) => ({
      orderLineId: id,
      intact,
      damaged,
      missing,
      countedBy: by,
      countedAt: now,
    })),
  )

/** The settlement of an order's parcel, received or given up as lost, and its author; null when there is none. */
export async function findSettledReturn(db: DbOrTx, id: OrderId) {
  const { rows } = await db.execute<{ how: 'received' | 'lost'; by: AccountId | null }>(sql`
    select 'received' as how, counted_by as by from returned_pieces
      join order_lines on order_lines.id = order_line_id where order_lines.order_id = ${id}
    union all select 'lost', entered_by from stock_entries where order_id = ${id} and reason = 'lost'
    limit 1`)
  return rows[0] ?? null
}
