import * as z from 'zod/mini'
import { as, instant, record } from '#platform/kernel/codecs.ts'
import { PARCEL_STATES } from './model.ts'

const parcelFields = {
  state: z.enum(PARCEL_STATES),
  /** When it came into this state. */
  since: instant,
}

/** The state of an order's parcel, for whoever lists it: no courier, and nothing of what it costs. */
export const parcelOfOrder = record(parcelFields)

export type ParcelOfOrder = z.output<typeof parcelOfOrder>

/** The same with its courier, for staff. */
export const parcelWithCourier = record({
  ...parcelFields,
  courier: z.nullable(z.string()),
  tracking: z.nullable(z.string()),
  /** The courier's page about it. */
  trackingAddress: as('tracking_address', z.nullable(z.string())),
  /** The day that the customer wishes for. */
  wishDay: as('wish_day', z.nullable(z.string())),
})

export type ParcelWithCourier = z.output<typeof parcelWithCourier>
