import { invalidField } from '#platform/kernel/refusal.ts'
import { normaliseForSearch } from '#platform/kernel/text.ts'
import type { Sheet } from '#platform/sheets/read-sheet.ts'
import { IMPORT_FIELDS, type ImportFormat, READ_COLUMNS, SHEET_COLUMNS } from '../model.ts'
import { htmlToText } from './html-to-text.ts'

/** A file's row about a product: its cells as typed, '' for an empty one or a missing column. */
export interface ImportRow {
  rowNumber: number
  /** The product's number in this shop. */
  id: string
  name: string
  description: string
  /** The description of a product that is new, where the file has none. */
  newDescription: string
  category: string
  userPrice: string
  distributorPrice: string
  stock: string
  /** The stock at the file's export, from which `stock` is counted. */
  shownStock: string
  /** The name of that export. */
  exportName: string
  /** The reason for skipping the row, in French; null for a row to import. */
  skipped: string | null
}

export interface ImportFile {
  format: ImportFormat
  rows: readonly ImportRow[]
  /** Remarks on the whole file, in French. */
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

/** Reads the rows of this shop's export or of WooCommerce's, by the columns. Refuses (422) a file with other columns. */
export function readProductRows(sheet: Sheet): ImportFile {
  const head = sheet.headings.map(columnKey)
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

/** Looks up a file's columns once, and then reads cells of rows by column; '' for a missing column. */
function cellReader<Column extends string>(
  head: Sheet['headings'],
  columns: Readonly<Record<Column, readonly string[]>>,
) {
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

function readShop({ headings, rows }: Sheet): ImportFile {
  const cellsOf = cellReader(headings, READ_COLUMNS)
  const products = rows.map(({ rowNumber, cells }): ImportRow => {
    const at = cellsOf(cells)
    return {
      rowNumber,
      id: at('id'),
      name: at('name'),
      description: at('description').replace(/\r\n?/g, '\n'),
      newDescription: '',
      category: at('category'),
      userPrice: at('userPrice'),
      distributorPrice: at('distributorPrice'),
      stock: at('stock'),
      shownStock: at('shownStock'),
      exportName: at('exportName'),
      skipped: null,
    }
  })
  return { format: 'shop', rows: products, notes: [] }
}

const SIMPLE = 'simple'
const PUBLISHED = '1'

function readWooCommerce({ headings, rows }: Sheet): ImportFile {
  const count = { images: 0, sales: 0, unknownStocks: 0, undescribed: 0 }
  const cellsOf = cellReader(headings, WOO_COLUMNS)
  const products = rows.map(({ rowNumber, cells }): ImportRow => {
    const at = cellsOf(cells)
    const name = htmlToText(at('name'))
    const description = htmlToText(at('description')) || htmlToText(at('shortDescription'))
    const skipped = whySkipped(at('type'), at('published'))
    if (skipped === null) {
      if (at('images') !== '') count.images++
      if (at('salePrice') !== '') count.sales++
      if (at('stock') === '') count.unknownStocks++
      if (description === '') count.undescribed++
    }
    return {
      rowNumber,
      id: '',
      name,
      description,
      newDescription: name,
      category: at('categories'),
      userPrice: at('regularPrice'),
      distributorPrice: '',
      stock: wooStock(at('stock')),
      shownStock: '',
      exportName: '',
      skipped,
    }
  })
  return { format: 'woocommerce', rows: products, notes: notesOn(count) }
}

function whySkipped(type: string, published: string): string | null {
  const types = normaliseForSearch(type).split(/\s*,\s*/)
  if (type !== '' && !types.includes(SIMPLE))
    return `Type «\u00A0${type}\u00A0»\u00A0: seuls les produits simples sont repris.`
  if (published !== '' && published !== PUBLISHED) return 'Ce produit n’est pas publié.'
  return null
}

/** WooCommerce goes below zero for pieces sold on back-order, and writes decimals that are always zero. */
const wooStock = (stock: string): string => (stock.startsWith('-') ? '0' : stock.replace(/[.,]0+$/, ''))

function notesOn(count: { images: number; sales: number; unknownStocks: number; undescribed: number }): string[] {
  const notes: readonly (readonly [number, string])[] = [
    [count.images, 'Les images ne sont pas reprises\u00A0: ajoutez-les ensuite, produit par produit.'],
    [count.sales, 'Les tarifs promo ne sont pas repris\u00A0: le prix client est le tarif régulier.'],
    [
      count.unknownStocks,
      'Les produits sans stock chiffré sont ajoutés épuisés\u00A0; s’ils existent déjà, leur stock ne change pas.',
    ],
    [
      count.undescribed,
      'Le nom d’un nouveau produit sans description lui en tient lieu\u00A0; s’il existe déjà, sa description ne change pas.',
    ],
  ]
  return notes.flatMap(([rows, note]) => (rows > 0 ? [note] : []))
}
