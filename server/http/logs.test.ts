import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, PASSWORD, type TestShop } from '#test/test-app.ts'
import { serialiseError, withoutSecrets } from './logs.ts'

/** Texts that must never appear in a log, wherever they were typed. */
const CANARY = {
  name: 'Zoubida Canari',
  phone: '0612987654',
  email: 'zoubida.canari@shop.example',
  address: '77, impasse du Canari',
  rib: '011780000012345678901234',
}

const lines: string[] = []
let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ logTo: { write: (line) => lines.push(line) }, rateLimits: true })
  await shop.addPeople()
})

afterAll(() => shop.close())

const recipient = { Name: CANARY.name, Phone: CANARY.phone, Address: CANARY.address, City: 'Fès', Email: CANARY.email }
const logged = () => lines.map((line) => JSON.parse(line))

test('a failing call, a refusal and a database that is away are each one line of JSON, without what was sent', async () => {
  const token = shop.tokens.sara
  const login = { identifier: CANARY.email, password: `${PASSWORD} de ${CANARY.name}` }
  expect((await shop.call('POST', '/api/login', { body: login })).status).toBe(401)
  await shop.db.execute(
    sql`alter table customers add constraint nobody_new check (name <> ${sql.raw(`'${CANARY.name}'`)}) not valid`,
  )
  const failed = await shop.call('POST', '/api/customers/create', { token, body: recipient })
  await shop.db.execute(sql`alter table customers rename to customers_away`)
  const away = await shop.call('POST', `/api/customers/create?search=${CANARY.phone}`, { token, body: recipient })
  await shop.db.execute(sql`alter table customers_away rename to customers`)
  await shop.db.execute(sql`alter table customers drop constraint nobody_new`)
  await shop.call('GET', `/suivi/12-${'A'.repeat(22)}`)
  expect([failed.status, away.status]).toEqual([500, 500])

  const errors = logged().filter(({ level }) => level === 'error')
  expect(errors.map(({ req, msg }) => [req?.path ?? null, msg])).toEqual([
    ['/api/customers/create', 'a call failed'],
    ['/api/customers/create', 'a call failed'],
  ])
  expect(errors[0].err.cause).toMatchObject({ code: '23514' })
  const text = lines.join('')
  expect(text).not.toMatch(/\n\n/)
  for (const value of [...Object.values(CANARY), ...Object.values(shop.tokens), PASSWORD, 'Canari', '612987654'])
    expect(text).not.toContain(value)
})

describe('who asks', () => {
  const heard = async (call: () => Promise<unknown>) => {
    const before = lines.length
    await call()
    return lines.slice(before).map((line) => JSON.parse(line))
  }
  const logIn = (identifier: string, password = PASSWORD, headers = {}) =>
    shop.call('POST', '/api/login', { body: { identifier, password }, from: '203.0.113.7', headers })
  const req = { method: 'POST', path: '/api/login', address: '203.0.113.7', identifier: expect.any(String) }

  test('whoever logs in is one line, with the account', async () => {
    let id: unknown
    const told = await heard(async () => {
      id = (await logIn('F-1001')).headers['x-request-id']
    })
    expect(told).toEqual([expect.objectContaining({ msg: 'logged in', reqId: id, req, account: shop.ids.sara })])
  })

  test('whoever fails is one line: the account that was meant, or what was typed, as a hash', async () => {
    const [known] = await heard(() => logIn('F-1001', 'un faux mot de passe'))
    const refused = { level: 'info', msg: 'refused', req, status: 401, code: 'wrong_credentials' }
    expect(known).toMatchObject({ ...refused, account: shop.ids.sara })
    const tried = ['mon mot de passe !', 'MON MOT DE PASSE ! ', 'un autre']
    const told = await heard(async () => {
      for (const identifier of tried) await logIn(identifier)
    })
    expect(told).toHaveLength(3)
    for (const line of told) expect(line).toMatchObject(refused)
    const [first, same, other] = told.map((line) => line.req.identifier)
    expect([same === first, other === first, told[0].account]).toEqual([true, false, undefined])
    expect(JSON.stringify(told)).not.toMatch(/mot de passe|un autre/i)
  })

  test('the hash has a key that ends with the process: nobody can try words against a log', async () => {
    const twin = await shop.another()
    const body = { identifier: 'mon mot de passe !', password: PASSWORD }
    const told = await heard(async () => {
      for (const instance of [shop.first, twin]) await shop.call('POST', '/api/login', { body }, instance)
    })
    const [here, there] = told.map((line) => line.req.identifier)
    expect([here, there]).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/), expect.stringMatching(/^[0-9a-f]{16}$/)])
    expect(here).not.toBe(there)
  })

  test.each([
    ['by a role', 'GET', '/api/admin/orders', 403, 'forbidden'],
    ['by a rule', 'PUT', '/api/supplier/orders/999999', 422, 'required'],
    ['for what is not there', 'GET', '/api/rien', 404, 'not_found'],
  ])('whoever is refused %s is one line', async (_, method, path, status, code) => {
    const token = shop.tokens.sara
    const told = await heard(() => shop.call(method, path, { token, body: method === 'PUT' ? {} : undefined }))
    const account = shop.ids.sara
    expect(told).toEqual([
      expect.objectContaining({ msg: 'refused', status, code, req: { method, path, address: '127.0.0.1', account } }),
    ])
  })

  test('no link to an order and no address is told, however the path is spelt', async () => {
    const token = `${'B'.repeat(21)}A`
    const told = await heard(async () => {
      for (const path of [
        `/suivi/12-${token}`,
        `//suivi/12-${token}`,
        `/api/%73uivi/12-${token}`,
        `/api/confirm/12-${token}`,
        `//c/12-${token}`,
        '/api/a%40b.example',
      ])
        await shop.call('GET', path)
    })
    expect(told.length).toBeGreaterThan(1)
    expect(JSON.stringify(told)).not.toMatch(/BBBB|b\.example/)
  })
})

test.each([
  ['Key (email)=(nadia@shop.example) already exists', 'Key (email)=([e-mail]) already exists'],
  ['le 06 12 34 56 78 ou +212 612-345678', 'le [number] ou [number]'],
  ['RIB 011 780 0000123456789012 34', 'RIB [number]'],
  [`Bearer ${'x'.repeat(43)}`, 'Bearer [secret]'],
  ['no postgres://shop:p@ss@db/shop?x=1 there', 'no postgres://[secret]@db/shop?x=1 there'],
  ['Failed query: insert\nparams: Nadia,0612345678', 'Failed query: insert'],
  ['order 123456 of 2026-11-20 took 12 ms', 'order 123456 of 2026-11-20 took 12 ms'],
])('« %s » is told as « %s »', (said, told) => expect(withoutSecrets(said)).toBe(told))

test('a text of a million letters is told in no more time than it has: the square of them would be minutes', () => {
  for (const unit of ['a', 'a.', '1', '1 ', '-', '@', 'a@', '://', '://a'])
    expect(withoutSecrets(`${unit.repeat(1_000_000)} fin`)).toMatch(/ fin$/)
})

test('an error is told with its causes and the places in the code, never with its other fields', () => {
  const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: `Key (phone)=(${CANARY.phone})` })
  const told = serialiseError(new Error('the outer one', { cause }))
  expect(told).toMatchObject({
    type: 'Error',
    message: 'the outer one',
    cause: { message: 'duplicate key', code: '23505' },
  })
  expect(told.stack).toMatch(/^\s+at /)
  expect(JSON.stringify(told)).not.toContain(CANARY.phone)
})
