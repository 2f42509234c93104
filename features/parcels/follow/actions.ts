import { mustStayActive } from '#features/accounts/index.ts'
import { getHeldOrder } from '#features/orders/index.ts'
import type { Tx } from '#platform/db/database.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import { invalidField, Refusal } from '#platform/kernel/refusal.ts'
import { storeEvent, storeState } from '../queries.ts'
import { stepOf } from '../rules.ts'
import { findParcel, storeLook } from './queries.ts'
import { FOLLOW_UPS, type FollowUp, followUpProblem, nextLook } from './rules.ts'

interface Done {
  kind: FollowUp
  day: string | null
  note: string | null
  /** When the parcel had changed last as the page showed it. */
  seenUpdatedAt: Date
}

/**
 * Writes down what somebody did about a parcel, and when it is looked at again. The order's own recipient stays as it is: its
 * fee and its amount are printed on the parcel. One that its courier is to bring back is among the refused from then on, and its order
 * stays *en transit* until a person cancels it. Refuses (403) a banned caller, (404) an order without a parcel, (409) one that
 * is over and a page that shows an older state, and (422) a day or words that are missing.
 */
export async function followUp(
  tx: Tx,
  id: OrderId,
  { kind, day, note, seenUpdatedAt }: Done,
  { by, role }: { by: AccountId; role: string },
  now: Date,
): Promise<{ updatedAt: Date; followUpAt: Date | null }> {
  await mustStayActive(tx, by)
  const order = await getHeldOrder(tx, id)
  const parcel = await findParcel(tx, id)
  if (parcel === null) throw new Refusal('missing', 'order_without_parcel', 'Cette commande n’a pas de colis.')
  if (order.status !== 'in_transit')
    throw new Refusal('conflict', 'parcel_not_on_its_way', 'Ce colis n’est plus en route\u00A0: rechargez la liste.')
  if (parcel.lastEventAt.getTime() !== seenUpdatedAt.getTime())
    throw new Refusal('conflict', 'parcel_changed', 'Ce colis a changé entre-temps\u00A0: rechargez la liste.')
  const problem = followUpProblem({ kind, day, note }, now)
  if (problem) throw invalidField(problem.field, problem.code, problem.message)
  if (kind === 'returned') {
    if (stepOf(parcel.state, 'returning') !== 'forward') throw returningAlready()
    await storeState(tx, id, 'returning', now)
  }
  const followUpAt = nextLook(kind, day, parcel.followUpAt, now)
  await storeLook(tx, id, followUpAt, now)
  const parcelNote = kind === 'note' ? note! : note === null ? FOLLOW_UPS[kind] : `${FOLLOW_UPS[kind]}\u00A0: ${note}`
  const source = role === 'admin' ? 'admin' : 'agent'
  const state = kind === 'returned' ? 'returning' : null
  await storeEvent(tx, { orderId: id, at: now, by, source, state, parcelNote })
  return { updatedAt: now, followUpAt }
}

const returningAlready = () => new Refusal('conflict', 'parcel_returning', 'Ce colis est déjà sur le chemin du retour.')
