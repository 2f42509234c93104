import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { isOutside, linesOf, mustBeReturnable } from '#features/orders/index.ts'
import { orders } from '#features/orders/tables.ts'
import { couriers, parcels } from '#features/parcels/tables.ts'
import type { DbOrTx } from '#platform/db/database.ts'
import { idIn, type OrderId } from '#platform/kernel/ids.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { cleanCode } from '#platform/sheets/words.ts'
import type { ScannedParcel } from '../contract.ts'

/**
 * The parcel of a scanned code: the order's number, as on our label, or the courier's tracking number. Refuses (404) a code of no
 * parcel, and (409) one of two parcels that are outside, or of a parcel that is not (`mustBeReturnable`).
 */
export async function findScannedParcel(db: DbOrTx, code: string): Promise<ScannedParcel> {
  const found = await findByCode(db, cleanCode(code))
  const outside = found.filter(isOutside)
  if (outside.length > 1) throw ambiguousCode()
  const parcel = outside[0] ?? found[0]
  if (!parcel) throw unknownCode()
  await mustBeReturnable(db, parcel)
  const lines = await linesOf(db, [parcel.id])
  return { ...parcel, lines: lines.get(parcel.id) ?? [] }
}

const findByCode = (db: DbOrTx, code: string) => {
  const number = idIn<OrderId>(code)
  return db
    .select({
      id: orders.id,
      status: orders.status,
      leftAt: orders.leftAt,
      piecesBackAt: orders.piecesBackAt,
      name: orders.name,
      city: orders.city,
      courier: couriers.name,
      isOver: sql<boolean>`${orders.status} = 'cancelled' or ${orders.deletedAt} is not null`,
    })
    .from(orders)
    .leftJoin(parcels, eq(parcels.orderId, orders.id))
    .leftJoin(couriers, eq(couriers.id, parcels.courierId))
    .where(
      and(
        isNull(orders.mergedInto),
        or(
          number === null ? undefined : eq(orders.id, number),
          sql`${orders.id} = any(array(select order_id from ${parcels} where ${parcels.tracking} = ${code}))`,
        ),
      ),
    )
}

const unknownCode = () =>
  new Refusal('missing', 'no_parcel_of_code', 'Aucune commande n’a ce numéro ni ce numéro de suivi.')

const ambiguousCode = () =>
  new Refusal(
    'conflict',
    'code_of_two_parcels',
    'Ce code est le numéro d’une commande et le suivi d’une autre\u00A0: ouvrez la bonne commande dans la liste.',
  )
