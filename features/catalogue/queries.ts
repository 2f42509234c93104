import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Queries, Tx } from '#platform/db/database.ts'
import { given, statement } from '#platform/db/statement.ts'
import type { AccountId, ProductId } from '#platform/kernel/ids.ts'
import { fold } from '#platform/kernel/text.ts'
import type { Category } from './names.ts'
import { type FullProduct, SIMILAR_PRODUCTS } from './rules.ts'
import { products, stockEntries } from './tables.ts'

const COLUMNS = {
  id: products.id,
  name: products.name,
  description: products.description,
  userPrice: products.userPrice,
  distributorPrice: products.distributorPrice,
  stock: products.stock,
  category: products.category,
  image: products.image,
}

const onSale = isNull(products.deletedAt)

/** Everything on sale, oldest first. */
export const listProducts = (db: Queries, category?: Category): Promise<FullProduct[]> =>
  db
    .select(COLUMNS)
    .from(products)
    .where(category ? and(onSale, eq(products.category, category)) : onSale)
    .orderBy(asc(products.id))

export async function findProduct(db: Queries, id: ProductId): Promise<FullProduct | null> {
  const [row] = await db
    .select(COLUMNS)
    .from(products)
    .where(and(onSale, eq(products.id, id)))
  return row ?? null
}

/** Up to four of the same category, those that can be bought first; never the product itself. */
export const listSimilar = (db: Queries, product: FullProduct): Promise<FullProduct[]> =>
  db
    .select(COLUMNS)
    .from(products)
    .where(and(onSale, eq(products.category, product.category), ne(products.id, product.id)))
    .orderBy(sql`${products.stock} = 0`, asc(products.id))
    .limit(SIMILAR_PRODUCTS)

const hold = statement<{ ids: readonly ProductId[] }, FullProduct>(
  'hold_products',
  sql`
    select id, name, description, user_price as "userPrice", distributor_price as "distributorPrice", stock, category, image
    from products where deleted_at is null and id = any(${given('ids')}::int[])
    order by id for no key update`,
)

/** Locks the products on sale among these, in ascending id so that two orders never wait for each other in a ring. */
export async function holdProducts(tx: Tx, ids: readonly ProductId[]): Promise<Map<ProductId, FullProduct>> {
  const { rows } = await hold(tx, { ids })
  return new Map(rows.map((row) => [row.id, row]))
}

export interface Pieces {
  productId: ProductId
  quantity: number
}

const take = statement<{ ids: readonly ProductId[]; quantities: readonly number[] }>(
  'take_stock',
  sql`
    update products set stock = stock - taken.quantity
    from unnest(${given('ids')}::int[], ${given('quantities')}::int[]) as taken(id, quantity)
    where products.id = taken.id and products.stock >= taken.quantity`,
)

/** Takes pieces from the shelves and says how many products had enough: each row itself refuses to go below zero. */
export async function takeFromShelves(tx: Tx, taken: readonly Pieces[]): Promise<number> {
  const { rowCount } = await take(tx, {
    ids: taken.map((each) => each.productId),
    quantities: taken.map((each) => each.quantity),
  })
  return rowCount ?? 0
}

/** Puts pieces back. The products may have left the shop since. */
export async function putOnShelves(tx: Tx, returned: readonly Pieces[]): Promise<void> {
  const ids = returned.map((each) => each.productId)
  await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(asc(products.id))
    .for('no key update')
  await tx.execute(sql`
    update products set stock = stock + taken.quantity from ${asRows(returned)} where products.id = taken.id`)
}

const asRows = (pieces: readonly Pieces[]) => sql`unnest(
  ${sql.param(pieces.map((each) => each.productId))}::int[],
  ${sql.param(pieces.map((each) => each.quantity))}::int[]) as taken(id, quantity)`

export interface NewProduct {
  name: string
  description: string
  userPrice: FullProduct['userPrice']
  distributorPrice: FullProduct['distributorPrice']
  stock: number
  category: Category
  image: string
}

export async function storeProduct(tx: Tx, product: NewProduct, by: AccountId | null, now: Date): Promise<ProductId> {
  const [row] = await tx
    .insert(products)
    .values({ ...product, createdAt: now, updatedAt: now, search: fold(product.name) })
    .returning({ id: products.id })
  const id = row!.id
  if (product.stock > 0)
    await tx.insert(stockEntries).values({ productId: id, quantity: product.stock, enteredBy: by, enteredAt: now })
  return id
}
