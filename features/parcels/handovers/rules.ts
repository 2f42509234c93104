import type { Contact, Light } from '#features/calls/model.ts'
import type { OrderStatus } from '#features/orders/model.ts'
import { dayInWords } from '#platform/kernel/days/day-in-words.ts'
import { dayAfter } from '#platform/kernel/days/days-ahead.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { type Centimes, formatDirhams, plus } from '#platform/kernel/money.ts'
import { type Problem, Refusal } from '#platform/kernel/refusal.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import { FILE_FIELDS, type FileColumn, handoverNumber, REQUIRED_FILE_FIELDS } from '../model.ts'

const NB = '\u00A0'

/** `42 commandes, 17 860,00 DH à encaisser, 3 non confirmées`. */
export function sumInWords(orders: readonly { collected: Centimes; isConfirmed: boolean }[]): string {
  const count = `${formatInteger(orders.length)}${NB}${orders.length > 1 ? 'commandes' : 'commande'}`
  const amount = `${formatDirhams(plus(...orders.map(({ collected }) => collected)))} à encaisser`
  const open = orders.filter(({ isConfirmed }) => !isConfirmed).length
  return [count, amount, ...(open > 0 ? [`${open}${NB}${open > 1 ? 'non confirmées' : 'non confirmée'}`] : [])].join(
    ', ',
  )
}

/** True of an order that somebody should look at before it leaves: it looks unsure, or nobody reaches its customer. */
export const isDoubtful = ({ light, contact }: { light: Light; contact: Contact }): boolean =>
  light === 'red' || contact === 'unreachable' || contact === 'wrong_number'

interface Waiting {
  id: OrderId
  isConfirmed: boolean
  isDoubtful: boolean
  city: string
}

const rankOf = ({ isConfirmed, isDoubtful }: Waiting): number => (isConfirmed ? 0 : isDoubtful ? 2 : 1)

/** Orders as they are prepared: the confirmed, the others, the doubtful ones last; each by city, then the oldest first. */
export const inOrderOfPreparing = <Order extends Waiting>(orders: readonly Order[]): Order[] =>
  orders.toSorted((a, b) => rankOf(a) - rankOf(b) || a.city.localeCompare(b.city, 'fr') || a.id - b.id)

/** The fault of putting an order on a list; null for none. */
export function whyNotListed(
  status: OrderStatus,
  parcel: { list: { year: number; nth: number } | null } | null,
): Problem | null {
  if (parcel?.list) return { code: 'on_another_list', message: `Déjà sur le bordereau ${handoverNumber(parcel.list)}.` }
  switch (status) {
    case 'pending':
    case 'assigned':
      return null
    case 'in_transit':
      return { code: 'left_already', message: 'Cette commande est déjà partie.' }
    case 'delivered':
      return { code: 'delivered_already', message: 'Cette commande est déjà livrée.' }
    case 'cancelled':
      return { code: 'cancelled_already', message: 'Cette commande est annulée.' }
  }
}

/** The last day that a customer may have chosen for her parcel to leave today: it leaves from the eve of her day on. */
export const lastDayToLeave = (now: Date): string => dayAfter(now, 1)

/** True of an order whose customer chose a day that is not yet tomorrow. */
export const isForLater = (wishDay: string | null, now: Date): wishDay is string =>
  wishDay !== null && wishDay > lastDayToLeave(now)

/** Tells staff to take off a parcel that its customer wants later. */
export const whyForLater = (wishDay: string): string => `À partir du ${dayInWords(wishDay)}${NB}: retirez ce colis.`

/** An order of a list as the page showed it: when it had changed last, or null where the caller does not say. */
export interface ShownParcel {
  id: OrderId
  updatedAt: Date | null
}

interface PresentParcel {
  id: OrderId
  status: OrderStatus
  updatedAt: Date
}

/**
 * Refuses (409) to hand over parcels that the page did not show, since nobody has counted them, and those whose order changed
 * since: their labels tell another amount or another address.
 */
export function mustBeShown(shown: readonly ShownParcel[], present: readonly PresentParcel[]): void {
  const seen = new Map(shown.map((parcel) => [parcel.id, parcel.updatedAt?.getTime()]))
  const added = present.filter(({ id }) => !seen.has(id)).length
  const changed = present.filter(
    ({ id, status, updatedAt }) =>
      status === 'assigned' && (seen.get(id) ?? updatedAt.getTime()) !== updatedAt.getTime(),
  )
  if (added === 0 && changed.length === 0) return
  const numbers = changed.map(({ id }) => `n°${NB}${id}`).join(', ')
  const changes = [
    ...(added > 0 ? [`${added}${NB}colis ${added > 1 ? 'ajoutés' : 'ajouté'}`] : []),
    ...(changed.length > 0 ? [`${numbers} ${changed.length > 1 ? 'modifiés' : 'modifié'}`] : []),
  ]
  const next =
    changed.length > 0 ? 'Vérifiez-le, réimprimez les étiquettes, puis remettez.' : 'Vérifiez-le, puis remettez.'
  throw new Refusal('conflict', 'list_changed', `Le bordereau a changé${NB}: ${changes.join(', ')}. ${next}`)
}

/** What is to be done with a parcel that left its list before the hand-over. */
export function whyOffTheList(status: OrderStatus | null): string {
  if (status === null) return 'Supprimée entre-temps\u00A0: retirez ce colis.'
  if (status === 'cancelled') return 'Annulée entre-temps\u00A0: retirez ce colis.'
  return 'Elle n’est plus sur ce bordereau\u00A0: retirez ce colis.'
}

export const unknownHandover = () => new Refusal('missing', 'unknown_handover', 'Ce bordereau n’existe pas.')

/** Refuses (409) to change a list that was handed over. */
export function mustBeOpen({ handedAt }: { handedAt: Date | null }): void {
  if (handedAt !== null) throw new Refusal('conflict', 'handed_already', 'Ce bordereau a déjà été remis au livreur.')
}

/** Refuses (409) papers of a list without a parcel, and its hand-over. */
export function mustHaveParcels(parcels: readonly unknown[]): void {
  if (parcels.length === 0)
    throw new Refusal(
      'conflict',
      'empty_list',
      'Ce bordereau est vide\u00A0: ajoutez des colis, ou faites-en un autre.',
    )
}

type Refused = readonly { id: OrderId; message?: string | undefined }[]

const firstReasons = (results: Refused): string =>
  results
    .slice(0, 3)
    .map(({ id, message }) => `n°${NB}${id}${NB}: ${message}`)
    .join(' ')

/** Refuses (409) a list that would begin without a single parcel, with the reasons. */
export const nothingPrepared = (results: Refused) =>
  new Refusal('conflict', 'nothing_prepared', `Aucune commande n’a été préparée. ${firstReasons(results)}`)

/** Refuses (409) to close a list with which no parcel leaves, with the reasons. */
export const nothingLeaves = (results: Refused) =>
  new Refusal('conflict', 'nothing_leaves', `Aucun colis ne part. ${firstReasons(results)}`)

/** Required fields that a file has no column for, in words. */
export const missingFields = (columns: readonly FileColumn[]): string[] =>
  REQUIRED_FILE_FIELDS.filter((field) => !columns.some((column) => column.field === field)).map(
    (field) => FILE_FIELDS[field],
  )

/** True when a courier's file takes whole dirhams alone. */
export const takesWholeDirhams = (columns: readonly FileColumn[]): boolean =>
  columns.some(({ field, as }) => field === 'amount' && as === 'whole')

/** True for an amount with centimes. */
export const hasCentimes = (amount: Centimes): boolean => amount % 100 !== 0

/** A row of a pasted text: the number of an order, then the tracking number. */
export interface PastedTracking {
  id: OrderId | null
  tracking: string
}

/** Reads a text with a row a line, `1042 ⇥ OZ-88121`; a tab, a `;`, a comma or blanks between the two. Empty lines are none. */
export const readTrackingLines = (text: string): PastedTracking[] =>
  text
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, digits, tracking = ''] = /^\s*(?:n°|#)?\s*(\d{1,9})(?:[\t;,\s]+(.*))?$/iu.exec(line) ?? []
      return { id: digits === undefined ? null : (Number(digits) as OrderId), tracking }
    })
