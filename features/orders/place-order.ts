import { accountDeleted, foldPromoCode } from '#features/accounts/index.ts'
import { tellOfTakenStock } from '#features/catalogue/index.ts'
import {
  constraintOf,
  type Db,
  inOneStatement,
  inOneTry,
  type Queries,
  type Tx,
  withRetries,
} from '#platform/db/database.ts'
import { publish } from '#platform/db/events.ts'
import type { Caller } from '#platform/http/access.ts'
import { Overload } from '#platform/http/errors.ts'
import { type Answer, type Given, type KeyedCall, replayOf, stillRunning } from '#platform/http/idempotency.ts'
import { asTries, type Counted, mustNotBeUsedUp } from '#platform/http/limits.ts'
import type { AccountId, OrderId, ProductId } from '#platform/kernel/ids.ts'
import { invalidField, isRefusal } from '#platform/kernel/refusal.ts'
import { localDay } from '#platform/kernel/time.ts'
import { lineField, type OrderRequest, type PlacedOrder } from './names.ts'
import type { OrderMemory } from './order-memory.ts'
import {
  type AskedForOrder,
  type OrderToStore,
  type SeenForOrder,
  SHELVES_AS_SEEN,
  type StoredOrder,
  seeOrder,
  storeOrder,
} from './order-statements.ts'
import {
  type BellLine,
  buyersDoNotOrder,
  checkLines,
  codeNotForSuppliers,
  FLAGGED_FROM_ORDER,
  ORDERS_PER_PHONE,
  type OrderOrigin,
  orderFigures,
  unknownCustomer,
  unknownPromoCode,
  VISITOR_CUSTOMER_LIFE_MS,
} from './rules.ts'
import { trackingPath } from './tracking.ts'

declare module '#platform/db/events.ts' {
  interface Events {
    /** A visitor ordered with a supplier's code. */
    'order brought': { id: OrderId; supplierId: AccountId }
  }
}

export interface OrderCall {
  /** Null for a visitor. */
  caller: Caller | null
  request: OrderRequest
  /** The key under which the answer is kept, and the answer. */
  key?: KeyedCall | null
  answerOf?: (order: PlacedOrder) => Answer
  /** What the back office's bell says of it. */
  bellOf?: (order: { id: OrderId; collected: PlacedOrder['total']; city: string; flagged: boolean }) => BellLine
  limits?: OrderLimits | null
}

/** What a visitor's order is held against. */
export interface OrderLimits {
  /** Refused once they are used up; counted by whoever knows of a wrong guess. */
  guesses: readonly Counted[]
  /** Counted with the order. */
  tries: readonly Counted[]
}

const NO_LIMITS: OrderLimits = { guesses: [], tries: [] }

const HOUR_MS = 60 * 60 * 1000

/**
 * Places an order: at today's prices for the caller's role, out of today's stock, or not at all; at most once for each
 * key. What it depends on is seen first, without locks, or recalled, and made sure of by the statement that stores the
 * order: when something has changed in between, all is seen anew.
 * Refuses a buyer and a banned supplier (403), too many orders (429) and, under the field that is wrong (422), a customer
 * of somebody else, an unknown code, a price that has changed, a stock that is too small, a product that is gone.
 */
export async function placeOrder(
  db: Db,
  memory: OrderMemory,
  call: OrderCall & { answerOf: NonNullable<OrderCall['answerOf']> },
  now: Date,
): Promise<Given> {
  const storeDecided = async (order: DecidedOrder, isRecalled: boolean): Promise<Given> => {
    const drawsNext = memory.wantsNumber(isRecalled)
    const inItsFrame = order.isAlone ? inOneStatement : inOneTry
    const { next } = await inItsFrame(db, (tx) => store(tx, order, drawsNext)).catch(stillRunning)
    if (next !== null) memory.keepNumber(next)
    return { answer: order.answer!, replayed: false }
  }
  const lookAndStore = async (): Promise<Given> => {
    const seen = await see(db, call, now)
    if (call.key && seen.earlier) return { answer: replayOf(call.key, seen.earlier), replayed: true }
    if (isPlain(call)) memory.keepSeen(call.request, seen)
    return storeDecided(decide(call, seen, now), false)
  }
  return memory.during(() => {
    let recalled = isPlain(call) ? decideFromMemory(memory, call, now) : null
    return withRetries(() => {
      const order = recalled
      recalled = null
      return order === null ? lookAndStore() : storeDecided(order, true)
    }).catch(stockKeepsChanging)
  })
}

/** A visitor's without a code: all that it depends on is the customer and the products. */
const isPlain = ({ caller, request }: OrderCall): boolean => supplierOf(caller) === null && request.promoCode === null

/** Null when too little is known, or when the order would be refused: that is for what is true now. */
function decideFromMemory(memory: OrderMemory, call: OrderCall, now: Date): DecidedOrder | null {
  const seen = memory.recall(call.request)
  if (seen === null) return null
  try {
    return decide(call, seen, now)
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

/** The same within a transaction that does more: no key, no answer, and nothing is seen anew. */
export async function placeOrderIn(tx: Tx, call: OrderCall, now: Date): Promise<PlacedOrder> {
  const order = decide(call, await see(tx, call, now), now)
  await store(tx, order, false)
  return order.placed
}

/** Who the caller is for an order: a supplier orders in its own name, everybody else as a visitor. */
export const supplierOf = (caller: Caller | null): AccountId | null => (caller?.role === 'supplier' ? caller.id : null)

function see(db: Queries, { caller, request, key, limits }: OrderCall, now: Date): Promise<SeenForOrder> {
  const { guesses, tries } = limits ?? NO_LIMITS
  const { subjects, windows } = asTries([...guesses, ...tries], now)
  return seeOrder(db, {
    ...keyParts(key),
    customerId: request.customerId,
    supplierId: supplierOf(caller),
    since: before(now, VISITOR_CUSTOMER_LIFE_MS),
    promoCode: request.promoCode === null ? null : foldPromoCode(request.promoCode),
    productIds: request.lines.map((line) => line.productId),
    phoneSince: limits ? before(now, HOUR_MS) : null,
    trySubjects: subjects,
    tryWindows: windows,
  })
}

const before = (now: Date, ms: number): string => new Date(now.getTime() - ms).toISOString()

const keyParts = (key: KeyedCall | null | undefined): Pick<AskedForOrder, 'route' | 'caller' | 'key'> =>
  key ? { route: key.route, caller: key.caller, key: key.key } : { route: null, caller: null, key: null }

interface DecidedOrder {
  placed: PlacedOrder
  /** Of calls that are answered. */
  answer: Answer | null
  toStore: OrderToStore
  /** Products by number that may be sold out with it. */
  names: ReadonlyMap<ProductId, string>
  /** Whose code brought it. */
  broughtBy: AccountId | null
  /** Nothing else has to be written down with it. */
  isAlone: boolean
}

/** What the order is, by the rules, out of what was seen. */
function decide(call: OrderCall, seen: SeenForOrder, now: Date): DecidedOrder {
  const { caller, request, key, limits, answerOf, bellOf } = call
  mustNotBeUsedUp(limits?.guesses ?? [], seen.tries, now)
  const supplierId = bringerOf(call, seen)
  const { customer, id } = seen
  if (customer === null) throw unknownCustomer()
  const isOwn = supplierOf(caller) !== null
  const origin: OrderOrigin = isOwn ? 'supplier' : supplierId !== null ? 'promo' : 'direct'
  if (supplierId === null && request.promoCode !== null) throw unknownPromoCode()
  if (limits) mustBeWithinLimits(limits, seen, now)
  const lines = checkLines(request.lines, new Map(seen.products.map((product) => [product.id, product])), isOwn)
  const figures = orderFigures(origin, lines, customer.city)
  const flagged = limits ? seen.ordersOfPhone + 1 >= FLAGGED_FROM_ORDER : false
  const { collected, gain, ...shown } = figures
  const placed: PlacedOrder = {
    id,
    status: 'pending',
    ...shown,
    ...(isOwn ? { collected, gain } : {}),
    tracking: trackingPath(id, seen.trackingKey),
  }
  const answer = answerOf?.(placed) ?? null
  const kept = key ? answer : null
  const bell = bellOf?.({ id, collected, city: customer.city, flagged })
  const { id: customerId, ...recipient } = customer
  const { subjects, windows, most } = asTries(limits?.tries ?? [], now)
  const soldOut = lines.filter(({ stock, quantity }) => stock === quantity)
  return {
    placed,
    answer,
    names: new Map(lines.map((line) => [line.id, line.name])),
    broughtBy: origin === 'promo' ? supplierId : null,
    isAlone: origin !== 'promo' && soldOut.length === 0,
    toStore: {
      ...keyParts(key),
      bodyHash: key?.bodyHash ?? null,
      status: kept?.status ?? null,
      answer: kept?.body ?? null,
      ...recipient,
      ...figures,
      id,
      customerId,
      origin,
      supplierId,
      promoCode: origin === 'promo' ? foldPromoCode(request.promoCode!) : null,
      flagged,
      now: now.toISOString(),
      day: localDay(now),
      productIds: lines.map((line) => line.id),
      names: lines.map((line) => line.name),
      quantities: lines.map((line) => line.quantity),
      userPrices: lines.map((line) => line.userPrice),
      distributorPrices: lines.map((line) => line.distributorPrice),
      // Whoever takes a last piece knows it beforehand: something more is then written down.
      leastStocks: lines.map(({ quantity, stock }) => (stock === quantity ? quantity : quantity + 1)),
      phoneSince: limits ? before(now, HOUR_MS) : null,
      fewestOfPhone: flagged ? FLAGGED_FROM_ORDER - 1 : 0,
      mostOfPhone: flagged ? ORDERS_PER_PHONE - 1 : FLAGGED_FROM_ORDER - 2,
      trySubjects: subjects,
      tryWindows: windows,
      mostTries: most,
      bellKind: bell?.kind ?? null,
      bellMessage: bell?.message ?? null,
      bellLink: bell?.link ?? null,
    },
  }
}

/** The supplier that gets the gain; null when nobody brought the order. */
function bringerOf({ caller, request }: OrderCall, seen: SeenForOrder): AccountId | null {
  if (caller?.role === 'buyer') throw buyersDoNotOrder()
  if (supplierOf(caller) === null) return seen.supplierId
  if (request.promoCode !== null) throw codeNotForSuppliers()
  if (seen.supplierId === null) throw accountDeleted()
  return seen.supplierId
}

function mustBeWithinLimits({ tries }: OrderLimits, seen: SeenForOrder, now: Date): void {
  if (seen.ordersOfPhone >= ORDERS_PER_PHONE)
    throw new Overload(429, 'Trop de commandes avec ce numéro. Réessayez dans une heure.', 3600)
  mustNotBeUsedUp(tries, seen.tries, now)
}

async function store(tx: Tx, { toStore, names, broughtBy }: DecidedOrder, drawsNext: boolean): Promise<StoredOrder> {
  const stored = await storeOrder(tx, toStore, drawsNext)
  await tellOfTakenStock(
    tx,
    stored.soldOut.map((id) => ({ id, name: names.get(id)! })),
  )
  if (broughtBy !== null) await publish(tx, 'order brought', { id: toStore.id, supplierId: broughtBy })
  return stored
}

/** Every time that it was seen, somebody was quicker. */
function stockKeepsChanging(error: unknown): never {
  if (constraintOf(error) !== SHELVES_AS_SEEN) throw error
  throw invalidField(lineField('quantity', 0), 'Le stock vient de changer.')
}
