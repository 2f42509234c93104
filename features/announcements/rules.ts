import { normaliseForSearch } from '#platform/kernel/text.ts'
import type { AnnouncementState } from './model.ts'

export interface AnnouncementFilter {
  /** A part of the title or the message, whatever its case and accents; empty for all. */
  search: string
  state: AnnouncementState | undefined
}

interface FilteredFields {
  title: string
  message: string
  isActive: boolean
}

/** Whether an announcement is one of those that are asked for. There are few enough to look at each. */
export const matchesFilter = (
  { title, message, isActive }: FilteredFields,
  { search, state }: AnnouncementFilter,
): boolean =>
  normaliseForSearch(`${title} ${message}`).includes(normaliseForSearch(search)) &&
  (state === undefined || isActive === (state === 'active'))
