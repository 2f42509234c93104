import { and, count, desc, eq, inArray, max, or, sql } from 'drizzle-orm'
import { accounts } from '#features/accounts/tables.ts'
import { customerNotes, isOfPerson, orders } from '#features/orders/tables.ts'
import type { DbOrTx } from '#platform/db/database.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { ORDERS_OF_PERSON } from '../model.ts'
import type { PersonDetail } from './contract.ts'
import { countsOf, figuresOf } from './person-list.ts'

/** Names, addresses and suppliers of one person: a reseller's phone may have any number. */
const MOST_VALUES = 20
const NOTES_SHOWN = 100

/** The person to whom an order goes, with everything about it; null when there is nobody behind it. */
export async function findPerson(db: DbOrTx, orderId: OrderId): Promise<PersonDetail | null> {
  const [order] = await db
    .select({ phone: orders.phone })
    .from(orders)
    .where(and(eq(orders.id, orderId), isOfPerson(orders)))
  if (!order) return null
  const { phone } = order
  const isTheirs = and(eq(orders.phone, phone), isOfPerson(orders))
  const placed = await db
    .select({
      id: orders.id,
      createdAt: orders.createdAt,
      name: orders.name,
      city: orders.city,
      supplierCustomId: accounts.customId,
      collected: orders.collected,
      payment: orders.payment,
      status: orders.status,
      reason: orders.cancelReason,
    })
    .from(orders)
    .leftJoin(accounts, eq(accounts.id, orders.supplierId))
    .where(isTheirs)
    .orderBy(desc(orders.id))
    .limit(ORDERS_OF_PERSON)
  const [newest] = placed
  if (!newest) return null
  const names = await db
    .select({ name: orders.name })
    .from(orders)
    .where(isTheirs)
    .groupBy(orders.name)
    .orderBy(desc(max(orders.id)))
    .limit(MOST_VALUES)
  const addresses = await db
    .select({ address: orders.address, city: orders.city, orders: count() })
    .from(orders)
    .where(isTheirs)
    .groupBy(orders.address, orders.city)
    .orderBy(desc(max(orders.id)))
    .limit(MOST_VALUES)
  const suppliers = await db
    .select({ customId: accounts.customId, name: accounts.name, orders: count() })
    .from(orders)
    .innerJoin(accounts, eq(accounts.id, orders.supplierId))
    .where(isTheirs)
    .groupBy(accounts.id)
    .orderBy(desc(sql`count(*)`), accounts.id)
    .limit(MOST_VALUES)
  return {
    id: newest.id,
    name: newest.name,
    phone,
    city: newest.city,
    lastOrderAt: newest.createdAt,
    ...countsOf((await figuresOf(db, [phone])).get(phone)),
    names: names.map(({ name }) => name),
    addresses,
    suppliers,
    placed: placed.map(({ name: _, ...row }) => row),
    notes: await listNotes(db, phone),
  }
}

/** The newest notes about the person behind a phone, also those of before its number was corrected. */
const listNotes = (db: DbOrTx, phone: string): Promise<PersonDetail['notes']> =>
  db
    .select({
      id: customerNotes.id,
      text: customerNotes.text,
      author: accounts.name,
      writtenAt: customerNotes.writtenAt,
    })
    .from(customerNotes)
    .innerJoin(accounts, eq(accounts.id, customerNotes.writtenBy))
    .where(
      or(
        eq(customerNotes.phone, phone),
        inArray(
          customerNotes.customerId,
          db
            .select({ id: orders.customerId })
            .from(orders)
            .where(and(eq(orders.phone, phone), isOfPerson(orders))),
        ),
      ),
    )
    .orderBy(desc(customerNotes.id))
    .limit(NOTES_SHOWN)
