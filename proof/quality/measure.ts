import { loadavg } from 'node:os'

/** One line of the table. */
export interface Measure {
  name: string
  bar: string
  value: string
  /** `null` when there is nothing to hold. */
  held: boolean | null
  /** Shortcomings, one line each. */
  notes: string[]
  /** The machine's load of the last minute: times taken on a busy machine mean little. */
  load: number
}

const machineLoad = (): number => Math.round(loadavg()[0]! * 10) / 10

export const measure = (
  name: string,
  bar: string,
  value: string,
  held: boolean | null,
  notes: string[] = [],
): Measure => ({ name, bar, value, held, notes, load: machineLoad() })

interface Bound {
  unit?: string
  digits?: number
  notes?: string[]
}

const written = (value: number, { unit = '', digits = 0 }: Bound): string =>
  `${value.toFixed(digits)}${unit && `\u00A0${unit}`}`

export const atMost = (name: string, limit: number, value: number, bound: Bound = {}): Measure =>
  measure(name, `≤ ${written(limit, bound)}`, written(value, bound), value <= limit, bound.notes)

/** A measure whose limit is zero; each finding is a note. */
export const none = (name: string, found: readonly string[]): Measure =>
  measure(name, '0', String(found.length), found.length === 0, [...found])

export const informs = (name: string, value: string, notes: string[] = []): Measure =>
  measure(name, '–', value, null, notes)

const YES_NO = new Map<boolean | null, string>([
  [true, 'yes'],
  [false, 'NO'],
  [null, '–'],
])
const MOST_NOTES = 12

/** One line a measure, then what falls short. */
export function table(measures: readonly Measure[]): string {
  const rows = [
    ['measure', 'bar', 'value', 'held', 'load'],
    ...measures.map((each) => [each.name, each.bar, each.value, YES_NO.get(each.held)!, each.load.toFixed(1)]),
  ]
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const lines = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`)
  lines.splice(1, 0, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`)
  const notes = measures.filter((each) => each.notes.length > 0).flatMap(notesOf)
  return [...lines, '', ...notes].join('\n')
}

function notesOf({ name, notes }: Measure): string[] {
  const rest = notes.length - MOST_NOTES
  const shown = notes.slice(0, MOST_NOTES).map((note) => `  ${note}`)
  return [`${name}:`, ...shown, ...(rest > 0 ? [`  … and ${rest} more`] : [])]
}
