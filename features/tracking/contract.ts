import * as z from 'zod/mini'
import { as, id, record, text } from '#platform/kernel/codecs.ts'
import type { OrderId } from '#platform/kernel/ids.ts'

/** The number of an order and the phone that it was placed with, in any spelling. */
export const linkRequest = record({ id: as('OrderID', id<OrderId>()), phone: as('Phone', text(40)) })

export const linkAnswer = z.object({ tracking: z.string() })

/** The day on which a customer wants her parcel. */
export const wishRequest = z.object({ day: text(10) })
