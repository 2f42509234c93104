import { foldPromoCode, holdSupplierByCode, keepActive } from '#features/accounts/index.ts'
import { holdProducts, takeStock } from '#features/catalogue/index.ts'
import type { Tx } from '#platform/db/database.ts'
import { publish } from '#platform/db/events.ts'
import type { Caller } from '#platform/http/access.ts'
import { Overload } from '#platform/http/errors.ts'
import { type Counted, countTries } from '#platform/http/limits.ts'
import type { AccountId, CustomerId, OrderId, ProductId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { invalidField } from '#platform/kernel/refusal.ts'
import { lineField, type OrderRequest, type PlacedOrder } from '../names.ts'
import { type Customer, countOrdersOfPhone, findCustomer, holdPhone, storeOrder } from '../queries.ts'
import type { Rates } from '../rates.ts'
import {
  buyersDoNotOrder,
  checkLines,
  codeNotForSuppliers,
  FLAGGED_FROM_ORDER,
  mustCostWhatWasShown,
  ORDERS_PER_PHONE,
  type OrderedProduct,
  type OrderOrigin,
  orderFigures,
  ratesFor,
  unknownCustomer,
  unknownPromoCode,
  VISITOR_CUSTOMER_LIFE_MS,
} from '../rules.ts'
import { trackingPath } from '../tracking.ts'

declare module '#platform/db/events.ts' {
  interface Events {
    'order placed': { id: OrderId; collected: Centimes; city: string; flagged: boolean }
    /** A visitor ordered with a supplier's code. */
    'promo code used': { id: OrderId; supplierId: AccountId }
  }
}

export interface OrderCall {
  /** Null for a visitor. */
  caller: Caller | null
  request: OrderRequest
  rates: Rates
  limits?: OrderLimits | null
}

/** What a visitor's order is held against. */
export interface OrderLimits {
  /** Counted with the order. */
  tries: readonly Counted[]
}

const HOUR_MS = 60 * 60 * 1000

/**
 * Places an order: at today's prices for the caller's role, out of today's stock, or not at all. Runs inside the
 * transaction of its key. Everybody holds rows in the same order: account, products by number, phone, tries.
 * Refuses a buyer and a banned supplier (403), too many orders (429) and, under the field that is wrong (422), a customer
 * of somebody else, an unknown code, a price that has changed, a stock that is too small, a product that is gone, a total
 * that is not the one that was shown.
 */
export async function placeOrder(tx: Tx, call: OrderCall, now: Date): Promise<PlacedOrder> {
  const { caller, request, rates, limits = null } = call
  const supplierId = await holdCreditedSupplier(tx, caller, request.promoCode)
  const customer = await getCustomer(tx, caller, request.customerId, now)
  const products = await holdProducts(
    tx,
    request.lines.map((line) => line.productId),
  )
  const origin = originOf(caller, supplierId)
  const lines = checkLines(request.lines, products, origin === 'supplier')
  const figures = orderFigures(origin, lines, ratesFor(origin, customer.city, rates))
  mustCostWhatWasShown(request.total, figures.total)
  const flagged = limits ? await countOrder(tx, customer.phone, limits, now) : false
  const promoCode = origin === 'promo' ? foldPromoCode(request.promoCode!) : null
  const order = { ...figures, origin, supplierId, promoCode, customer, note: request.note, flagged }
  const { id, trackingKey } = await storeOrder(tx, order, lines, now)
  await takePieces(tx, lines)
  await publish(tx, 'order placed', { id, collected: figures.collected, city: customer.city, flagged })
  if (origin === 'promo') await publish(tx, 'promo code used', { id, supplierId: supplierId! })
  const { collected, gain, discountPercent: _kept, ...shown } = figures
  const own = origin === 'supplier' ? { collected, gain } : {}
  return { id, status: 'pending', ...shown, ...own, tracking: trackingPath(id, trackingKey) }
}

/** Who the caller is for an order: a supplier orders in its own name, everybody else as a visitor. */
export const asSupplier = (caller: Caller | null): AccountId | null => (caller?.role === 'supplier' ? caller.id : null)

/** The supplier that the gain is for, who is not banned before the order is stored; null when nobody brought it. */
async function holdCreditedSupplier(
  tx: Tx,
  caller: Caller | null,
  promoCode: string | null,
): Promise<AccountId | null> {
  if (caller?.role === 'buyer') throw buyersDoNotOrder()
  const own = asSupplier(caller)
  if (own !== null && promoCode !== null) throw codeNotForSuppliers()
  if (own !== null) {
    await keepActive(tx, own)
    return own
  }
  if (promoCode === null) return null
  const owner = await holdSupplierByCode(tx, promoCode)
  if (owner === null) throw unknownPromoCode()
  return owner
}

function originOf(caller: Caller | null, supplierId: AccountId | null): OrderOrigin {
  if (asSupplier(caller) !== null) return 'supplier'
  return supplierId === null ? 'direct' : 'promo'
}

/** A supplier's own customer; for everybody else, one that a visitor made within the hour. */
async function getCustomer(tx: Tx, caller: Caller | null, id: CustomerId, now: Date): Promise<Customer> {
  const since = new Date(now.getTime() - VISITOR_CUSTOMER_LIFE_MS)
  const customer = await findCustomer(tx, id, asSupplier(caller), since)
  if (customer === null) throw unknownCustomer()
  return customer
}

/** Counts a visitor's order; says whether the admin should look at it. Orders of one phone take turns. */
async function countOrder(tx: Tx, phone: string, { tries }: OrderLimits, now: Date): Promise<boolean> {
  await holdPhone(tx, phone)
  const earlier = await countOrdersOfPhone(tx, phone, new Date(now.getTime() - HOUR_MS))
  if (earlier >= ORDERS_PER_PHONE)
    throw new Overload(429, 'too_many_orders', 'Trop de commandes avec ce numéro. Réessayez dans une heure.', 3600)
  await countTries(tx, now, tries)
  return earlier + 1 >= FLAGGED_FROM_ORDER
}

/** Held and checked before, the pieces are there; whatever says otherwise is believed. */
async function takePieces(tx: Tx, lines: readonly OrderedProduct[]): Promise<void> {
  const taken: ReadonlySet<ProductId> = await takeStock(
    tx,
    lines.map(({ id, quantity }) => ({ productId: id, quantity })),
  )
  const missing = lines.findIndex(({ id }) => !taken.has(id))
  if (missing !== -1) throw invalidField(lineField('quantity', missing), 'stock_changed', 'Le stock vient de changer.')
}
