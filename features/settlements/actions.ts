import { mustTakeNotes } from '#features/orders/index.ts'
import { matcher } from '#features/parcels/index.ts'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import { constraintOf } from '#platform/db/errors.ts'
import { type AccountId, type CourierId, idIn, type OrderId, type StatementId } from '#platform/kernel/ids.ts'
import type { ChosenColumns } from '#platform/sheets/columns.ts'
import { digestOf, mustBeAsPreviewed, mustHaveColumns } from '#platform/sheets/preview.ts'
import type { Sheet } from '#platform/sheets/read-sheet.ts'
import { type JudgedLine, judgeLines, type LineToJudge, type OrdersOfLines } from './judge-lines.ts'
import type { LineDecision } from './model.ts'
import {
  type CourierPayment,
  findCounted,
  findCourier,
  findMatchable,
  findOrders,
  findStatement,
  findTwin,
  holdStatement,
  listLines,
  storeDecision,
  storeLines,
  storeRemoval,
  storeStatement,
} from './queries.ts'
import { readLines, type WrittenLine } from './read-lines.ts'
import {
  enteredBefore,
  mustBeOfCourier,
  mustBeOpen,
  mustBePossible,
  mustBringMoney,
  mustHaveLines,
  mustKnowOrder,
  mustNotBeFuture,
  orderInOtherStatement,
  orderOnOtherLine,
  unknownCourier,
  unknownLine,
  unknownStatement,
} from './refusals.ts'
import { totalsOf } from './rules.ts'

export interface PastedStatement extends CourierPayment {
  sheet: Sheet
  columns: ChosenColumns | undefined
}

/**
 * Judges a statement before it is stored. Refuses (404) an unknown courier, (409) a reference or a list that was entered
 * before, and (422) a day to come, a list without lines, and nothing received for lines that bring money.
 */
export async function previewStatement(db: DbOrTx, pasted: PastedStatement, now: Date) {
  const courier = await findCourier(db, pasted.courierId)
  if (!courier) throw unknownCourier()
  mustNotBeFuture(pasted.paidOn, now)
  const { headings, missing, lines: written, hasFees } = readLines(pasted.sheet, pasted.columns)
  const listDigest = digestOfList(written)
  const twin = missing.length > 0 ? null : await findTwin(db, pasted, listDigest)
  if (twin) throw enteredBefore(twin)
  const lines = await judgeWritten(db, pasted.courierId, written, courier.tolerance)
  const totals = totalsOf(lines, pasted.received)
  if (missing.length === 0) mustHaveLines(lines.length)
  mustBringMoney(totals)
  const { courierId, reference, paidOn, received } = pasted
  const shown = lines.map(({ row, orderId, verdict, collected, fee }) => [row, orderId, verdict, collected, fee])
  const changes = [courierId, reference, paidOn, received, shown]
  return { headings, missing, hasFees, lines, totals, listDigest, digest: digestOf(changes), changes }
}

/** Stores a statement that was previewed. Refuses as `previewStatement` does, and (409) when a line is judged otherwise by now. */
export async function createStatement(
  tx: Tx,
  pasted: PastedStatement,
  { digest, by }: { digest: string | undefined; by: AccountId },
  now: Date,
): Promise<StatementId> {
  const { missing, lines, changes, listDigest } = await previewStatement(tx, pasted, now)
  mustHaveColumns(missing)
  mustBeAsPreviewed(digest, changes)
  const { courierId, reference, paidOn, received } = pasted
  return onceEach(async () => {
    const id = await storeStatement(tx, { courierId, reference, paidOn, received, digest: listDigest, by }, now)
    await storeLines(tx, id, lines)
    return id
  })
}

/** Turns the constraints that two people at once run into into refusals (409). */
async function onceEach<Stored>(storing: () => Promise<Stored>): Promise<Stored> {
  try {
    return await storing()
  } catch (error) {
    const constraint = constraintOf(error)
    if (constraint === 'an_order_is_paid_once') throw orderInOtherStatement()
    if (constraint === 'a_reference_is_one_statement' || constraint === 'a_list_is_one_statement')
      throw enteredBefore(null)
    throw error
  }
}

/** The same list has the same one, whatever its columns are called. */
const digestOfList = (lines: readonly WrittenLine[]): string =>
  digestOf(lines.map(({ row: _, phone, ...line }) => ({ ...line, phone: phone ?? undefined })))

export async function judgeWritten(
  db: DbOrTx,
  courierId: CourierId,
  written: readonly WrittenLine[],
  tolerance: Parameters<typeof judgeLines>[2],
): Promise<JudgedLine[]> {
  const matched = await matchLines(db, courierId, written)
  return judgeLines(matched, await readOrders(db, matched, null), tolerance)
}

/** Finds the order of each line, as rows of every courier's file are matched. */
async function matchLines(db: DbOrTx, courierId: CourierId, written: readonly WrittenLine[]): Promise<LineToJudge[]> {
  const rows = written.map((line) => ({ ...line, number: idIn<OrderId>(line.reference ?? ''), amount: line.collected }))
  const find = matcher(rows, await findMatchable(db, courierId, rows))
  return rows.map((row) => {
    const { phone, number: _, amount: __, ...line } = row
    return {
      ...line,
      hasPhone: phone !== null,
      orderId: find(row).found?.id ?? null,
      verdict: null,
      decision: null,
      note: null,
    }
  })
}

async function readOrders(
  db: DbOrTx,
  lines: readonly Pick<LineToJudge, 'orderId'>[],
  except: StatementId | null,
): Promise<OrdersOfLines> {
  const ids = [...new Set(lines.flatMap(({ orderId }) => (orderId === null ? [] : [orderId])))].sort((a, b) => a - b)
  return { orders: await findOrders(db, ids), counted: await findCounted(db, ids, except) }
}

/** A statement without its lines. Refuses (404) an unknown one. */
export async function readHead(db: DbOrTx, id: StatementId) {
  const statement = await findStatement(db, id)
  if (!statement) throw unknownStatement()
  return statement
}

/** A statement with its lines: judged anew while it is open, as they were once it is closed. Refuses (404) an unknown one. */
export async function readStatement(db: DbOrTx, id: StatementId) {
  const statement = await readHead(db, id)
  const courier = (await findCourier(db, statement.courier.id))!
  const stored = await listLines(db, id)
  const found = await readOrders(db, stored, id)
  const fresh = judgeLines(stored, found, courier.tolerance)
  const lines = statement.closedAt
    ? fresh.map((line, index) => ({ ...line, ...stored[index]!, options: [], countedIn: null }))
    : fresh
  return { statement, courier, lines, totals: totalsOf(lines, statement.received) }
}

/** A statement that is about to change, locked. Refuses (404) an unknown one and (409) a closed one. */
async function getOpenStatement(tx: Tx, id: StatementId) {
  if (!(await holdStatement(tx, id))) throw unknownStatement()
  const read = await readStatement(tx, id)
  mustBeOpen(read.statement)
  return read
}

/**
 * Decides about a line of an open statement, names the order that it is for, or notes something on it. A note goes with the
 * order that it was about, when another one is named. Refuses (404) an unknown line, (409) a closed statement, an order that
 * counts on another line or in another statement and a note about an order whose person was forgotten, and (422) a decision that the verdict does not
 * allow and an order that the courier cannot have.
 */
export async function decideLine(
  tx: Tx,
  id: StatementId,
  row: number,
  wanted: { decision: LineDecision | undefined; orderId: OrderId | undefined; note: string | undefined },
) {
  const { lines, courier } = await getOpenStatement(tx, id)
  const line = lines.find((each) => each.row === row)
  if (!line) throw unknownLine()
  if (wanted.orderId !== undefined) await mustHaveOrder(tx, wanted.orderId, courier.id)
  const changed = lines.map((each) =>
    each === line && wanted.orderId !== undefined ? { ...each, orderId: wanted.orderId, verdict: null } : each,
  )
  const judged = judgeLines(changed, await readOrders(tx, changed, id), courier.tolerance).find(
    (each) => each.row === row,
  )!
  const decision = wanted.decision ?? judged.decision
  if (decision !== null) mustBePossible(decision, judged.options)
  const isOfAnotherOrder = judged.orderId !== line.orderId
  // A note is about the person of its order: it does not follow the line to another one's.
  const kept = isOfAnotherOrder && line.orderId !== null ? null : line.note
  const note = wanted.note === undefined ? kept : wanted.note.trim() || null
  if (note !== null && judged.orderId !== null && (note !== line.note || isOfAnotherOrder))
    await mustTakeNotes(tx, judged.orderId)
  const twin =
    isCounted({ ...judged, decision }) &&
    lines.find((each) => each !== line && isCounted(each) && each.orderId === judged.orderId)
  if (twin) throw orderOnOtherLine(twin.row)
  await onceEach(() => storeDecision(tx, id, row, { orderId: judged.orderId, verdict: judged.verdict, decision, note }))
  return readStatement(tx, id)
}

/** True of a line that pays its order, as the books count it: once. */
const isCounted = ({ collected, decision }: Pick<JudgedLine, 'collected' | 'decision'>): boolean =>
  (collected ?? 0) > 0 && (decision === 'kept' || decision === 'claimed')

async function mustHaveOrder(tx: Tx, orderId: OrderId, courierId: CourierId): Promise<void> {
  const order = (await findOrders(tx, [orderId])).get(orderId)
  mustKnowOrder(order !== undefined)
  mustBeOfCourier(order!.courierId, courierId)
}

/** Removes an open statement that was entered by mistake. Refuses (404) an unknown one and (409) a closed one. */
export async function removeStatement(tx: Tx, id: StatementId, now: Date): Promise<void> {
  await getOpenStatement(tx, id)
  await storeRemoval(tx, id, now)
}
