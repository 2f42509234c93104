import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { GROUPS, type Group, type Measure } from './figures.ts'

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'results')
const FILE = join(FOLDER, 'bench.json')

type SavedMeasure = Omit<Measure, 'notes' | 'sizes'> & { notes: string; sizes?: string; at: string }

/** Writes what was measured; what an earlier run found of the other parts stays, with its date. Gives the files. */
export function saveResults(measures: readonly Measure[], now: Date): string[] {
  mkdirSync(FOLDER, { recursive: true })
  const machine = { processors: cpus().length, model: cpus()[0]?.model, node: process.version }
  const at = now.toISOString()
  const known = merged(
    readResults(),
    measures.map((measure) => written(measure, at)),
  )
  writeFileSync(FILE, `${JSON.stringify({ at, machine, measures: known }, rounded, 2)}\n`)
  return [FILE]
}

/** Lists in one text: the formatter, which looks at this file too, would write a short list otherwise than JSON does. */
function written({ notes, sizes, ...measure }: Measure, at: string): SavedMeasure {
  const grown = sizes?.map(({ orders, time, p95 }) => `${orders}: ${time.median.toFixed(1)}, p95 ${p95.toFixed(1)}`)
  return { ...measure, ...(grown ? { sizes: grown.join(', ') } : {}), notes: notes.join('; '), at }
}

const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value)

function readResults(): SavedMeasure[] {
  if (!existsSync(FILE)) return []
  const { measures } = JSON.parse(readFileSync(FILE, 'utf8')) as { measures: SavedMeasure[] }
  return measures.filter(({ group }) => GROUPS.includes(group))
}

/** In the order of the parts; a part that was measured replaces what was known of it. */
export function merged<Result extends { group: Group }>(known: readonly Result[], fresh: readonly Result[]): Result[] {
  const measured = new Set(fresh.map(({ group }) => group))
  const all = [...known.filter(({ group }) => !measured.has(group)), ...fresh]
  return GROUPS.flatMap((group) => all.filter((each) => each.group === group))
}
