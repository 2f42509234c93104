import { holdSupplierByCode, mustStayActive, normalisePromoCode } from '#features/accounts/index.ts'
import { holdProducts, takeStock } from '#features/catalogue/index.ts'
import type { Rates } from '#features/settings/model.ts'
import type { Tx } from '#platform/db/database.ts'
import { publish } from '#platform/db/events.ts'
import type { Caller } from '#platform/http/access.ts'
import type { AccountId, CustomerId, OrderId, ProductId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { invalidField } from '#platform/kernel/refusal.ts'
import { confirmationCode } from '../confirmation-code.ts'
import { hashOfAddress, hashOfKey } from '../customer-key.ts'
import { type GuestLimits, isLarge, mustBeOfUsualSize } from '../guest-limits/rules.ts'
import { lineField, type OrderRequest, type PlacedOrder } from '../model.ts'
import { type Customer, type CustomerClaim, holdCustomer, markOrdered, storeOrder } from '../queries.ts'
import { countOrder } from '../rate-limits.ts'
import {
  buyersDoNotOrder,
  checkLines,
  codeNotForSuppliers,
  KEYLESS_RECORD_LIFE_MS,
  mustCostWhatWasShown,
  type OrderedProduct,
  type OrderFlag,
  type OrderOrigin,
  orderFigures,
  ratesFor,
  unknownCustomer,
  unknownPromoCode,
} from '../rules.ts'
import { trackingPath } from '../tracking-link.ts'

declare module '#platform/db/events.ts' {
  interface Events {
    'order placed': { id: OrderId; collected: Centimes; city: string; flags: readonly OrderFlag[] }
    /** A visitor ordered with a supplier's code. */
    'promo code used': { id: OrderId; supplierId: AccountId }
  }
}

export interface OrderCall {
  /** Null for a visitor. */
  caller: Caller | null
  /** The network address of the call. */
  address: string
  request: OrderRequest
  rates: Rates
  /** Limits of a visitor's order; null for none. */
  most?: GuestLimits | null
  /** Visitors' orders of one product in ten minutes, beyond which orders are flagged; null to count nothing. */
  perProduct?: number | null
}

/**
 * Places an order at today's prices for the caller's role, out of today's stock, or not at all; amounts in centimes. Runs
 * inside the transaction of its key. Locks rows in the order account, customer, products by number, phone, tries, as every
 * call does. Refuses (403) a buyer and a banned supplier, (429) too many orders and (422), under the field at fault, somebody
 * else's customer, an unknown code, a changed price, a stock that is too small, a product off sale, an order above the
 * visitors' limits and a total that differs from the one shown.
 */
export async function placeOrder(tx: Tx, call: OrderCall, now: Date): Promise<PlacedOrder> {
  const { caller, address, request, rates, perProduct = null, most = null } = call
  const supplierId = await holdCreditedSupplier(tx, caller, request.promoCode)
  const claim = claimOf(call, now)
  const customer = await getCustomer(tx, request.customerId, claim)
  const products = await holdProducts(
    tx,
    request.lines.map((line) => line.productId),
  )
  const origin = originOf(caller, supplierId)
  const lines = checkLines(request.lines, products, origin === 'supplier')
  const figures = orderFigures(origin, lines, ratesFor(origin, customer.city, rates))
  if (most) mustBeOfUsualSize(lines, figures.total, most)
  mustCostWhatWasShown(request.total, figures.total)
  const isVisitors = caller === null
  const counted = { phone: customer.phone, address, productIds: lines.map(({ id }) => id) }
  const flags: OrderFlag[] = most && isLarge(lines, figures.total, most) ? ['large'] : []
  if (isVisitors && perProduct !== null) flags.push(...(await countOrder(tx, { ...counted, perProduct }, now)))
  const promoCode = origin === 'promo' ? normalisePromoCode(request.promoCode!) : null
  const marks = { isFlagged: flags.length > 0, hidesRecipient: 'ipHash' in claim }
  const order = { ...figures, origin, supplierId, promoCode, customer, note: request.note, ...marks }
  const { id, trackingKey } = await storeOrder(tx, order, lines, now)
  if (!('supplierId' in claim)) await markOrdered(tx, customer.id)
  await takePieces(tx, lines)
  await publish(tx, 'order placed', { id, collected: figures.collected, city: customer.city, flags })
  if (origin === 'promo') await publish(tx, 'promo code used', { id, supplierId: supplierId! })
  const { collected, gain, discountPercent: _, ...shown } = figures
  // A person who orders for somebody else is not shown the letters by which that person confirms.
  const own = origin === 'supplier' ? { collected, gain } : { code: confirmationCode(id, trackingKey) }
  return { id, status: 'pending', ...shown, ...own, tracking: trackingPath(id, trackingKey) }
}

/** The supplier that orders in its own name; null for everybody else, who order as visitors. */
export const supplierIdOf = (caller: Caller | null): AccountId | null =>
  caller?.role === 'supplier' ? caller.id : null

/** The supplier that earns the gain, locked so that no ban overtakes the order; null for a direct order. */
async function holdCreditedSupplier(
  tx: Tx,
  caller: Caller | null,
  promoCode: string | null,
): Promise<AccountId | null> {
  if (caller?.role === 'buyer') throw buyersDoNotOrder()
  const own = supplierIdOf(caller)
  if (own !== null && promoCode !== null) throw codeNotForSuppliers()
  if (own !== null) {
    await mustStayActive(tx, own)
    return own
  }
  if (promoCode === null) return null
  const owner = await holdSupplierByCode(tx, promoCode)
  if (owner === null) throw unknownPromoCode()
  return owner
}

function originOf(caller: Caller | null, supplierId: AccountId | null): OrderOrigin {
  if (supplierIdOf(caller) !== null) return 'supplier'
  return supplierId === null ? 'direct' : 'promo'
}

/** The caller's claim on a customer: a supplier's own, or a record's key, or the address that has just made the record. */
function claimOf({ caller, address, request: { customerKey } }: OrderCall, now: Date): CustomerClaim {
  const supplierId = supplierIdOf(caller)
  if (supplierId !== null) return { supplierId }
  if (customerKey !== null) return { keyHash: hashOfKey(customerKey) }
  return { ipHash: hashOfAddress(address), since: new Date(now.getTime() - KEYLESS_RECORD_LIFE_MS) }
}

async function getCustomer(tx: Tx, id: CustomerId, claim: CustomerClaim): Promise<Customer> {
  const customer = await holdCustomer(tx, id, claim)
  if (customer === null) throw unknownCustomer()
  return customer
}

/**
 * Takes the pieces out of stock. They were locked and checked before; should the update still find too few, it refuses (422).
 */
async function takePieces(tx: Tx, lines: readonly OrderedProduct[]): Promise<void> {
  const taken: ReadonlySet<ProductId> = await takeStock(
    tx,
    lines.map(({ id, quantity }) => ({ productId: id, quantity })),
  )
  const missing = lines.findIndex(({ id }) => !taken.has(id))
  if (missing !== -1) throw invalidField(lineField('quantity', missing), 'stock_changed', 'Le stock vient de changer.')
}
