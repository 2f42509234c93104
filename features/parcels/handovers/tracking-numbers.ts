import { type Db, inTransaction, type Tx } from '#platform/db/database.ts'
import { constraintOf } from '#platform/db/errors.ts'
import type { AccountId, OrderId } from '#platform/kernel/ids.ts'
import { isRefusal, Refusal } from '#platform/kernel/refusal.ts'
import { cleanCode } from '#platform/sheets/words.ts'
import { MAX_TRACKING } from '../model.ts'
import { storeEvent } from '../queries.ts'
import type { TrackingResult } from './contract.ts'
import { findTracked, holdParcelOf, storeTracking } from './queries.ts'
import type { PastedTracking } from './rules.ts'

/**
 * Stores tracking numbers, each in a transaction of its own: a refusal is the result of one row. A number that another parcel
 * of the courier has is refused, and so are two numbers of one order.
 */
export async function storeTrackingNumbers(
  db: Db,
  rows: readonly PastedTracking[],
  by: AccountId,
  now: Date,
): Promise<TrackingResult[]> {
  const folded = rows.map(({ id, tracking }) => ({ id, tracking: foldTracking(tracking) }))
  const numbersOf = Map.groupBy(folded, ({ id }) => id)
  const results: TrackingResult[] = []
  for (const [nth, { id, tracking }] of folded.entries()) {
    const row = { row: nth + 1, id, tracking }
    try {
      if (id === null) throw new Refusal('conflict', 'no_order_number', 'Le numéro de commande manque.')
      if (tracking === null)
        throw new Refusal('conflict', 'no_tracking', 'Le numéro de suivi manque, ou il est trop long.')
      const others = new Set(numbersOf.get(id)!.map((each) => each.tracking))
      if (others.size > 1)
        throw new Refusal('conflict', 'two_numbers', 'Cette commande a deux numéros de suivi\u00A0: gardez le bon.')
      await inTransaction(db, (tx) => enter(tx, id, tracking, by, now))
      results.push({ ...row, ok: true })
    } catch (error) {
      results.push({ ...row, ok: false, message: sentenceOf(error) })
    }
  }
  return results
}

async function enter(tx: Tx, id: OrderId, tracking: string, by: AccountId, now: Date): Promise<void> {
  const parcel = await holdParcelOf(tx, id)
  if (!parcel) throw new Refusal('conflict', 'no_parcel', 'Cette commande n’est sur aucun bordereau.')
  if (parcel.courierId === null) throw new Refusal('conflict', 'no_courier', 'Ce colis n’a pas de livreur.')
  if (parcel.tracking === tracking) return
  const other = await findTracked(tx, parcel.courierId, tracking)
  if (other !== null) throw trackingTaken(other)
  await storeTracking(tx, id, tracking)
  const replaced = parcel.tracking === null ? '' : ` (avant\u00A0: ${parcel.tracking})`
  const parcelNote = `Numéro de suivi\u00A0: ${tracking}${replaced}`
  await storeEvent(tx, { orderId: id, at: now, by, source: 'admin', state: null, parcelNote })
}

const trackingTaken = (other: OrderId | null) =>
  new Refusal(
    'invalid',
    'tracking_taken',
    `Ce numéro de suivi est déjà celui de ${other === null ? 'une autre commande' : `la commande n°\u00A0${other}`}.`,
  )

/** A tracking number in its one form; null for none, and for one that is too long. */
function foldTracking(typed: string): string | null {
  const tracking = cleanCode(typed)
  return tracking === '' || tracking.length > MAX_TRACKING ? null : tracking
}

/** The sentence of a refusal, or of two rows that brought one number at the same moment. Throws anything else on. */
function sentenceOf(error: unknown): string {
  if (isRefusal(error)) return error.message
  if (constraintOf(error) === 'a_tracking_number_is_one_parcel') return trackingTaken(null).message
  throw error
}
