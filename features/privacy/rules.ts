import { Refusal } from '#platform/kernel/refusal.ts'

const several = (count: number, one: string, more: string): string => (count === 1 ? one : `${count} ${more}`)

/** What came of a customer's anonymisation. */
export const saidOf = (orders: number): string =>
  orders === 0
    ? 'Le client est anonymisé.'
    : `Le client est anonymisé\u00A0: ${several(orders, 'une commande', 'commandes')}.`

export const unknownAccount = () => new Refusal('missing', 'unknown_account', 'Ce compte n’existe pas.')

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
export interface Undecided {
  orders: number
  withdrawals: number
  purchases: number
}

/** Refuses (409) to erase an account of which something is still to be decided. */
export function mustBeSettled({ orders, withdrawals, purchases }: Undecided): void {
  const open = [
    orders > 0 && several(orders, 'une commande en cours', 'commandes en cours'),
    withdrawals > 0 && several(withdrawals, 'un retrait à décider', 'retraits à décider'),
    purchases > 0 && several(purchases, 'un achat à décider', 'achats à décider'),
  ].filter((part) => part !== false)
  if (open.length > 0) throw new Refusal('conflict', 'account_unsettled', `Ce compte a encore ${open.join(', ')}.`)
}

/** The day so many years ago. */
export function yearsBefore(now: Date, years: number): Date {
  const then = new Date(now)
  then.setUTCFullYear(then.getUTCFullYear() - years)
  return then
}
