import { and, asc, desc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import { isOneOf } from '#platform/db/one-of.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { invalidField } from '#platform/kernel/refusal.ts'
import { type Category, type PackItem, type PackOffer, PRODUCT_FIELDS, type Product } from './model.ts'
import { CARD_COLUMNS, isNotDeleted, onSale, SEPARATELY } from './queries.ts'
import type { FullCard } from './rules.ts'
import { packItems, products } from './tables.ts'

/** The contents of each of these packs, without products that have left the shop; those without contents are missing. */
export async function listContents(db: DbOrTx, packs: readonly ProductId[]): Promise<Map<ProductId, PackItem[]>> {
  if (packs.length === 0) return new Map()
  const rows = await db
    .select({ pack: packItems.packId, id: products.id, name: products.name, pieces: packItems.pieces })
    .from(packItems)
    .innerJoin(products, eq(products.id, packItems.productId))
    .where(and(isNotDeleted, isOneOf(packItems.packId, packs)))
    .orderBy(asc(packItems.packId), asc(packItems.place))
  const contents = new Map<ProductId, PackItem[]>()
  for (const { pack, ...item } of rows) contents.set(pack, [...(contents.get(pack) ?? []), item])
  return contents
}

/** Those of these products that are in a pack of the shop. */
export async function listPacked(db: DbOrTx, ids: readonly ProductId[]): Promise<Set<ProductId>> {
  const rows = await db
    .selectDistinct({ id: packItems.productId })
    .from(packItems)
    .innerJoin(products, eq(products.id, packItems.packId))
    .where(and(isNotDeleted, eq(products.category, 'pack'), isOneOf(packItems.productId, ids)))
  return new Set(rows.map(({ id }) => id))
}

const SECOND_IMAGE = sql<string | null>`(
  select further.image from product_images as further where further.product_id = products.id order by further.place limit 1)`

/** The public side of a pack: its products on sale, in the order of the form, and what they cost without the pack. */
export async function findPackOffer(db: DbOrTx, { id }: Pick<Product, 'id'>): Promise<PackOffer> {
  const parts = await db
    .select({
      id: products.id,
      name: products.name,
      image: products.image,
      secondImage: SECOND_IMAGE,
      benefit: products.benefit,
      usage: products.usage,
      userPrice: products.userPrice,
      pieces: packItems.pieces,
    })
    .from(packItems)
    .innerJoin(products, eq(products.id, packItems.productId))
    .where(and(onSale, eq(packItems.packId, id)))
    .orderBy(asc(packItems.place))
  const [pack] = await db.select({ separately: SEPARATELY }).from(products).where(eq(products.id, id))
  return { parts, separately: pack?.separately ?? null }
}

/** The pack with this product in it that saves most, of those that can be bought now and are cheaper than their pieces. */
export async function findPackWith(db: DbOrTx, productId: ProductId): Promise<FullCard | null> {
  const [pack] = await db
    .select(CARD_COLUMNS)
    .from(products)
    .innerJoin(packItems, eq(packItems.packId, products.id))
    .where(and(onSale, gt(products.stock, 0), eq(packItems.productId, productId), isNotNull(SEPARATELY)))
    .orderBy(desc(sql`${SEPARATELY} - ${products.userPrice}`), asc(products.id))
    .limit(1)
  return pack ?? null
}

/**
 * Stores what is in a pack, in this order; a product of another category has no contents. Refuses (422) a product that is
 * named twice, is the pack itself or another pack, or has left the shop.
 */
export async function storeContents(
  tx: Tx,
  { id, category }: { id: ProductId; category: Category },
  contents: readonly Pick<PackItem, 'id' | 'pieces'>[],
): Promise<void> {
  await tx.delete(packItems).where(eq(packItems.packId, id))
  if (category !== 'pack' || contents.length === 0) return
  const ids = [...new Set(contents.map((item) => item.id))]
  const found = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(isNotDeleted, isOneOf(products.id, ids), sql`${products.category} <> 'pack'`))
    // None of them becomes a pack or leaves the shop meanwhile.
    .orderBy(asc(products.id))
    .for('share')
  if (found.length < contents.length)
    throw invalidField(
      PRODUCT_FIELDS.contents,
      'pack_contents',
      'Un produit de ce pack n’est plus en boutique, figure deux fois ou est lui-même un pack.',
    )
  await tx
    .insert(packItems)
    .values(contents.map((item, nth) => ({ packId: id, productId: item.id, place: nth + 1, pieces: item.pieces })))
}
