import { sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sqlState } from '#platform/db/database.ts'
import { countTries, subjectOf } from '#platform/http/limits.ts'
import { HOUR_MS } from '#platform/kernel/durations.ts'
import type { CustomerId, ProductId } from '#platform/kernel/ids.ts'
import { queuedBehindLock, whileLocked } from '#test/locks.ts'
import { recordTries } from '#test/record-tries.ts'
import { type Call, type Instance, openTestShop, PASSWORD, type TestShop } from '../test-app.ts'

let shop: TestShop
let twin: Instance
let cream: ProductId

beforeAll(async () => {
  shop = await openTestShop({ rateLimits: true, ordersPerProduct: 60 })
  twin = await shop.another()
  await shop.addPeople()
  cream = await shop.addProduct({ stock: 1000 })
})

afterAll(() => shop.close())

/** Another hour, and everything is as it was. */
beforeEach(() => shop.pass(2 * HOUR_MS))

afterEach(async () => {
  expect(await shop.brokenInvariants()).toEqual([])
})

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

const order = (
  customer_id: CustomerId,
  more: { id?: ProductId; promo_code?: string } & Call = {},
  instance?: Instance,
) => {
  const { id = cream, promo_code, ...call } = more
  const lines = { product_ids: [id], prices: [149.5], priceGain: [149.5], quantities: [1] }
  return shop.call('POST', '/api/orders/create', { ...call, body: { ...lines, customer_id, promo_code } }, instance)
}

const retryAfter = (answer: { headers: Record<string, unknown> }) => Number(answer.headers['retry-after'])

describe('orders of one phone within an hour:', () => {
  test('from one address twenty are taken; from the third on the admin sees a flag, wherever it comes from', async () => {
    // However the phone is spelled, it is one phone.
    const spellings = ['0611111111', '+212 611-111111', '00212611111111', '611111111', '212611111111', '00611111111']
    const customers = [] as CustomerId[]
    for (const nth of range(21)) customers.push(await shop.addCustomer({ phone: spellings[nth % 6]! }))
    const answers = []
    for (const [nth, customer] of customers.entries())
      answers.push(await order(customer, {}, nth % 2 ? twin : undefined))
    expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(201), 429])
    expect(retryAfter(answers.at(-1)!)).toBeGreaterThan(0)
    expect(retryAfter(answers.at(-1)!)).toBeLessThanOrEqual(3600)
    expect(Object.keys(answers.at(-1)!.json)).toEqual(['message', 'code'])
    // Whoever's phone it is may still order from where no stranger used it up.
    const from = '203.0.113.88'
    expect((await order(await shop.addCustomer({ phone: '0611111111' }, { from }), { from })).status).toBe(201)
    expect(await flagsOf('0611111111')).toEqual([false, false, ...Array(19).fill(true)])
    shop.pass(HOUR_MS)
    const later = await shop.addCustomer({ phone: '0611111111' })
    expect((await order(later)).status).toBe(201)
    expect((await flagsOf('0611111111')).at(-1)).toBe(false)
  })

  test('thirty at once through two processes are twenty as well', async () => {
    // Each of a product of its own, which gives nobody else a turn.
    const wanted: { id: ProductId; customer: CustomerId }[] = []
    for (const _ of range(30))
      wanted.push({ id: await shop.addProduct(), customer: await shop.addCustomer({ phone: '0622222222' }) })
    const held = `select pg_advisory_xact_lock(hashtext('orders of a phone'), hashtext('0622222222'))`
    const answers = await queuedBehindLock(shop.db, held, 20, () =>
      wanted.map(({ id, customer }, nth) => order(customer, { id }, nth % 2 ? twin : undefined)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
    expect((await flagsOf('0622222222')).filter(Boolean)).toHaveLength(18)
  })

  test('a supplier’s own orders are not counted', async () => {
    const call = { token: shop.tokens.sara }
    await shop.logIn('sara')
    call.token = shop.tokens.sara
    const customer = await shop.addCustomer({ phone: '0633333333' }, call)
    const lines = { product_ids: [cream], prices: [110], priceGain: [149.5], quantities: [1], customer_id: customer }
    const statuses = []
    for (const _ of range(23))
      statuses.push((await shop.call('POST', '/api/orders/create', { ...call, body: lines })).status)
    expect(new Set(statuses)).toEqual(new Set([201]))
    expect(await flagsOf('0633333333')).toEqual(Array(23).fill(false))
  })

  test('one that is refused for another reason does not count', async () => {
    const customer = await shop.addCustomer({ phone: '0644444444' })
    const empty = await shop.addProduct({ stock: 0 })
    for (const _ of range(25)) expect((await order(customer, { id: empty })).status).toBe(422)
    expect((await order(customer)).status).toBe(201)
    expect(await flagsOf('0644444444')).toEqual([false])
  })

  const flagsOf = async (phone: string): Promise<boolean[]> =>
    (
      await shop.db.execute<{ flagged: boolean }>(
        sql`select is_flagged as flagged from orders where phone = ${phone} order by id`,
      )
    ).rows.map(({ flagged }) => flagged)
})

describe('orders of one product within ten minutes:', () => {
  const buy = async (id: ProductId, nth: number, from?: string) => {
    const call = from === undefined ? {} : { from }
    return order(await shop.addCustomer({ phone: `06555${10_000 + nth}` }, call), { id, ...call })
  }

  test('of an address thirty are taken, the next is not, and does not count; other products and addresses are', async () => {
    const id = await shop.addProduct({ stock: 1000 })
    const answers = []
    for (const nth of range(34)) answers.push(await buy(id, nth))
    expect(answers.map(({ status }) => status)).toEqual([...Array(30).fill(201), ...Array(4).fill(429)])
    expect(retryAfter(answers.at(-1)!)).toBeGreaterThan(0)
    expect(retryAfter(answers.at(-1)!)).toBeLessThanOrEqual(600)
    expect(await shop.stockOf(id)).toBe(970)
    expect((await buy(await shop.addProduct(), 40)).status).toBe(201)
    expect((await buy(id, 41, '203.0.113.41')).status).toBe(201)
  })

  test('of all together, what is beyond the product’s limit is taken, and flagged', async () => {
    const id = await shop.addProduct({ stock: 1000 })
    for (const nth of range(63)) expect((await buy(id, nth, `203.0.113.${nth % 7}`)).status).toBe(201)
    const { rows } = await shop.db.execute<{ flagged: boolean }>(sql`
      select is_flagged as flagged from orders join order_lines on order_id = orders.id where product_id = ${id} order by orders.id`)
    expect(rows.map(({ flagged }) => flagged)).toEqual([...Array(60).fill(false), ...Array(3).fill(true)])
    const { json } = await shop.call('GET', '/api/admin/notifications', { token: await shop.sessionOf(shop.ids.admin) })
    expect(json[0].message).toContain('À vérifier\u00A0: beaucoup de commandes d’un même produit en dix minutes')
    expect(json[3].message).not.toContain('À vérifier')
  })
})

test('five hundred orders in ten minutes are taken from one address, of whatever products and phones', async () => {
  const from = '203.0.113.66'
  await recordTries(shop, ['orders-address', from], 600, 499)
  const buy = async (phone: string, call: Call = { from }) =>
    order(await shop.addCustomer({ phone }, call), { id: await shop.addProduct(), ...call })
  expect((await buy('0677777771')).status).toBe(201)
  const refused = await buy('0677777772')
  expect(refused.status).toBe(429)
  expect(retryAfter(refused)).toBeGreaterThan(0)
  expect(retryAfter(refused)).toBeLessThanOrEqual(600)
  expect((await buy('0677777773', { from: '203.0.113.67' })).status).toBe(201)
  shop.pass(600_000)
  expect((await buy('0677777774')).status).toBe(201)
})

test('a thousand records of recipients in ten minutes are taken from one address, from another as many again', async () => {
  const from = '203.0.113.55'
  await recordTries(shop, ['customers-address', from], 600, 999)
  const record = (call: Call, City = 'Fès') => {
    const body = { Name: 'Nadia', Phone: '0612345678', Address: '1, rue du Port', City }
    return shop.call('POST', '/api/customers/create', { body, ...call })
  }
  // A call that is refused for another reason does not count, nor does the same call again.
  expect((await record({ from }, 'Ailleurs')).status).toBe(422)
  const key = { 'idempotency-key': 'one-record-sent-twice' }
  for (const _ of range(2)) expect((await record({ from, headers: key })).status).toBe(201)
  const refused = await record({ from })
  expect(refused.status).toBe(429)
  expect(retryAfter(refused)).toBeGreaterThan(0)
  expect(retryAfter(refused)).toBeLessThanOrEqual(600)
  expect((await record({ from: '203.0.113.56' })).status).toBe(201)
  await shop.logIn('sara')
  expect((await record({ from, token: shop.tokens.sara })).status).toBe(201)
  shop.pass(600_000)
  expect((await record({ from })).status).toBe(201)
})

describe('promo codes', () => {
  const check = (code: string) => shop.call('GET', `/api/supplier-from-code/${code}`)

  test('that are unknown are refused after twenty in a minute, and a known one is not', async () => {
    for (const nth of range(20)) expect((await check(`WRONG${nth}`)).status).toBe(200)
    const answer = await check('WRONG20')
    expect(answer.status).toBe(429)
    expect(retryAfter(answer)).toBeGreaterThan(0)
    expect(retryAfter(answer)).toBeLessThanOrEqual(60)
    expect((await check('SARA10')).json).toEqual({ supplier_id: shop.ids.sara, first_name: 'Nom', percent: 5 })
    shop.pass(60_000)
    expect((await check('WRONG21')).status).toBe(200)
  })

  test('known ones are not counted', async () => {
    for (const _ of range(30)) expect((await check('SARA10')).status).toBe(200)
  })

  test('guessing at the checkout counts as much as guessing at the code’s own call', async () => {
    const customer = await shop.addCustomer({ phone: '0666666666' })
    for (const nth of range(10)) expect((await order(customer, { promo_code: `WRONG${nth}` })).status).toBe(422)
    for (const nth of range(10)) await check(`WRONG${nth}`)
    expect((await check('WRONG')).status).toBe(429)
    expect((await order(customer, { promo_code: 'WRONG' })).status).toBe(429)
    expect((await order(customer, { promo_code: 'SARA10' })).status).toBe(201)
  })
})

describe('failed log-ins', () => {
  const logIn = (identifier: string, password = 'faux', address = '203.0.113.1', instance?: Instance) =>
    shop.call('POST', '/api/login', { body: { identifier, password }, from: address }, instance)

  test('ten of one identifier from one address, and then not even the right password is hashed', async () => {
    for (const nth of range(10))
      expect((await logIn('sara@shop.example', 'faux', undefined, nth % 2 ? twin : undefined)).status).toBe(401)
    const before = shop.first.hashing.hashes
    const answer = await logIn('sara@shop.example', PASSWORD)
    expect([answer.status, Object.keys(answer.json)]).toEqual([429, ['message', 'code']])
    expect(retryAfter(answer)).toBeGreaterThan(0)
    expect(retryAfter(answer)).toBeLessThanOrEqual(300)
    expect(shop.first.hashing.hashes).toBe(before)
    shop.pass(300_000)
    expect((await logIn('sara@shop.example', PASSWORD)).status).toBe(200)
  })

  test('lock out nobody at another address, and no other identifier', async () => {
    for (const _ of range(11)) await logIn('sara@shop.example')
    expect((await logIn('sara@shop.example', PASSWORD, '203.0.113.2')).status).toBe(200)
    expect((await logIn('youssef@shop.example', PASSWORD)).status).toBe(200)
  })

  test('are counted together however the identifier is spelled', async () => {
    const spellings = ['A-1', 'a-1', ' A-1 ', '\tA-1']
    for (const nth of range(10)) await logIn(spellings[nth % 4]!)
    expect((await logIn('a-1', PASSWORD)).status).toBe(429)
    // Letters of which the capital, or the small one, is a Latin letter.
    await shop.db.execute(sql`update accounts set custom_id = 'KIM-1' where id = ${shop.ids.admin}`)
    for (const nth of range(10)) await logIn(nth % 2 ? 'kim-1' : 'kım-1', 'faux', '203.0.113.9')
    expect((await logIn('KIM-1', PASSWORD, '203.0.113.9')).status).toBe(429)
    expect((await logIn('kım-1', PASSWORD, '203.0.113.9')).status).toBe(429)
    await shop.db.execute(sql`update accounts set custom_id = 'A-1' where id = ${shop.ids.admin}`)
  })

  test('from one network of IPv6 are counted together, however its addresses are written', async () => {
    const network = ['2001:db8:0:7::1', '2001:DB8::7:1:2:3:4', '2001:0db8:0000:0007:ffff::', '2001:db8:0:7:a:b:c:d']
    for (const nth of range(10)) expect((await logIn('A-1', 'faux', network[nth % 4])).status).toBe(401)
    expect((await logIn('A-1', PASSWORD, '2001:db8:0:7:9::9')).status).toBe(429)
    expect((await logIn('A-1', PASSWORD, '2001:db8:0:8::1')).status).toBe(200)
    // An IPv4 address that is written as one of IPv6 shares nothing with the others.
    for (const _ of range(10)) await logIn('A-1', 'faux', '::ffff:203.0.113.30')
    expect((await logIn('A-1', PASSWORD, '203.0.113.30')).status).toBe(429)
    expect((await logIn('A-1', PASSWORD, '::ffff:203.0.113.31')).status).toBe(200)
  })

  test('write down nothing of what was typed, which may be a password', async () => {
    const typed = ['MonMotDePasse7', 'nadia@shop.example', '203.0.113.44']
    await logIn(typed[0]!, 'faux', typed[2])
    await shop.call('POST', '/api/password/email', { body: { email: typed[1] }, from: typed[2] })
    const { rows } = await shop.db.execute<{ all: string }>(sql`select string_agg(subject, ' ') as all from tries`)
    for (const name of ['login', 'login-address', 'reset-mail', 'reset-mail-all', 'reset-address'])
      expect(rows[0]!.all).toMatch(new RegExp(`\\b${name}:[0-9a-f]{32}\\b`))
    for (const word of typed) expect(rows[0]!.all.toLowerCase()).not.toContain(word.toLowerCase())
  })

  test('of unknown identifiers are counted as well', async () => {
    for (const _ of range(10)) expect((await logIn('personne')).status).toBe(401)
    expect((await logIn('personne')).status).toBe(429)
  })

  test('a hundred from one address end in the same', async () => {
    await recordTries(shop, ['login-address', '203.0.113.77'], 300, 99)
    expect((await logIn('sara@shop.example', 'faux', '203.0.113.77')).status).toBe(401)
    expect((await logIn('youssef@shop.example', PASSWORD, '203.0.113.77')).status).toBe(429)
  })

  test('successful ones are not counted', async () => {
    for (const _ of range(12)) expect((await logIn('sara@shop.example', PASSWORD)).status).toBe(200)
  })

  test('whoever logs in over and over with the right password keeps nobody else out', async () => {
    // At the shop's own cost, so that a log-in waits for another.
    const hash = await shop.first.hashing.hash(PASSWORD, Buffer.alloc(16), null)
    await shop.db.execute(sql`update accounts set password_hash = ${hash}`)
    const greedy = range(40).map(() => logIn('sara@shop.example', PASSWORD, '203.0.113.61'))
    const others = range(4).map((nth) => logIn('youssef@shop.example', PASSWORD, `203.0.113.${70 + nth}`))
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set((await Promise.all(greedy)).map(({ status }) => status))).toEqual(new Set([200, 503]))
    expect((await logIn('sara@shop.example', PASSWORD, '203.0.113.61')).status).toBe(200)
  })

  test('eight accounts of a stranger, each with its right password, keep nobody else out', async () => {
    const hash = await shop.first.hashing.hash(PASSWORD, Buffer.alloc(16), null)
    await shop.db.execute(sql`
      insert into accounts (custom_id, role, name, email, phone, address, password_hash, created_at, search)
      select 'F-80' || n, 'supplier', 'Inconnu', 'inconnu' || n || '@shop.example', '0612345678', 'Rabat', ${hash},
        ${shop.now.toISOString()}::timestamptz, '' from generate_series(1, 8) as n`)
    const greedy = range(24).map((nth) => logIn(`inconnu${1 + (nth % 8)}@shop.example`, PASSWORD, '203.0.113.62'))
    const others = range(4).map((nth) => logIn('admin@shop.example', PASSWORD, `203.0.113.${80 + nth}`))
    expect((await Promise.all(others)).map(({ status }) => status).sort()).toEqual([200, 200, 200, 200])
    expect(new Set((await Promise.all(greedy)).map(({ status }) => status))).toEqual(new Set([200, 503]))
  })
})

test('a second factor is not set by guessing: after thirty wrong codes in an hour not even the right one is looked at', async () => {
  const asAdmin = async (method: string, path: string, body?: object, from?: string) =>
    shop.call(method, path, { token: await shop.sessionOf(shop.ids.admin), body, from })
  const { json } = await asAdmin('POST', '/api/second-factor', { current_password: PASSWORD })
  await recordTries(shop, ['second-factor', `${shop.ids.admin}`], 3600, 29)
  const confirm = (otp: string, from: string) => asAdmin('POST', '/api/second-factor/confirm', { otp }, from)
  const right = () => TOTP.generate({ secret: Secret.fromBase32(json.secret), timestamp: shop.now.getTime() })
  const wrong = right() === '000000' ? '000001' : '000000'
  expect((await confirm(wrong, '203.0.113.103')).json.codes).toEqual({ otp: ['wrong_second_factor'] })
  expect((await confirm(right(), '203.0.113.104')).status).toBe(429)
  expect((await asAdmin('GET', '/api/second-factor')).json.since).toBeNull()
  shop.pass(HOUR_MS)
  expect((await confirm(right(), '203.0.113.104')).status).toBe(200)
  await shop.db.execute(sql`delete from second_factors`)
})

test('more log-ins at once than can be hashed or wait are sent away for a moment, not failed', async () => {
  const body = { identifier: 'personne', password: 'faux' }
  const calls = range(60).map((nth) => shop.call('POST', '/api/login', { body, from: `203.0.113.${100 + nth}` }))
  const answers = await Promise.all(calls)
  const statuses = new Set(answers.map(({ status }) => status))
  expect([...statuses].sort()).toEqual([401, 503])
  for (const answer of answers.filter(({ status }) => status === 503)) expect(retryAfter(answer)).toBeGreaterThan(0)
  expect((await shop.call('POST', '/api/login', { body: { ...body, identifier: 'p2' } })).status).toBe(401)
})

test('tries are counted in one order by everybody, so that two never wait for each other', async () => {
  const limit = { name: 'turn', max: 100, seconds: 600 }
  const counted = (who: string) => ({ limit, who })
  const all = ['a', 'b', 'c'].map(counted).toSorted((a, b) => (subjectOf(a) < subjectOf(b) ? -1 : 1))
  await countTries(shop.db, shop.now, all)
  const [first, last] = [subjectOf(all[0]!), subjectOf(all[2]!)]
  const row = (subject: string) => `select from tries where subject = '${subject}' for update nowait`
  const [running, found] = await whileLocked(shop.db, row(first), async (holder) => {
    const started = countTries(twin.db, shop.now, all.toReversed())
    await holder.untilWaiting(1)
    const taken = await holder.query(row(last)).then(() => 'free', sqlState)
    return [started, taken] as const
  })
  await running
  expect(found).toBe('free')
})

test('slow and huge requests have an end, and what looks at it runs', () => {
  const { server } = shop.first.app
  expect(server.headersTimeout).toBe(8_000)
  // Bodies have deadlines of their own, the longest of 120 s.
  expect(server.requestTimeout).toBe(130_000)
})
