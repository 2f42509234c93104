import { idIn, type OrderId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import type { LineDecision, Verdict } from './model.ts'
import type { CountedLine, StatementOrder } from './queries.ts'
import {
  type Difference,
  decisionsFor,
  differencesOf,
  expectedFee,
  firstDecision,
  isByTariff,
  judge,
  kindOf,
  type LineKind,
  type LineOrder,
  type ListFacts,
} from './rules.ts'

/** A line before it is judged; `verdict` and `decision` are those that are stored, or null. */
export interface LineToJudge {
  row: number
  orderId: OrderId | null
  tracking: string | null
  reference: string | null
  /** True of a line with a phone, while its list is read: phones are not stored. */
  hasPhone?: boolean
  collected: Centimes | null
  fee: Centimes | null
  verdict: Verdict | null
  decision: LineDecision | null
  note: string | null
}

export interface JudgedLine extends LineToJudge {
  verdict: Verdict
  order: StatementOrder | null
  /** Its own number says which order it is for: nobody chose it, and no phone found it. */
  isByNumber: boolean
  /** The statement in which another line of its kind counts. */
  countedIn: string | null
  expectedFee: Centimes | null
  differences: Difference[]
  options: LineDecision[]
}

export interface OrdersOfLines {
  orders: ReadonlyMap<OrderId, StatementOrder>
  counted: readonly CountedLine[]
}

/** False where fees are in no column, or are all nothing: they cannot be compared. */
export const hasFees = (lines: readonly Pick<LineToJudge, 'fee'>[]): boolean =>
  lines.some(({ fee }) => fee !== null && fee !== 0)

/**
 * Judges the lines of a list. Of two lines of one kind for one order the first that was not dropped stands. Lines that pay are
 * judged first: one that collects nothing claims no amount that another one pays, wherever that stands. A decision is of its
 * verdict: when that is another one by now, nobody has decided about it.
 */
export function judgeLines(lines: readonly LineToJudge[], found: OrdersOfLines, tolerance: Centimes): JudgedLine[] {
  const list = { tolerance, hasFees: hasFees(lines) }
  const counted = new Map(found.counted.map((line) => [keyOf(line.orderId, line.kind), line.reference]))
  const taken = new Set<string>()
  const judgeNext = (line: LineToJudge): JudgedLine => {
    const { orderId, collected } = line
    const key = orderId === null || collected === null ? null : keyOf(orderId, kindOf(collected))
    const payment = orderId === null ? null : keyOf(orderId, 'payment')
    const judged = judgeLine(line, found.orders.get(orderId!) ?? null, {
      list,
      isTwice: key !== null && taken.has(key),
      countedIn: (key !== null && counted.get(key)) || null,
      isPaidByLine: payment !== null && (taken.has(payment) || counted.has(payment)),
    })
    if (key !== null && judged.decision !== 'dropped') taken.add(key)
    return judged
  }
  const isPaying = ({ collected }: LineToJudge) => collected !== null && kindOf(collected) === 'payment'
  const judged = new Map(
    [...lines.filter(isPaying), ...lines.filter((line) => !isPaying(line))].map((line) => [line, judgeNext(line)]),
  )
  return lines.map((line) => judged.get(line)!)
}

const keyOf = (orderId: OrderId, kind: LineKind): string => `${orderId} ${kind}`

/** As the matching does: a tracking number that is another one says that our number is another parcel's. */
const isByNumber = ({ tracking, reference }: LineToJudge, order: StatementOrder): boolean =>
  tracking !== null && order.tracking !== null
    ? tracking === order.tracking
    : idIn<OrderId>(reference ?? '') === order.id

interface FactsOfLine extends Pick<LineOrder, 'countedIn' | 'isPaidByLine'> {
  list: ListFacts
  isTwice: boolean
}

function judgeLine(
  line: LineToJudge,
  order: StatementOrder | null,
  { list, isTwice, countedIn, isPaidByLine }: FactsOfLine,
): JudgedLine {
  const facts: LineOrder | null = order && { ...order, countedIn, isPaidByLine }
  const verdict = judge(line, facts, isTwice, list)
  const differences = facts ? differencesOf(line, facts, list) : []
  const options = decisionsFor(verdict, order?.status ?? null, differences)
  const hasKey = line.hasPhone || line.tracking !== null || line.reference !== null || line.orderId !== null
  const first = firstDecision(verdict, hasKey, facts !== null && isByTariff(line, facts, list))
  const stands = line.verdict === verdict && line.decision !== null && options.includes(line.decision)
  return {
    ...line,
    verdict,
    order,
    isByNumber: order !== null && isByNumber(line, order),
    countedIn,
    expectedFee: facts && list.hasFees ? expectedFee(line.collected, facts) : null,
    differences,
    options: [...options],
    decision: stands ? line.decision : line.verdict === null ? first : null,
  }
}
