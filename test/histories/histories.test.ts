import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nextCustomId, storeAccount } from '#features/accounts/index.ts'
import { centimes, ZERO } from '#platform/kernel/money.ts'
import { ensureBuild } from '../ensure-build.ts'
import { encodedForm } from '../multipart-form.ts'
import { call, killShops, type ShopProcess, startShop } from '../shop-process.ts'
import { openTestShop, PASSWORD_HASH, type TestShop } from '../test-app.ts'
import { type AsAdmin, age, pick, receive, type Send, type Somebody, sendOrder, type World } from './acts.ts'
import { addCourier } from './courier-acts.ts'
import { FEE_REFUSED, FEE_RETURNED, FEES } from './courier-model.ts'
import { expectMoney, playCourier } from './courier-play.ts'
import { inCentimes, Model, type ModelProduct, onWire } from './model.ts'
import { type Raced, race } from './race.ts'
import { STOCKED, type Step, step } from './steps.ts'

/** The share of the histories that `npm run trust` plays. */
const SHARE = process.env.HISTORIES === 'all' ? 1 : 0.2
const HISTORIES = 300 * SHARE
const RACES = 100 * SHARE
const WORKERS = 6

let shop: TestShop
let count = 0

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
})

afterAll(() => shop.close())

/** Nobody is paid without one. */
const RIB = '011780000000000000000042'

async function newPerson(role: 'supplier' | 'buyer', at: Date): Promise<Somebody> {
  const code = `H${String(++count).padStart(7, '0')}`
  const email = `${code}@shop.example`.toLowerCase()
  const customId = await nextCustomId(shop.db, role)
  const person = { customId, role, name: code, email, phone: '0600000000', address: 'Rabat', rib: RIB }
  const promoCode = role === 'supplier' ? code : null
  const id = await storeAccount(shop.db, { ...person, passwordHash: PASSWORD_HASH, promoCode }, at)
  return { id, code, token: await shop.sessionOf(id, at) }
}

const TARIFF = Object.entries(FEES).map(([city, fee]) =>
  [city, fee / 100, FEE_REFUSED / 100, FEE_RETURNED / 100].join(';'),
)

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
    couriers: [await addCourier(asAdmin, TARIFF), await addCourier(asAdmin, TARIFF)],
  }
}

const admin = () => shop.tokens.admin

const send: Send = async (method, path, token, body, form) => {
  if (!form) return shop.call(method, path, { token, body })
  const { type, bytes } = await encodedForm(form)
  return shop.call(method, path, { token, raw: bytes, headers: { 'content-type': type } })
}

const asAdmin: AsAdmin = (method, path, body, form) => send(method, path, admin(), body, form)

/** Does one step to the real shop and to the model, and holds the answer against what the model says. */
async function play(model: Model, world: World, each: Step): Promise<void> {
  const { buyer } = world
  switch (each.do) {
    case 'order': {
      const { answer, supplier, wanted } = await sendOrder(each, world, send)
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
      await age(shop.db, order.id, each.days)
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
      const isSellable = amount > 0 && amount <= model.left()
      expect(answer.status).toBe(isSellable ? 200 : 422)
      if (isSellable) model.sold = centimes(model.sold + amount)
      return
    }
    case 'declare': {
      const amount = inCentimes(each.amount)
      const answer = await shop.call('POST', '/api/buyer/declare-sale', { token: buyer.token, body: each })
      if (amount === ZERO || amount > model.declarable()) return expect(answer.status).toBe(422)
      expect(answer.status).toBe(200)
      model.declarations.push({ id: answer.json.declaration.id, amount, status: 'pending' })
      return
    }
    case 'decide declaration': {
      const declaration = pick(model.declarations, each.declaration)
      if (!declaration) return
      const verb = each.status === 'approved' ? 'approve' : 'reject'
      const answer = await asAdmin('PUT', `/api/admin/sale-declarations/${declaration.id}/${verb}`, { reason: 'Non' })
      return expect(answer.status).toBe(model.decideDeclaration(declaration, each.status))
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
      return
    }
    default:
      return playCourier(model, world, each, asAdmin)
  }
}

test('histories leave the shop as a small model of it says, and break no promise', async () => {
  const history = fc.array(step, { minLength: 8, maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const world = await newWorld()
      const model = new Model()
      await play(model, world, { do: 'gains', when: 'delivered' })
      for (const each of STOCKED) await play(model, world, each)
      for (const each of steps) await play(model, world, each)
      for (const { id, stock } of world.products) expect(await shop.stockOf(id as never)).toBe(stock)
      for (const supplier of world.suppliers) {
        if (model.banned.has(supplier.id)) continue
        const { json } = await shop.call('GET', '/api/supplier/get-ordersAdmin', { token: supplier.token })
        expect(json.stats).toEqual(model.stats(supplier.id))
      }
      const { json } = await shop.call('GET', '/api/get-stock-data', { token: world.buyer.token })
      expect([json.totalStock, json.stockSold]).toEqual([model.bought() / 100, model.sold / 100])
      const { balance } = (await shop.call('GET', '/api/buyer/history?page=1', { token: world.buyer.token })).json
      expect([balance.pending_sales, balance.declarable]).toEqual([model.declared() / 100, model.declarable() / 100])
      await expectMoney(model, world, asAdmin)
      expect(await shop.brokenInvariants()).toEqual([])
    }),
    { numRuns: HISTORIES, endOnFailure: true },
  )
}, 600_000)

/** Another process's shop, over its port. */
const through =
  ({ port }: ShopProcess): Send =>
  async (method, path, token, body, form) => {
    const sending = form ? { form: await encodedForm(form) } : body ? { body } : {}
    const { status, text } = await call(port, method, path, { ...(token ? { token } : {}), ...sending })
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
      const world: Raced = {
        ...(await newWorld(new Date())),
        db: shop.db,
        admin,
        orders: [],
        withdrawals: [],
        declarations: [],
        lists: [],
        statements: [],
      }
      const bought = await ways[0]!('POST', '/api/buyer/request-stock', world.buyer.token, { amount: 5_000 })
      await ways[0]!('PUT', `/api/approve-request/${bought.json.purchase.id}`, admin)
      const workers = plans.map(async (steps, worker) => {
        for (const each of steps) {
          let answer = await race(world, each, ways[worker % ways.length]!)
          // Too busy, come again: so they do.
          while (answer?.status === 503) answer = await race(world, each, ways[worker % ways.length]!)
          if (answer) expect([answer.status < 500, answer.status < 500 ? '' : answer], each.do).toEqual([true, ''])
        }
      })
      await Promise.all(workers)
      expect(await shop.brokenInvariants()).toEqual([])
    }),
    { numRuns: RACES, endOnFailure: true },
  )
  killShops()
  rmSync(folder, { recursive: true, force: true })
}, 600_000)
