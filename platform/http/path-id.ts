import * as z from 'zod/mini'
import { typedId } from '#platform/kernel/codecs.ts'
import { MAX_ID } from '#platform/kernel/ids.ts'

/** A row's id in a path. An impossible id fails the schema, which is answered 404. */
export const pathId = typedId

/** Ids of rows in a query, `most` of them at the most: `12,15,9`. Impossible ones are left out. */
export const listedIds = <Id extends number>(most: number) =>
  z.pipe(
    z.string().check(z.regex(new RegExp(`^[1-9]\\d{0,9}(,[1-9]\\d{0,9}){0,${most - 1}}$`))),
    z.transform(
      (listed) =>
        listed
          .split(',')
          .map(Number)
          .filter((id) => id <= MAX_ID) as Id[],
    ),
  )
