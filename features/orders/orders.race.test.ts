import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { banAccount } from '#features/accounts/actions/ban.ts'
import { returnStock } from '#features/catalogue/index.ts'
import { constraintOf, inTransaction, sqlState, type Tx } from '#platform/db/database.ts'
import type { CustomerId, OrderId, ProductId } from '#platform/kernel/ids.ts'
import { dh } from '#platform/kernel/money.ts'
import { queuedBehindLock, whileLocked } from '#test/locks.ts'
import { type Call, type Instance, openTestShop, TEST_RATES, type TestAnswer, type TestShop } from '#test/test-app.ts'
import { type OrderCall, placeOrder } from './actions/place-order.ts'

/** Three processes on one database: what races, races through connections of its own. */
let shop: TestShop
let processes: Instance[]
let cream: ProductId

beforeAll(async () => {
  shop = await openTestShop()
  processes = [shop.first, await shop.another(), await shop.another()]
  await shop.addPeople()
  cream = await shop.addProduct()
})

afterAll(() => shop.close())

afterEach(async () => {
  expect(await shop.brokenInvariants()).toEqual([])
})

/** The nth call of many goes through the nth process, around and around. */
const through = (nth: number): Instance => processes[nth % processes.length]!

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

interface Wanted {
  id: ProductId
  quantity?: number
  price?: number
}

const orderOf = (wanted: readonly Wanted[], more: object = {}) => ({
  product_ids: wanted.map(({ id }) => id),
  prices: wanted.map(({ price = 149.5 }) => price),
  priceGain: wanted.map(({ price = 149.5 }) => price),
  quantities: wanted.map(({ quantity = 1 }) => quantity),
  ...more,
})

const PRICES = { price: dh(149.5), userPrice: dh(149.5) }

/** Each with a visitor's record of its own, the same one for the same key; sent again when a busy shop sends it away. */
async function order(
  wanted: readonly Wanted[],
  nth = 0,
  { body = orderOf(wanted), ...call }: Call = {},
): Promise<TestAnswer> {
  const named = body as { customer_id?: number }
  const key = `${call.headers?.['idempotency-key'] ?? Math.random()} ${call.token}`
  const customer_id = named.customer_id ?? (await recordFor(key))
  const send = () => shop.call('POST', '/api/orders/create', { body: { ...named, customer_id }, ...call }, through(nth))
  let answer = await send()
  while (answer.status === 503) answer = await send()
  return answer
}

const records = new Map<string, Promise<CustomerId>>()

function recordFor(key: string): Promise<CustomerId> {
  const record = records.get(key) ?? shop.addCustomer()
  records.set(key, record)
  return record
}

/** The same past the HTTP call, within a transaction of a test. */
const directOrder = async (ids: readonly ProductId[]): Promise<OrderCall> => ({
  caller: null,
  address: '127.0.0.1',
  request: {
    lines: ids.map((productId) => ({ productId, quantity: 1, ...PRICES })),
    customerId: await shop.addCustomer(),
    customerKey: null,
    promoCode: null,
    note: null,
    total: null,
  },
  rates: TEST_RATES,
})

async function placed(wanted: readonly Wanted[]): Promise<OrderId> {
  const answer = await order(wanted)
  expect(answer.status).toBe(201)
  return answer.json.order.OrderID
}

const move = (id: OrderId, status: string, nth = 0): Promise<TestAnswer> =>
  shop.call(
    'PUT',
    `/api/admin/orders/${id}/tracking`,
    { token: shop.tokens.admin, body: { CurrentStatus: status } },
    through(nth),
  )

const remove = (id: OrderId, nth = 0): Promise<TestAnswer> =>
  shop.call('DELETE', `/api/admin/orders/${id}`, { token: shop.tokens.admin }, through(nth))

const statusesOf = (answers: readonly TestAnswer[]): number[] => answers.map((answer) => answer.status).sort()

const holdProduct = (id: ProductId): string => `select from products where id = ${id} for update`
const holdOrder = (id: OrderId): string => `select from orders where id = ${id} for update`

describe('the shelves', () => {
  test('sixty buyers for ten pieces: ten orders, and nothing left', async () => {
    const id = await shop.addProduct({ stock: 10 })
    // Before the rush: there is room for fifty calls at once, and for a hundred orders.
    const bodies: object[] = []
    for (const _ of range(60)) bodies.push(orderOf([{ id }], { customer_id: await shop.addCustomer() }))
    const answers = await queuedBehindLock(shop.db, holdProduct(id), 25, () =>
      bodies.map((body, nth) => order([{ id }], nth, { body })),
    )
    expect(statusesOf(answers)).toEqual([...Array(10).fill(201), ...Array(50).fill(422)])
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ json }) => json.order.OrderID)).size).toBe(10)
    for (const { json } of answers.filter(({ status }) => status === 422))
      expect(json).toEqual({
        message: 'Il ne reste que 0 unités en stock.',
        code: 'stock_short',
        errors: { 'quantities.0': ['Il ne reste que 0 unités en stock.'] },
        codes: { 'quantities.0': ['stock_short'] },
      })
    expect(await shop.stockOf(id)).toBe(0)
  })

  test('buyers of several pieces never get more than there are, and somebody gets what is left', async () => {
    const id = await shop.addProduct({ stock: 20 })
    const answers = await Promise.all(range(30).map((nth) => order([{ id, quantity: 1 + (nth % 4) }], nth)))
    const sold = answers.reduce((sum, { status }, nth) => sum + (status === 201 ? 1 + (nth % 4) : 0), 0)
    expect(sold).toBeLessThanOrEqual(20)
    expect(await shop.stockOf(id)).toBe(20 - sold)
    expect(await shop.stockOf(id)).toBeLessThan(4)
  })

  test('an order of which one line is too much takes nothing of the others', async () => {
    const [plenty, few] = [await shop.addProduct({ stock: 9 }), await shop.addProduct({ stock: 1 })]
    const answer = await order([{ id: plenty }, { id: few, quantity: 2 }])
    expect([answer.status, answer.json.errors]).toEqual([
      422,
      { 'quantities.1': ['Il ne reste que 1 unités en stock.'] },
    ])
    expect([await shop.stockOf(plenty), await shop.stockOf(few)]).toEqual([9, 1])
  })

  test('no statement at all brings a stock below zero', async () => {
    const id = await shop.addProduct({ stock: 3 })
    const wrong = shop.db.execute(sql`update products set stock = stock - 4 where id = ${id}`)
    expect(constraintOf(await wrong.catch((error: unknown) => error))).toBe('stock_is_never_below_zero')
  })

  test('an order whose pieces could not be taken after all is not stored', async () => {
    const id = await shop.addProduct({ stock: 5 })
    // A shelf that gives nothing although the stock says otherwise: the update finds no row to change.
    await shop.db.execute(sql`
      create function keep_shelf() returns trigger language plpgsql as 'begin return null; end'`)
    await shop.db.execute(
      sql.raw(`create trigger keep_shelf before update of stock on products for each row when (old.id = ${id})
        execute function keep_shelf()`),
    )
    const body = orderOf([{ id }], { customer_id: await shop.addCustomer() })
    const before = await shop.rowCounts()
    const answer = await order([{ id }], 0, { body })
    expect([answer.status, Object.keys(answer.json.errors)]).toEqual([422, ['quantities.0']])
    expect(await shop.rowCounts()).toEqual(before)
    await shop.db.execute(sql`drop trigger keep_shelf on products`)
  })
})

describe('one key', () => {
  test('forty posts with it make one order and get forty times the same bytes', async () => {
    const id = await shop.addProduct({ stock: 100 })
    const headers = { 'idempotency-key': 'forty-posts-one-order' }
    const answers = await Promise.all(range(40).map((nth) => order([{ id }], nth, { headers })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.filter((answer) => answer.headers['idempotent-replayed'] === 'true')).toHaveLength(39)
    expect(await shop.stockOf(id)).toBe(99)
  })

  test('a twin that arrives while the first is at work waits for its answer', async () => {
    const id = await shop.addProduct({ stock: 100 })
    const headers = { 'idempotency-key': 'twins-of-one-order-0001' }
    const answers = await queuedBehindLock(shop.db, holdProduct(id), 6, () =>
      range(6).map((nth) => order([{ id }], nth, { headers })),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.filter((answer) => answer.headers['idempotent-replayed'])).toHaveLength(5)
    expect(await shop.stockOf(id)).toBe(99)
  })

  test.each([
    ['/api/orders/create', async () => orderOf([{ id: cream }], { customer_id: await shop.addCustomer() })],
    ['/api/customers/create', async () => ({ Name: 'A', Phone: '0612345678', Address: 'B', City: 'Fès' })],
  ])('a twin on %s whose first takes too long is told so, and may come back', async (path, body) => {
    const call = { body: await body(), headers: { 'idempotency-key': 'a-first-that-takes-too-long' } }
    const unfinished = `insert into idempotency_keys (route, caller, key, body_hash, created_at)
      values ('POST ${path}', 'visitor', 'a-first-that-takes-too-long', '', now())`
    const impatient = await shop.another({ timesOut: true })
    const answer = await whileLocked(shop.db, unfinished, () => shop.call('POST', path, call, impatient))
    expect([answer.status, answer.headers['retry-after']]).toEqual([409, '2'])
    expect((await shop.call('POST', path, call)).status).toBe(201)
  })

  test('when the first is refused, the key is free for the next', async () => {
    const id = await shop.addProduct({ stock: 1 })
    const call = { headers: { 'idempotency-key': 'a-key-that-is-tried-again' } }
    expect((await order([{ id, quantity: 2 }], 0, call)).status).toBe(422)
    const good = await order([{ id }], 1, call)
    expect([good.status, good.headers['idempotent-replayed']]).toEqual([201, undefined])
  })

  test('with another body it is refused, and nothing is ordered', async () => {
    const id = await shop.addProduct({ stock: 10 })
    const call = { headers: { 'idempotency-key': 'one-key-for-two-orders' } }
    await order([{ id }], 0, call)
    const answer = await order([{ id, quantity: 2 }], 1, call)
    expect([answer.status, Object.keys(answer.json.errors)]).toEqual([422, ['Idempotency-Key']])
    expect(await shop.stockOf(id)).toBe(9)
  })

  test('is its caller’s own, and its route’s own', async () => {
    const id = await shop.addProduct({ stock: 10 })
    const headers = { 'idempotency-key': 'the-same-key-for-everybody' }
    await order([{ id }], 0, { headers })
    const other = await order([{ id }], 1, { headers, token: shop.tokens.admin })
    const body = { Name: 'A', Phone: '0612345678', Address: 'B', City: 'Fès' }
    const elsewhere = await shop.call('POST', '/api/customers/create', { headers, body })
    expect([other.status, elsewhere.status]).toEqual([201, 201])
    expect([other, elsewhere].filter((answer) => answer.headers['idempotent-replayed'])).toEqual([])
    expect(await shop.stockOf(id)).toBe(8)
  })

  test('makes one customer of many posts as well', async () => {
    const body = { Name: 'Une seule', Phone: '0612345678', Address: 'B', City: 'Fès' }
    const call = { body, headers: { 'idempotency-key': 'one-customer-many-posts' } }
    const answers = await Promise.all(
      range(12).map((nth) => shop.call('POST', '/api/customers/create', call, through(nth))),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const { rows } = await shop.db.execute(sql`select id from customers where name = 'Une seule'`)
    expect(rows).toHaveLength(1)
  })

  test.each(['short', 'a'.repeat(201), 'with a space in it', 'é'.repeat(20)])('« %s » is none', async (key) => {
    const id = await shop.addProduct()
    const answer = await order([{ id }], 0, { headers: { 'idempotency-key': Buffer.from(key).toString('latin1') } })
    expect([answer.status, Object.keys(answer.json.errors)]).toEqual([422, ['Idempotency-Key']])
  })
})

test('an order that is refused uses no number up', async () => {
  const id = await shop.addProduct({ stock: 5 })
  const before = await placed([{ id }])
  const refused = [
    await order([{ id, price: 150 }]),
    await order([{ id, quantity: 6 }]),
    await order([{ id: 999_999 as ProductId }]),
    await order([{ id }], 0, { body: orderOf([{ id }], { promo_code: 'NOBODYS' }) }),
    await order([{ id }], 0, { body: orderOf([{ id }], { customer_id: 999_999 }) }),
    await order([{ id }], 0, { body: orderOf([{ id }], { total: 1 }) }),
  ]
  expect(statusesOf(refused)).toEqual(Array(6).fill(422))
  expect(await placed([{ id }])).toBe(before + 1)
})

describe('locks', () => {
  test('two hundred orders of three lines in any order, thirty at once: all are taken, none deadlocks', async () => {
    const hot = [] as ProductId[]
    for (const _ of range(5)) hot.push(await shop.addProduct({ stock: 1000 }))
    const before = await deadlocks()
    const crowd = [await shop.another(), await shop.another(), await shop.another()]
    const statuses: number[] = []
    const queue = range(200).values()
    const buyer = async () => {
      for (const nth of queue) {
        const lines = shuffled(hot, nth).slice(0, 3)
        const body = orderOf(
          lines.map((id) => ({ id })),
          { customer_id: await shop.addCustomer() },
        )
        const send = async () => (await shop.call('POST', '/api/orders/create', { body }, crowd[nth % 3])).status
        // A busy machine asks one or the other to come again.
        let status = await send()
        while (status === 503) status = await send()
        statuses.push(status)
      }
    }
    await Promise.all(range(30).map(buyer))
    expect(statuses).toEqual(Array(200).fill(201))
    // A connection reports what it met when it ends.
    for (const each of crowd) await shop.closeOne(each)
    expect((await deadlocks()) - before).toBe(0)
    const left = await Promise.all(hot.map((id) => shop.stockOf(id)))
    expect(left.reduce((sum, stock) => sum + stock, 0)).toBe(5 * 1000 - 200 * 3)
  })

  test('products are held from the smallest id on, wherever their rows lie', async () => {
    const [first, second] = await turnedAround()
    const call = await directOrder([second, first])
    await expectInTurn(first, second, (tx) => placeOrder(tx, call, shop.now))
  })

  test('pieces are given back from the smallest id on', async () => {
    const [first, second] = await turnedAround()
    await shop.db.execute(
      sql`insert into stock_entries (product_id, quantity, entered_at) values (${first}, 1, now()), (${second}, 1, now())`,
    )
    const pieces = [second, first].map((productId) => ({ productId, quantity: 1 }))
    await expectInTurn(first, second, (tx) => returnStock(tx, pieces))
  })

  /** Two products whose rows stand in the table the other way round. */
  async function turnedAround(): Promise<[ProductId, ProductId]> {
    const ids: [ProductId, ProductId] = [await shop.addProduct(), await shop.addProduct()]
    await shop.db.execute(sql`update products set updated_at = now() where id = ${ids[0]}`)
    return ids
  }

  /** Whoever waits for the first of two must not have taken the second yet, even where rows are read as they lie. */
  async function expectInTurn(first: ProductId, second: ProductId, work: (tx: Tx) => Promise<unknown>): Promise<void> {
    const [running, secondIs] = await whileLocked(shop.db, holdProduct(first), async (holder) => {
      const started = inTransaction(processes[1]!.db, async (tx) => {
        await tx.execute(sql`set local enable_indexscan = off`)
        await tx.execute(sql`set local enable_bitmapscan = off`)
        await work(tx)
      })
      await holder.untilWaiting(1)
      const taken = holder.query(`${holdProduct(second)} nowait`)
      return [started, await taken.then(() => 'free', sqlState)] as const
    })
    await running
    expect(secondIs).toBe('free')
  }

  async function deadlocks(): Promise<number> {
    const { rows } = await shop.db.execute<{ deadlocks: number }>(
      sql`select deadlocks::int from pg_stat_database where datname = current_database()`,
    )
    return rows[0]!.deadlocks
  }
})

/** The same shuffle for the same seed. */
function shuffled<T>(all: readonly T[], seed: number): T[] {
  const left = [...all]
  let state = seed * 7919 + 13
  return range(all.length).map(() => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return left.splice(Math.floor((state / 2_147_483_648) * left.length), 1)[0]!
  })
}

describe('the life of an order', () => {
  let id: ProductId
  let orders: OrderId[]

  beforeEach(async () => {
    id = await shop.addProduct({ stock: 10 })
    orders = [await placed([{ id, quantity: 3 }])]
  })

  test('cancelled twice at once, it gives its pieces back once', async () => {
    const [first] = orders as [OrderId]
    const answers = await queuedBehindLock(shop.db, holdOrder(first), 6, () =>
      range(6).map((nth) => move(first, 'annulé', nth)),
    )
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409, 409])
    expect(await shop.stockOf(id)).toBe(10)
  })

  test('deleted twice at once, it gives its pieces back once', async () => {
    const [first] = orders as [OrderId]
    const answers = await queuedBehindLock(shop.db, holdOrder(first), 4, () =>
      range(4).map((nth) => remove(first, nth)),
    )
    expect(statusesOf(answers)).toEqual([200, 404, 404, 404])
    expect(await shop.stockOf(id)).toBe(10)
  })

  test('cancelled and deleted at once, it gives its pieces back once', async () => {
    for (const _ of range(4)) orders.push(await placed([{ id, quantity: 1 }]))
    for (const each of orders) {
      const [cancelled, deleted] = await queuedBehindLock(shop.db, holdOrder(each), 2, () => [
        move(each, 'annulé', 1),
        remove(each, 2),
      ])
      expect([
        [200, 409],
        [404, 200],
      ]).toContainEqual([cancelled!.status, deleted!.status])
    }
    expect(await shop.stockOf(id)).toBe(10)
  })

  test('delivered by one and cancelled by another at once, it is one of the two', async () => {
    const [first] = orders as [OrderId]
    const answers = await queuedBehindLock(shop.db, holdOrder(first), 4, () =>
      ['livré', 'annulé', 'livré', 'annulé'].map((status, nth) => move(first, status, nth)),
    )
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409])
    const { rows } = await shop.db.execute<{ status: string }>(sql`select status from orders where id = ${first}`)
    expect(await shop.stockOf(id)).toBe(rows[0]!.status === 'cancelled' ? 10 : 7)
  })

  test('cancelled while its money is settled, it is not both', async () => {
    const [first] = orders as [OrderId]
    const pay = () =>
      shop.call(
        'PUT',
        `/api/admin/orders/${first}/payment-status`,
        { token: shop.tokens.admin, body: { PaymentStatus: 'payé' } },
        through(2),
      )
    expect((await pay()).status).toBe(409)
    const [cancelled, paid] = await queuedBehindLock(shop.db, holdOrder(first), 2, () => [
      move(first, 'annulé', 1),
      pay(),
    ])
    expect([cancelled!.status, paid!.status]).toEqual([200, 409])
    expect((await pay()).status).toBe(409)
  })

  test('moved here and there by many at once, its last move is its status', async () => {
    const [first] = orders as [OrderId]
    const names = ['attribué', 'en transit', 'en attente']
    const answers = await Promise.all(range(15).map((nth) => move(first, names[nth % 3]!, nth)))
    expect(new Set(statusesOf(answers))).toEqual(new Set([200]))
  })

  test('what an order gives back can be ordered at once by somebody else, and no more than that', async () => {
    const [first] = orders as [OrderId]
    await placed([{ id, quantity: 7 }])
    expect(await shop.stockOf(id)).toBe(0)
    const answers = await queuedBehindLock(shop.db, holdProduct(id), 8, () => [
      move(first, 'annulé'),
      ...range(7).map((nth) => order([{ id }], nth)),
    ])
    const sold = answers.slice(1).filter(({ status }) => status === 201).length
    expect(sold).toBeLessThanOrEqual(3)
    expect(await shop.stockOf(id)).toBe(3 - sold)
  })
})

describe('an order that a supplier placed', () => {
  let id: ProductId
  let first: OrderId

  beforeEach(async () => {
    id = await shop.addProduct({ stock: 10 })
    const token = shop.tokens.sara
    const customer_id = await shop.addCustomer({ city: 'Rabat' }, { token })
    const line = { product_ids: [id], prices: [110], priceGain: [149.5], quantities: [3], customer_id }
    const answer = await shop.call('POST', '/api/orders/create', { token, body: line })
    expect(answer.status).toBe(201)
    first = answer.json.order.OrderID
  })

  const removeMine = (nth: number) =>
    shop.call('DELETE', `/api/supplier/orders/${first}`, { token: shop.tokens.sara }, through(nth))
  const editMine = (nth: number, City: string) => {
    const body = { CustomerID: 1, Name: 'Nadia', Phone: '0612345678', Address: '2, rue des Fleurs', City }
    return shop.call('PUT', `/api/supplier/orders/${first}`, { token: shop.tokens.sara, body }, through(nth))
  }

  test('deleted by it and cancelled by the admin at once, gives its pieces back once', async () => {
    const [mine, theirs] = await queuedBehindLock(shop.db, holdOrder(first), 2, () => [
      removeMine(1),
      move(first, 'annulé', 2),
    ])
    // Cancelled first, it may still be deleted, and then gives nothing back a second time.
    expect([
      [200, 404],
      [200, 200],
    ]).toContainEqual([mine!.status, theirs!.status])
    expect(await shop.stockOf(id)).toBe(10)
  })

  test('deleted when it was cancelled before, gives nothing back again', async () => {
    await move(first, 'annulé')
    expect((await removeMine(1)).status).toBe(200)
    expect(await shop.stockOf(id)).toBe(10)
  })

  test('deleted by it and delivered by the admin at once, is one of the two', async () => {
    const [mine, theirs] = await queuedBehindLock(shop.db, holdOrder(first), 2, () => [
      removeMine(1),
      move(first, 'livré', 2),
    ])
    expect([
      [200, 404],
      [409, 200],
    ]).toContainEqual([mine!.status, theirs!.status])
    expect(await shop.stockOf(id)).toBe(mine!.status === 200 ? 10 : 7)
  })

  test('edited by it and delivered by the admin at once, has the figures of the city that it went to', async () => {
    const answers = await queuedBehindLock(shop.db, holdOrder(first), 2, () => [
      editMine(1, 'Casablanca'),
      move(first, 'livré', 2),
    ])
    expect(answers[1]!.status).toBe(200)
    expect((await editMine(0, 'Rabat')).status).toBe(409)
  })

  test('edited by many at once, has the figures of the last city', async () => {
    const cities = ['Casablanca', 'Rabat', 'Fès', 'casablanca', 'autre']
    const answers = await queuedBehindLock(shop.db, holdOrder(first), 5, () =>
      cities.map((city, nth) => editMine(nth, city)),
    )
    expect(statusesOf(answers)).toEqual(Array(5).fill(200))
  })
})

describe('a ban', () => {
  const isFree = (who: 'sara' | 'youssef') =>
    inTransaction(shop.db, async (tx) => {
      await tx.execute(sql`set local lock_timeout = 100`)
      await banAccount(tx, shop.ids[who], () => shop.now)
      throw new Error('Nobody held it')
    }).catch((error: Error) => error.message === 'Nobody held it')

  test('waits for an order that the account is placing', async () => {
    const id = await shop.addProduct({ user: 149.5, distributor: 110 })
    const customerId = await shop.addCustomer({}, { token: shop.tokens.sara })
    const caller = { id: shop.ids.sara, role: 'supplier', banned: false, mustSetUp: false }
    const line = { productId: id, quantity: 1, price: dh(110), userPrice: dh(149.5) }
    const placing = inTransaction(processes[1]!.db, async (tx) => {
      const request = { lines: [line], customerId, customerKey: null, promoCode: null, note: null, total: null }
      await placeOrder(tx, { caller, address: '127.0.0.1', request, rates: TEST_RATES }, shop.now)
      return isFree('sara')
    })
    expect(await placing).toBe(false)
    expect(await isFree('sara')).toBe(true)
  })

  test('waits for an order of the account that still waits for its pieces', async () => {
    const id = await shop.addProduct()
    const token = shop.tokens.sara
    const customer_id = await shop.addCustomer({}, { token })
    const body = { ...orderOf([{ id }]), prices: [110], customer_id }
    const [placing, isBannedMeanwhile] = await whileLocked(shop.db, holdProduct(id), async (holder) => {
      const started = shop.call('POST', '/api/orders/create', { token, body }, processes[1])
      await holder.untilWaiting(1)
      return [started, await isFree('sara')] as const
    })
    expect([(await placing).status, isBannedMeanwhile]).toEqual([201, false])
  })

  test('waits for an order that a visitor is placing with the account’s code', async () => {
    const id = await shop.addProduct()
    const { request, ...call } = await directOrder([id])
    const placing = inTransaction(processes[1]!.db, async (tx) => {
      await placeOrder(tx, { ...call, request: { ...request, promoCode: 'youssef5' } }, shop.now)
      return isFree('youssef')
    })
    expect(await placing).toBe(false)
  })

  test('that comes while an order waits for its pieces is heard before the order is stored', async () => {
    const id = await shop.addProduct()
    const answers = await queuedBehindLock(
      shop.db,
      `select from accounts where id = ${shop.ids.youssef} for update`,
      1,
      () => [order([{ id }], 0, { body: orderOf([{ id }], { promo_code: 'YOUSSEF5' }) })],
      ({ query }) => query(`update accounts set banned_at = now() where id = ${shop.ids.youssef}`),
    )
    await shop.db.execute(sql`update accounts set banned_at = null where id = ${shop.ids.youssef}`)
    expect(answers.map(({ status, json }) => [status, Object.keys(json.errors)])).toEqual([[422, ['promo_code']]])
  })
})

test('no statement at all moves a delivered or cancelled order on', async () => {
  const id = await shop.addProduct()
  for (const [status, next] of [
    ['livré', 'pending'],
    ['annulé', 'delivered'],
  ] as const) {
    const order = await placed([{ id }])
    await move(order, status)
    const wrong = shop.db.execute(sql`update orders set status = ${next} where id = ${order}`)
    expect(constraintOf(await wrong.catch((error: unknown) => error))).toBe('final_orders_stay_final')
  }
})

describe('prices', () => {
  test('one that changes while an order waits is not the one that is stored', async () => {
    const id = await shop.addProduct({ user: 149.5, stock: 50 })
    const answers = await queuedBehindLock(
      shop.db,
      holdProduct(id),
      5,
      () => range(5).map((nth) => order([{ id }], nth)),
      ({ query }) => query(`update products set user_price = 15900 where id = ${id}`),
    )
    expect(statusesOf(answers)).toEqual(Array(5).fill(422))
    expect(answers[0]!.json.errors).toEqual({
      'prices.0': ['Le prix de Crème a changé.'],
      'priceGain.0': ['Le prix de Crème a changé.'],
    })
    expect(await shop.stockOf(id)).toBe(50)
  })

  test('a product that leaves the shop while an order waits is not sold any more', async () => {
    const id = await shop.addProduct({ stock: 50 })
    const [answer] = await queuedBehindLock(
      shop.db,
      holdProduct(id),
      1,
      () => [order([{ id }])],
      ({ query }) => query(`update products set deleted_at = now() where id = ${id}`),
    )
    expect([answer!.status, answer!.json.errors]).toEqual([
      422,
      { 'product_ids.0': ['Ce produit n’est plus en vente.'] },
    ])
  })

  test('in a storm of edits, every order holds the price of the moment in which it was stored', async () => {
    const id = await shop.addProduct({ user: 100, distributor: 50, stock: 100_000 })
    // Looks again at the very end of each order's transaction, when everything that is committed can be seen.
    await shop.db.execute(sql`create table old_prices (line int, seen bigint, now bigint)`)
    await shop.db.execute(sql`
      create function note_old_price() returns trigger language plpgsql as $$
      begin
        insert into old_prices select new.id, new.user_price, user_price from products
        where id = new.product_id and user_price <> new.user_price;
        return null;
      end $$`)
    await shop.db.execute(sql`
      create constraint trigger note_old_price after insert on order_lines deferrable initially deferred
      for each row execute function note_old_price()`)
    let price = 100
    let sold = 0
    let isOver = false
    // It calms down until somebody gets through, however slow the machine.
    const edits = (async () => {
      for (let edit = 1; edit <= 40 || sold === 0; edit++) {
        await shop.db.execute(sql`update products set user_price = ${(100 + edit) * 100} where id = ${id}`)
        price = 100 + edit
        await sleep(2 + edit)
      }
      isOver = true
    })()
    const buyers = range(12).map(async (nth) => {
      while (!isOver) {
        const { status, json } = await order([{ id, price }], nth)
        if (status === 201) sold++
        else expect(Object.keys(json.errors)).toEqual(['prices.0', 'priceGain.0'])
      }
    })
    await Promise.all([edits, ...buyers])
    expect(sold).toBeGreaterThan(0)
    expect((await shop.db.execute(sql`select * from old_prices`)).rows).toEqual([])
    await shop.db.execute(sql`drop trigger note_old_price on order_lines`)
    await shop.db.execute(sql`drop table old_prices`)
  })
})
