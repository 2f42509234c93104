import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { drawGrowth } from './chart.ts'
import { GROUPS, type Group, type Measure } from './figures.ts'

const FOLDER = join(import.meta.dirname, 'results')
const FILE = join(FOLDER, 'latest.json')

type Written = Omit<Measure, 'notes' | 'sizes'> & { notes: string; sizes?: string; at: string }

/** Writes what was measured; what an earlier run found of the other parts stays, with its date. Gives the files. */
export function keepResults(measures: readonly Measure[], now: Date): string[] {
  mkdirSync(FOLDER, { recursive: true })
  const machine = { processors: cpus().length, model: cpus()[0]?.model, node: process.version }
  const at = now.toISOString()
  const known = merged(
    readResults(),
    measures.map((measure) => written(measure, at)),
  )
  writeFileSync(FILE, `${JSON.stringify({ at, machine, measures: known }, rounded, 2)}\n`)
  return [FILE, ...drawCharts(measures)]
}

/** Lists in one text: the formatter, which looks at this file too, would write a short list otherwise than JSON does. */
function written({ notes, sizes, ...measure }: Measure, at: string): Written {
  const grown = sizes?.map(({ products, orders, time }) => `${products}/${orders}: ${time.median.toFixed(2)}`)
  return { ...measure, ...(grown ? { sizes: grown.join(', ') } : {}), notes: notes.join('; '), at }
}

const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value)

function readResults(): Written[] {
  if (!existsSync(FILE)) return []
  const { measures } = JSON.parse(readFileSync(FILE, 'utf8')) as { measures: Written[] }
  return measures.filter(({ group }) => GROUPS.includes(group))
}

/** In the order of the parts; a part that was measured replaces what was known of it. */
export function merged<Result extends { group: Group }>(known: readonly Result[], fresh: readonly Result[]): Result[] {
  const measured = new Set(fresh.map(({ group }) => group))
  const all = [...known.filter(({ group }) => !measured.has(group)), ...fresh]
  return GROUPS.flatMap((group) => all.filter((each) => each.group === group))
}

const CHARTS = {
  catalogue: { title: 'Pages and calls of the catalogue, made anew', axis: 'products', size: 'products' },
  orders: { title: 'Lists of orders', axis: 'orders', size: 'orders' },
  lists: { title: 'The other lists of the back office', axis: 'orders', size: 'orders' },
  dashboards: { title: 'Dashboards, and an order', axis: 'orders', size: 'orders' },
} as const

function drawCharts(measures: readonly Measure[]): string[] {
  return Object.entries(CHARTS).flatMap(([chart, { title, axis, size }]) => {
    const grown = measures.filter((measure) => measure.chart === chart && measure.sizes)
    if (grown.length === 0) return []
    const curves = grown.map(({ name, sizes }) => {
      const smallest = sizes![0]!.time.median
      return { name, points: sizes!.map((each) => ({ size: each[size], ratio: each.time.median / smallest })) }
    })
    const file = join(FOLDER, `growth-${chart}.svg`)
    writeFileSync(file, drawGrowth({ title, axis, limit: 1.5, curves }))
    return [file]
  })
}
