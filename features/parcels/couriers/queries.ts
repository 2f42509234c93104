import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import { CITIES } from '#platform/kernel/cities.ts'
import type { CourierId } from '#platform/kernel/ids.ts'
import type { CourierState, FileColumn } from '../model.ts'
import { courierCities, courierLabels, couriers } from '../tables.ts'
import type { Courier, CourierRequest, Tariff } from './contract.ts'

const selectCouriers = (db: DbOrTx) =>
  db
    .select({
      ...getTableColumns(couriers),
      withFee: sql<string[]>`array(select ${courierCities.city} from ${courierCities}
        where ${courierCities.courierId} = ${couriers.id} and ${courierCities.feeDelivered} is not null)`,
    })
    .from(couriers)

type CourierRow = Awaited<ReturnType<typeof selectCouriers>>[number]

const toCourier = ({ withFee, ...row }: CourierRow) => ({
  ...row,
  citiesWithoutFee: CITIES.filter((city) => !withFee.includes(city)),
})

/** All couriers, those at work first, by name. */
export async function listCouriers(db: DbOrTx): Promise<Courier[]> {
  const rows = await selectCouriers(db).orderBy(sql`${couriers.isActive} desc`, asc(couriers.name), asc(couriers.id))
  return rows.map(toCourier)
}

export async function findCourier(db: DbOrTx, id: CourierId) {
  const [row] = await selectCouriers(db).where(eq(couriers.id, id))
  return row ? toCourier(row) : null
}

/** Locks a courier whose tariff is about to change; false when there is none. */
export async function holdCourier(tx: Tx, id: CourierId): Promise<boolean> {
  return (await tx.select({ id: couriers.id }).from(couriers).where(eq(couriers.id, id)).for('update')).length > 0
}

export type WholeCourier = Required<CourierRequest>

export async function storeCourier(tx: Tx, courier: WholeCourier, now: Date): Promise<CourierId> {
  const [row] = await tx
    .insert(couriers)
    .values({ ...courier, createdAt: now })
    .returning({ id: couriers.id })
  return row!.id
}

export const storeCourierChange = (tx: Tx, id: CourierId, courier: WholeCourier) =>
  tx.update(couriers).set(courier).where(eq(couriers.id, id))

/** What a courier asks, city by city, in the order of the shop's list of cities. */
export async function listTariffs(db: DbOrTx, id: CourierId): Promise<Tariff[]> {
  const rows = await db.select().from(courierCities).where(eq(courierCities.courierId, id))
  return rows.sort((one, other) => CITIES.indexOf(one.city) - CITIES.indexOf(other.city))
}

export async function storeTariffs(tx: Tx, courierId: CourierId, tariffs: readonly Tariff[]): Promise<void> {
  for (const { city, ...tariff } of tariffs)
    await tx
      .insert(courierCities)
      .values({ courierId, city, ...tariff })
      .onConflictDoUpdate({ target: [courierCities.courierId, courierCities.city], set: tariff })
}

/** A courier's own words, in their alphabet. */
export const listWords = (db: DbOrTx, id: CourierId) =>
  db.select().from(courierLabels).where(eq(courierLabels.courierId, id)).orderBy(asc(courierLabels.folded))

export const storeWord = (
  tx: Tx,
  courierId: CourierId,
  { folded, word, state }: { folded: string; word: string; state: CourierState },
) =>
  tx
    .insert(courierLabels)
    .values({ courierId, folded, word, state })
    .onConflictDoUpdate({ target: [courierLabels.courierId, courierLabels.folded], set: { word, state } })

export const storeFile = (tx: Tx, id: CourierId, file: { fileColumns: FileColumn[]; formatAcceptedAt: Date | null }) =>
  tx.update(couriers).set(file).where(eq(couriers.id, id))
