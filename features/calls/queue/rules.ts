import { CALL_LISTS, type CallFilter, type CallList, type Contact, MOST_BUSY } from '../model.ts'

/** The list in which a pending order stands; `tomorrow` is the moment when it begins. */
export function listOf({ contact, dueAt }: { contact: Contact; dueAt: Date | null }, tomorrow: Date): CallList {
  if (contact === 'postponed') return dueAt! < tomorrow ? 'promised' : 'later'
  return contact === 'to_call' || contact === 'retry' ? 'none' : contact
}

/** The lists that a filter takes together. */
export function listsOf(filter: CallFilter): readonly CallList[] {
  if (filter === 'postponed') return ['promised', 'later']
  if (filter === 'open') return CALL_LISTS.filter((list) => list !== 'confirmed')
  return [filter]
}

/** Calls since an order was to be called as a new one that nobody answered: a busy line counts one half, twice at most. */
export const unansweredCalls = ({ halves, busy }: { halves: number; busy: number }): number =>
  (halves + Math.min(busy, MOST_BUSY)) / 2
