import {
  type AdminProductRow,
  adminProduct,
  contentsField,
  readPieces,
  readPrice,
} from '#features/catalogue/contract.ts'
import {
  CATEGORY_NAMES,
  type Category,
  MAX_PRODUCT_NAME,
  type PackItem,
  PLACEHOLDER,
  PRODUCT_FIELDS,
  TEXT_TITLES,
} from '#features/catalogue/model.ts'
import { priceProblem, stockProblem, supplierGain } from '#features/catalogue/rules.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { type ApiError, callApi } from '#web/api/api.ts'
import { fieldSentences } from '#web/api/french-errors.ts'

const REQUIRED_FIELDS = ['name', 'description', 'userPrice', 'distributorPrice', 'stock', 'category'] as const
const TEXT_FIELDS = ['benefit', 'usage', 'highlights', 'precautions'] as const

/** The fields of the product form, in their order on the page. */
export const TYPED_FIELDS = [...REQUIRED_FIELDS, ...TEXT_FIELDS] as const
type TypedField = (typeof TYPED_FIELDS)[number]
export type TypedProduct = Record<TypedField, string>

/** All fields that a problem may stand at. */
export const PROBLEM_FIELDS = [...TYPED_FIELDS, 'images', 'contents'] as const
export type ProductProblems = Partial<Record<(typeof PROBLEM_FIELDS)[number], string>>

/** The label, hint and error of a text of several lines, in the form with this id. */
export const textFrame = (field: 'usage' | 'highlights' | 'precautions', form: string, problems: ProductProblems) => ({
  label: TEXT_TITLES[field],
  hint:
    field === 'highlights' &&
    'Plusieurs lignes deviennent une liste\u00A0; un paragraphe «\u00A0Composition\u00A0: …\u00A0» a son titre.',
  id: `${form}-${field}`,
  error: problems[field],
})

const NEW_CATEGORY: Category = 'cosmetic'

/** A product as its form shows it. */
export const typedOf = (product: AdminProductRow | null): TypedProduct =>
  product === null
    ? {
        name: '',
        description: '',
        userPrice: '',
        distributorPrice: '',
        stock: '',
        category: NEW_CATEGORY,
        benefit: '',
        usage: '',
        highlights: '',
        precautions: '',
      }
    : {
        name: product.name,
        description: product.description,
        userPrice: inDirhams(product.userPrice),
        distributorPrice: inDirhams(product.distributorPrice),
        stock: String(product.stock),
        category: product.category,
        benefit: product.benefit ?? '',
        usage: product.usage ?? '',
        highlights: product.highlights ?? '',
        precautions: product.precautions ?? '',
      }

/** A copy, for the form of a new product: a draft without stock. */
export const copyOf = (product: AdminProductRow): AdminProductRow => ({
  ...product,
  name: `${product.name.slice(0, MAX_PRODUCT_NAME - COPY.length)}${COPY}`,
  stock: 0,
  isHidden: true,
})

const COPY = ' (copie)'

const inDirhams = (amount: Centimes): string => (amount / 100).toFixed(2).replace(/\.00$/, '')

export function fieldValues(form: HTMLFormElement): TypedProduct {
  const data = new FormData(form)
  return Object.fromEntries(TYPED_FIELDS.map((field) => [field, String(data.get(field) ?? '').trim()])) as TypedProduct
}

/** The gain of a supplier per piece; null as long as a price cannot be read. */
export function gainOf({
  userPrice,
  distributorPrice,
}: Pick<TypedProduct, 'userPrice' | 'distributorPrice'>): Centimes | null {
  const [user, distributor] = [readPrice(userPrice), readPrice(distributorPrice)]
  if (typeof user === 'string' || typeof distributor === 'string') return null
  return supplierGain({ userPrice: user, distributorPrice: distributor })
}

const EMPTY: Record<(typeof REQUIRED_FIELDS)[number], string> = {
  name: 'Indiquez le nom du produit.',
  description: 'Décrivez le produit en quelques phrases.',
  userPrice: 'Indiquez le prix que paie le client.',
  distributorPrice: 'Indiquez le prix que paie le distributeur.',
  stock: 'Indiquez combien d’unités sont en stock, 0 s’il n’y en a pas.',
  category: 'Choisissez une catégorie.',
}

const PRICE_PROBLEMS = {
  'not a number': 'Écrivez un montant, par exemple 149,50.',
  'too many decimals': 'Écrivez deux décimales au plus.',
}

/** Problems to correct before the form is sent, by the server's own rules. */
export function problemsOf(typed: TypedProduct): ProductProblems {
  const problems: ProductProblems = {}
  for (const field of REQUIRED_FIELDS) if (typed[field] === '') problems[field] = EMPTY[field]
  const prices = { userPrice: readPrice(typed.userPrice), distributorPrice: readPrice(typed.distributorPrice) }
  for (const field of ['userPrice', 'distributorPrice'] as const) {
    const price = prices[field]
    if (typeof price === 'string') problems[field] ??= PRICE_PROBLEMS[price]
  }
  const { userPrice, distributorPrice } = prices
  if (typeof userPrice === 'number' && typeof distributorPrice === 'number') {
    const problem = priceProblem(userPrice, distributorPrice)
    if (problem)
      problems[problem.field === PRODUCT_FIELDS.userPrice ? 'userPrice' : 'distributorPrice'] = problem.message
  }
  const pieces = readPieces(typed.stock)
  const stock = pieces === null ? 'Écrivez un nombre entier d’unités.' : stockProblem(pieces)
  if (stock) problems.stock ??= stock
  return problems
}

/** The server's refusals beside their fields. */
export const problemsIn = (error: ApiError): ProductProblems => fieldSentences(error, PROBLEM_FIELDS, PRODUCT_FIELDS)

interface UntypedFields {
  /** The names of its pictures in the shop, in their order. */
  images: readonly string[]
  contents: readonly PackItem[]
  isHidden: boolean
}

/** A product's fields as its form was opened with them. */
export interface ShownProduct {
  typed: TypedProduct
  untyped: UntypedFields
}

/**
 * The body of the call, under the wire's names. Of a product that exists it carries only what differs from what was shown,
 * so that it undoes nothing that somebody else changed meanwhile. A changed stock goes beside the one that was shown: the
 * shop adds their difference, which leaves alone what orders took.
 */
export function productBody(typed: TypedProduct, untyped: UntypedFields, shown: ShownProduct | null): FormData {
  const body = new FormData()
  const { images, contents, isHidden } = untyped
  const before = shown?.untyped
  const isChanged = (field: TypedField) => typed[field] !== shown?.typed[field].trim()
  for (const field of TYPED_FIELDS)
    if (isChanged(field))
      body.set(PRODUCT_FIELDS[field], field === 'category' ? CATEGORY_NAMES[typed.category as Category] : typed[field])
  // The call requires `Price`, the one price of former forms; the shop takes the two others.
  if (isChanged('userPrice')) body.set('Price', typed.userPrice)
  if (shown && isChanged('stock')) body.set(PRODUCT_FIELDS.shownStock, shown.typed.stock)
  if (isHidden !== before?.isHidden) body.set(PRODUCT_FIELDS.isHidden, isHidden ? '1' : '0')
  if (imagesField(images) !== (before && imagesField(before.images)))
    body.set(PRODUCT_FIELDS.images, imagesField(images))
  const isFilled = isChanged('category') || contentsField(contents) !== (before && contentsField(before.contents))
  if (typed.category === 'pack' && isFilled) body.set(PRODUCT_FIELDS.contents, contentsField(contents))
  return body
}

const imagesField = (images: readonly string[]): string =>
  JSON.stringify(images.filter((image) => image !== PLACEHOLDER))

export interface ProductCall {
  /** Undefined for a new product. */
  id: AdminProductRow['id'] | undefined
  body: FormData
  content: string
  /** The stock is sent as a difference: a second try after a lost answer must not add it again. */
  idempotencyKey: string
}

export const sendProduct = ({ id, body, idempotencyKey }: ProductCall): Promise<AdminProductRow> =>
  callApi(id === undefined ? '/api/admin/products' : `/api/admin/products/${id}?_method=PUT`, {
    method: 'POST',
    body,
    answer: adminProduct,
    idempotencyKey,
  })
