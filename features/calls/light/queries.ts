import { eq } from 'drizzle-orm'
import { linesOf } from '#features/orders/index.ts'
import { orders } from '#features/orders/tables.ts'
import type { DbOrTx } from '#platform/db/database.ts'
import { isOneOf } from '#platform/db/one-of.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import type { Light } from '../model.ts'
import { ordersOfPhones } from '../queries.ts'
import { confirmations } from '../tables.ts'
import { assess, isHerOwn, LIGHT_LOOKS_BACK_MS } from './rules.ts'

/** How sure each of these orders looks. */
export async function lightsOf(db: DbOrTx, ids: readonly OrderId[], now: Date): Promise<Map<OrderId, Light>> {
  const { id, phone, address, city, createdAt } = orders
  const assessed = await db
    .select({ id, phone, address, city, createdAt, via: confirmations.confirmedVia })
    .from(orders)
    .leftJoin(confirmations, eq(confirmations.orderId, id))
    .where(isOneOf(id, ids))
  const lines = await linesOf(db, ids)
  const phones = [...new Set(assessed.map((order) => order.phone))]
  const ofPhones = await ordersOfPhones(db, phones, new Date(now.getTime() - LIGHT_LOOKS_BACK_MS))
  return new Map(
    assessed.map(({ via, ...order }) => {
      const others = (ofPhones.get(order.phone) ?? []).filter((other) => other.id !== order.id).slice(0, 100)
      const looked = { ...order, lines: lines.get(order.id) ?? [], hasConfirmedHerself: isHerOwn(via) }
      return [order.id, assess(looked, others, now).light]
    }),
  )
}
