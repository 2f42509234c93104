import type { OrderId } from '#platform/kernel/ids.ts'
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
  type LineOrder,
  type ListFacts,
} from './rules.ts'

/** A line before it is judged; `verdict` and `decision` are those that are stored, or null. */
export interface LineToJudge {
  row: number
  orderId: OrderId | null
  tracking: string | null
  reference: string | null
  collected: Centimes | null
  fee: Centimes | null
  verdict: Verdict | null
  decision: LineDecision | null
  note: string | null
}

export interface JudgedLine extends LineToJudge {
  verdict: Verdict
  order: StatementOrder | null
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

export const hasFees = (lines: readonly Pick<LineToJudge, 'fee'>[]): boolean =>
  lines.some(({ fee }) => fee !== null && fee !== 0)

/**
 * Judges the lines of a list, in its order. Of two lines of one kind for one order the first that was not dropped stands. A
 * decision is of its verdict: when that is another one by now, nobody has decided about it.
 */
export function judgeLines(lines: readonly LineToJudge[], found: OrdersOfLines, tolerance: Centimes): JudgedLine[] {
  const list = { tolerance, hasFees: hasFees(lines) }
  const counted = new Map(found.counted.map((line) => [`${line.orderId} ${line.kind}`, line.reference]))
  const taken = new Set<string>()
  return lines.map((line) => {
    const key = line.orderId === null || line.collected === null ? null : `${line.orderId} ${kindOf(line.collected)}`
    const judged = judgeLine(line, found.orders.get(line.orderId!) ?? null, {
      list,
      isTwice: key !== null && taken.has(key),
      countedIn: (key !== null && counted.get(key)) || null,
    })
    if (key !== null && judged.decision !== 'dropped') taken.add(key)
    return judged
  })
}

function judgeLine(
  line: LineToJudge,
  order: StatementOrder | null,
  { list, isTwice, countedIn }: { list: ListFacts; isTwice: boolean; countedIn: string | null },
): JudgedLine {
  const facts: LineOrder | null = order && { ...order, countedIn }
  const verdict = judge(line, facts, isTwice, list)
  const differences = facts ? differencesOf(line, facts, list) : []
  const options = decisionsFor(verdict, order?.status ?? null, differences)
  const hasNumber = line.tracking !== null || line.reference !== null || line.orderId !== null
  const first = firstDecision(verdict, hasNumber, facts !== null && isByTariff(line, facts, list))
  const stands = line.verdict === verdict && line.decision !== null && options.includes(line.decision)
  return {
    ...line,
    verdict,
    order,
    countedIn,
    expectedFee: facts && list.hasFees ? expectedFee(line.collected, facts) : null,
    differences,
    options: [...options],
    decision: stands ? line.decision : line.verdict === null ? first : null,
  }
}
