import * as z from 'zod/mini'
import { orderStatus, recipientFields } from '#features/orders/contract.ts'
import { as, day, dirhams, id, instant, orNull, pageOf, record, text } from '#platform/kernel/codecs.ts'
import type { CourierId, OrderId } from '#platform/kernel/ids.ts'
import { MAX_PARCEL_NOTE, PARCEL_STATES } from '../model.ts'
import { FOLLOW_UPS, type FollowTab, type FollowUp } from './rules.ts'

/** A parcel on its way, as agents see it too: no fee, no price of the distributor. */
const followedParcel = record({
  id: as('OrderID', id<OrderId>()),
  recipient: as('customer_info', record(recipientFields)),
  collected: as('amount', dirhams),
  status: orderStatus,
  state: z.enum(PARCEL_STATES),
  stateAt: as('state_at', instant),
  updatedAt: as('updated_at', instant),
  followUpAt: as('follow_up_at', z.nullable(instant)),
  wishDay: as('wish_day', z.nullable(z.string())),
  tracking: z.nullable(z.string()),
  courier: z.nullable(
    record({
      id: id<CourierId>(),
      name: z.string(),
      phone: z.nullable(z.string()),
      trackingAddress: as('tracking_address', z.nullable(z.string())),
    }),
  ),
  /** Attempts that nobody answered. */
  tries: z.int(),
  /** The courier's last word, when nobody could read it. */
  unknownWord: as('unknown_word', z.nullable(z.string())),
  lastNote: as('last_note', z.nullable(z.string())),
})

export type FollowedParcel = z.output<typeof followedParcel>

const count = z.int()

const counts = z.object({
  chase: count,
  silent: count,
  refused: count,
  out: count,
  moving: count,
  check: count,
} satisfies Record<FollowTab, z.ZodMiniType>)

export const followPage = z.extend(pageOf(followedParcel), {
  counts,
  couriers: z.array(z.object({ id: id<CourierId>(), name: z.string() })),
})

/** What somebody did about a parcel, and when its row had changed last as the page showed it. */
export const followUpRequest = record({
  kind: z.enum(Object.keys(FOLLOW_UPS) as [FollowUp]),
  day: as('next', orNull(z.optional(z.nullable(z.union([z.literal(''), day]))))),
  note: orNull(z.optional(z.nullable(text(MAX_PARCEL_NOTE - 30, 0)))),
  seenUpdatedAt: as('seen_updated_at', instant),
})

export const followUpAnswer = record({
  message: z.string(),
  updatedAt: as('updated_at', instant),
  followUpAt: as('follow_up_at', z.nullable(instant)),
})
