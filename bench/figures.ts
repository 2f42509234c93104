/** What was measured in each round; the spread says how far to trust the median. */
export interface Series {
  median: number
  min: number
  max: number
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export const series = (values: readonly number[]): Series => ({
  median: median(values),
  min: Math.min(...values),
  max: Math.max(...values),
})

export interface Measure {
  name: string
  unit: string
  shop: Series
  bare: Series
  /** Of the shop to the bare program, in percent, round by round: whatever else the machine does weighs on both. */
  ratio: Series
  goal: string
  met: boolean | null
  notes: string[]
}

/** Two series taken in turns. More is better, unless the unit is a time; `goalPercent` null only informs. */
export function compared(
  { name, unit, goalPercent }: { name: string; unit: string; goalPercent: number | null },
  shop: readonly number[],
  bare: readonly number[],
  notes: string[] = [],
): Measure {
  const ratio = series(shop.map((value, round) => (100 * value) / bare[round]!))
  const goal = goalPercent === null ? 'none' : `≥ ${goalPercent} %`
  const met = goalPercent === null ? null : ratio.median >= goalPercent
  return { name, unit, shop: series(shop), bare: series(bare), ratio, goal, met, notes }
}

const short = (value: number): string => (Math.abs(value) < 100 ? value.toFixed(1) : String(Math.round(value)))
const spread = ({ median, min, max }: Series): string => `${short(median)} (${short(min)}–${short(max)})`
const YES_NO = new Map<boolean | null, string>([
  [true, 'yes'],
  [false, 'no'],
  [null, '–'],
])

/** One line a measure: median (least–most) of the rounds. */
export function table(measures: readonly Measure[]): string {
  const rows = [
    ['measure', 'unit', 'shop', 'bare', 'ratio %', 'goal', 'met'],
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
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  '))
  const notes = measures.flatMap(({ name, notes }) => notes.map((note) => `  ${name}: ${note}`))
  return [...lines, '', ...notes].map((line) => line.trimEnd()).join('\n')
}
