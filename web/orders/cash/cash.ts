import { type Centimes, centimes, minus } from '#platform/kernel/money.ts'

/** Moroccan notes and coins in centimes, largest first. */
export const DENOMINATIONS = [20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10] as const

export type Denomination = (typeof DENOMINATIONS)[number]

export const isNote = (value: Denomination): boolean => value >= 2_000

/** As many notes or coins of one kind. */
export interface CashPieces {
  value: Denomination
  count: number
}

export interface Cash {
  pieces: readonly CashPieces[]
  /** The sum of the pieces. */
  given: Centimes
  /** The sum that the courier gives back. */
  change: Centimes
  /** The coins of the change; none where the smallest coin does not divide it. */
  back: readonly CashPieces[]
}

/** An exact sum of more pieces than this is rather rounded up. */
const FEW = 4

/**
 * The cash for an amount: exactly, when a few pieces make it up, and otherwise with change from the next 10 or 20 DH,
 * whichever takes the fewest pieces.
 */
export function cashFor(amount: Centimes): Cash {
  const exact = piecesOf(amount)
  if (exact && countOf(exact) <= FEW) return cashOf(exact, amount)
  const rounded = [1_000, 2_000].map((step) => piecesOf(centimes(Math.ceil(amount / step) * step))!)
  const possible = exact ? [exact, ...rounded] : rounded
  const fewest = possible.reduce((best, each) => (countOf(each) < countOf(best) ? each : best))
  return cashOf(fewest, amount)
}

const cashOf = (pieces: readonly CashPieces[], amount: Centimes): Cash => {
  const given = centimes(pieces.reduce((sum, { value, count }) => sum + value * count, 0))
  const change = minus(given, amount)
  return { pieces, given, change, back: piecesOf(change) ?? [] }
}

const countOf = (pieces: readonly CashPieces[]): number => pieces.reduce((sum, { count }) => sum + count, 0)

/** The fewest pieces that make up an amount; null where the smallest coin does not divide it. */
function piecesOf(amount: Centimes): CashPieces[] | null {
  let left: number = amount
  const pieces: CashPieces[] = []
  for (const value of DENOMINATIONS) {
    const count = Math.floor(left / value)
    if (count > 0) pieces.push({ value, count })
    left -= count * value
  }
  return left === 0 ? pieces : null
}
