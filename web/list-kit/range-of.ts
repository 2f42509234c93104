import { ROWS_COUNTED } from '#platform/kernel/list-limits.ts'
import { formatInteger } from '#platform/kernel/text.ts'

/** One page of a list, as the API answers it. */
export interface Listed<Row> {
  data: readonly Row[]
  current_page: number
  last_page: number
  per_page: number
  total: number
}

/** `21–30 sur 212`, or `21–30 sur plus de 10 000`. */
export function rangeOf({ data, current_page, per_page, total }: Listed<unknown>): string {
  const all = total > ROWS_COUNTED ? `plus de ${formatInteger(ROWS_COUNTED)}` : formatInteger(total)
  if (data.length === 0) return `0 sur ${all}`
  const first = (current_page - 1) * per_page + 1
  return `${formatInteger(first)}–${formatInteger(first + data.length - 1)} sur ${all}`
}

/** The last page that is known of: where rows are counted no further, there is one more after each full page. */
export function lastPageOf({ data, current_page, last_page, per_page, total }: Listed<unknown>): number {
  if (total <= ROWS_COUNTED || data.length === 0) return last_page
  return Math.max(last_page, data.length < per_page ? current_page : current_page + 1)
}
