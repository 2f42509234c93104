import type { Rates } from '#features/settings/model.ts'
import type { Tx } from '#platform/db/database.ts'
import { publish } from '#platform/db/events.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import type { Recipient } from '../model.ts'
import { type HeldOrder, listLines, storeRecipient } from '../queries.ts'
import { checkRecipient, mustBeAllowed, orderFigures, ratesFor } from '../rules.ts'
import type { TypedRecipient } from './create-customer.ts'
import { getHeldOwnOrder } from './held-order.ts'

declare module '#platform/db/events.ts' {
  interface Events {
    /** Somebody corrected the number of the recipient. */
    'order phone changed': { id: OrderId; by: AccountId }
  }
}

/**
 * Changes the recipient of a supplier's own order, but for the fields that are kept. Another city costs today's fee; within
 * the same city the fee stays, since a change of rates changes no placed order. Refuses as `getHeldOwnOrder` does, (409) a
 * final order and (422) a recipient as `checkRecipient` does.
 */
export async function editOrder(
  tx: Tx,
  id: OrderId,
  supplierId: AccountId,
  { kept = [], ...typed }: Omit<TypedRecipient, 'email'> & { kept?: readonly (keyof Recipient)[] | undefined },
  rates: Rates,
  now: Date,
): Promise<HeldOrder> {
  const order = await getHeldOwnOrder(tx, id, supplierId)
  mustBeAllowed('supplier', order.status, 'edit')
  const { name, phone, address, city } = order
  const present = { name, phone, address, city }
  const recipient = checkRecipient({ ...typed, ...Object.fromEntries(kept.map((field) => [field, present[field]])) })
  const { delivery } = recipient.city === order.city ? order : ratesFor(order.origin, recipient.city, rates)
  const { discountPercent } = order
  const figures = orderFigures(order.origin, await listLines(tx, id), { delivery, discountPercent })
  await storeRecipient(tx, order, recipient, figures, now)
  if (recipient.phone !== order.phone) await publish(tx, 'order phone changed', { id, by: supplierId })
  return order
}
