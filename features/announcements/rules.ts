import { normaliseForSearch } from '#platform/kernel/text.ts'
import type { AnnouncementState } from './model.ts'

export interface AnnouncementFilter {
  /** Piece of the title or the message, case and accents ignored; empty for all. */
  search: string
  state: AnnouncementState | undefined
}

interface FilteredFields {
  title: string
  message: string
  isActive: boolean
}

/** Applies a filter to one announcement. The code does it, not a query, because a shop has few of them. */
export const matchesFilter = (
  { title, message, isActive }: FilteredFields,
  { search, state }: AnnouncementFilter,
): boolean =>
  normaliseForSearch(`${title} ${message}`).includes(normaliseForSearch(search)) &&
  (state === undefined || isActive === (state === 'active'))
