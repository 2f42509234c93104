import type { CancelReason, OrderStatus } from '#features/orders/model.ts'

/** Days that figures may span; today is the last of them. */
export const FIGURE_DAYS = [1, 7, 30, 90] as const

/** An order by the last call that settled it: nobody's while it is open again. */
export interface SettledOrder {
  agentId: number
  /** The number of the day, from 1. */
  nth: number
  outcome: 'confirmed' | 'cancelled' | 'wrong_number'
  reason: CancelReason | null
  status: OrderStatus
}

/** The first call about an order. */
export interface FirstCall {
  agentId: number
  nth: number
  /** Since the order. */
  minutes: number
}

/** A card that somebody gave back by hand. */
export interface SkippedCard {
  agentId: number
  nth: number
}

export interface CallFigures {
  settled: number
  confirmed: number
  skipped: number
  /** The median; null without a first call. */
  firstCallMinutes: number | null
  /** Confirmed orders that ended: delivered, or cancelled afterwards. */
  finished: number
  delivered: number
  cancelled: Partial<Record<CancelReason, number>>
}

/** Adds up what was settled, what was passed over, and how long orders waited for their first call. */
export function figuresOf(
  settled: readonly SettledOrder[],
  calls: readonly FirstCall[],
  skipped: readonly SkippedCard[],
): CallFigures {
  const confirmed = settled.filter(({ outcome }) => outcome === 'confirmed')
  const delivered = confirmed.filter(({ status }) => status === 'delivered').length
  const cancelled: CallFigures['cancelled'] = {}
  for (const { reason } of settled) if (reason !== null) cancelled[reason] = (cancelled[reason] ?? 0) + 1
  return {
    settled: settled.length,
    confirmed: confirmed.length,
    skipped: skipped.length,
    firstCallMinutes: medianOf(calls.map(({ minutes }) => minutes)),
    finished: delivered + confirmed.filter(({ status }) => status === 'cancelled').length,
    delivered,
    cancelled,
  }
}

/** The middle one, or the mean of the two in the middle, rounded; null of none. */
export function medianOf(numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null
  const sorted = numbers.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return Math.round((sorted[Math.ceil(half) - 1]! + sorted[Math.floor(half)]!) / 2)
}
