import * as z from 'zod/mini'

export const deliveryDatesAnswer = z.object({
  /** `mardi 24 ou mercredi 25 novembre`; null where the shop has too few deliveries to name any. */
  dates: z.nullable(z.string()),
})
