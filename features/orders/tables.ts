import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { accounts, ofAccount } from '#features/accounts/tables.ts'
import { ofProduct } from '#features/catalogue/tables.ts'
import { bytes, identity, idOf, moment, money } from '#platform/db/columns.ts'
import { ANONYMOUS_NAMES, ANONYMOUS_PHONE } from '#platform/kernel/anonymised.ts'
import type { AccountId, CustomerId, CustomerNoteId, OrderId, OrderLineId, WithdrawalId } from '#platform/kernel/ids.ts'
import type { CancelReason, OrderStatus, PaymentStatus } from './model.ts'
import type { OrderOrigin } from './rules.ts'

export const customers = pgTable(
  'customers',
  {
    id: identity<CustomerId>(),
    /** The supplier who made the record; null for a visitor, who orders with it once. */
    supplierId: idOf<AccountId>().references(() => accounts.id),
    name: text().notNull(),
    phone: text().notNull(),
    address: text().notNull(),
    city: text().notNull(),
    email: text(),
    createdAt: moment().notNull(),
    /** SHA-256 of the key that opens a visitor's record, and of the IP address that made it; null once it was ordered with. */
    keyHash: bytes(),
    ipHash: bytes(),
    search: text().notNull(),
  },
  (table) => [
    index('customers_of_a_supplier').on(table.supplierId, table.id),
    index('customers_of_a_phone').on(table.phone),
    index('customers_by_search').using('gin', sql`${table.search} gin_trgm_ops`),
    check('a_phone_is_digits', sql`${table.phone} ~ '^[0-9]{6,15}$'`),
  ],
)

/**
 * SQL condition: the order counts among those of the person behind its phone. Deleted ones do not, nor those that another
 * order took up, nor those whose person was forgotten: all of these have one phone.
 */
export const isOfPerson = (table: Record<'deletedAt' | 'mergedInto' | 'phone' | 'name', AnyPgColumn>): SQL =>
  sql`${table.deletedAt} is null and ${table.mergedInto} is null
    and (${table.phone} <> ${sql.raw(`'${ANONYMOUS_PHONE}'`)} or ${table.name} <> ${sql.raw(`'${ANONYMOUS_NAMES.customer}'`)})`

/** Prices, names, rates and the recipient are copied here: what changes later changes no order. */
export const orders = pgTable(
  'orders',
  {
    id: identity<OrderId>(),
    customerId: idOf<CustomerId>()
      .notNull()
      .references(() => customers.id),
    supplierId: idOf<AccountId>().references(() => accounts.id),
    /** The withdrawal, not refused, that this order's gain is in. Its table stands above this room. */
    withdrawalId: idOf<WithdrawalId>(),
    /** The order that got its lines, when two of one person became one. */
    mergedInto: idOf<OrderId>().references((): AnyPgColumn => orders.id),
    origin: text().$type<OrderOrigin>().notNull(),
    promoCode: text(),
    name: text().notNull(),
    phone: text().notNull(),
    address: text().notNull(),
    city: text().notNull(),
    /** The customer's words to the courier. */
    note: text(),
    subtotal: money().notNull(),
    discount: money().notNull(),
    /** The percentage of its promo code on the day of the order. */
    discountPercent: integer().notNull().default(0),
    delivery: money().notNull(),
    total: money().notNull(),
    collected: money().notNull(),
    gain: money().notNull(),
    status: text().$type<OrderStatus>().notNull().default('pending'),
    cancelReason: text().$type<CancelReason>(),
    payment: text().$type<PaymentStatus>().notNull().default('pending'),
    /** The admin looks twice: many of one phone or of one product in a short while. */
    isFlagged: boolean().notNull().default(false),
    /** Placed without the record's key: its tracking page names no recipient. */
    hidesRecipient: boolean().notNull().default(false),
    /** Why its pieces are given up as lost. */
    lossNote: text(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    /** When its pieces left the house: it first became *en transit*. Null again when it is set back before. */
    leftAt: moment(),
    /** When somebody had its pieces in his hands again, or gave them up as lost. */
    piecesBackAt: moment(),
    paidAt: moment(),
    deletedAt: moment(),
    deletedBy: idOf<AccountId>().references(() => accounts.id),
    /** Name, phone and city of the recipient, normalised for searches. */
    search: text().notNull(),
  },
  (table) => [
    index('orders_by_day').on(table.createdAt, table.id).where(sql`${table.deletedAt} is null`),
    // With the payment: what the dashboard counts is counted in the index.
    index('orders_by_status')
      .on(table.status, table.createdAt, table.id, table.payment)
      .where(sql`${table.deletedAt} is null`),
    index('orders_to_collect')
      .on(table.createdAt, table.id)
      .where(sql`${table.deletedAt} is null and ${table.status} = 'delivered' and ${table.payment} = 'pending'`),
    index('orders_by_payment').on(table.payment, table.createdAt, table.id).where(sql`${table.deletedAt} is null`),
    // With the status: a city's orders of one step are counted in the index.
    index('orders_by_city')
      .on(table.city, table.createdAt, table.id, table.status)
      .where(sql`${table.deletedAt} is null`),
    // With the other filters: far pages pass over it in the index.
    index('orders_by_amount')
      .on(table.collected, table.id, table.status, table.payment)
      .where(sql`${table.deletedAt} is null`),
    index('orders_flagged').on(table.createdAt, table.id).where(sql`${table.deletedAt} is null and ${table.isFlagged}`),
    index('orders_of_a_supplier')
      .on(table.supplierId, table.createdAt, table.id)
      .where(sql`${table.deletedAt} is null`),
    // With the sums of a supplier's dashboard, which are added up in the index: its orders lie all over the table.
    index('orders_of_a_supplier_by_status')
      .on(
        table.supplierId,
        table.status,
        table.createdAt,
        table.id,
        table.payment,
        table.withdrawalId,
        table.collected,
        table.gain,
      )
      .where(sql`${table.deletedAt} is null`),
    // Deleted orders as well: a customer is deleted only when there is none.
    index('orders_of_a_customer').on(table.customerId),
    index('orders_of_a_phone').on(table.phone, table.createdAt),
    index('orders_refused_of_a_phone')
      .on(table.phone)
      .where(sql`${table.deletedAt} is null and ${table.status} = 'cancelled' and ${table.cancelReason} = 'refused'`),
    index('orders_of_a_person').on(table.phone, table.id).where(isOfPerson(table)),
    index('orders_by_search')
      .using('gin', sql`${table.search} gin_trgm_ops`, sql`(${table.id}::text) gin_trgm_ops`)
      .where(sql`${table.deletedAt} is null`),
    index('orders_to_withdraw')
      .on(table.supplierId, table.id)
      .where(sql`${table.status} = 'delivered' and ${table.payment} <> 'void' and ${table.withdrawalId} is null`),
    index('orders_to_come_back')
      .on(table.leftAt, table.id)
      .where(
        sql`${table.leftAt} is not null and ${table.piecesBackAt} is null and (${table.status} = 'cancelled' or ${table.deletedAt} is not null)`,
      ),
    index('orders_of_a_withdrawal').on(table.withdrawalId).where(sql`${table.withdrawalId} is not null`),
    check(
      'only_delivered_gains_are_withdrawn',
      sql`${table.withdrawalId} is null or (${table.status} = 'delivered' and ${table.payment} <> 'void' and ${table.supplierId} is not null and ${table.deletedAt} is null)`,
    ),
    check(
      'an_order_status_is_known',
      sql`${table.status} in ('pending', 'assigned', 'in_transit', 'delivered', 'cancelled')`,
    ),
    check('a_payment_status_is_known', sql`${table.payment} in ('pending', 'paid', 'void')`),
    check('only_delivered_orders_are_paid', sql`${table.payment} = 'pending' or ${table.status} = 'delivered'`),
    check('a_payment_is_dated', sql`(${table.payment} = 'paid') = (${table.paidAt} is not null)`),
    check('an_origin_is_known', sql`${table.origin} in ('supplier', 'promo', 'direct')`),
    check('a_supplier_stands_behind_its_orders', sql`(${table.origin} = 'direct') = (${table.supplierId} is null)`),
    check('a_code_makes_a_promo_order', sql`(${table.origin} = 'promo') = (${table.promoCode} is not null)`),
    check(
      'only_codes_give_discounts',
      sql`${table.origin} = 'promo' or (${table.discount} = 0 and ${table.discountPercent} = 0)`,
    ),
    check('a_note_is_short', sql`char_length(${table.note}) between 1 and 200`),
    check('a_discount_is_a_percentage', sql`${table.discountPercent} between 0 and 100`),
    check('a_gain_is_never_negative', sql`${table.gain} >= 0`),
    check('nobody_gains_without_a_supplier', sql`${table.supplierId} is not null or ${table.gain} = 0`),
    check('a_total_adds_up', sql`${table.total} = ${table.subtotal} - ${table.discount} + ${table.delivery}`),
    check(
      'a_courier_collects_public_prices',
      sql`${table.collected} = ${table.total} + case when ${table.origin} = 'supplier' then ${table.gain} else 0 end`,
    ),
    check('delivery_is_never_negative', sql`${table.delivery} >= 0`),
    check('a_deleted_order_was_not_delivered', sql`${table.deletedAt} is null or ${table.status} <> 'delivered'`),
    check('an_order_in_transit_has_left', sql`${table.status} <> 'in_transit' or ${table.leftAt} is not null`),
    check(
      'a_waiting_order_has_not_left',
      sql`${table.status} not in ('pending', 'assigned') or ${table.leftAt} is null`,
    ),
    check('pieces_that_never_left_do_not_come_back', sql`${table.piecesBackAt} is null or ${table.leftAt} is not null`),
    check(
      'pieces_of_a_live_order_stay_out',
      sql`${table.piecesBackAt} is null or ${table.status} = 'cancelled' or ${table.deletedAt} is not null`,
    ),
    check('only_lost_pieces_have_a_loss_note', sql`${table.lossNote} is null or ${table.piecesBackAt} is not null`),
  ],
)

/** The order to which a row belongs. */
export const ofOrder = () =>
  idOf<OrderId>()
    .notNull()
    .references(() => orders.id)

export const orderLines = pgTable(
  'order_lines',
  {
    id: identity<OrderLineId>(),
    orderId: ofOrder(),
    productId: ofProduct(),
    name: text().notNull(),
    quantity: integer().notNull(),
    userPrice: money().notNull(),
    distributorPrice: money().notNull(),
  },
  (table) => [
    unique('an_order_names_a_product_once').on(table.orderId, table.productId),
    index('order_lines_of_a_product').on(table.productId),
    check('a_line_has_1_to_1000_pieces', sql`${table.quantity} between 1 and 1000`),
  ],
)

/** Each correction of how many pieces of a product an order has; oldest first by id. */
export const orderLineChanges = pgTable(
  'order_line_changes',
  {
    id: identity(),
    orderId: ofOrder(),
    productId: ofProduct(),
    name: text().notNull(),
    /** 0: it was not in the order. */
    piecesBefore: integer().notNull(),
    /** 0: it is no longer in the order. */
    piecesAfter: integer().notNull(),
    changedAt: moment().notNull(),
    changedBy: idOf<AccountId>().references(() => accounts.id),
  },
  (table) => [
    index('order_line_changes_of_an_order').on(table.orderId, table.id),
    check(
      'a_line_change_changes_pieces',
      sql`least(${table.piecesBefore}, ${table.piecesAfter}) >= 0 and ${table.piecesBefore} <> ${table.piecesAfter}`,
    ),
  ],
)

/** Notes of staff on an order, for each other; oldest first by id. Rows stay: only a forgotten person's words go. */
export const orderNotes = pgTable(
  'order_notes',
  {
    id: identity(),
    orderId: ofOrder(),
    /** Named apart from the customer's note for the courier, which the journal knows too. */
    staffNote: text().notNull(),
    writtenAt: moment().notNull(),
    writtenBy: ofAccount(),
  },
  (table) => [
    index('order_notes_of_an_order').on(table.orderId, table.id),
    check('a_staff_note_is_short', sql`char_length(${table.staffNote}) between 1 and 500`),
  ],
)

/** Pieces of a parcel that came back, line by line: the three add up to the pieces that had left. */
export const returnedPieces = pgTable(
  'returned_pieces',
  {
    /** Counted once, as its key says. */
    orderLineId: idOf<OrderLineId>()
      .primaryKey()
      .references(() => orderLines.id),
    intact: integer().notNull(),
    damaged: integer().notNull(),
    missing: integer().notNull(),
    countedAt: moment().notNull(),
    countedBy: idOf<AccountId>().references(() => accounts.id),
  },
  (table) => [
    check('pieces_are_counted_from_zero', sql`least(${table.intact}, ${table.damaged}, ${table.missing}) >= 0`),
  ],
)

/** One row, made by the baseline: the key that links to orders are signed with. Another key ends all links at once. */
export const trackingKeys = pgTable(
  'tracking_keys',
  {
    isOnlyRow: boolean().primaryKey().default(true),
    key: bytes().notNull(),
  },
  (table) => [check('there_is_one_tracking_key', sql`${table.isOnlyRow}`)],
)

/** Each move of an order to a status, by whom and when; oldest first by id. */
export const orderMoves = pgTable(
  'order_moves',
  {
    id: identity(),
    orderId: ofOrder(),
    status: text().$type<OrderStatus>().notNull(),
    movedAt: moment().notNull(),
    movedBy: idOf<AccountId>().references(() => accounts.id),
  },
  (table) => [index('order_moves_of_an_order').on(table.orderId, table.id)],
)

/** Notes of staff about the person behind a phone, for each other; oldest first by id. It goes with the person's last order. */
export const customerNotes = pgTable(
  'customer_notes',
  {
    id: identity<CustomerNoteId>(),
    /** The record of the order from which it was written: the audit log names it. */
    customerId: idOf<CustomerId>()
      .notNull()
      .references(() => customers.id),
    phone: text().notNull(),
    text: text().notNull(),
    writtenAt: moment().notNull(),
    writtenBy: ofAccount(),
  },
  (table) => [
    index('customer_notes_of_a_phone').on(table.phone),
    index('customer_notes_of_a_record').on(table.customerId),
    check('a_customer_note_is_short', sql`char_length(${table.text}) between 1 and 500`),
    check('a_customer_note_has_a_phone', sql`${table.phone} ~ '^[0-9]{6,15}$'`),
  ],
)
