import { isFinal } from '#features/orders/rules.ts'
import type { CourierState } from '#features/parcels/model.ts'
import { stepOf } from '#features/parcels/rules.ts'
import type { StatusVerdict } from '#features/parcels/statuses/rules.ts'
import type { LineDecision, Verdict } from '#features/settlements/model.ts'
import {
  type Difference,
  decisionsFor,
  differencesOf,
  firstDecision,
  isByTariff,
  judge,
  kindOf,
  totalsOf,
} from '#features/settlements/rules.ts'
import { atLeastZero, type Centimes, centimes, minus, plus, ZERO } from '#platform/kernel/money.ts'
import type { Model, ModelClaim, ModelLine, ModelList, ModelOrder, ModelStatement } from './model.ts'

// The courier's part of the model: lists, files of states, statements and claims.

/** Fees of every courier in these histories. */
export const FEES: Readonly<Record<string, Centimes>> = {
  Casablanca: centimes(2_000),
  Rabat: centimes(3_000),
  Fès: centimes(4_000),
}
export const FEE_REFUSED = centimes(1_000)
export const FEE_RETURNED = centimes(500)

const MEANINGS: Readonly<Record<string, CourierState>> = {
  Livré: 'delivered',
  Refusé: 'refused',
  'Pas de réponse': 'no_answer',
  RETURNED: 'returning',
  Ramassé: 'handed',
}

/** Puts orders on a new list. Null when none of them can be. */
export function prepare(model: Model, courier: number, wanted: readonly ModelOrder[]): ModelOrder[] | null {
  const listed = wanted.filter(
    (order) => !order.isDeleted && !order.parcel?.list && ['pending', 'assigned'].includes(order.status),
  )
  for (const order of listed) {
    model.move(order, 'assigned')
    order.parcel = { fee: null, ...order.parcel, courier, list: -1, state: 'prepared' }
  }
  return listed.length === 0 ? null : listed
}

/** Hands a list over; the orders that left with it, or a refusal. */
export function handOver(model: Model, list: ModelList): ModelOrder[] | 409 {
  const present = model.orders.filter(({ parcel }) => parcel?.list === list.id)
  if (list.isHandedOver || present.length === 0) return 409
  list.isHandedOver = true
  const moved = present.filter((order) => model.move(order, 'in_transit') === 200)
  for (const { parcel, city } of present) if (parcel!.state !== 'prepared') parcel!.fee = FEES[city]!
  return moved
}

/** What a courier's file does to parcels; the verdict of each row. */
export function importWords(courier: number, rows: readonly (readonly [ModelOrder, string])[]) {
  const isTheirs = ({ parcel }: ModelOrder) => parcel && (parcel.courier === null || parcel.courier === courier)
  const verdicts = rows.map(([order, word]): StatusVerdict => {
    if (!isTheirs(order)) return 'not_found'
    if (rows.filter(([other]) => other === order).length > 1) return 'twice'
    const after = MEANINGS[word]
    if (after === undefined) return 'unknown_word'
    const step = stepOf(order.parcel!.state, after)
    if (step === 'same') return 'same'
    if (order.parcel!.state === 'delivered') return 'delivered_before'
    if (step === 'backward') return 'backward'
    if (after !== 'delivered') return 'moves'
    if (order.isDeleted || order.status === 'cancelled') return 'closed'
    return step === 'forward' ? 'delivers' : 'ask'
  })
  for (const [nth, [order, word]] of rows.entries()) {
    if (verdicts[nth] === 'moves' || verdicts[nth] === 'delivers') order.parcel!.state = MEANINGS[word]!
    if (verdicts[nth] === 'delivers' && !isFinal(order.status)) order.status = 'delivered'
  }
  return verdicts
}

interface Judged extends ModelLine {
  verdict: Verdict
  differences: Difference[]
  options: readonly LineDecision[]
}

const LIST = { tolerance: ZERO, hasFees: true }

const keyOf = ({ order, collected }: ModelLine) => (order ? `${order.id} ${kindOf(collected)}` : null)

const paymentOf = ({ order }: ModelLine) => `${order?.id} payment`

const isPaying = ({ collected }: ModelLine) => kindOf(collected) === 'payment'

/** The lines of a statement as they are judged now. */
export function judged(model: Model, statement: ModelStatement): Judged[] {
  const counted = new Map(
    model.statements
      .filter((other) => other !== statement && other.is !== 'removed')
      .flatMap(({ lines, reference }) =>
        lines.flatMap((line) =>
          line.decision === 'kept' || line.decision === 'claimed' ? [[keyOf(line), reference] as const] : [],
        ),
      ),
  )
  const taken = new Set<string | null>()
  const judgeNext = (line: ModelLine): Judged => {
    const key = keyOf(line)
    const order = line.order?.isDeleted ? null : line.order
    const facts = order && {
      status: order.status,
      payment: order.payment,
      amount: order.figures.collected,
      parcel: order.parcel?.state ?? null,
      fees: feesOf(order),
      countedIn: counted.get(key) ?? null,
      isPaidByLine: taken.has(paymentOf(line)) || counted.has(paymentOf(line)),
    }
    const verdict = judge(line, facts, key !== null && taken.has(key), LIST)
    const differences = facts ? differencesOf(line, facts, LIST) : []
    const options = decisionsFor(verdict, order?.status ?? null, differences)
    const first = firstDecision(verdict, true, facts !== null && isByTariff(line, facts, LIST))
    const stands = line.verdict === verdict && line.decision !== null && options.includes(line.decision)
    const decision = stands ? line.decision : line.verdict === null ? first : null
    if (key !== null && decision !== 'dropped') taken.add(key)
    return { ...line, verdict, differences, options, decision }
  }
  const paymentsFirst = [...statement.lines.filter(isPaying), ...statement.lines.filter((line) => !isPaying(line))]
  const found = new Map(paymentsFirst.map((line) => [line, judgeNext(line)]))
  return statement.lines.map((line) => found.get(line)!)
}

const feesOf = ({ parcel }: ModelOrder) =>
  parcel?.fee
    ? { delivered: parcel.fee, refused: FEE_REFUSED, returned: FEE_RETURNED }
    : { delivered: null, refused: null, returned: null }

const isAboutAmount = ({ kind, settled }: ModelClaim) => (kind === 'amount' || kind === 'missing') && settled === null

/** Whether the loss of a whole order was accepted: a claim for all of it brought nothing, or a line that brings nothing counts. */
const isGivenUp = (model: Model, order: ModelOrder) =>
  model.claims.some(
    ({ order: about, kind, due, settled }) =>
      about === order &&
      (kind === 'amount' || kind === 'missing') &&
      due === order.figures.collected &&
      settled === ZERO,
  ) ||
  model.statements.some(
    ({ is, lines }) =>
      is === 'closed' &&
      lines.some(
        (line) =>
          line.order === order && line.verdict === 'amount_gap' && line.collected === ZERO && line.decision === 'kept',
      ),
  )

/** Whether money is still asked for: not for the whole amount of an order whose money came in another way. */
const isOpen = (claim: ModelClaim) =>
  claim.settled === null &&
  !(isAboutAmount(claim) && claim.order!.payment === 'paid' && claim.due === claim.order!.figures.collected)

export const totals = (model: Model, statement: ModelStatement) =>
  totalsOf(judged(model, statement), statement.received)

/** Closes a statement whose gap is accepted, or says why not. */
export function close(model: Model, statement: ModelStatement, claimsGap: boolean): number {
  if (statement.is !== 'open') return statement.is === 'closed' ? 409 : 404
  const lines = judged(model, statement)
  if (lines.some(({ decision }) => decision === null)) return 409
  const { gap } = totals(model, statement)
  statement.is = 'closed'
  for (const { order, collected } of paying(lines)) {
    if (order!.status !== 'delivered') model.move(order!, 'delivered')
    order!.payment = 'paid'
    for (const claim of model.claims.filter((each) => each.order === order && isAboutAmount(each)))
      claim.settled = centimes(Math.min(claim.due, collected))
  }
  const { courier, id } = statement
  for (const claim of model.claims)
    if (claim.courier === courier && claim.statement === null && claim.settled === null) claim.statement = id
  const claimed = lines
    .flatMap(({ decision, order, differences }) =>
      decision === 'claimed' ? differences.map((each) => ({ ...each, order })) : [],
    )
    .filter(
      ({ kind, order }) => kind === 'fee' || !model.claims.some((each) => each.order === order && isAboutAmount(each)),
    )
  const open = [...claimed, ...(claimsGap && gap > ZERO ? [{ kind: 'gap' as const, due: gap, order: null }] : [])]
  model.claims.push(...open.map((claim) => ({ ...claim, courier, statement: id, settled: null })))
  return 200
}

const paying = (lines: readonly Judged[]) =>
  lines.filter(({ decision, collected }) => decision !== 'dropped' && collected > ZERO)

/** Claims an order that its courier should have paid by now. */
export function claimMissing(model: Model, statement: ModelStatement, order: ModelOrder): number {
  if (statement.is === 'removed') return 404
  const isAboutIt = (line: ModelLine) =>
    line.order === order && line.decision !== 'dropped' && line.verdict !== 'return_fee'
  const isListed = model.statements.some(({ is, lines }) => is !== 'removed' && lines.some(isAboutIt))
  const isClaimed = model.claims.some((claim) => claim.order === order && isAboutAmount(claim))
  const isTheirs = order.parcel?.courier === statement.courier
  const isUnpaid = order.status === 'delivered' && order.payment === 'pending' && !isGivenUp(model, order)
  if (!isTheirs || !isUnpaid || isListed || isClaimed) return 409
  const { courier, id } = statement
  const due = order.figures.collected
  model.claims.push({ courier, statement: id, order, kind: 'missing', due, settled: null })
  return 200
}

/** Settles a claim by what came of it. */
export function settleClaim(claim: ModelClaim, amount: Centimes): number {
  if (claim.settled !== null) return 409
  if (amount > claim.due) return 422
  const isPaid = isAboutAmount(claim) && claim.order!.payment === 'pending' && amount > ZERO
  claim.settled = amount
  if (isPaid) claim.order!.payment = 'paid'
  return 200
}

/**
 * What a courier has, what is claimed of it, what it paid, and what was given up. The four are the amounts of its delivered orders
 * that are not No Payé: an open claim is taken from the one that it concerns.
 */
export function moneyOf(model: Model, courier: number) {
  const mine = model.orders.filter(
    ({ parcel, status, payment }) => parcel?.courier === courier && status === 'delivered' && payment !== 'void',
  )
  const claimedOf = (order: ModelOrder) =>
    plus(
      ...model.claims
        .filter((claim) => claim.order === order && isAboutAmount(claim) && isOpen(claim))
        .map(({ due }) => due),
    )
  const restOf = (order: ModelOrder) => minus(order.figures.collected, claimedOf(order))
  const unpaid = mine.filter(({ payment }) => payment === 'pending')
  const waiting = unpaid.filter((order) => !isGivenUp(model, order))
  return {
    orders: waiting.filter((order) => restOf(order) > ZERO).length,
    due: atLeastZero(plus(...waiting.map(restOf))),
    claimed: plus(...mine.map(claimedOf)),
    // Fees and gaps too, which are no part of the orders' amounts.
    allClaimed: plus(
      ...model.claims.filter((claim) => claim.courier === courier && isOpen(claim)).map(({ due }) => due),
    ),
    paid: plus(...mine.filter(({ payment }) => payment === 'paid').map(restOf)),
    givenUp: plus(...unpaid.filter((order) => isGivenUp(model, order)).map(restOf)),
    all: plus(...mine.map(({ figures }) => figures.collected)),
  }
}
