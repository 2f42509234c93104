import { Refusal } from '#platform/kernel/refusal.ts'

const several = (count: number, one: string, more: string): string => (count === 1 ? one : `${count} ${more}`)

/** What came of a customer's anonymisation. */
export const describeAnonymisation = (orders: number): string =>
  orders === 0
    ? 'Le client est anonymisé.'
    : `Le client est anonymisé\u00A0: ${several(orders, 'une commande', 'commandes')}.`

export const unknownPerson = () => new Refusal('missing', 'unknown_person', 'Aucun client n’a ce numéro de téléphone.')

/** Refuses (409) to forget somebody to whom a parcel is still on its way. */
export function mustHaveNoRunningOrder(running: readonly number[]): void {
  const [first] = running
  if (first === undefined) return
  throw new Refusal(
    'conflict',
    'order_under_way',
    running.length === 1
      ? `La commande ${first} n’est ni livrée ni annulée.`
      : `${running.length} commandes ne sont ni livrées ni annulées, dont la ${first}.`,
  )
}

/** What of an account is still to be decided by somebody. */
export interface OpenRequests {
  orders: number
  withdrawals: number
  purchases: number
}

/** Refuses (409) to erase an account of which something is still to be decided. */
export function mustBeSettled({ orders, withdrawals, purchases }: OpenRequests): void {
  const open = [
    orders > 0 && several(orders, 'une commande en cours', 'commandes en cours'),
    withdrawals > 0 && several(withdrawals, 'un retrait à décider', 'retraits à décider'),
    purchases > 0 && several(purchases, 'un achat à décider', 'achats à décider'),
  ].filter((part) => part !== false)
  if (open.length > 0) throw new Refusal('conflict', 'account_unsettled', `Ce compte a encore ${open.join(', ')}.`)
}

/** What the rounds that anonymise old orders remember. */
export interface Retention {
  /** Null before the first. */
  lastRoundAt: Date | null
  /** What the owner is asked to confirm. */
  waiting: 'clock' | 'round' | null
  /** While the clock is asked about: the newest moment that is certain. */
  lastCertainAt: Date | null
  /** While a round is asked about: how many orders it would touch, of how many. */
  dueOrders: number | null
  allOrders: number | null
  /** So many may be touched at once. */
  confirmedOrders: number | null
}

/** A clock that moves further than this between two rounds is asked about. */
export const LONGEST_PAUSE_DAYS = 7

const DAY_MS = 24 * 60 * 60 * 1000

export const isClockJump = (before: Date, now: Date): boolean =>
  now.getTime() - before.getTime() > LONGEST_PAUSE_DAYS * DAY_MS

/** More than a twentieth of the orders, beyond those that the owner has confirmed. */
export const isRoundTooLarge = ({
  due,
  all,
  confirmed,
}: {
  due: number
  all: number
  confirmed: number | null
}): boolean => (due - (confirmed ?? 0)) * 20 > all

const nothingToConfirm = () =>
  new Refusal('conflict', 'nothing_to_confirm', 'Rien de tel n’attend votre confirmation\u00A0: rechargez la page.')

/** Refuses (409) a confirmation of a clock that nobody asked about, or that has gone on for an hour since it was shown. */
export function mustBeClockShown({ waiting }: Retention, shown: Date, now: Date): void {
  const isOther = Math.abs(now.getTime() - shown.getTime()) > DAY_MS / 24
  if (waiting !== 'clock' || isOther) throw nothingToConfirm()
}

/** Refuses (409) a confirmation of another number of orders than the one that waits. */
export function mustBeWaitingRound({ waiting, dueOrders }: Retention, orders: number): void {
  if (waiting !== 'round' || dueOrders !== orders) throw nothingToConfirm()
}

/** The day so many years ago. */
export function yearsBefore(now: Date, years: number): Date {
  const then = new Date(now)
  then.setUTCFullYear(then.getUTCFullYear() - years)
  return then
}
