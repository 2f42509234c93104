import * as z from 'zod/mini'
import { CONTACTS, LIGHTS } from '#features/calls/model.ts'
import { recipientFields } from '#features/orders/contract.ts'
import { STATUS_NAMES } from '#features/orders/model.ts'
import { as, dirhams, flag, id, instant, named, pageOf, record, text } from '#platform/kernel/codecs.ts'
import type { CourierId, HandoverId, OrderId } from '#platform/kernel/ids.ts'
import { MAX_PASTED_ROWS } from '#platform/kernel/list-limits.ts'
import { MAX_PARCELS_OF_LIST, PARCEL_STATES } from '../model.ts'

/** How well a courier's tariff knows a city. */
const CITY_COVERS = ['named', 'without_fee', 'unknown'] as const

export type CityCover = (typeof CITY_COVERS)[number]

const parcelFields = {
  id: as('OrderID', id<OrderId>()),
  recipient: as('customer_info', record(recipientFields)),
  collected: as('Amount', dirhams),
  pieces: z.int(),
  /** Names and quantities on one line. */
  products: z.string(),
  status: as('CurrentStatus', named(STATUS_NAMES)),
  /** The first day on which the customer is there. */
  wishDay: as('wish_day', z.nullable(z.string())),
}

/** An order that may be put on a list. */
const orderToPrepare = record({
  ...parcelFields,
  isConfirmed: as('confirmed', flag),
  contact: z.enum(CONTACTS),
  light: z.enum(LIGHTS),
  placedAt: as('created_at', instant),
  /** Of the courier that was chosen, or of the first; null when there is none. */
  cover: as('city_known', z.nullable(z.enum(CITY_COVERS))),
})

export type OrderToPrepare = z.output<typeof orderToPrepare>

/** A courier that takes parcels. */
const activeCourier = z.object({ id: id<CourierId>(), name: z.string() })

export const toPrepareAnswer = z.object({
  data: z.array(orderToPrepare),
  /** Orders that wait, those too that are not among the rows. */
  total: z.int(),
  couriers: z.array(activeCourier),
})

const listIds = z.array(id<OrderId>()).check(
  z.minLength(1),
  z.maxLength(MAX_PARCELS_OF_LIST),
  z.refine((ids) => new Set(ids).size === ids.length),
)

export const handoverRequest = record({ courierId: as('courier_id', id<CourierId>()), ids: listIds })

export const listChangeRequest = z.object({ ids: listIds })

const orderChange = { updatedAt: as('updated_at', instant) }

/**
 * The orders that the page showed: one that left the list meanwhile is answered too, one that joined it refuses the call, and
 * so does one that changed since, where `shown` says as of when each was shown. All of the list when neither is given.
 */
export const handOverRequest = z.object({
  ids: z.optional(z.array(id<OrderId>()).check(z.maxLength(MAX_PARCELS_OF_LIST))),
  shown: z.optional(
    z.array(record({ id: as('OrderID', id<OrderId>()), ...orderChange })).check(z.maxLength(MAX_PARCELS_OF_LIST)),
  ),
})

/** What became of each order, in ascending number. */
const parcelResults = z.array(
  record({ id: as('OrderID', id<OrderId>()), ok: z.boolean(), message: z.optional(z.string()) }),
)

export type ParcelResult = z.output<typeof parcelResults>[number]

export const resultsAnswer = z.object({ results: parcelResults })

export const handoverAnswer = z.object({ id: id<HandoverId>(), number: z.string(), results: parcelResults })

const handoverFields = {
  id: id<HandoverId>(),
  number: z.string(),
  courier: z.string(),
  createdAt: as('created_at', instant),
  handedAt: as('handed_at', z.nullable(instant)),
  count: z.int(),
  collected: as('Amount', dirhams),
}

/** Lists, the newest first. */
export const handoverPage = pageOf(record(handoverFields))

export const handoverDetail = record({
  ...handoverFields,
  courierId: as('courier_id', id<CourierId>()),
  handedBy: as('handed_by', z.nullable(z.string())),
  /** Headings of the courier's own file; none until somebody pasted its first line. */
  hasFile: as('has_file', flag),
  isFileAccepted: as('file_accepted', flag),
  /** Required fields that its file has no column for, in words. */
  missingFields: as('missing_fields', z.array(z.string())),
  /** The courier takes whole dirhams alone. */
  takesWholeDirhams: as('whole_dirhams', flag),
  parcels: z.array(
    record({
      ...parcelFields,
      /** When its order changed last. */
      ...orderChange,
      state: z.enum(PARCEL_STATES),
      tracking: z.nullable(z.string()),
      cover: as('city_known', z.enum(CITY_COVERS)),
    }),
  ),
})

export type HandoverDetail = z.output<typeof handoverDetail>

const trackingRow = record({ id: as('OrderID', id<OrderId>()), tracking: text(200) })

/** Tracking numbers row by row, or as a text with a row a line. */
export const trackingNumbersRequest = z.object({
  rows: z.optional(z.array(trackingRow).check(z.minLength(1), z.maxLength(MAX_PASTED_ROWS))),
  text: z.optional(z.string().check(z.minLength(1), z.maxLength(200_000))),
})

/** What became of each row, in the order in which they came. A row without a number of an order has null. */
export const trackingAnswer = z.object({
  results: z.array(
    record({
      row: z.int(),
      id: as('OrderID', z.nullable(id<OrderId>())),
      tracking: z.nullable(z.string()),
      ok: z.boolean(),
      message: z.optional(z.string()),
    }),
  ),
})

export type TrackingResult = z.output<typeof trackingAnswer>['results'][number]
