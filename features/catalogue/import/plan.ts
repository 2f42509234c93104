import { oneLine, text } from '#platform/kernel/codecs.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { type Centimes, centimes, percent } from '#platform/kernel/money.ts'
import { normaliseForSearch } from '#platform/kernel/text.ts'
import { readPieces, readPrice } from '../contract.ts'
import {
  CATEGORY_NAMES,
  type Category,
  IMPORT_FIELDS,
  type ImportAction,
  MAX_PRODUCT_DESCRIPTION,
  MAX_PRODUCT_NAME,
  PRODUCT_FIELDS,
} from '../model.ts'
import {
  type AdminProduct,
  becomesPackInPack,
  type FullProduct,
  findCategory,
  type ImportedStock,
  importedUnder,
  isExportName,
  MIN_PRICE,
  PRODUCT_IN_PACK,
  priceProblem,
  stockProblem,
} from '../rules.ts'
import type { ImportRow } from './read-rows.ts'

/** The fields of a product that a file can set; pictures do not travel in files. */
type ImportedProduct = Omit<FullProduct, 'id' | 'image'>

interface ProductChange {
  field: string
  before: string | number | null
  after: string | number
}

interface FieldError {
  field: string
  message: string
}

export interface PlannedRow {
  rowNumber: number
  name: string
  action: ImportAction
  changes: readonly ProductChange[]
  errors: readonly FieldError[]
  reason?: string
  /** The product that the row adds or edits; null for a row that is skipped or wrong. */
  result: { existing: AdminProduct | null; product: ImportedProduct; imported: ImportedStock | null } | null
}

/** Our categories for those of the file that we do not know. */
export type CategoryMap = ReadonlyMap<string, Category>

export interface UnknownCategory {
  name: string
  rows: number
  category: Category | null
}

/** The categories of a file that we do not know by their names, in its order. */
export function unknownCategories(rows: readonly ImportRow[], mapped: CategoryMap): UnknownCategory[] {
  const unknown = new Map<string, UnknownCategory>()
  for (const { category: name, skipped } of rows) {
    if (skipped !== null || name === '' || knownCategory(name)) continue
    const counted = unknown.get(name)
    if (counted) counted.rows++
    else unknown.set(name, { name, rows: 1, category: mapped.get(name) ?? null })
  }
  return [...unknown.values()]
}

/** The stocks that rows of exports have brought already, under `importedUnder`. */
type ImportedStocks = ReadonlyMap<string, number>

/** The exports of which the rows say that they are. */
export const exportNamesIn = (rows: readonly ImportRow[]): string[] => [
  ...new Set(rows.map(({ exportName }) => exportName).filter(isExportName)),
]

/**
 * Works out for each row the product that it adds or edits, given those on sale, which of them are in packs and what was
 * imported before. Prices in centimes. Changes nothing.
 */
export function planImport(
  rows: readonly ImportRow[],
  catalogue: readonly AdminProduct[],
  distributorPercent: number,
  mapped: CategoryMap = new Map(),
  packed: ReadonlySet<ProductId> = new Set(),
  imported: ImportedStocks = new Map(),
): PlannedRow[] {
  const find = finderIn(catalogue)
  const named = new Map<string, number>()
  return rows.map((row) => {
    const { rowNumber, name, skipped } = row
    if (skipped !== null)
      return { rowNumber, name, action: 'skip', changes: [], errors: [], reason: skipped, result: null }
    const found = find(row)
    const wrong = (errors: FieldError[]): PlannedRow => ({
      rowNumber,
      name,
      action: 'error',
      changes: [],
      errors,
      result: null,
    })
    if ('error' in found) return wrong([found.error])
    const existing = found.product
    const { product, errors, isCategoryUnknown } = readProduct(row, existing, distributorPercent, mapped, imported)
    if (existing && becomesPackInPack(existing, product.category, packed))
      errors.push({ field: PRODUCT_FIELDS.category, message: PRODUCT_IN_PACK })
    const all = [...twiceIn(named, row, existing), ...errors]
    if (all.length > 0) return wrong(all)
    if (isCategoryUnknown)
      return { rowNumber, name, action: 'choice', changes: [], errors: [], reason: CHOICE, result: null }
    const changes = changesOf(existing, product)
    const action = existing === null ? 'create' : changes.length > 0 ? 'update' : 'same'
    const result = { existing, product, imported: importedStock(row) }
    return { rowNumber, name: product.name, action, changes, errors: [], result }
  })
}

const CHOICE = 'Sa catégorie est à choisir ci-dessus.'

type ProductMatch = { product: AdminProduct | null } | { error: FieldError }

/** Finds a row's product by its number, or else by its name. */
function finderIn(catalogue: readonly AdminProduct[]): (row: ImportRow) => ProductMatch {
  const byId = new Map<number, AdminProduct>(catalogue.map((product) => [product.id, product]))
  const byName = Map.groupBy(catalogue, ({ name }) => normaliseForSearch(name))
  return ({ id, name }) => {
    if (id !== '') {
      const product = byId.get(Number(id) as ProductId)
      if (product) return { product }
      const message = `Aucun produit n’a l’identifiant ${id}\u00A0: videz la cellule pour en créer un.`
      return { error: { field: IMPORT_FIELDS.id, message } }
    }
    const [product = null, another] = byName.get(normaliseForSearch(name)) ?? []
    if (!another) return { product }
    const message = 'Plusieurs produits portent ce nom\u00A0: précisez l’identifiant.'
    return { error: { field: PRODUCT_FIELDS.name, message } }
  }
}

/** Finds a product that an earlier row has named, by its number or by its name: one of the two would be lost. */
function twiceIn(
  named: Map<string, number>,
  { rowNumber, name }: ImportRow,
  existing: AdminProduct | null,
): FieldError[] {
  const key = existing ? `id ${existing.id}` : `name ${normaliseForSearch(name)}`
  const earlier = named.get(key)
  if (earlier === undefined) named.set(key, rowNumber)
  if (earlier === undefined) return []
  return [{ field: PRODUCT_FIELDS.name, message: `Ce produit figure déjà à la ligne ${earlier}.` }]
}

/** Reads a row's cells. An empty cell leaves an existing product's field as it is. */
function readProduct(
  row: ImportRow,
  existing: AdminProduct | null,
  distributorPercent: number,
  mapped: CategoryMap,
  imported: ImportedStocks,
): { product: ImportedProduct; errors: FieldError[]; isCategoryUnknown: boolean } {
  const errors: FieldError[] = []
  const read = <Field extends keyof typeof PRODUCT_FIELDS & keyof ImportedProduct>(
    field: Field,
    typed: string,
    reader: (typed: string) => ImportedProduct[Field] | CellProblem,
  ): ImportedProduct[Field] | undefined => {
    if (typed === '' && existing) return existing[field]
    const value = typed === '' ? problem('Cette cellule est vide.') : reader(typed)
    if (!isProblem(value)) return value
    errors.push({ field: PRODUCT_FIELDS[field], message: value.problem })
    return undefined
  }
  const name = read('name', row.name, readName)
  const described = row.description === '' && !existing ? row.newDescription : row.description
  const description = read('description', described, readDescription)
  const ours = knownCategory(row.category) ?? mapped.get(row.category) ?? null
  const isCategoryUnknown = row.category !== '' && ours === null
  const category = isCategoryUnknown ? undefined : read('category', row.category, () => ours!)
  const userPrice = read('userPrice', row.userPrice, readAmount)
  const stock = read('stock', row.stock === '' && !existing ? '0' : row.stock, stockReader(row, existing, imported))
  const distributorPrice = readDistributorPrice(row, existing, userPrice, distributorPercent)
  if (isProblem(distributorPrice)) {
    errors.push({ field: PRODUCT_FIELDS.distributorPrice, message: distributorPrice.problem })
  } else if (userPrice !== undefined) {
    const wrong = priceProblem(userPrice, distributorPrice)
    if (wrong) errors.push(wrong)
  }
  return {
    product: { name, description, category, userPrice, distributorPrice, stock } as ImportedProduct,
    errors,
    isCategoryUnknown,
  }
}

/** An empty cell leaves an existing price that is not above the public one; otherwise it is a percentage of the public one. */
function readDistributorPrice(
  { distributorPrice }: ImportRow,
  existing: AdminProduct | null,
  userPrice: Centimes | undefined,
  distributorPercent: number,
): Centimes | CellProblem {
  if (distributorPrice !== '') return readAmount(distributorPrice)
  if (userPrice === undefined) return MIN_PRICE
  if (existing && existing.distributorPrice <= userPrice) return existing.distributorPrice
  return centimes(Math.max(MIN_PRICE, percent(userPrice, distributorPercent)))
}

interface CellProblem {
  problem: string
}
const problem = (message: string): CellProblem => ({ problem: message })
const isProblem = (value: unknown): value is CellProblem =>
  typeof value === 'object' && value !== null && 'problem' in value

const textReader =
  (schema: ReturnType<typeof text>, sentence: string) =>
  (typed: string): string | CellProblem => {
    const { data, success } = schema.safeParse(typed)
    return success ? data : problem(sentence)
  }

const readName = textReader(
  oneLine(MAX_PRODUCT_NAME),
  `Écrivez ${MAX_PRODUCT_NAME} caractères au plus, sur une seule ligne, sans caractère invisible.`,
)
const readDescription = textReader(
  text(MAX_PRODUCT_DESCRIPTION),
  `Écrivez ${MAX_PRODUCT_DESCRIPTION} caractères au plus, sans caractère de contrôle.`,
)

function readAmount(typed: string): Centimes | CellProblem {
  const price = readPrice(typed.replace(/\s/g, ''))
  if (price === 'not a number')
    return problem(`«\u00A0${typed}\u00A0» n’est pas un prix\u00A0: écrivez par exemple 149,50.`)
  if (price === 'too many decimals') return problem(`«\u00A0${typed}\u00A0» a trop de décimales\u00A0: deux au plus.`)
  return price
}

function readStock(typed: string): number | CellProblem {
  const pieces = readPieces(typed.replace(/\s/g, ''))
  if (pieces === null) return problem(`«\u00A0${typed}\u00A0» n’est pas un nombre entier d’unités.`)
  const wrong = stockProblem(pieces)
  return wrong === null ? pieces : problem(wrong)
}

/**
 * A file with the stock at its export changes today's stock by the difference: orders were placed meanwhile. The difference
 * is counted from the stock that the same row of the same export brought last, so that a file that is imported again adds
 * nothing twice. A cell that is as it was exported changes nothing.
 */
const stockReader =
  ({ shownStock, exportName }: ImportRow, existing: AdminProduct | null, imported: ImportedStocks) =>
  (typed: string): number | CellProblem => {
    const pieces = readStock(typed)
    if (existing === null || shownStock === '' || isProblem(pieces)) return pieces
    const exported = readStock(shownStock)
    if (isProblem(exported)) return exported
    if (pieces === exported) return existing.stock
    if (!isExportName(exportName)) return problem(UNKNOWN_EXPORT)
    const before = imported.get(importedUnder(existing.id, exportName)) ?? exported
    const stock = existing.stock + pieces - before
    if (stock < 0) return problem(`Des commandes ont pris des unités\u00A0: il n’en reste que ${existing.stock}.`)
    const wrong = stockProblem(stock)
    return wrong === null ? stock : problem(wrong)
  }

const UNKNOWN_EXPORT =
  'Cette ligne ne dit plus de quel export elle vient\u00A0: exportez à nouveau les produits, puis changez leur stock.'

/** The stock that a row of an export brings, by which it is known when it comes again. */
function importedStock({ exportName, stock }: ImportRow): ImportedStock | null {
  const typedStock = readStock(stock)
  return isExportName(exportName) && !isProblem(typedStock) ? { exportName, typedStock } : null
}

/** Words by which other shops name our categories, as they begin. */
const CATEGORY_WORDS: readonly (readonly [Category, RegExp])[] = [
  ['pack', /\b(packs?|coffrets?|lots?)\b/],
  ['supplement', /\b(complement|aliment|nutrition|supplement)/],
  ['cosmetic', /\b(cosmeti|beaute|soin)/],
]

/** The category of that name, or of the first of WooCommerce's paths (`Cosmétique > Visage, Promotions`) with a word of one. */
function knownCategory(typed: string): Category | null {
  const exact = findCategory(typed)
  if (exact) return exact
  for (const path of normaliseForSearch(typed).split(','))
    for (const [category, words] of CATEGORY_WORDS) if (words.test(path)) return category
  return null
}

const PREVIEWED = ['name', 'description', 'category', 'userPrice', 'distributorPrice', 'stock'] as const

function changesOf(existing: AdminProduct | null, product: ImportedProduct): ProductChange[] {
  return PREVIEWED.filter((field) => existing?.[field] !== product[field]).map((field) => ({
    field: PRODUCT_FIELDS[field],
    before: existing && previewed(existing, field),
    after: previewed(product, field),
  }))
}

function previewed(product: ImportedProduct, field: (typeof PREVIEWED)[number]): string | number {
  if (field === 'category') return CATEGORY_NAMES[product.category]
  if (field === 'userPrice' || field === 'distributorPrice') return product[field] / 100
  return product[field]
}
