import { DAY_MS, HOUR_MS } from '#platform/kernel/durations.ts'
import { Refusal } from '#platform/kernel/refusal.ts'

const several = (count: number, one: string, more: string): string => (count === 1 ? one : `${count} ${more}`)

/** Reports a customer's anonymisation to the admin, in French. */
export const describeAnonymisation = (orders: number): string =>
  orders === 0
    ? 'Le client est anonymisé.'
    : `Le client est anonymisé\u00A0: ${several(orders, 'une commande', 'commandes')}.`

export const unknownPerson = () => new Refusal('missing', 'unknown_person', 'Aucun client n’a ce numéro de téléphone.')

/** Rule: nobody is anonymised while an order of theirs is neither delivered nor cancelled. Refuses (409), naming one. */
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

/** Numbers of an account's orders under way and of its requests that nobody has decided. */
export interface OpenRequests {
  orders: number
  withdrawals: number
  purchases: number
  sales: number
}

/** Rule: no account is anonymised with an order under way or a request to decide. Refuses (409), naming all of these. */
export function mustBeSettled({ orders, withdrawals, purchases, sales }: OpenRequests): void {
  const open = [
    orders > 0 && several(orders, 'une commande en cours', 'commandes en cours'),
    withdrawals > 0 && several(withdrawals, 'un retrait à décider', 'retraits à décider'),
    purchases > 0 && several(purchases, 'un achat à décider', 'achats à décider'),
    sales > 0 && several(sales, 'une vente déclarée à décider', 'ventes déclarées à décider'),
  ].filter((phrase) => phrase !== false)
  if (open.length > 0) throw new Refusal('conflict', 'account_unsettled', `Ce compte a encore ${open.join(', ')}.`)
}

/** State of the rounds that anonymise old orders. */
export interface Retention {
  /** Null before the first round. */
  lastRoundAt: Date | null
  /** Thing that waits for the owner's confirmation. */
  waiting: 'clock' | 'round' | null
  /** While the clock waits for confirmation: the newest moment that is certain. */
  lastCertainAt: Date | null
  /** While a round waits for confirmation: number of orders that it would anonymise. */
  dueOrders: number | null
  /** Number of all orders at that time. */
  allOrders: number | null
  /** Number of orders that the owner has confirmed for the next round. */
  confirmedOrders: number | null
}

/** Days by which the clock may move on between two rounds without a confirmation. */
export const LONGEST_PAUSE_DAYS = 7

/** Rule: the clock has jumped when it is more than `LONGEST_PAUSE_DAYS` beyond the newest certain moment. */
export const isClockJump = (before: Date, now: Date): boolean =>
  now.getTime() - before.getTime() > LONGEST_PAUSE_DAYS * DAY_MS

/** Rule: a round is too large when it touches more than a twentieth of all orders, the confirmed ones not counted. */
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

/** Rule: the owner confirms the clock that the page showed. Refuses (409) when none waits, or an hour after it was shown. */
export function mustBeClockShown({ waiting }: Retention, shown: Date, now: Date): void {
  const isOther = Math.abs(now.getTime() - shown.getTime()) > HOUR_MS
  if (waiting !== 'clock' || isOther) throw nothingToConfirm()
}

/** Rule: the owner confirms the number of orders that waits. Refuses (409) when no round waits, or another number. */
export function mustBeWaitingRound({ waiting, dueOrders }: Retention, orders: number): void {
  if (waiting !== 'round' || dueOrders !== orders) throw nothingToConfirm()
}

/** Gives the moment so many years before another, by the calendar in UTC. */
export function yearsBefore(now: Date, years: number): Date {
  const then = new Date(now)
  then.setUTCFullYear(then.getUTCFullYear() - years)
  return then
}
