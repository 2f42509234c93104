import * as z from 'zod/mini'
import { as, instant, record } from '#platform/kernel/codecs.ts'

/** A code in any spelling; its rules answer what it must be. */
export const codeChoice = z.object({ code: z.string().check(z.maxLength(100)) })

export const codeAvailability = record({ isAvailable: as('available', z.boolean()) })

export const chosenCode = record({
  message: z.string(),
  code: z.string(),
  /** Null when it can be changed again at once. */
  changeableFrom: as('changeable_from', z.nullable(instant)),
})
