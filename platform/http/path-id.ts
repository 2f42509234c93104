import * as z from 'zod/mini'
import { MAX_ID } from '#platform/kernel/ids.ts'

/** A row's id in a path. An impossible id fails the schema, which is answered 404. */
export const pathId = <Id extends number>() =>
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,9}$/)),
    z.transform((digits, context) => {
      const id = Number(digits)
      if (id > MAX_ID) context.issues.push({ code: 'custom', input: digits, message: 'There is no such id.' })
      return id as Id
    }),
  )
