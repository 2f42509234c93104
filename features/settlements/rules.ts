import type { OrderStatus, PaymentStatus } from '#features/orders/model.ts'
import type { ParcelState } from '#features/parcels/model.ts'
import { type Centimes, minus, plus, ZERO } from '#platform/kernel/money.ts'
import type { ClaimKind, LineDecision, Verdict } from './model.ts'

/** The amounts that a courier wrote in a line. */
export interface LineAmounts {
  /** Null when the amount could not be read. */
  collected: Centimes | null
  /** Null when it is not written. */
  fee: Centimes | null
}

/** The order of a line, as it is at the moment of judging. */
export interface LineOrder {
  status: OrderStatus
  payment: PaymentStatus
  /** What the courier was to collect. */
  amount: Centimes
  parcel: ParcelState | null
  /** The tariff of its parcel's day; null where it is unknown. */
  fees: { delivered: Centimes | null; refused: Centimes | null; returned: Centimes | null }
  /** Another statement, of whatever courier, in which a line of the same kind counts. */
  countedIn: string | null
  /** A line that counts pays the order, in this list or in another statement. */
  isPaidByLine: boolean
}

/** The courier's habits, and what the whole list says. */
export interface ListFacts {
  tolerance: Centimes
  /** False for a list without fees: they cannot be compared then. */
  hasFees: boolean
}

/** Kinds of lines: one order may have one of each. */
export type LineKind = 'payment' | 'cost' | 'correction'

export const kindOf = (collected: Centimes): LineKind =>
  collected > 0 ? 'payment' : collected < 0 ? 'correction' : 'cost'

/** True of a line of a delivery: it collects, or the order's whole amount is lacking in it. */
const isOfDelivery = (collected: Centimes | null, order: LineOrder): boolean =>
  kindOf(collected ?? ZERO) === 'payment' || judgeCost(order) === 'amount_gap'

/** The fee of a line by the tariff of its day; null when it cannot be compared. A delivery that was never paid has its fee too. */
export function expectedFee(collected: Centimes | null, order: LineOrder): Centimes | null {
  if (isOfDelivery(collected, order)) return order.fees.delivered
  const { refused, returned } = order.fees
  return order.parcel === 'refused' ? refused : (returned ?? refused)
}

/** How much less than the order's amount was collected; ZERO within the tolerance, negative when it was more. */
function missingAmount({ collected }: LineAmounts, order: LineOrder, { tolerance }: ListFacts): Centimes {
  const missing = minus(order.amount, collected ?? ZERO)
  return Math.abs(missing) <= tolerance ? ZERO : missing
}

/** How much more than the tariff the fee is; null when the list or the tariff does not say it. */
function excessFee(line: LineAmounts, order: LineOrder, { hasFees }: ListFacts): Centimes | null {
  const expected = expectedFee(line.collected, order)
  return !hasFees || expected === null || line.fee === null ? null : minus(line.fee, expected)
}

const hasFeeGap = (line: LineAmounts, order: LineOrder, list: ListFacts): boolean =>
  list.hasFees && (line.fee === null || (excessFee(line, order, list) ?? ZERO) !== ZERO)

/** Judges a line. `order` is null when none was found, `isTwice` true when an earlier line of the list is the same. */
export function judge(line: LineAmounts, order: LineOrder | null, isTwice: boolean, list: ListFacts): Verdict {
  if (line.collected === null) return 'unreadable'
  if (order === null) return 'unknown'
  if (isTwice) return 'twice'
  switch (kindOf(line.collected)) {
    case 'correction':
      return order.payment === 'pending' ? 'unknown' : order.countedIn === null ? 'correction' : 'already_paid'
    case 'cost':
      return judgeCost(order)
    case 'payment':
      return judgePayment(line, order, list)
  }
}

/**
 * A delivered order for which nothing was collected, by no other line either, lacks its whole amount. Otherwise the courier
 * takes a fee for its trouble.
 */
function judgeCost({ status, payment, countedIn, isPaidByLine }: LineOrder): Verdict {
  if (countedIn !== null) return 'already_paid'
  return status === 'delivered' && payment === 'pending' && !isPaidByLine ? 'amount_gap' : 'return_fee'
}

function judgePayment(line: LineAmounts, order: LineOrder, list: ListFacts): Verdict {
  if (order.countedIn !== null || order.payment === 'paid') return 'already_paid'
  if (order.payment === 'void') return 'not_paid'
  if (order.status !== 'delivered') return 'not_delivered'
  if (missingAmount(line, order, list) !== ZERO) return 'amount_gap'
  return hasFeeGap(line, order, list) ? 'fee_gap' : 'right'
}

/** A difference of a line that the courier may be asked for. */
export interface Difference {
  kind: Extract<ClaimKind, 'amount' | 'fee'>
  due: Centimes
}

/** What a line lacks: too little collected for a delivered order, too high a fee. Too much is nobody's loss. */
export function differencesOf(line: LineAmounts, order: LineOrder, list: ListFacts): Difference[] {
  const found: Difference[] = [
    { kind: 'amount', due: isOfDelivery(line.collected, order) ? missingAmount(line, order, list) : ZERO },
    { kind: 'fee', due: excessFee(line, order, list) ?? ZERO },
  ]
  return found.filter(({ due }) => due > ZERO)
}

const MAY_COUNT: readonly Verdict[] = ['not_delivered', 'amount_gap', 'fee_gap', 'correction', 'return_fee', 'right']

/** The decisions that a verdict leaves open. An order that was cancelled stays cancelled, whatever a courier pays for it. */
export function decisionsFor(
  verdict: Verdict,
  status: OrderStatus | null,
  differences: readonly Difference[],
): readonly LineDecision[] {
  if (!MAY_COUNT.includes(verdict) || (verdict === 'not_delivered' && status === 'cancelled')) return ['dropped']
  return differences.length > 0 && verdict !== 'correction' ? ['kept', 'claimed', 'dropped'] : ['kept', 'dropped']
}

/** The decision that needs nobody: a line that is right counts, a cost by the tariff too; one without anything that finds an order does not. */
export function firstDecision(verdict: Verdict, hasKey: boolean, isByTariff: boolean): LineDecision | null {
  if (verdict === 'right') return 'kept'
  if (verdict === 'return_fee' && isByTariff) return 'kept'
  return hasKey ? null : 'dropped'
}

/** True when a line's fee is the tariff's. Where no tariff is known, a courier that takes anything is asked why. */
export const isByTariff = ({ collected, fee }: LineAmounts, order: LineOrder, { hasFees }: ListFacts): boolean =>
  !hasFees || fee === (expectedFee(collected, order) ?? ZERO)

export interface Totals {
  lines: number
  collected: Centimes
  fees: Centimes
  net: Centimes
  received: Centimes
  /** How much less than the net was received; negative when it was more. */
  gap: Centimes
  undecided: number
}

/** Adds up the lines that count: all but those that were dropped, undecided ones as well. */
export function totalsOf(
  lines: readonly (LineAmounts & { decision: LineDecision | null })[],
  received: Centimes,
): Totals {
  const counted = lines.filter(({ decision }) => decision !== 'dropped')
  const collected = plus(...counted.map((line) => line.collected ?? ZERO))
  const fees = plus(...counted.map((line) => (line.collected === null ? ZERO : (line.fee ?? ZERO))))
  const net = minus(collected, fees)
  return {
    lines: counted.length,
    collected,
    fees,
    net,
    received,
    gap: minus(net, received),
    undecided: counted.filter(({ decision }) => decision === null).length,
  }
}
