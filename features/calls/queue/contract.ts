import * as z from 'zod/mini'
import { recipientFields } from '#features/orders/contract.ts'
import { as, dirhams, id, instant, pageOf, record } from '#platform/kernel/codecs.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { callStateFields, listCounts } from '../contract.ts'

/** A pending order as the desk lists it. */
const shortCard = record({
  id: as('OrderID', id<OrderId>()),
  recipient: as('customer_info', record(recipientFields)),
  collected: as('amount', dirhams),
  createdAt: as('created_at', instant),
  ...callStateFields,
})

export type ShortCard = z.output<typeof shortCard>

export const queuePage = z.extend(pageOf(shortCard), { counts: listCounts })
