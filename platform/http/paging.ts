import * as z from 'zod/mini'
import { fold } from '#platform/kernel/text.ts'
import { text } from '#platform/kernel/wire.ts'

const wholeNumber = (pattern: RegExp) =>
  z.pipe(
    z.string().check(z.regex(pattern)),
    z.transform((digits) => Number(digits)),
  )

export const pageNumber = wholeNumber(/^[1-9]\d{0,6}$/)

/** What every list of the back office takes in its query. */
export const paging = {
  page: z._default(pageNumber, 1),
  per_page: z._default(wholeNumber(/^([1-9]\d?|100)$/), 10),
  search: z.optional(text(100, 0)),
}

/** As queries take it: the search folded, with no sign that LIKE would read as its own. */
export const asked = ({ page, per_page, search }: { page: number; per_page: number; search?: string | undefined }) => ({
  page,
  perPage: per_page,
  search: escapeLike(fold(search ?? '')),
})

export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

export const lastPage = (total: number, perPage: number): number => Math.max(1, Math.ceil(total / perPage))

/** One page as lists answer it. */
export const answerPage = <Row>(
  { rows, total }: { rows: Row[]; total: number },
  { page, per_page }: { page: number; per_page: number },
) => ({ data: rows, current_page: page, last_page: lastPage(total, per_page), per_page, total })

/**
 * Which rows of an ordered list a page is. Pages of the second half are counted from the end: read the list the other
 * way round and turn the rows, so that the last page costs what the first does.
 */
export function pageWindow(total: number, { page, perPage }: { page: number; perPage: number }) {
  const first = (page - 1) * perPage
  const fromEnd = total - first - perPage
  if (first <= total / 2 || fromEnd >= first) return { isReversed: false, offset: first, limit: perPage }
  const limit = Math.max(0, Math.min(perPage, total - first))
  return { isReversed: true, offset: Math.max(0, fromEnd), limit }
}
