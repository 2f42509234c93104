import { and, desc, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { accounts, promoCodes } from '#features/accounts/tables.ts'
import { products } from '#features/catalogue/tables.ts'
import { isOfPerson, orders } from '#features/orders/tables.ts'
import { parcels } from '#features/parcels/tables.ts'
import type { DbOrTx } from '#platform/db/database.ts'
import { asStored, containsNumber, containsText, escapeLike, isShortText } from '#platform/db/list-page.ts'
import { isOneOf } from '#platform/db/one-of.ts'
import { ANONYMOUS_PHONE } from '#platform/kernel/anonymised.ts'
import { type AccountId, type CustomerId, idIn, type OrderId } from '#platform/kernel/ids.ts'
import { normaliseForSearch } from '#platform/kernel/text.ts'
import { cleanCode } from '#platform/sheets/words.ts'
import { FOUND_OF_EACH } from '../model.ts'
import { TOO_SHORT_FOR_PHONE } from '../orders/order-list.ts'
import type { FoundCustomer } from './contract.ts'

/** A number’s prefix, as people write it: `n° 123`, `#123`. */
const BEFORE_A_NUMBER = /^\s*(?:n\s*[°ºo]?\.?|#)\s*(?=\d)/i

/**
 * Finds orders, customers, products and suppliers by a number, a courier's one too, a phone in any spelling, a name or a code, a
 * former one as well: the newest few of each. Texts of one or two letters have no trigram, and find a number or a code alone.
 */
export async function searchAll(db: DbOrTx, typed: string) {
  const text = typed.replace(BEFORE_A_NUMBER, '').trim()
  const code = await findCode(db, text)
  return {
    orders: await findOrders(db, text, code, await findTracked(db, text)),
    customers: await findCustomers(db, text),
    products: await findProducts(db, text),
    suppliers: await findSuppliers(db, text, code),
  }
}

/** A promo code with the supplier whose it is or was. */
interface OwnedCode {
  code: string
  ownerId: AccountId
}

/** The promo code that a text is; null when nobody has or had it. */
async function findCode(db: DbOrTx, text: string): Promise<OwnedCode | null> {
  const [found] = await db
    .select({ code: promoCodes.code, ownerId: promoCodes.accountId })
    .from(promoCodes)
    .where(eq(promoCodes.code, text.toUpperCase()))
  return found ?? null
}

const isNumber = (id: typeof orders.id | typeof products.id, text: string): SQL | undefined =>
  idIn(text) === null ? undefined : sql`${id} = ${idIn(text)}`

/** Any of the conditions that a text gives; nothing when it gives none. */
const anyOf = (...conditions: (SQL | undefined)[]): SQL => or(...conditions) ?? sql`false`

/** Orders whose parcels have that number at their couriers. */
async function findTracked(db: DbOrTx, text: string): Promise<OrderId[]> {
  const found = await db
    .select({ id: parcels.orderId })
    .from(parcels)
    .where(eq(parcels.tracking, cleanCode(text)))
  return found.map(({ id }) => id)
}

const findOrders = (db: DbOrTx, text: string, code: OwnedCode | null, tracked: readonly OrderId[]) =>
  db
    .select({
      id: orders.id,
      name: orders.name,
      phone: orders.phone,
      city: orders.city,
      collected: orders.collected,
      status: orders.status,
      promoCode: orders.promoCode,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .where(
      and(
        isNull(orders.deletedAt),
        anyOf(
          isNumber(orders.id, text),
          text.length < 3 ? undefined : containsNumber(orders.id, text),
          isShortText(text) || TOO_SHORT_FOR_PHONE.test(text) ? undefined : containsText(orders.search, text),
          tracked.length === 0 ? undefined : isOneOf(orders.id, tracked),
          // Its supplier as well: an index finds their orders.
          code ? and(eq(orders.supplierId, code.ownerId), eq(orders.promoCode, code.code)) : undefined,
        ),
      ),
    )
    // The orders of that very number come first. Of a common name an index gives the newest at once.
    .orderBy(
      ...(idIn(text) === null ? [] : [desc(sql`${orders.id} = ${idIn(text)}`)]),
      ...(tracked.length === 0 ? [] : [desc(isOneOf(orders.id, tracked))]),
      desc(orders.createdAt),
      desc(orders.id),
    )
    .limit(FOUND_OF_EACH)

/** Records among which customers are sought: each order of a visitor may have made one. */
const NEWEST_RECORDS = 100

/** Finds people, one for each phone: the newest of its records, and the orders of that phone that their page counts. */
async function findCustomers(db: DbOrTx, text: string): Promise<FoundCustomer[]> {
  if (isShortText(text) || TOO_SHORT_FOR_PHONE.test(text)) return []
  const like = `%${escapeLike(asStored(text))}%`
  const { rows } = await db.execute<FoundCustomer & { id: CustomerId } & Record<string, unknown>>(sql`
    with hits as materialized (
      select id, name, phone, city from customers
      where search like ${like} and phone <> ${ANONYMOUS_PHONE} order by id desc limit ${NEWEST_RECORDS})
    select id, name, phone, city,
      (select count(*)::int from orders where orders.phone = people.phone and ${isOfPerson(orders)}) as orders,
      (select orders.id from orders where orders.phone = people.phone and ${isOfPerson(orders)}
        order by created_at desc, orders.id desc limit 1) as "lastOrder"
    from (select distinct on (phone) * from hits order by phone, id desc) as people
    order by id desc limit ${FOUND_OF_EACH}`)
  return rows
}

/** Names of products hold numbers, so no text is read as a phone here. */
function findProducts(db: DbOrTx, text: string) {
  const name = normaliseForSearch(text)
  return db
    .select({
      id: products.id,
      name: products.name,
      image: products.image,
      userPrice: products.userPrice,
      stock: products.stock,
    })
    .from(products)
    .where(
      and(
        isNull(products.deletedAt),
        anyOf(
          isNumber(products.id, text),
          name.length < 3 ? undefined : sql`${products.search} like ${`%${escapeLike(name)}%`}`,
        ),
      ),
    )
    .orderBy(desc(products.id))
    .limit(FOUND_OF_EACH)
}

async function findSuppliers(db: DbOrTx, text: string, code: OwnedCode | null) {
  const found = await db
    .select({
      id: accounts.id,
      customId: accounts.customId,
      name: accounts.name,
      phone: accounts.phone,
      promoCode: accounts.promoCode,
      isBanned: sql<boolean>`${accounts.bannedAt} is not null`,
    })
    .from(accounts)
    .where(
      and(
        eq(accounts.role, 'supplier'),
        ne(accounts.phone, ANONYMOUS_PHONE),
        anyOf(
          code ? eq(accounts.id, code.ownerId) : undefined,
          sql`upper(${accounts.customId}) = ${text.toUpperCase()}`,
          isShortText(text) ? undefined : containsText(accounts.search, text),
        ),
      ),
    )
    .orderBy(...(code ? [desc(sql`${accounts.id} = ${code.ownerId}`)] : []), desc(accounts.id))
    .limit(FOUND_OF_EACH)
  return found.map((supplier) => ({
    ...supplier,
    formerCode: code && code.ownerId === supplier.id && code.code !== supplier.promoCode ? code.code : null,
  }))
}
