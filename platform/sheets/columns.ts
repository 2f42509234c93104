import { SHEET_COLUMNS_FIELD } from '#platform/kernel/list-limits.ts'
import { invalidField } from '#platform/kernel/refusal.ts'
import type { Sheet } from './read-sheet.ts'
import { foldWord } from './words.ts'

/** A field that a column may hold: the whole names by which it is known, and whether nothing goes without it. */
export interface SheetField {
  names: readonly string[]
  isRequired?: boolean
}

/** A heading for each field, as somebody chose it; null for none. A field that is not named is left to the known names. */
export type ChosenColumns = Readonly<Record<string, string | null>>

export interface Columns<Field extends string> {
  /** The heading of each field; null where none is known by its whole name, or several are. */
  headings: Readonly<Record<Field, string | null>>
  /** Required fields that no column holds. */
  missing: readonly Field[]
  /** A row's cell of a field, trimmed; empty without a column. */
  read: (cells: readonly string[], field: Field) => string
}

/** Finds the column of each field: as it was chosen, else by a whole name. Refuses (422) a choice that is no heading. */
export function chooseColumns<Field extends string>(
  { headings }: Pick<Sheet, 'headings'>,
  fields: Readonly<Record<Field, SheetField>>,
  chosen: ChosenColumns = {},
): Columns<Field> {
  const folded = headings.map(foldWord)
  const places = new Map<Field, number>()
  for (const field of Object.keys(fields) as Field[]) {
    const choice = chosen[field]
    const place = choice === undefined ? knownPlace(folded, fields[field].names) : chosenPlace(folded, choice)
    if (place !== null) places.set(field, place)
  }
  return {
    headings: Object.fromEntries(
      Object.keys(fields).map((field) => [field, headings[places.get(field as Field) ?? -1] ?? null]),
    ) as Record<Field, string | null>,
    missing: (Object.keys(fields) as Field[]).filter((field) => fields[field].isRequired && !places.has(field)),
    read: (cells, field) => cells[places.get(field) ?? -1]?.trim() ?? '',
  }
}

function knownPlace(headings: readonly string[], names: readonly string[]): number | null {
  const known = names.map(foldWord)
  const found = headings.flatMap((heading, place) => (known.includes(heading) ? [place] : []))
  return found.length === 1 ? found[0]! : null
}

function chosenPlace(headings: readonly string[], choice: string | null): number | null {
  const name = foldWord(choice ?? '')
  if (name === '') return null
  const place = headings.indexOf(name)
  if (place === -1)
    throw invalidField(
      SHEET_COLUMNS_FIELD,
      'column_unknown',
      `Ce tableau n’a pas de colonne «\u00A0${choice}\u00A0»\u00A0: choisissez-en une autre.`,
    )
  return place
}
