import { sql } from 'drizzle-orm'
import type { DbOrTx } from '#platform/db/database.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import type { Fields } from '../multipart-form.ts'
import type { TestAnswer } from '../test-app.ts'
import type { ModelProduct } from './model.ts'
import type { Step } from './steps.ts'

export interface Somebody {
  id: AccountId
  code: string
  token: string
}

/** People, couriers and products of one history: none of them is met again in another. */
export interface World {
  suppliers: Somebody[]
  buyer: Somebody
  products: ModelProduct[]
  couriers: number[]
}

export const pick = <T>(all: readonly T[], choice: number): T | undefined => all[choice % Math.max(1, all.length)]

function wantedOf(world: World, pieces: readonly [number, number][]): Map<ModelProduct, number> {
  const wanted = new Map<ModelProduct, number>()
  for (const [choice, quantity] of pieces) wanted.set(pick(world.products, choice)!, quantity)
  return wanted
}

export type Answer = Pick<TestAnswer, 'status' | 'json'>

/** One way of calling the shop: in this process, or another one through its port. */
export type Send = (method: string, path: string, token?: string, body?: object, form?: Fields) => Promise<Answer>

/** Sends an order as a browser does, with the prices that the model knows. */
export async function sendOrder(
  { by, who, pieces, city }: Extract<Step, { do: 'order' }>,
  world: World,
  send: Send,
): Promise<{ answer: Answer; supplier: Somebody; wanted: Map<ModelProduct, number> }> {
  const supplier = pick(world.suppliers, who)!
  const token = by === 'supplier' ? supplier.token : undefined
  const wanted = wantedOf(world, pieces)
  const recipient = { Name: 'Nadia', Phone: '0612345678', Address: '1, rue des Fleurs', City: city }
  const customer = await send('POST', '/api/customers/create', token, recipient)
  if (customer.status !== 201) return { answer: customer, supplier, wanted }
  const lines = [...wanted.entries()]
  const body = {
    product_ids: lines.map(([product]) => product.id),
    prices: lines.map(([product]) => (token ? product.distributorPrice : product.userPrice) / 100),
    priceGain: lines.map(([product]) => product.userPrice / 100),
    quantities: lines.map(([, quantity]) => quantity),
    customer_id: customer.json.customer.CustomerID,
    promo_code: by === 'code' ? supplier.code : null,
  }
  return { answer: await send('POST', '/api/orders/create', token, body), supplier, wanted }
}

export type AsAdmin = (method: string, path: string, body?: object, form?: Fields) => Promise<Answer>

/** Counts a parcel of which so many pieces of each line are damaged, or all where there are fewer. */
export async function receive(OrderID: number, broken: number, ask: AsAdmin) {
  const { order_items } = (await ask('GET', `/api/admin/orders/${OrderID}`)).json
  const lines = order_items.map(({ OrderItemID, Quantity }: { OrderItemID: number; Quantity: number }) => ({
    OrderItemID,
    intact: Math.max(0, Quantity - broken),
    damaged: Math.min(Quantity, broken),
    missing: 0,
  }))
  return ask('POST', '/api/admin/returns', { OrderID, lines })
}

/** Days that a parcel is gone are written instead of waited for. */
export const age = (db: DbOrTx, id: number, days: number) =>
  db.execute(sql`update orders set left_at = left_at - make_interval(days => ${days}) where id = ${id}`)
