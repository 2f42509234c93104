import type { OrderStatus } from '#features/orders/model.ts'
import { dayAfter, nineOn } from '#platform/kernel/days/days-ahead.ts'
import type { Problem } from '#platform/kernel/refusal.ts'
import { localDay } from '#platform/kernel/time.ts'
import type { ParcelState } from '../model.ts'

/** Lists of the page that follows parcels. */
export const FOLLOW_TABS = {
  chase: 'À relancer',
  silent: 'Sans nouvelles 48\u00A0h',
  refused: 'Refusées',
  out: 'En livraison',
  moving: 'En route',
  check: 'À vérifier',
} as const

export type FollowTab = keyof typeof FOLLOW_TABS

export const FOLLOW_TAB_NAMES = Object.keys(FOLLOW_TABS) as readonly FollowTab[]

/** `sort` names a column, with a minus for the newest first. The first one is the usual order: what has waited longest. */
export const FOLLOW_SORTS = ['follow_up_at', 'state_at', '-state_at'] as const

export type FollowSort = (typeof FOLLOW_SORTS)[number]

/** What somebody did about a parcel. */
export const FOLLOW_UPS = {
  called: 'Rappelée',
  new_day: 'Nouveau jour',
  new_address: 'Nouvelle adresse',
  returned: 'Rendue',
  note: 'Note',
} as const

export type FollowUp = keyof typeof FOLLOW_UPS

/** Days ahead to which a parcel may be put off, at most. */
export const MOST_DAYS_OFF = 30

/**
 * When somebody looks at a parcel again: on the day that was named, else tomorrow at nine. A note alone changes nothing, and one
 * that its courier brings back is in a list of its own.
 */
export function nextLook(kind: FollowUp, day: string | null, before: Date | null, now: Date): Date | null {
  if (kind === 'note') return before
  if (kind === 'returned') return null
  return nineOn(day ?? dayAfter(now, 1))
}

/** The fault of a follow-up, with its field; null for none. */
export function followUpProblem(
  { kind, day, note }: { kind: FollowUp; day: string | null; note: string | null },
  now: Date,
): (Problem & { field: 'next' | 'note' }) | null {
  if (kind === 'new_day' && day === null)
    return { field: 'next', code: 'day_required', message: 'Choisissez le nouveau jour.' }
  if (day !== null && (day < localDay(now) || day > dayAfter(now, MOST_DAYS_OFF)))
    return {
      field: 'next',
      code: 'day_too_far',
      message: `Choisissez un jour d’aujourd’hui à dans ${MOST_DAYS_OFF} jours.`,
    }
  if (kind === 'new_address' && note === null)
    return { field: 'note', code: 'address_required', message: 'Écrivez la nouvelle adresse.' }
  if (kind === 'note' && note === null) return { field: 'note', code: 'note_required', message: 'Écrivez la note.' }
  return null
}

/** True when an order and its parcel say what cannot both be: a person looks at them. */
export function disagrees(order: OrderStatus, parcel: ParcelState): boolean {
  if (order === 'pending' || order === 'assigned') return parcel !== 'prepared'
  if (order === 'in_transit') return (['prepared', 'delivered', 'back', 'lost'] as ParcelState[]).includes(parcel)
  return false
}
