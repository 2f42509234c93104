import { asc, desc, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import { isOneOf } from '#platform/db/one-of.ts'
import { batchesOf } from '#platform/kernel/batches.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { ADMIN_COLUMNS, asRow, isNotDeleted, type NewProduct, type Pieces, searchColumns } from '../queries.ts'
import { type AdminProduct, type FullProduct, type ImportedStock, importedUnder } from '../rules.ts'
import { packItems, products, stockEntries } from '../tables.ts'

/** Rows of one statement: far below PostgreSQL's 65,535 parameters. */
const BATCH = 1_000

/** Stores many new products with one picture each, as `storeProduct` does one. */
export async function storeProducts(
  tx: Tx,
  added: readonly (NewProduct & { imported?: ImportedStock | null })[],
  by: AccountId | null,
  now: Date,
): Promise<void> {
  for (const batch of batchesOf(added, BATCH)) {
    const rows = await tx
      .insert(products)
      .values(batch.map(({ imported: _, ...each }) => asRow(each, now)))
      .returning({ productId: products.id, quantity: products.stock })
    const entries = rows.map((row, nth) => ({ ...row, ...batch[nth]!.imported }))
    // A row of an export that brought nothing is known all the same, since it is counted from when it comes again.
    const kept = entries.filter(({ quantity, exportName }) => quantity !== 0 || exportName !== undefined)
    await storeEntries(tx, kept, by, now)
  }
}

type Entry = Pieces & Partial<ImportedStock>

async function storeEntries(tx: Tx, entries: readonly Entry[], by: AccountId | null, now: Date): Promise<void> {
  for (const batch of batchesOf(entries, BATCH))
    await tx.insert(stockEntries).values(batch.map((each) => ({ ...each, enteredBy: by, enteredAt: now })))
}

/** The stock that each product's row of these exports brought last, under `importedUnder`. */
export async function listImportedStocks(db: DbOrTx, exportNames: readonly string[]): Promise<Map<string, number>> {
  const { productId, exportName, typedStock } = stockEntries
  const rows = await db
    .selectDistinctOn([productId, exportName], { productId, exportName, typedStock })
    .from(stockEntries)
    .where(sql`${exportName} = any(${sql.param(exportNames)}::text[])`)
    .orderBy(productId, exportName, desc(stockEntries.id))
  return new Map(rows.map((row) => [importedUnder(row.productId, row.exportName!), row.typedStock!]))
}

/** Locks all products, in ascending id: none is ordered or edited until the transaction ends. */
export const holdCatalogue = (tx: Tx): Promise<AdminProduct[]> =>
  tx.select(ADMIN_COLUMNS).from(products).where(isNotDeleted).orderBy(asc(products.id)).for('no key update')

/**
 * Stores an import's edits of held products. The stock becomes the given one, and the difference is entered; what is no pack
 * has no contents.
 */
export async function storeImportedEdits(
  tx: Tx,
  edits: readonly {
    existing: AdminProduct
    product: Omit<FullProduct, 'id' | 'image'>
    imported?: ImportedStock | null
  }[],
  by: AccountId,
  now: Date,
): Promise<void> {
  const searchOf = ({ existing, product }: (typeof edits)[number]) => searchColumns({ ...existing, ...product })
  for (const batch of batchesOf(edits, BATCH)) {
    const column = (value: (edit: (typeof batch)[number]) => string | number) => sql.param(batch.map(value))
    await tx.execute(sql`
      update products set name = new.name, description = new.description, user_price = new.user_price,
        distributor_price = new.distributor_price, stock = new.stock, category = new.category, search = new.search,
        words = new.words, updated_at = ${now.toISOString()}
      from unnest(${column(({ existing }) => existing.id)}::int[], ${column(({ product }) => product.name)}::text[],
        ${column(({ product }) => product.description)}::text[], ${column(({ product }) => product.userPrice)}::bigint[],
        ${column(({ product }) => product.distributorPrice)}::bigint[], ${column(({ product }) => product.stock)}::int[],
        ${column(({ product }) => product.category)}::text[], ${column((edit) => searchOf(edit).search)}::text[],
        ${column((edit) => searchOf(edit).words)}::text[])
        as new(id, name, description, user_price, distributor_price, stock, category, search, words)
      where products.id = new.id`)
    const entries = batch.map(({ existing, product, imported }) => ({
      productId: existing.id,
      quantity: product.stock - existing.stock,
      ...imported,
    }))
    const changes = entries.filter(({ quantity }) => quantity !== 0)
    await storeEntries(tx, changes, by, now)
  }
  const noPacks = edits.filter(({ product }) => product.category !== 'pack').map(({ existing }) => existing.id)
  await tx.delete(packItems).where(isOneOf(packItems.packId, noPacks))
}
