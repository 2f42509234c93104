import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/tables.ts'
import { ofOrder, orders } from '#features/orders/tables.ts'
import { identity, idOf, moment, money } from '#platform/db/columns.ts'
import type { AccountId, CourierId, HandoverId, OrderId, StatusImportId } from '#platform/kernel/ids.ts'
import { dh } from '#platform/kernel/money.ts'
import type { CourierState, FileColumn, ParcelSource, ParcelState } from './model.ts'

const ALL_STATES = sql.raw(
  `'prepared', 'handed', 'in_network', 'out', 'no_answer', 'postponed', 'wrong_number', 'out_of_zone', 'delivered', 'refused', 'returning', 'back', 'lost'`,
)

export const couriers = pgTable(
  'couriers',
  {
    id: identity<CourierId>(),
    name: text().notNull().unique('a_courier_has_its_own_name'),
    phone: text(),
    /** An https address with `{tracking}` in the place of the number. */
    trackingAddress: text(),
    settlesEveryDays: integer(),
    /** The columns of its file, from the first line of its own template; null until somebody pasted one. */
    fileColumns: jsonb().$type<FileColumn[]>(),
    /** When the owner saw the courier accept such a file. */
    formatAcceptedAt: moment(),
    /** By how much an amount of its statements may differ, in centimes: some couriers round. */
    tolerance: money().notNull().default(dh(0)),
    isActive: boolean().notNull().default(true),
    createdAt: moment().notNull(),
  },
  (table) => [
    check('a_courier_has_a_name', sql`char_length(${table.name}) between 1 and 60`),
    check('a_courier_settles_within_90_days', sql`${table.settlesEveryDays} between 1 and 90`),
    check('a_tolerance_is_at_most_a_dirham', sql`${table.tolerance} between 0 and 100`),
    check('a_tracking_address_is_https', sql`${table.trackingAddress} like 'https://%{tracking}%'`),
  ],
)

/** The courier to which a row belongs. */
export const ofCourier = () =>
  idOf<CourierId>()
    .notNull()
    .references(() => couriers.id)

/** What a courier calls a city, and asks for a parcel there. */
export const courierCities = pgTable(
  'courier_cities',
  {
    courierId: ofCourier(),
    /** The shop's own word. */
    city: text().notNull(),
    theirName: text().notNull(),
    theirNumber: text(),
    /** Fees in centimes; null when the tariff does not say it: unknown, and not nothing. */
    feeDelivered: money(),
    feeRefused: money(),
    feeReturned: money(),
    /** In the courier's own words. */
    delay: text(),
  },
  (table) => [
    primaryKey({ columns: [table.courierId, table.city] }),
    check(
      'a_courier_fee_is_never_negative',
      sql`coalesce(least(${table.feeDelivered}, ${table.feeRefused}, ${table.feeReturned}), 0) >= 0`,
    ),
  ],
)

/** Words of a courier that the shop's own table does not know, or that this courier means otherwise. */
export const courierLabels = pgTable(
  'courier_labels',
  {
    courierId: ofCourier(),
    /** Without accents and in small letters: compared whole, never by a part. */
    folded: text().notNull(),
    word: text().notNull(),
    state: text().$type<CourierState>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.courierId, table.folded] }),
    check('a_label_is_not_empty', sql`char_length(${table.folded}) between 1 and 100`),
    check(
      'a_label_means_a_state_of_a_courier',
      sql`${table.state} in (${ALL_STATES}) and ${table.state} not in ('prepared', 'back', 'lost')`,
    ),
  ],
)

/** Lists of parcels that a courier takes together: `BR-2026-0042`. */
export const handovers = pgTable(
  'handovers',
  {
    id: identity<HandoverId>(),
    year: integer().notNull(),
    nth: integer().notNull(),
    courierId: ofCourier(),
    createdAt: moment().notNull(),
    createdBy: idOf<AccountId>().references(() => accounts.id),
    /** When the courier had them all. */
    handedAt: moment(),
    handedBy: idOf<AccountId>().references(() => accounts.id),
  },
  (table) => [
    unique('a_list_has_its_number').on(table.year, table.nth),
    index('handovers_by_day').on(table.createdAt, table.id),
    check('list_numbers_begin_with_one', sql`${table.nth} >= 1`),
  ],
)

/** Files and texts of states that were applied. */
export const statusImports = pgTable(
  'status_imports',
  {
    id: identity<StatusImportId>(),
    courierId: ofCourier(),
    /** SHA-256 of the rows: the same file is applied once. */
    digest: text().notNull(),
    name: text(),
    rows: integer().notNull(),
    applied: integer().notNull(),
    at: moment().notNull(),
    by: idOf<AccountId>().references(() => accounts.id),
  },
  (table) => [unique('a_file_of_states_is_applied_once').on(table.courierId, table.digest)],
)

/** The parcel of an order, once it is on a list or has left. An order that was never handed to anybody has no row. */
export const parcels = pgTable(
  'parcels',
  {
    orderId: idOf<OrderId>()
      .primaryKey()
      .references(() => orders.id),
    /** Null when the order was moved by hand, without a courier. */
    courierId: idOf<CourierId>().references(() => couriers.id),
    handoverId: idOf<HandoverId>().references(() => handovers.id),
    tracking: text(),
    state: text().$type<ParcelState>().notNull(),
    /** When it came into this state. */
    stateAt: moment().notNull(),
    /** When anything was heard or done about it last. */
    lastEventAt: moment().notNull(),
    /** The day that the customer wishes for. */
    wishDay: date({ mode: 'string' }),
    /** When somebody is to do something about it. */
    followUpAt: moment(),
    /** The courier's tariff on the day of the hand-over, in centimes. */
    feeDelivered: money(),
    feeRefused: money(),
    feeReturned: money(),
  },
  (table) => [
    unique('a_tracking_number_is_one_parcel').on(table.courierId, table.tracking),
    index('parcels_by_state').on(table.state, table.stateAt, table.orderId),
    index('parcels_of_a_list').on(table.handoverId),
    index('parcels_of_a_courier').on(table.courierId, table.state, table.stateAt),
    check('a_parcel_state_is_known', sql`${table.state} in (${ALL_STATES})`),
    check('a_tracking_number_is_short', sql`char_length(${table.tracking}) between 1 and 60`),
    check('a_list_has_a_courier', sql`${table.handoverId} is null or ${table.courierId} is not null`),
  ],
)

/** Everything that happened to a parcel, oldest first by id. Rows stay: only a forgotten person's words go. */
export const parcelEvents = pgTable(
  'parcel_events',
  {
    id: identity(),
    orderId: ofOrder(),
    at: moment().notNull(),
    by: idOf<AccountId>().references(() => accounts.id),
    source: text().$type<ParcelSource>().notNull(),
    /** The state that it came into; null when it stayed in its state. */
    state: text().$type<ParcelState>(),
    /** The courier's own word. */
    theirWord: text(),
    importId: idOf<StatusImportId>().references(() => statusImports.id),
    parcelNote: text(),
  },
  (table) => [
    index('parcel_events_of_an_order').on(table.orderId, table.id),
    check('an_event_state_is_known', sql`${table.state} in (${ALL_STATES})`),
    check(
      'an_event_source_is_known',
      sql`${table.source} in ('order', 'admin', 'import', 'scan', 'agent', 'customer')`,
    ),
    check('a_parcel_note_is_short', sql`char_length(${table.parcelNote}) between 1 and 300`),
    check('a_courier_word_is_short', sql`char_length(${table.theirWord}) between 1 and 100`),
  ],
)
