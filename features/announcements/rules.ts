import { invalidField } from '#platform/kernel/refusal.ts'
import { normaliseForSearch } from '#platform/kernel/text.ts'
import { localDay } from '#platform/kernel/time.ts'
import { type AnnouncementState, AUDIENCES, type Audience, UNTIL_FIELD } from './model.ts'

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

const ALL = Object.keys(AUDIENCES) as readonly Audience[]

const AUDIENCES_OF: Readonly<Record<string, readonly Audience[]>> = {
  supplier: ['everyone', 'suppliers'],
  buyer: ['everyone', 'buyers'],
  admin: ALL,
}

/** Audiences to which somebody of that role belongs: everybody, at least. */
export const audiencesOf = (role: string): readonly Audience[] => AUDIENCES_OF[role] ?? ['everyone']

/** Rule: nobody announces for a day that is over. Refuses (422) such a last day. */
export function mustNotBeOver(lastDay: string | null, now: Date): void {
  if (lastDay !== null && lastDay < localDay(now))
    throw invalidField(UNTIL_FIELD, 'past_day', 'Choisissez aujourd’hui ou un jour à venir.')
}
