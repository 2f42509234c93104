import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Queries } from '#platform/db/database.ts'
import { MAX_ID, type OrderId } from '#platform/kernel/ids.ts'
import { formatMinute } from '#platform/kernel/time.ts'
import { TRACKING_PATH, type TrackedOrder } from './names.ts'
import { findOrderToTrack } from './queries.ts'
import { maskRecipient } from './rules.ts'

/** 128 bits. */
const SEAL_BYTES = 16
/** An order's number and its seal. The last letter stands for two bits: links never end in a sign that chats cut off. */
const TOKEN = /^([1-9]\d{0,9})-([\w-]{21}[AQgw])$/
const LINK_LIFE_MS = 90 * 24 * 60 * 60 * 1000

const sealOf = (id: OrderId, key: Buffer): Buffer =>
  createHmac('sha256', madeReady(key)).update(`order ${id}`).digest().subarray(0, SEAL_BYTES)

let ready: { key: Buffer; object: KeyObject } | null = null

/** There is one key, and making it ready takes longer than signing with it. */
function madeReady(key: Buffer): KeyObject {
  if (!ready?.key.equals(key)) ready = { key, object: createSecretKey(key) }
  return ready.object
}

/** Where whoever has this address can read how the order is going. */
export const trackingPath = (id: OrderId, key: Buffer): string =>
  `${TRACKING_PATH}${id}-${sealOf(id, key).toString('base64url')}`

/** What a link's token opens; null for one that is malformed, not ours, too old, or of an order that is deleted. */
export async function findTrackedOrder(db: Queries, token: string, now: Date): Promise<TrackedOrder | null> {
  const [, number, seal] = TOKEN.exec(token) ?? []
  if (number === undefined || seal === undefined || Number(number) > MAX_ID) return null
  const id = Number(number) as OrderId
  const found = await findOrderToTrack(db, id)
  if (found === null || !timingSafeEqual(sealOf(id, found.key), Buffer.from(seal, 'base64url'))) return null
  const { order, movedAt, lines } = found
  if (order.createdAt.getTime() + LINK_LIFE_MS <= now.getTime()) return null
  const { name, phone } = maskRecipient(order)
  const recipient = { firstName: name.split(' ', 1)[0]!, phone, city: order.city }
  return {
    id,
    placed: formatMinute(order.createdAt),
    status: order.status,
    since: formatMinute(movedAt ?? order.createdAt),
    isPaid: order.payment === 'paid',
    lines,
    collected: order.collected,
    recipient: order.isDiscreet ? null : recipient,
  }
}
