import { sql } from 'drizzle-orm'
import type { Queries, Tx } from '#platform/db/database.ts'
import { given, statement } from '#platform/db/statement.ts'
import type { EarlierAnswer } from '#platform/http/idempotency.ts'
import type { AccountId, CustomerId, OrderId, ProductId } from '#platform/kernel/ids.ts'
import type { Recipient } from './names.ts'
import type { Customer } from './queries.ts'
import type { CurrentProduct, Figures, OrderOrigin } from './rules.ts'

// An order is two statements: one sees all that it depends on, one stores all of it if that still holds. Both call a
// function of the database (migrations 0010 and 0016), which reaches into the tables of other rooms.

export interface AskedForOrder {
  /** Of the call's key; null without one. */
  route: string | null
  caller: string | null
  key: string | null
  customerId: CustomerId
  /** Who orders, or null for a visitor; then customers that visitors made since `since` are found. */
  supplierId: AccountId | null
  since: string
  /** Folded. */
  promoCode: string | null
  productIds: ProductId[]
  /** Visitors' orders of the customer's phone are counted since then; null counts none. */
  phoneSince: string | null
  trySubjects: string[]
  tryWindows: string[]
}

export interface SeenForOrder {
  /** What the key was answered with; then nothing else was looked at. */
  earlier: EarlierAnswer | null
  /** A number for the order, drawn for it alone. */
  id: OrderId
  customer: Customer | null
  products: CurrentProduct[]
  /** The caller, or whose code it is; null when there is none, or it is banned. */
  supplierId: AccountId | null
  ordersOfPhone: number
  /** Tries counted so far, by subject. */
  tries: Record<string, number>
  /** What the order's link is signed with. */
  trackingKey: Buffer
}

const see = statement<AskedForOrder, SeenForOrder>(
  'see_order',
  sql`
    select earlier, order_id as id, customer, products, bringer as "supplierId", orders_of_phone as "ordersOfPhone",
      tries_so_far as tries, tracking_key as "trackingKey"
    from see_order(
      ${given('route')}, ${given('caller')}, ${given('key')},
      ${given('customerId')}, ${given('supplierId')}, ${given('since')}, ${given('promoCode')},
      ${given('productIds')}, ${given('phoneSince')}, ${given('trySubjects')}, ${given('tryWindows')}
    )`,
)

/** All that an order depends on, as it is now. Locks nothing. */
export async function seeOrder(db: Queries, asked: AskedForOrder): Promise<SeenForOrder> {
  const { rows } = await see(db, asked)
  return rows[0]!
}

export type OrderToStore = Figures &
  Recipient & {
    route: string | null
    caller: string | null
    key: string | null
    bodyHash: Buffer | null
    status: number | null
    answer: string | null
    id: OrderId
    customerId: CustomerId
    origin: OrderOrigin
    supplierId: AccountId | null
    promoCode: string | null
    flagged: boolean
    now: string
    day: string
    productIds: ProductId[]
    names: string[]
    quantities: number[]
    userPrices: number[]
    distributorPrices: number[]
    /** What must be on each shelf for the order to be taken. */
    leastStocks: number[]
    /** How many orders the phone may have had since then; null does not look. */
    phoneSince: string | null
    fewestOfPhone: number
    mostOfPhone: number
    trySubjects: string[]
    tryWindows: string[]
    mostTries: number[]
    bellKind: string | null
    bellMessage: string | null
    bellLink: string | null
  }

export interface StoredOrder {
  /** The products of which the last piece was taken. */
  soldOut: ProductId[]
  /** A number for an order to come, drawn for it alone, when one was asked for. */
  next: OrderId | null
}

const store = statement<OrderToStore & { drawsNext: boolean }, StoredOrder>(
  'store_order',
  sql`
    select sold_out as "soldOut", next_order as next
    from store_order(
      ${given('route')}, ${given('caller')}, ${given('key')}, ${given('bodyHash')}, ${given('status')}, ${given('answer')},
      ${given('id')}, ${given('customerId')}, ${given('origin')}, ${given('supplierId')}, ${given('promoCode')},
      ${given('name')}, ${given('phone')}, ${given('address')}, ${given('city')},
      ${given('subtotal')}, ${given('discount')}, ${given('delivery')}, ${given('total')}, ${given('collected')},
      ${given('gain')}, ${given('flagged')}, ${given('now')}, ${given('day')},
      ${given('productIds')}, ${given('names')}, ${given('quantities')}, ${given('userPrices')}, ${given('distributorPrices')},
      ${given('leastStocks')}, ${given('phoneSince')}, ${given('fewestOfPhone')}, ${given('mostOfPhone')},
      ${given('trySubjects')}, ${given('tryWindows')}, ${given('mostTries')},
      ${given('bellKind')}, ${given('bellMessage')}, ${given('bellLink')}, ${given('drawsNext')}
    )`,
)

/** The shelves are no longer as they were seen. */
export const SHELVES_AS_SEEN = 'shelves_as_seen'

/**
 * Stores the order with its lines, the stock that it takes, its answer, the tries and the bell's line. When what was
 * seen no longer holds, nothing is stored: serialization failure.
 */
export async function storeOrder(tx: Tx, order: OrderToStore, drawsNext: boolean): Promise<StoredOrder> {
  const { rows } = await store(tx, { ...order, drawsNext })
  return rows[0]!
}
