import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import { isOneOf } from '#platform/db/one-of.ts'
import { ANONYMOUS_RECIPIENT } from '#platform/kernel/anonymised.ts'
import type { AccountId, CustomerId, OrderId } from '#platform/kernel/ids.ts'
import { customerNotes, customers, isOfPerson, orders } from '../tables.ts'

/** Locks an order against the forgetting of its person; null when there is nobody behind it. */
export async function holdPersonOf(tx: Tx, orderId: OrderId) {
  const [row] = await tx
    .select({ customerId: orders.customerId, phone: orders.phone })
    .from(orders)
    .where(and(eq(orders.id, orderId), isOfPerson(orders)))
    .for('share')
  return row ?? null
}

export const storeCustomerNote = (
  tx: Tx,
  note: { customerId: CustomerId; phone: string; text: string; writtenBy: AccountId; writtenAt: Date },
) => tx.insert(customerNotes).values(note)

/** The records and phones by which a person is known: a number that was corrected on the way is the same person's. */
export interface KnownBy {
  customers: readonly CustomerId[]
  phones: readonly string[]
}

const isAbout = ({ customers: records, phones }: KnownBy): SQL =>
  sql`(${customerNotes.phone} = any(${sql.param([...phones])}::text[]) or ${isOneOf(customerNotes.customerId, records)})`

/** All notes about a person, oldest first. */
export const customerNotesOf = (db: DbOrTx, person: KnownBy) =>
  db
    .select({ text: customerNotes.text, writtenAt: customerNotes.writtenAt })
    .from(customerNotes)
    .where(isAbout(person))
    .orderBy(customerNotes.id)

/** Deletes the notes about a person, but for those about a phone that an order or a record still has. */
export async function forgetCustomerNotes(tx: Tx, person: KnownBy): Promise<void> {
  const isForgotten = sql`name = ${ANONYMOUS_RECIPIENT.name} and phone = ${ANONYMOUS_RECIPIENT.phone}`
  await tx
    .delete(customerNotes)
    .where(
      and(
        isAbout(person),
        sql`not exists (select from orders where phone = ${customerNotes.phone} and not (${isForgotten}))`,
        sql`not exists (select from customers where phone = ${customerNotes.phone} and not (${isForgotten}))`,
      ),
    )
}

/** How the person of these records and orders is known. */
export async function knownBy(
  db: DbOrTx,
  records: { customers: readonly CustomerId[]; orders: readonly OrderId[] },
): Promise<KnownBy> {
  const rows = await db
    .select({ phone: customers.phone })
    .from(customers)
    .where(isOneOf(customers.id, records.customers))
    .union(db.select({ phone: orders.phone }).from(orders).where(isOneOf(orders.id, records.orders)))
  return { customers: records.customers, phones: rows.map(({ phone }) => phone) }
}
