import * as z from 'zod/mini'
import { text } from '#platform/kernel/codecs.ts'

const wholeNumber = (pattern: RegExp) =>
  z.pipe(
    z.string().check(z.regex(pattern)),
    z.transform((digits) => Number(digits)),
  )

export const pageNumber = wholeNumber(/^[1-9]\d{0,6}$/)

/** The query parameters of every list of the back office. */
export const paging = {
  page: z._default(pageNumber, 1),
  per_page: z._default(wholeNumber(/^([1-9]\d?|100)$/), 10),
  search: z.optional(text(100, 0)),
}

/** One of these numbers, such as the days of a period. */
export const oneOf = (numbers: readonly number[]) =>
  z.pipe(
    z.enum(numbers.map(String)),
    z.transform((digits) => Number(digits)),
  )

/** The number of the last page; 1 for an empty list. */
export const lastPage = (total: number, perPage: number): number => Math.max(1, Math.ceil(total / perPage))

/** The wire form of one page of a list. */
export const answerPage = <Row>(
  { rows, total }: { rows: Row[]; total: number },
  { page, per_page }: { page: number; per_page: number },
) => ({ data: rows, current_page: page, last_page: lastPage(total, per_page), per_page, total })
