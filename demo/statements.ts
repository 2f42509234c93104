import { sql } from 'drizzle-orm'
import { judgeWritten } from '#features/settlements/actions.ts'
import { storeClose, storeLines, storeStatement } from '#features/settlements/queries.ts'
import type { WrittenLine } from '#features/settlements/read-lines.ts'
import { totalsOf } from '#features/settlements/rules.ts'
import { nameActor } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/database.ts'
import { DAY_MS } from '#platform/kernel/durations.ts'
import type { AccountId, CourierId, OrderId } from '#platform/kernel/ids.ts'
import { type Centimes, centimes, dh, minus, plus, ZERO } from '#platform/kernel/money.ts'
import { localDay } from '#platform/kernel/time.ts'
import { demoCouriers, UNPAID_DAYS } from './couriers.ts'

const PREFIX = demoCouriers[0]!.prefix

interface Delivered {
  id: OrderId
  tracking: string
  amount: Centimes
  fee: Centimes | null
  payment: string
  stateAt: string
  /** Monday of the week in which it was paid, `2026-11-16`. */
  week: string | null
}

/** Parcels of a courier that were delivered, are on their way, or came back. */
async function parcelsOf(
  tx: Tx,
  courierId: CourierId,
  status: 'delivered' | 'in_transit' | 'cancelled',
): Promise<Delivered[]> {
  const { rows } = await tx.execute<Delivered & Record<string, unknown>>(sql`
    select orders.id, tracking, case status when 'cancelled' then 0 else collected end as amount, payment,
      case status when 'cancelled' then fee_returned else fee_delivered end as fee, state_at as "stateAt",
      to_char(date_trunc('week', paid_at at time zone 'Africa/Casablanca'), 'YYYY-MM-DD') as week
    from orders join parcels on order_id = orders.id
    where parcels.courier_id = ${courierId} and status = ${status} and tracking is not null and deleted_at is null and state <> 'lost'
    order by orders.id`)
  return rows
}

const lineOf = ({ tracking, id, amount, fee }: Delivered, row: number): WrittenLine => ({
  row,
  tracking,
  reference: String(id),
  phone: null,
  collected: amount,
  fee: fee ?? dh(35),
})

/** Statements of the weeks in which orders were paid, all closed, and one that was entered this morning. */
export async function storeStatements(tx: Tx, courierId: CourierId, by: AccountId, now: Date): Promise<void> {
  const delivered = await parcelsOf(tx, courierId, 'delivered')
  const weeks = Map.groupBy(
    delivered.filter(({ payment, week }) => payment === 'paid' && week !== null),
    ({ week }) => week!,
  )
  let number = 112
  for (const [week, orders] of [...weeks].sort(([one], [other]) => one.localeCompare(other)))
    await storeClosed(tx, { courierId, reference: `OZ-${number++}`, week, orders, by }, now)
  await storeOpen(tx, { courierId, reference: `OZ-${number}`, by }, now)
}

interface Past {
  courierId: CourierId
  reference: string
  week: string
  orders: readonly Delivered[]
  by: AccountId
}

/** Its orders were paid by hand in the demo's past: the lines say by which statement. */
async function storeClosed(tx: Tx, { courierId, reference, week, orders, by }: Past, now: Date): Promise<void> {
  const friday = new Date(Date.parse(`${week}T12:00:00Z`) + 4 * DAY_MS)
  const at = friday < now ? friday : now
  await nameActor(tx, by, at)
  const lines = orders.map((order, index) => ({
    ...lineOf(order, index + 2),
    orderId: order.id,
    verdict: 'right' as const,
    decision: 'kept' as const,
  }))
  const { net } = totalsOf(lines, ZERO)
  const head = { courierId, reference, paidOn: localDay(at), received: net, digest: reference, by }
  const id = await storeStatement(tx, head, at)
  await storeLines(tx, id, lines)
  await storeClose(tx, id, { acceptedGap: ZERO, gapReason: null, by }, at)
}

/** This month's list: what was delivered and what came back, and among it a fault of each kind that lists have. */
async function storeOpen(
  tx: Tx,
  { courierId, reference, by }: Pick<Past, 'courierId' | 'reference' | 'by'>,
  now: Date,
): Promise<void> {
  const unpaid = (await parcelsOf(tx, courierId, 'delivered')).filter(({ payment }) => payment === 'pending')
  const since = new Date(now.getTime() - UNPAID_DAYS * DAY_MS)
  const back = (await parcelsOf(tx, courierId, 'cancelled')).filter(({ stateAt }) => new Date(stateAt) > since)
  const [onTheWay] = await parcelsOf(tx, courierId, 'in_transit')
  if (unpaid.length < 8 || !onTheWay) return
  const lines = [...unpaid, ...back, onTheWay].sort((a, b) => a.id - b.id).map((order) => lineOf(order, 0))
  const lineOfUnpaid = (nth: number) => lines.find(({ reference }) => reference === String(unpaid[nth]!.id))!
  const [dear, short, again] = [lineOfUnpaid(2), lineOfUnpaid(5), lineOfUnpaid(7)]
  dear.fee = plus(dear.fee!, dh(5))
  short.collected = minus(short.collected!, centimes(140))
  const strange = { ...again, tracking: `${PREFIX}51733`, reference: null, collected: dh(249) }
  lines.splice(Math.floor(lines.length * 0.4), 0, strange)
  lines.push({ ...again })
  const numbered = lines.map((line, index) => ({ ...line, row: index + 2 }))
  await nameActor(tx, by, now)
  const judged = await judgeWritten(tx, courierId, numbered, dh(1))
  // The bank got a whole order less than the lines that can count.
  const { net } = totalsOf(
    judged.filter(({ options }) => options.length > 1),
    ZERO,
  )
  const received = minus(net, dh(418))
  const head = { courierId, reference, paidOn: localDay(now), received, digest: reference, by }
  await storeLines(tx, await storeStatement(tx, head, now), judged)
}
