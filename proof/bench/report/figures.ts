/** A figure of all rounds; the spread shows how far to trust the median. */
interface Series {
  median: number
  min: number
  max: number
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

const series = (values: readonly number[]): Series => ({
  median: median(values),
  min: Math.min(...values),
  max: Math.max(...values),
})

export const percentile = (values: Iterable<number>, share: number): number => {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

/** The parts of the harness, in the order in which they run. */
export const GROUPS = ['pages', 'orders', 'growth', 'start', 'memory'] as const

export type Group = (typeof GROUPS)[number]

/** The limit of the ratio, in percent. Null: the measure only informs. */
type Limit = { atLeast: number } | { atMost: number } | null

/** One size of shop and what an answer took there. */
interface SizePoint {
  orders: number
  time: Series
  p95: number
}

export interface Measure {
  group: Group
  name: string
  unit: string
  shop: Series
  /** The baseline: a bare program, the first samples, the smallest shop. */
  bare: Series
  /** The shop in percent of the baseline, round by round, so that other load on the machine affects both. */
  ratio: Series
  goal: string
  met: boolean | null
  notes: string[]
  /** Growth only: the shops, smallest first. */
  sizes?: SizePoint[]
}

type MeasureName = Pick<Measure, 'group' | 'name' | 'unit'> & { limit: Limit }

/** Two series taken in turns, in the same rounds. */
export function compared(
  { limit, ...named }: MeasureName,
  shop: readonly number[],
  bare: readonly number[],
  notes: string[] = [],
): Measure {
  const ratio = series(shop.map((value, round) => (100 * value) / bare[round]!))
  return {
    ...named,
    shop: series(shop),
    bare: series(bare),
    ratio,
    goal: goalOf(limit),
    met: isMet(limit, ratio),
    notes,
  }
}

/** An answer in shops of several sizes, the smallest first: what 95 of 100 take beside the limit of each size. */
export function measuredGrowth(
  name: string,
  measured: readonly { size: { orders: number; mostMs: number }; rounds: readonly (readonly number[])[] }[],
): Measure {
  const sizes = measured.map(({ size, rounds }) => ({
    orders: size.orders,
    time: series(rounds.map(median)),
    p95: percentile(rounds.flat(), 0.95),
  }))
  const [shop, bare] = [sizes.at(-1)!.time, sizes[0]!.time]
  const share = (100 * shop.median) / bare.median
  return {
    group: 'growth',
    name,
    unit: 'ms',
    shop,
    bare,
    ratio: { median: share, min: share, max: share },
    goal: `p95 ≤ ${measured.map(({ size }) => size.mostMs).join(', ')}`,
    met: measured.every(({ size }, nth) => sizes[nth]!.p95 <= size.mostMs),
    notes: [],
    sizes,
  }
}

function goalOf(limit: Limit): string {
  if (limit === null) return 'none'
  return 'atLeast' in limit ? `≥ ${limit.atLeast} %` : `≤ ${limit.atMost} %`
}

function isMet(limit: Limit, { median }: Series): boolean | null {
  if (limit === null) return null
  return 'atLeast' in limit ? median >= limit.atLeast : median <= limit.atMost
}

const short = (value: number): string =>
  Math.abs(value) < 10 ? value.toFixed(2) : Math.abs(value) < 100 ? value.toFixed(1) : String(Math.round(value))
const spread = ({ median, min, max }: Series): string => `${short(median)} (${short(min)}–${short(max)})`
const YES_NO = new Map<boolean | null, string>([
  [true, 'yes'],
  [false, 'NO'],
  [null, '–'],
])

/** Titles of the two columns of figures, by part. */
const COLUMNS: Readonly<Record<Group, [string, string]>> = {
  pages: ['shop', 'bare node:http'],
  orders: ['shop', 'bare transaction'],
  growth: ['largest', 'smallest'],
  start: ['shop', 'bare server'],
  memory: ['at the end', 'at the start'],
}

/** One line a measure: median (least–most) of the rounds. */
export const table = (measures: readonly Measure[]): string =>
  GROUPS.flatMap((group) => {
    const own = measures.filter((measure) => measure.group === group)
    return own.length === 0 ? [] : [tableOf(group, own)]
  }).join('\n\n')

function tableOf(group: Group, measures: readonly Measure[]): string {
  const rows = group === 'growth' ? growthRows(measures) : pairRows(group, measures)
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  '))
  const notes = measures.flatMap(({ name, notes }) => notes.map((note) => `  ${name}: ${note}`))
  return [...lines, ...(notes.length > 0 ? ['', ...notes] : [])].map((line) => line.trimEnd()).join('\n')
}

const pairRows = (group: Group, measures: readonly Measure[]): string[][] => [
  [group, 'unit', ...COLUMNS[group], 'ratio %', 'limit', 'held'],
  ...measures.map((each) => [
    each.name,
    each.unit,
    spread(each.shop),
    spread(each.bare),
    spread(each.ratio),
    each.goal,
    YES_NO.get(each.met)!,
  ]),
]

/** A column for each size: the median of the rounds with its spread, and what 95 of 100 answers took at most. */
const growthRows = (measures: readonly Measure[]): string[][] => [
  ['growth, ms', ...measures[0]!.sizes!.map(({ orders }) => `${orders} orders`), 'limit', 'held'],
  ...measures.map((each) => [
    each.name,
    ...each.sizes!.map(({ time, p95 }) => `${spread(time)} p95 ${short(p95)}`),
    each.goal,
    YES_NO.get(each.met)!,
  ]),
]
