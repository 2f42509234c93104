import { text } from '#platform/kernel/codecs.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { type Centimes, centimes, percent } from '#platform/kernel/money.ts'
import { normaliseForSearch } from '#platform/kernel/text.ts'
import { readPieces, readPrice } from '../contract.ts'
import {
  CATEGORY_NAMES,
  type Category,
  IMPORT_FIELDS,
  type ImportAction,
  LONGEST_DESCRIPTION,
  LONGEST_NAME,
  PRODUCT_FIELDS,
} from '../model.ts'
import { type FullProduct, findCategory, MIN_PRICE, priceProblem, stockProblem } from '../rules.ts'
import type { ImportRow } from './read-rows.ts'

/** What an import can say of a product. */
export type ImportedProduct = Omit<FullProduct, 'id' | 'image'>

interface Change {
  field: string
  before: string | number | null
  after: string | number
}

export interface FieldError {
  field: string
  message: string
}

export interface PlannedLine {
  line: number
  name: string
  action: ImportAction
  changes: readonly Change[]
  errors: readonly FieldError[]
  reason?: string
  /** What the line comes to; null when it is left out or wrong. */
  outcome: { existing: FullProduct | null; product: ImportedProduct } | null
}

/** What each line comes to, given the products that are on sale. Changes nothing. */
export function planImport(
  wishes: readonly ImportRow[],
  catalogue: readonly FullProduct[],
  distributorPercent: number,
): PlannedLine[] {
  const find = finderIn(catalogue)
  const named = new Map<string, number>()
  return wishes.map((wish) => {
    const { line, name, skipped } = wish
    if (skipped !== null) return { line, name, action: 'skip', changes: [], errors: [], reason: skipped, outcome: null }
    const found = find(wish)
    const wrong = (errors: FieldError[]): PlannedLine => ({
      line,
      name,
      action: 'error',
      changes: [],
      errors,
      outcome: null,
    })
    if ('error' in found) return wrong([found.error])
    const existing = found.product
    const { product, errors } = readProduct(wish, existing, distributorPercent)
    const all = [...twiceIn(named, wish, existing), ...errors]
    if (all.length > 0) return wrong(all)
    const changes = changesOf(existing, product)
    const action = existing === null ? 'create' : changes.length > 0 ? 'update' : 'same'
    return { line, name: product.name, action, changes, errors: [], outcome: { existing, product } }
  })
}

type Found = { product: FullProduct | null } | { error: FieldError }

/** A product is found by its number, or else by its name. */
function finderIn(catalogue: readonly FullProduct[]): (wish: ImportRow) => Found {
  const byId = new Map<number, FullProduct>(catalogue.map((product) => [product.id, product]))
  const byName = Map.groupBy(catalogue, ({ name }) => normaliseForSearch(name))
  return ({ id, name }) => {
    if (id !== '') {
      const product = byId.get(Number(id) as ProductId)
      if (product) return { product }
      const message = `Aucun produit en vente n’a l’identifiant ${id}\u00A0: videz la cellule pour en créer un.`
      return { error: { field: IMPORT_FIELDS.id, message } }
    }
    const [product = null, another] = byName.get(normaliseForSearch(name)) ?? []
    if (!another) return { product }
    const message = 'Plusieurs produits en vente portent ce nom\u00A0: précisez l’identifiant.'
    return { error: { field: PRODUCT_FIELDS.name, message } }
  }
}

/** A product may stand in a file once, whether its number or its name says so. */
function twiceIn(named: Map<string, number>, { line, name }: ImportRow, existing: FullProduct | null): FieldError[] {
  const key = existing ? `id ${existing.id}` : `name ${normaliseForSearch(name)}`
  const earlier = named.get(key)
  if (earlier === undefined) named.set(key, line)
  if (earlier === undefined) return []
  return [{ field: PRODUCT_FIELDS.name, message: `Ce produit figure déjà à la ligne ${earlier}.` }]
}

/** What is left empty of a product that is there stays as it is. */
function readProduct(
  wish: ImportRow,
  existing: FullProduct | null,
  distributorPercent: number,
): { product: ImportedProduct; errors: FieldError[] } {
  const errors: FieldError[] = []
  const read = <Field extends keyof typeof PRODUCT_FIELDS & keyof ImportedProduct>(
    field: Field,
    typed: string,
    reader: (typed: string) => ImportedProduct[Field] | Problem,
  ): ImportedProduct[Field] | undefined => {
    if (typed === '' && existing) return existing[field]
    const value = typed === '' ? problem('Cette cellule est vide.') : reader(typed)
    if (!isProblem(value)) return value
    errors.push({ field: PRODUCT_FIELDS[field], message: value.problem })
    return undefined
  }
  const name = read('name', wish.name, readText(LONGEST_NAME))
  const description = read('description', wish.description, readText(LONGEST_DESCRIPTION))
  const category = read('category', wish.category, readCategory)
  const userPrice = read('userPrice', wish.userPrice, readAmount)
  const stock = read('stock', wish.stock === '' && !existing ? '0' : wish.stock, stockReader(wish, existing))
  const distributorPrice = readDistributorPrice(wish, existing, userPrice, distributorPercent)
  if (isProblem(distributorPrice)) {
    errors.push({ field: PRODUCT_FIELDS.distributorPrice, message: distributorPrice.problem })
  } else if (userPrice !== undefined) {
    const wrong = priceProblem(userPrice, distributorPrice)
    if (wrong) errors.push(wrong)
  }
  return { product: { name, description, category, userPrice, distributorPrice, stock } as ImportedProduct, errors }
}

/** Where the file has none, a product keeps the one it has, as long as it fits; a new one gets a part of the public price. */
function readDistributorPrice(
  { distributorPrice }: ImportRow,
  existing: FullProduct | null,
  userPrice: Centimes | undefined,
  distributorPercent: number,
): Centimes | Problem {
  if (distributorPrice !== '') return readAmount(distributorPrice)
  if (userPrice === undefined) return MIN_PRICE
  if (existing && existing.distributorPrice <= userPrice) return existing.distributorPrice
  return centimes(Math.max(MIN_PRICE, percent(userPrice, distributorPercent)))
}

interface Problem {
  problem: string
}
const problem = (message: string): Problem => ({ problem: message })
const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'problem' in value

const readText = (longest: number) => {
  const schema = text(longest)
  return (typed: string): string | Problem => {
    const { data, success } = schema.safeParse(typed)
    return success ? data : problem(`Écrivez ${longest} caractères au plus, sans caractère de contrôle.`)
  }
}

function readAmount(typed: string): Centimes | Problem {
  const price = readPrice(typed.replace(/\s/g, ''))
  if (price === 'not a number')
    return problem(`«\u00A0${typed}\u00A0» n’est pas un prix\u00A0: écrivez par exemple 149,50.`)
  if (price === 'too many decimals') return problem(`«\u00A0${typed}\u00A0» a trop de décimales\u00A0: deux au plus.`)
  return price
}

function readStock(typed: string): number | Problem {
  const pieces = readPieces(typed.replace(/\s/g, ''))
  if (pieces === null) return problem(`«\u00A0${typed}\u00A0» n’est pas un nombre entier d’unités.`)
  const wrong = stockProblem(pieces)
  return wrong === null ? pieces : problem(wrong)
}

/** A file that says what the stock was when it was written changes today's stock by the difference: orders went on meanwhile. */
const stockReader =
  ({ seenStock }: ImportRow, existing: FullProduct | null) =>
  (typed: string): number | Problem => {
    const pieces = readStock(typed)
    if (existing === null || seenStock === '' || isProblem(pieces)) return pieces
    const seen = readStock(seenStock)
    if (isProblem(seen)) return seen
    const stock = existing.stock + pieces - seen
    if (stock < 0) return problem(`Des commandes ont pris des unités\u00A0: il n’en reste que ${existing.stock}.`)
    const wrong = stockProblem(stock)
    return wrong === null ? stock : problem(wrong)
  }

/** Beginnings of words by which shops name what is a category here. */
const CATEGORY_WORDS: readonly (readonly [Category, RegExp])[] = [
  ['pack', /\b(packs?|coffrets?|lots?)\b/],
  ['supplement', /\b(complement|aliment|nutrition|supplement)/],
  ['cosmetic', /\b(cosmeti|beaute|soin)/],
]

/** A category by its name, or the first of a list of paths (`Cosmétique > Visage, Promotions`) of which a word says so. */
function readCategory(typed: string): Category | Problem {
  const exact = findCategory(typed)
  if (exact) return exact
  for (const part of normaliseForSearch(typed).split(','))
    for (const [category, words] of CATEGORY_WORDS) if (words.test(part)) return category
  const names = Object.values(CATEGORY_NAMES).join(', ')
  return problem(`«\u00A0${typed}\u00A0» n’est pas une catégorie\u00A0: écrivez ${names}.`)
}

const SHOWN = ['name', 'description', 'category', 'userPrice', 'distributorPrice', 'stock'] as const

function changesOf(existing: FullProduct | null, product: ImportedProduct): Change[] {
  return SHOWN.filter((field) => existing?.[field] !== product[field]).map((field) => ({
    field: PRODUCT_FIELDS[field],
    before: existing && shown(existing, field),
    after: shown(product, field),
  }))
}

function shown(product: ImportedProduct, field: (typeof SHOWN)[number]): string | number {
  if (field === 'category') return CATEGORY_NAMES[product.category]
  if (field === 'userPrice' || field === 'distributorPrice') return product[field] / 100
  return product[field]
}
