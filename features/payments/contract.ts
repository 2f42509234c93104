import * as z from 'zod/mini'
import { named } from '#platform/kernel/codecs.ts'

/** What an admin may decide about a delivered order's money; `annulé` is shown *No Payé*. */
export const paymentRequest = z.object({ PaymentStatus: named({ paid: 'payé', void: 'annulé' }) })
