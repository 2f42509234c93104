import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nextCustomId, storeAccount } from '#features/accounts/index.ts'
import { newSalt } from '#features/accounts/password-hashing.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { centimes, ZERO } from '#platform/kernel/money.ts'
import { ensureBuild } from '../ensure-build.ts'
import { call, killShops, type ShopProcess, startShop } from '../shop-process.ts'
import { openTestShop, PASSWORD, type TestAnswer, type TestShop } from '../test-app.ts'
import { inCentimes, Model, type ModelProduct, onWire } from './model.ts'
import { type Step, step } from './steps.ts'

/** The share of the histories that `npm run trust` plays. */
const SHARE = process.env.HISTORIES === 'all' ? 1 : 0.2
const HISTORIES = 300 * SHARE
const RACES = 100 * SHARE
const WORKERS = 6

let shop: TestShop
let passwordHash: string
let count = 0

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  passwordHash = await shop.first.hashing.hash(PASSWORD, newSalt(randomBytes))
})

afterAll(() => shop.close())

/** Nobody is paid without one. */
const RIB = '011780000000000000000042'

interface Somebody {
  id: AccountId
  code: string
  token: string
}

/** People and products of one history: none of them is met again in another. */
interface World {
  suppliers: Somebody[]
  buyer: Somebody
  products: ModelProduct[]
}

async function newPerson(role: 'supplier' | 'buyer', at: Date): Promise<Somebody> {
  const code = `H${String(++count).padStart(7, '0')}`
  const email = `${code}@shop.example`.toLowerCase()
  const customId = await nextCustomId(shop.db, role)
  const person = { customId, role, name: code, email, phone: '0600000000', address: 'Rabat', rib: RIB, passwordHash }
  const id = await storeAccount(shop.db, { ...person, promoCode: role === 'supplier' ? code : null }, at)
  return { id, code, token: await shop.sessionOf(id, at) }
}

async function newWorld(at = shop.now): Promise<World> {
  const products: ModelProduct[] = []
  for (const [user, distributor] of [
    [149.5, 110],
    [99, 75],
    [0.5, 0.49],
  ] as const) {
    const id = await shop.addProduct({ user, distributor, stock: 12 })
    products.push({ id, userPrice: inCentimes(user), distributorPrice: inCentimes(distributor), stock: 12 })
  }
  return {
    suppliers: [await newPerson('supplier', at), await newPerson('supplier', at)],
    buyer: await newPerson('buyer', at),
    products,
  }
}

const pick = <T>(all: readonly T[], choice: number): T | undefined => all[choice % Math.max(1, all.length)]

function wantedOf(world: World, pieces: readonly [number, number][]): Map<ModelProduct, number> {
  const wanted = new Map<ModelProduct, number>()
  for (const [choice, quantity] of pieces) wanted.set(pick(world.products, choice)!, quantity)
  return wanted
}

/** One way of calling the shop: in this process, or another one through its port. */
type Send = (
  method: string,
  path: string,
  token?: string,
  body?: object,
) => Promise<Pick<TestAnswer, 'status' | 'json'>>

/** Sends an order as a browser does, with the prices that the model knows. */
async function sendOrder(
  { by, who, pieces, city }: Extract<Step, { do: 'order' }>,
  world: World,
  send: Send = (method, path, token, body) => shop.call(method, path, { token, body }),
): Promise<{ answer: Pick<TestAnswer, 'status' | 'json'>; supplier: Somebody; wanted: Map<ModelProduct, number> }> {
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

const admin = () => shop.tokens.admin

type AsAdmin = (method: string, path: string, body?: object) => Promise<Pick<TestAnswer, 'status' | 'json'>>

const asAdmin: AsAdmin = (method, path, body) => shop.call(method, path, { token: admin(), body })

/** Counts a parcel of which so many pieces of each line are damaged, or all where there are fewer. */
async function receive(OrderID: number, broken: number, ask: AsAdmin) {
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
const age = (id: number, days: number) =>
  shop.db.execute(sql`update orders set left_at = left_at - make_interval(days => ${days}) where id = ${id}`)

/** Does one step to the real shop and to the model, and holds the answer against what the model says. */
async function play(model: Model, world: World, each: Step): Promise<void> {
  const { buyer } = world
  switch (each.do) {
    case 'order': {
      const { answer, supplier, wanted } = await sendOrder(each, world)
      const isBanned = model.banned.has(supplier.id)
      if (each.by === 'supplier' && isBanned) return expect(answer.status).toBe(403)
      if (each.by === 'code' && isBanned) return expect(answer.json.errors).toHaveProperty('promo_code')
      if (!model.hasStock(wanted)) return expect(answer.status).toBe(422)
      expect(answer.status).toBe(201)
      const origin = each.by === 'code' ? 'promo' : each.by === 'supplier' ? 'supplier' : 'direct'
      model.place(answer.json.order.OrderID, origin, each.by === 'nobody' ? null : supplier.id, wanted, each.city)
      return expect(inCentimes(answer.json.order.total)).toBe(model.orders.at(-1)!.figures.total)
    }
    case 'move': {
      const order = pick(model.orders, each.order)
      if (!order) return
      const isSame =
        !order.isDeleted && order.status === each.status && !['delivered', 'cancelled'].includes(each.status)
      const expected = isSame ? 200 : model.move(order, each.status)
      const body = { CurrentStatus: onWire(each.status) }
      const answer = await shop.call('PUT', `/api/admin/orders/${order.id}/tracking`, { token: admin(), body })
      return expect(answer.status).toBe(expected)
    }
    case 'receive': {
      const order = pick(model.orders, each.order)
      if (!order) return
      const { status } = await receive(order.id, each.broken, asAdmin)
      return expect(status).toBe(model.receive(order, each.broken))
    }
    case 'lose': {
      const order = pick(model.orders, each.order)
      if (!order) return
      await age(order.id, each.days)
      if (order.leftBefore !== null) order.leftBefore += each.days
      const { status } = await asAdmin('POST', `/api/admin/orders/${order.id}/lost`, { note: 'Perdu' })
      return expect(status).toBe(model.lose(order))
    }
    case 'settle': {
      const order = pick(model.orders, each.order)
      if (!order) return
      const body = { PaymentStatus: each.payment === 'paid' ? 'payé' : 'annulé' }
      const answer = await shop.call('PUT', `/api/admin/orders/${order.id}/payment-status`, { token: admin(), body })
      return expect(answer.status).toBe(model.settle(order, each.payment))
    }
    case 'edit': {
      const order = pick(model.orders, each.order)
      const supplier = pick(world.suppliers, each.who)!
      if (!order) return
      const body = { Name: 'Nadia', Phone: '0612345678', Address: '2, rue des Fleurs', City: each.city }
      const answer = await shop.call('PUT', `/api/supplier/orders/${order.id}`, { token: supplier.token, body })
      return expect(answer.status).toBe(model.edit(order, supplier.id, each.city))
    }
    case 'delete': {
      const order = pick(model.orders, each.order)
      if (!order) return
      const supplier = pick(world.suppliers, each.who)!
      const isAdmin = each.by === 'admin'
      const path = isAdmin ? `/api/admin/orders/${order.id}` : `/api/supplier/orders/${order.id}`
      const answer = await shop.call('DELETE', path, { token: isAdmin ? admin() : supplier.token })
      return expect(answer.status).toBe(
        isAdmin ? model.deleteByAdmin(order) : model.deleteBySupplier(order, supplier.id),
      )
    }
    case 'reprice': {
      const product = pick(world.products, each.product)!
      product.userPrice = centimes(Math.max(each.user, each.distributor))
      product.distributorPrice = centimes(Math.min(each.user, each.distributor))
      await shop.db.execute(sql`
        update products set user_price = ${product.userPrice}, distributor_price = ${product.distributorPrice}
        where id = ${product.id}`)
      return
    }
    case 'withdraw': {
      const supplier = pick(world.suppliers, each.who)!
      const due = model.due(supplier.id)
      const body = { gain: (due + (each.isWrong ? 1 : 0)) / 100 }
      const answer = await shop.call('POST', '/api/withdraw', { token: supplier.token, body })
      if (model.banned.has(supplier.id)) return expect(answer.status).toBe(403)
      if (due === ZERO || each.isWrong) return expect(answer.status).toBe(422)
      expect(answer.status).toBe(200)
      expect(inCentimes(answer.json.withdrawal.amount)).toBe(due)
      return model.withdraw(supplier.id, answer.json.withdrawal.id)
    }
    case 'decide': {
      const withdrawal = pick(model.withdrawals, each.withdrawal)
      if (!withdrawal) return
      const isBuyer = withdrawal.account === buyer.id
      const approve = isBuyer
        ? (['PUT', `/api/admin/buyer/approve-withdrawal/${withdrawal.id}`] as const)
        : (['POST', `/api/admin/withdrawals/${withdrawal.id}/approve`] as const)
      const refuse = ['POST', `/api/admin/withdrawals/${withdrawal.id}/reject`] as const
      const [method, path] = each.status === 'approved' ? approve : refuse
      const answer = await shop.call(method, path, { token: admin(), body: { reason: 'RIB illisible' } })
      return expect(answer.status).toBe(model.decide(withdrawal, each.status))
    }
    case 'purchase': {
      const body = { amount: each.amount }
      const answer = await shop.call('POST', '/api/buyer/request-stock', { token: buyer.token, body })
      if (each.amount === 7) return expect(answer.status).toBe(422)
      expect(answer.status).toBe(200)
      model.purchases.push({ id: answer.json.purchase.id, amount: inCentimes(each.amount), status: 'pending' })
      return
    }
    case 'decide purchase': {
      const purchase = pick(model.purchases, each.purchase)
      if (!purchase) return
      const path = each.status === 'approved' ? '/api/approve-request/' : '/api/admin/reject-request/'
      const body = { reason: 'Trop tard' }
      const answer = await shop.call('PUT', `${path}${purchase.id}`, { token: admin(), body })
      expect(answer.status).toBe(purchase.status === 'pending' ? 200 : 409)
      if (purchase.status === 'pending') purchase.status = each.status
      return
    }
    case 'sell': {
      const amount = inCentimes(each.amount)
      const body = { buyer_id: buyer.id, amount: each.amount }
      const answer = await shop.call('PUT', '/api/admin/sell-stock', { token: admin(), body })
      const isSellable = amount > 0 && amount <= model.bought() - model.sold
      expect(answer.status).toBe(isSellable ? 200 : 422)
      if (isSellable) model.sold = centimes(model.sold + amount)
      return
    }
    case 'withdraw sold': {
      const due = centimes(model.sold - model.requested(buyer.id))
      const answer = await shop.call('POST', '/api/buyer/request-withdrawal', { token: buyer.token })
      if (due === ZERO) return expect(answer.status).toBe(422)
      expect(inCentimes(answer.json.withdrawal.amount)).toBe(due)
      model.withdrawals.push({ id: answer.json.withdrawal.id, account: buyer.id, amount: due, status: 'pending' })
      return
    }
    case 'ban': {
      const { id } = pick(world.suppliers, each.who)!
      expect((await shop.call('DELETE', `/api/admin/user/${id}`, { token: admin() })).status).toBe(200)
      model.banned.add(id)
      return
    }
    case 'restore': {
      const supplier = pick(world.suppliers, each.who)!
      const answer = await shop.call('POST', `/api/admin/user/${supplier.id}/restore`, { token: admin() })
      expect(answer.status).toBe(200)
      model.banned.delete(supplier.id)
      supplier.token = await shop.sessionOf(supplier.id)
    }
  }
}

test('histories leave the shop as a small model of it says, and break no promise', async () => {
  const history = fc.array(step, { minLength: 8, maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const world = await newWorld()
      const model = new Model()
      for (const each of steps) await play(model, world, each)
      for (const { id, stock } of world.products) expect(await shop.stockOf(id as never)).toBe(stock)
      for (const supplier of world.suppliers) {
        if (model.banned.has(supplier.id)) continue
        const { json } = await shop.call('GET', '/api/supplier/get-ordersAdmin', { token: supplier.token })
        expect(json.stats).toEqual(model.stats(supplier.id))
      }
      const { json } = await shop.call('GET', '/api/get-stock-data', { token: world.buyer.token })
      expect([json.totalStock, json.stockSold]).toEqual([model.bought() / 100, model.sold / 100])
      expect(await shop.brokenInvariants()).toEqual([])
    }),
    { numRuns: HISTORIES, endOnFailure: true },
  )
}, 300_000)

interface Raced extends World {
  admin: string
  orders: number[]
  withdrawals: number[]
}

/** A step in the real shop while others are busy with the same things. */
async function race(world: Raced, each: Step, call: Send) {
  const { orders, withdrawals, admin } = world
  const supplier = 'who' in each ? pick(world.suppliers, each.who)! : world.suppliers[0]!
  const order = 'order' in each ? pick(orders, each.order) : undefined
  switch (each.do) {
    case 'order': {
      const { answer } = await sendOrder(each, world, call)
      if (answer.status === 201) orders.push(answer.json.order.OrderID)
      return answer
    }
    case 'move':
      if (order === undefined) return
      return call('PUT', `/api/admin/orders/${order}/tracking`, admin, { CurrentStatus: onWire(each.status) })
    case 'receive':
      if (order === undefined) return
      return receive(order, each.broken, (method, path, body) => call(method, path, admin, body))
    case 'lose':
      if (order === undefined) return
      await age(order, each.days)
      return call('POST', `/api/admin/orders/${order}/lost`, admin, { note: 'Perdu' })
    case 'settle': {
      if (order === undefined) return
      const body = { PaymentStatus: each.payment === 'paid' ? 'payé' : 'annulé' }
      return call('PUT', `/api/admin/orders/${order}/payment-status`, admin, body)
    }
    case 'edit': {
      if (order === undefined) return
      const body = { Name: 'Nadia', Phone: '0612345678', Address: 'Ici', City: each.city }
      return call('PUT', `/api/supplier/orders/${order}`, supplier.token, body)
    }
    case 'delete':
      if (order === undefined) return
      return each.by === 'admin'
        ? call('DELETE', `/api/admin/orders/${order}`, admin)
        : call('DELETE', `/api/supplier/orders/${order}`, supplier.token)
    case 'withdraw': {
      const dashboard = await call('GET', '/api/supplier/get-ordersAdmin', supplier.token)
      const gain = dashboard.json.stats?.withdrawable ?? 0
      const answer = await call('POST', '/api/withdraw', supplier.token, { gain })
      if (answer.status === 200) withdrawals.push(answer.json.withdrawal.id)
      return answer
    }
    case 'decide': {
      const withdrawal = pick(withdrawals, each.withdrawal)
      if (withdrawal === undefined) return
      const verb = each.status === 'approved' ? 'approve' : 'reject'
      return call('POST', `/api/admin/withdrawals/${withdrawal}/${verb}`, admin, { reason: 'Non' })
    }
    case 'sell':
      return call('PUT', '/api/admin/sell-stock', admin, { buyer_id: world.buyer.id, amount: each.amount })
    case 'withdraw sold': {
      const answer = await call('POST', '/api/buyer/request-withdrawal', world.buyer.token)
      return answer
    }
    case 'ban':
      return call('DELETE', `/api/admin/user/${supplier.id}`, admin)
    default:
      return
  }
}

/** Another process's shop, over its port. */
const through =
  ({ port }: ShopProcess): Send =>
  async (method, path, token, body) => {
    const { status, text } = await call(port, method, path, { ...(token ? { token } : {}), ...(body ? { body } : {}) })
    return { status, json: text ? JSON.parse(text) : undefined }
  }

const addressOf = ({ host, user, database, port }: TestShop['connection']) =>
  `postgres://${user}@localhost:${port ?? 5432}/${database}?host=${encodeURIComponent(host ?? '')}`

test('histories played by several at once through two server processes break no promise', async () => {
  await ensureBuild()
  const folder = mkdtempSync(join(tmpdir(), 'shop-histories-'))
  const settings = { DATABASE_URL: addressOf(shop.connection), DEMO: '0' }
  const ways = [await startShop(folder, settings), await startShop(folder, settings)].map(through)
  const admin = await shop.sessionOf(shop.ids.admin, new Date())
  const plan = fc.array(fc.array(step, { minLength: 3, maxLength: 8 }), { minLength: WORKERS, maxLength: WORKERS })
  await fc.assert(
    fc.asyncProperty(plan, async (plans) => {
      const world: Raced = { ...(await newWorld(new Date())), admin, orders: [], withdrawals: [] }
      const bought = await ways[0]!('POST', '/api/buyer/request-stock', world.buyer.token, { amount: 5_000 })
      await ways[0]!('PUT', `/api/approve-request/${bought.json.purchase.id}`, admin)
      const workers = plans.map(async (steps, worker) => {
        for (const each of steps) {
          let answer = await race(world, each, ways[worker % ways.length]!)
          // Too busy, come again: so they do.
          while (answer?.status === 503) answer = await race(world, each, ways[worker % ways.length]!)
          if (answer)
            expect([each.do, answer.status < 500, answer.status < 500 ? '' : answer]).toEqual([each.do, true, ''])
        }
      })
      await Promise.all(workers)
      expect(await shop.brokenInvariants()).toEqual([])
    }),
    { numRuns: RACES, endOnFailure: true },
  )
  killShops()
  rmSync(folder, { recursive: true, force: true })
}, 300_000)
