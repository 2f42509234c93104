import { mustStayActive } from '#features/accounts/index.ts'
import { payDelivered } from '#features/earnings/index.ts'
import { holdWholeOrders, moveOrder } from '#features/orders/index.ts'
import type { Tx } from '#platform/db/database.ts'
import type { AccountId, StatementId } from '#platform/kernel/ids.ts'
import { type Centimes, ZERO } from '#platform/kernel/money.ts'
import { localDay, localMoment } from '#platform/kernel/time.ts'
import { readStatement } from './actions.ts'
import { type NewClaim, settleByPayment, storeClaims, takeOpenClaims } from './claims/queries.ts'
import type { JudgedLine } from './judge-lines.ts'
import { holdStatement, listLines, storeClose } from './queries.ts'
import { mustAcceptGap, mustBeDecided, mustBeJudgedTheSame, mustBeOpen, unknownStatement } from './refusals.ts'

export interface Closing {
  /** The gap that was shown, where it is accepted. */
  acceptedGap: Centimes | undefined
  gapReason: string | null
  /** The courier is asked for the gap. */
  isGapClaimed: boolean
  by: AccountId
}

/**
 * Closes a statement: its orders are paid, dated by it, and what is lacking is claimed. All orders are locked and judged
 * again first. Refuses (403) a banned admin, (404) an unknown statement, (409) a closed one, one with lines that nobody has decided about or that are
 * judged otherwise by now, and (422) a gap that is not accepted with a reason.
 */
export async function closeStatement(tx: Tx, id: StatementId, closing: Closing, now: Date) {
  await mustStayActive(tx, closing.by)
  if (!(await holdStatement(tx, id))) throw unknownStatement()
  const stored = await listLines(tx, id)
  await holdWholeOrders(
    tx,
    stored.flatMap(({ orderId }) => (orderId === null ? [] : [orderId])),
  )
  const { statement, lines, totals } = await readStatement(tx, id)
  mustBeOpen(statement)
  mustBeJudgedTheSame(lines.filter((line, index) => stored[index]!.decision !== null && line.decision === null).length)
  mustBeDecided(totals)
  mustAcceptGap(totals.gap, closing.acceptedGap, closing.gapReason)

  const paying = lines.filter(({ collected, decision }) => decision !== 'dropped' && (collected ?? ZERO) > ZERO)
  const paid = paying.map(({ orderId }) => orderId!).sort((a, b) => a - b)
  await deliver(tx, paying, closing.by, now)
  await payDelivered(tx, paid, momentOf(statement.paidOn, now), now)
  await settleByPayment(tx, paying, now)
  const claims = claimsOf(lines, totals.gap, closing.isGapClaimed)
  const opened = { statementId: id, courierId: statement.courier.id, by: closing.by }
  await takeOpenClaims(tx, opened)
  const claimed = await storeClaims(tx, claims, opened, now)
  const gap = { acceptedGap: totals.gap, gapReason: totals.gap === ZERO ? null : closing.gapReason }
  await storeClose(tx, id, { ...gap, by: closing.by }, now)
  return { paid: paid.length, claims: claimed }
}

/** Noon of the day on which the courier paid, or now when that is to come. */
function momentOf(paidOn: string, now: Date): Date {
  const noon = localMoment(paidOn, '12:00')
  return noon > now || paidOn === localDay(now) ? now : noon
}

/** Marks as delivered what a person accepted as such: the courier collected for it. */
async function deliver(tx: Tx, paying: readonly JudgedLine[], by: AccountId, now: Date): Promise<void> {
  const onTheWay = paying.filter(({ verdict }) => verdict === 'not_delivered').map(({ orderId }) => orderId!)
  for (const id of onTheWay.sort((a, b) => a - b))
    await moveOrder(tx, id, { status: 'delivered', reason: null, by }, now)
}

const claimsOf = (lines: readonly JudgedLine[], gap: Centimes, isGapClaimed: boolean): NewClaim[] => [
  ...lines.flatMap(({ decision, orderId, differences }) =>
    decision === 'claimed' ? differences.map((each) => ({ ...each, orderId })) : [],
  ),
  ...(isGapClaimed && gap > ZERO ? [{ kind: 'gap' as const, due: gap, orderId: null }] : []),
]
