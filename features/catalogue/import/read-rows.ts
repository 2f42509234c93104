import { invalidField } from '#platform/kernel/refusal.ts'
import { normaliseForSearch } from '#platform/kernel/text.ts'
import { IMPORT_FIELDS, type ImportFormat, READ_COLUMNS, SHEET_COLUMNS } from '../model.ts'
import { plainText } from './html-to-text.ts'
import type { Sheet } from './parse-csv.ts'

/** What a line of a file says of a product, as it stands there; empty where it says nothing. */
export interface ImportRow {
  line: number
  /** This shop's number of the product. */
  id: string
  name: string
  description: string
  category: string
  userPrice: string
  distributorPrice: string
  stock: string
  /** What the stock was when the file was written; a difference is counted from it. */
  seenStock: string
  /** Why the line is left out, if so. */
  skipped: string | null
}

export interface ImportRows {
  format: ImportFormat
  wishes: readonly ImportRow[]
  /** What the admin should know of the file as a whole. */
  notes: readonly string[]
}

/** Column names of WooCommerce's own export, in English and in French. */
const WOO_COLUMNS = {
  type: ['Type'],
  name: ['Name', 'Nom'],
  published: ['Published', 'Publié'],
  shortDescription: ['Short description', 'Description courte'],
  description: ['Description'],
  inStock: ['In stock?', 'En stock ?'],
  stock: ['Stock'],
  salePrice: ['Sale price', 'Tarif promo'],
  regularPrice: ['Regular price', 'Tarif régulier'],
  categories: ['Categories', 'Catégories'],
  images: ['Images'],
} as const

const EXPECTED = Object.values(SHEET_COLUMNS).join(', ')

/** Tells whose export a file is by its columns, and reads its lines. Refuses (422) a file with other columns. */
export function readWishes(sheet: Sheet): ImportRows {
  const head = sheet.head.map(columnKey)
  const has = (names: readonly string[]) => names.some((name) => head.includes(columnKey(name)))
  if (has(WOO_COLUMNS.name) && has(WOO_COLUMNS.regularPrice)) return readWooCommerce(sheet)
  if (has(READ_COLUMNS.name) || has(READ_COLUMNS.id)) return readShop(sheet)
  throw invalidField(
    IMPORT_FIELDS.file,
    'file_columns',
    `Les colonnes de ce fichier ne sont pas reconnues. Attendues\u00A0: ${EXPECTED}, ou celles d’un export de WooCommerce.`,
  )
}

/** Without accents, case and the space that French puts before a question mark. */
const columnKey = (name: string): string => normaliseForSearch(name).replace(/\s*\?$/, '')

/** Where a file has its columns, found once; then the cell of a row, empty where there is no such column. */
function cellReader<Column extends string>(head: Sheet['head'], columns: Readonly<Record<Column, readonly string[]>>) {
  const keys = head.map(columnKey)
  const places = new Map<Column, number>()
  for (const column of Object.keys(columns) as Column[]) {
    const names = columns[column].map(columnKey)
    places.set(
      column,
      keys.findIndex((key) => names.includes(key)),
    )
  }
  return (cells: readonly string[]) => (column: Column) => (cells[places.get(column)!] ?? '').trim()
}

function readShop({ head, rows }: Sheet): ImportRows {
  const cellsOf = cellReader(head, READ_COLUMNS)
  const wishes = rows.map(({ line, cells }): ImportRow => {
    const at = cellsOf(cells)
    return {
      line,
      id: at('id'),
      name: at('name'),
      description: at('description').replace(/\r\n?/g, '\n'),
      category: at('category'),
      userPrice: at('userPrice'),
      distributorPrice: at('distributorPrice'),
      stock: at('stock'),
      seenStock: at('seenStock'),
      skipped: null,
    }
  })
  return { format: 'shop', wishes, notes: [] }
}

const SIMPLE = 'simple'
const PUBLISHED = '1'

function readWooCommerce({ head, rows }: Sheet): ImportRows {
  const count = { images: 0, sales: 0, unknownStocks: 0, undescribed: 0 }
  const cellsOf = cellReader(head, WOO_COLUMNS)
  const wishes = rows.map(({ line, cells }): ImportRow => {
    const at = cellsOf(cells)
    const name = plainText(at('name'))
    const description = plainText(at('description')) || plainText(at('shortDescription'))
    const skipped = whySkipped(at('type'), at('published'))
    if (skipped === null) {
      if (at('images') !== '') count.images++
      if (at('salePrice') !== '') count.sales++
      if (at('stock') === '') count.unknownStocks++
      if (description === '') count.undescribed++
    }
    return {
      line,
      id: '',
      name,
      description: description || name,
      category: at('categories'),
      userPrice: at('regularPrice'),
      distributorPrice: '',
      stock: wooStock(at('stock')),
      seenStock: '',
      skipped,
    }
  })
  return { format: 'woocommerce', wishes, notes: notesOn(count) }
}

function whySkipped(type: string, published: string): string | null {
  const types = normaliseForSearch(type).split(/\s*,\s*/)
  if (type !== '' && !types.includes(SIMPLE))
    return `Type «\u00A0${type}\u00A0»\u00A0: seuls les produits simples sont repris.`
  if (published !== '' && published !== PUBLISHED) return 'Ce produit n’est pas publié.'
  return null
}

/** A stock below zero is what was sold without being there; decimals are always naught. */
const wooStock = (stock: string): string => (stock.startsWith('-') ? '0' : stock.replace(/[.,]0+$/, ''))

function notesOn(count: { images: number; sales: number; unknownStocks: number; undescribed: number }): string[] {
  const notes: readonly (readonly [number, string])[] = [
    [count.images, 'Les images ne sont pas reprises\u00A0: ajoutez-les ensuite, produit par produit.'],
    [count.sales, 'Les tarifs promo ne sont pas repris\u00A0: le prix client est le tarif régulier.'],
    [
      count.unknownStocks,
      'Les produits sans stock chiffré sont ajoutés épuisés\u00A0; s’ils existent déjà, leur stock ne change pas.',
    ],
    [count.undescribed, 'Le nom d’un produit sans description lui en tient lieu.'],
  ]
  return notes.flatMap(([lines, note]) => (lines > 0 ? [note] : []))
}
