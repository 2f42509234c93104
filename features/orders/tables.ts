import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/tables.ts'
import { products } from '#features/catalogue/tables.ts'
import { bytes, identity, idOf, moment, money } from '#platform/db/columns.ts'
import type { AccountId, CustomerId, OrderId, OrderLineId, ProductId, WithdrawalId } from '#platform/kernel/ids.ts'
import type { CancelReason, OrderStatus, PaymentStatus } from './names.ts'
import type { OrderOrigin } from './rules.ts'

export const customers = pgTable(
  'customers',
  {
    id: identity<CustomerId>(),
    /** The supplier who made the record; null for a visitor, who may use it for an hour. */
    supplierId: idOf<AccountId>().references(() => accounts.id),
    name: text().notNull(),
    phone: text().notNull(),
    address: text().notNull(),
    city: text().notNull(),
    email: text(),
    createdAt: moment().notNull(),
    search: text().notNull(),
  },
  (table) => [
    index('customers_of_a_supplier').on(table.supplierId, table.id),
    index('customers_of_a_phone').on(table.phone),
    index('parts_of_customers').using('gin', sql`${table.search} gin_trgm_ops`),
    check('a_phone_is_digits', sql`${table.phone} ~ '^[0-9]{6,15}$'`),
  ],
)

/** Prices, names, rates and the recipient are copied here: what changes later changes no order. */
export const orders = pgTable(
  'orders',
  {
    id: identity<OrderId>(),
    customerId: idOf<CustomerId>()
      .notNull()
      .references(() => customers.id),
    origin: text().$type<OrderOrigin>().notNull(),
    supplierId: idOf<AccountId>().references(() => accounts.id),
    promoCode: text(),
    name: text().notNull(),
    phone: text().notNull(),
    address: text().notNull(),
    city: text().notNull(),
    subtotal: money().notNull(),
    discount: money().notNull(),
    delivery: money().notNull(),
    total: money().notNull(),
    collected: money().notNull(),
    gain: money().notNull(),
    status: text().$type<OrderStatus>().notNull().default('pending'),
    cancelReason: text().$type<CancelReason>(),
    payment: text().$type<PaymentStatus>().notNull().default('pending'),
    paidAt: moment(),
    /** The withdrawal, not refused, that this order's gain is in. The table it names stands above this room. */
    heldBy: idOf<WithdrawalId>(),
    /** One of many orders of one phone within the hour: the admin looks twice. */
    flagged: boolean().notNull().default(false),
    createdAt: moment().notNull(),
    /** The day in Casablanca on which it was placed: the database's own calendar may be older than the law. */
    placedOn: date().notNull(),
    updatedAt: moment().notNull(),
    deletedAt: moment(),
    deletedBy: idOf<AccountId>().references(() => accounts.id),
  },
  (table) => [
    index('orders_by_status').on(table.status, table.createdAt, table.id).where(sql`${table.deletedAt} is null`),
    index('orders_by_day').on(table.createdAt, table.id).where(sql`${table.deletedAt} is null`),
    // With what a supplier searches for.
    index('orders_of_a_supplier')
      .on(table.supplierId, table.createdAt, table.id, table.origin, table.name, table.phone)
      .where(sql`${table.supplierId} is not null and ${table.deletedAt} is null`),
    index('orders_of_a_supplier_by_status')
      .on(table.supplierId, table.status, table.createdAt, table.id)
      .where(sql`${table.supplierId} is not null and ${table.deletedAt} is null`),
    // Of all of them: whoever deletes a customer must be sure that there is none.
    index('orders_of_a_customer').on(table.customerId, table.createdAt, table.id, table.deletedAt),
    index('orders_by_amount')
      .on(table.status, table.payment, table.collected, table.id)
      .where(sql`${table.deletedAt} is null`),
    index('orders_by_city')
      .on(table.city, table.status, table.createdAt, table.id)
      .where(sql`${table.deletedAt} is null`),
    index('orders_by_payment')
      .on(table.payment, table.createdAt, table.id)
      .where(sql`${table.deletedAt} is null and ${table.status} = 'delivered'`),
    index('orders_to_look_at')
      .on(table.createdAt, table.id)
      .where(sql`${table.deletedAt} is null and ${table.flagged}`),
    index('waiting_orders_to_look_at')
      .on(table.id)
      .where(sql`${table.deletedAt} is null and ${table.flagged} and ${table.status} = 'pending'`),
    index('orders_of_a_phone').on(table.phone, table.createdAt),
    index('orders_to_withdraw')
      .on(table.supplierId, table.id)
      .where(sql`${table.status} = 'delivered' and ${table.payment} <> 'void' and ${table.heldBy} is null`),
    index('orders_of_a_withdrawal').on(table.heldBy).where(sql`${table.heldBy} is not null`),
    check(
      'only_delivered_gains_are_withdrawn',
      sql`${table.heldBy} is null or (${table.status} = 'delivered' and ${table.payment} <> 'void' and ${table.supplierId} is not null and ${table.deletedAt} is null)`,
    ),
    check('a_status_is_known', sql`${table.status} in ('pending', 'assigned', 'in_transit', 'delivered', 'cancelled')`),
    check('a_payment_status_is_known', sql`${table.payment} in ('pending', 'paid', 'void')`),
    check('only_delivered_orders_are_paid', sql`${table.payment} = 'pending' or ${table.status} = 'delivered'`),
    check('a_payment_is_dated', sql`(${table.payment} = 'paid') = (${table.paidAt} is not null)`),
    check('an_origin_is_known', sql`${table.origin} in ('supplier', 'promo', 'direct')`),
    check('a_supplier_stands_behind_its_orders', sql`(${table.origin} = 'direct') = (${table.supplierId} is null)`),
    check('a_code_makes_a_promo_order', sql`(${table.origin} = 'promo') = (${table.promoCode} is not null)`),
    check('only_codes_give_discounts', sql`${table.origin} = 'promo' or ${table.discount} = 0`),
    check('a_gain_is_never_negative', sql`${table.gain} >= 0`),
    check('nobody_gains_without_a_supplier', sql`${table.supplierId} is not null or ${table.gain} = 0`),
    check('a_total_adds_up', sql`${table.total} = ${table.subtotal} - ${table.discount} + ${table.delivery}`),
    check(
      'a_courier_collects_public_prices',
      sql`${table.collected} = ${table.total} + case when ${table.origin} = 'supplier' then ${table.gain} else 0 end`,
    ),
    check('delivery_costs_20_or_35', sql`${table.delivery} in (2000, 3500)`),
    check('a_deleted_order_was_not_delivered', sql`${table.deletedAt} is null or ${table.status} <> 'delivered'`),
  ],
)

export const orderLines = pgTable(
  'order_lines',
  {
    id: identity<OrderLineId>(),
    orderId: idOf<OrderId>()
      .notNull()
      .references(() => orders.id),
    productId: idOf<ProductId>()
      .notNull()
      .references(() => products.id),
    name: text().notNull(),
    quantity: integer().notNull(),
    userPrice: money().notNull(),
    distributorPrice: money().notNull(),
  },
  (table) => [
    unique('an_order_names_a_product_once').on(table.orderId, table.productId),
    index('lines_of_a_product').on(table.productId),
    check('a_line_has_1_to_1000_pieces', sql`${table.quantity} between 1 and 1000`),
  ],
)

/** One row, made by its migration: what the links to orders are signed with. Another key ends all links at once. */
export const trackingKeys = pgTable(
  'tracking_keys',
  {
    isTheOne: boolean().primaryKey().default(true),
    key: bytes().notNull(),
  },
  (table) => [check('there_is_one_tracking_key', sql`${table.isTheOne}`)],
)

/** Who moved an order, when, and to which status; oldest first by id. */
export const orderMoves = pgTable(
  'order_moves',
  {
    id: identity(),
    orderId: idOf<OrderId>()
      .notNull()
      .references(() => orders.id),
    status: text().$type<OrderStatus>().notNull(),
    movedBy: idOf<AccountId>().references(() => accounts.id),
    movedAt: moment().notNull(),
  },
  (table) => [index('moves_of_an_order').on(table.orderId, table.id)],
)

const tallyColumns = {
  supplierId: idOf<AccountId>(),
  status: text().$type<OrderStatus>().notNull(),
  payment: text().$type<PaymentStatus>().notNull(),
  isHeld: boolean().notNull(),
  orders: integer().notNull(),
  collected: money().notNull(),
  gain: money().notNull(),
}

/**
 * Orders counted and summed by supplier, day and state, so that dashboards cost the same however many there are.
 * Only `order_tally_changes` is written by the trigger of `orders`, a row a change, so that no two orders wait for one
 * counter; now and then they are folded in here, once by day and once for all days together (no day). What is true is
 * the sum of both: `order_tally_rows` by day, `order_total_rows` for all days.
 */
export const orderTallies = pgTable('order_tallies', { ...tallyColumns, placedOn: date() }, (table) => [
  unique('a_tally_is_kept_once')
    .on(table.supplierId, table.placedOn, table.status, table.payment, table.isHeld)
    .nullsNotDistinct(),
])

/** The same for the whole shop, whoever brought the orders: what the admin's screens count, in few rows. */
export const shopTallies = pgTable(
  'shop_tallies',
  {
    placedOn: date(),
    status: text().$type<OrderStatus>().notNull(),
    payment: text().$type<PaymentStatus>().notNull(),
    orders: integer().notNull(),
    collected: money().notNull(),
  },
  (table) => [unique('a_shop_tally_is_kept_once').on(table.placedOn, table.status, table.payment).nullsNotDistinct()],
)

export const orderTallyChanges = pgTable(
  'order_tally_changes',
  { ...tallyColumns, placedOn: date().notNull() },
  (table) => [index('tally_changes_of_a_supplier').on(table.supplierId)],
)
