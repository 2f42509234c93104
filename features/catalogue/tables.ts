import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/tables.ts'
import { bytes, identity, idOf, moment, money } from '#platform/db/columns.ts'
import type { AccountId, OrderId, ProductId } from '#platform/kernel/ids.ts'
import type { Category, StockReason } from './model.ts'

const onSale = (table: { deletedAt: AnyPgColumn }) => sql`${table.deletedAt} is null`

export const products = pgTable(
  'products',
  {
    id: identity<ProductId>(),
    category: text().$type<Category>().notNull(),
    name: text().notNull(),
    description: text().notNull(),
    /** One line below the name, such as `Teint éclat · 30 ml`. */
    benefit: text(),
    usage: text(),
    highlights: text(),
    precautions: text(),
    /** The name of its main picture, of which `images` has the master. */
    image: text().notNull(),
    userPrice: money().notNull(),
    distributorPrice: money().notNull(),
    stock: integer().notNull(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    /** A draft, or out of the shop for a while: for admins alone since then. */
    hiddenAt: moment(),
    /** Out of the shop since then; orders have its name. */
    deletedAt: moment(),
    /** The name as searches see it. */
    search: text().notNull(),
    /** The words of its name and of all its texts, each behind a space. */
    words: text().notNull(),
  },
  // A shop has two thousand products at most: they are sorted, and their words looked through, in a few milliseconds. No
  // index holds the stock, so that an order writes none.
  (table) => [
    index('products_on_sale').on(table.category, table.id).where(onSale(table)),
    index('products_by_search').using('gin', sql`${table.search} gin_trgm_ops`),
    check('stock_is_never_below_zero', sql`${table.stock} >= 0`),
    check('a_user_price_has_bounds', sql`${table.userPrice} between 1 and 99999999`),
    check('a_distributor_price_has_bounds', sql`${table.distributorPrice} between 1 and ${table.userPrice}`),
    check('a_category_is_known', sql`${table.category} in ('supplement', 'cosmetic', 'pack')`),
    check('a_benefit_is_one_short_line', sql`char_length(${table.benefit}) between 1 and 60`),
  ],
)

/** The product to which a row belongs. */
export const ofProduct = () =>
  idOf<ProductId>()
    .notNull()
    .references(() => products.id)

/** The pictures of a product after its main one, in the order of their places. */
export const productImages = pgTable(
  'product_images',
  {
    productId: ofProduct(),
    /** The main picture, which stands in `products`, has the first place. */
    place: integer().notNull(),
    image: text()
      .notNull()
      .references(() => images.name),
  },
  (table) => [
    primaryKey({ name: 'a_product_has_one_picture_at_a_place', columns: [table.productId, table.place] }),
    index('product_images_of_a_picture').on(table.image),
    check('a_product_has_five_pictures_at_most', sql`${table.place} between 2 and 5`),
  ],
)

/** The contents of packs. A list for people: a pack has a stock of its own. */
export const packItems = pgTable(
  'pack_items',
  {
    packId: ofProduct(),
    productId: ofProduct(),
    /** Counted from 1. */
    place: integer().notNull(),
    pieces: integer().notNull(),
  },
  (table) => [
    primaryKey({ name: 'a_pack_names_a_product_once', columns: [table.packId, table.productId] }),
    index('pack_items_of_a_product').on(table.productId),
    check('a_pack_is_not_in_itself', sql`${table.packId} <> ${table.productId}`),
    check('a_pack_has_1_to_99_pieces', sql`${table.pieces} between 1 and 99`),
  ],
)

/** The picture that every size of it is drawn from, under the name that `products.image` says. */
export const images = pgTable(
  'images',
  {
    name: text().primaryKey(),
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: moment().notNull(),
    master: bytes().notNull(),
  },
  (table) => [
    check('a_master_has_bounds', sql`octet_length(${table.master}) between 1 and 2000000`),
    check(
      'a_master_is_no_larger_than_shown',
      sql`${table.width} between 1 and 960 and ${table.height} between 1 and 960`,
    ),
  ],
)

/**
 * Pieces that were added or taken away by hand, and pieces that did not come back of parcels, with the reason. Their sum,
 * less the pieces of orders that are live or outside, is the product's stock: nothing else may change it.
 */
export const stockEntries = pgTable(
  'stock_entries',
  {
    id: identity(),
    productId: ofProduct(),
    /** The order whose parcel did not bring them back. Its table stands above this room. */
    orderId: idOf<OrderId>(),
    reason: text().$type<StockReason>().notNull().default('hand'),
    quantity: integer().notNull(),
    enteredAt: moment().notNull(),
    enteredBy: idOf<AccountId>().references(() => accounts.id),
    /** The export whose row brought them, and the stock that was typed there: the same row brings them once. */
    exportName: text(),
    typedStock: integer(),
  },
  (table) => [
    index('stock_entries_of_a_product').on(table.productId),
    index('stock_entries_of_an_order').on(table.orderId).where(sql`${table.orderId} is not null`),
    check('a_stock_reason_is_known', sql`${table.reason} in ('hand', 'damaged', 'missing', 'lost')`),
    check('a_loss_names_its_order', sql`(${table.reason} = 'hand') = (${table.orderId} is null)`),
    check('a_loss_takes_pieces', sql`${table.reason} = 'hand' or ${table.quantity} < 0`),
    check('a_typed_stock_names_its_export', sql`(${table.exportName} is null) = (${table.typedStock} is null)`),
  ],
)
