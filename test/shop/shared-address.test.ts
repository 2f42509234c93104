import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteExpired } from '#features/accounts/index.ts'
import { HOUR_MS } from '#platform/kernel/durations.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { recordTries } from '#test/record-tries.ts'
import { openTestShop, PASSWORD, type TestShop } from '../test-app.ts'

/** A whole operator's customers stand behind it. */
const SHARED = '203.0.113.7'
/** The storage of honest people's browsers. */
const keyOf = (name: string): string => `${name}-${'0123456789abcdef'.repeat(3)}`

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ rateLimits: true })
  await shop.addPeople()
})

afterAll(() => shop.close())

/** Another hour, and nobody has tried anything; where accounts logged in is forgotten as well. */
beforeEach(async () => {
  shop.pass(2 * HOUR_MS)
  await shop.db.execute(sql`delete from known_places`)
})

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

interface Visit {
  password?: string
  from?: string
  browser?: string
}

const logIn = async (who: string, { password = PASSWORD, from = SHARED, browser }: Visit = {}): Promise<number> => {
  const body = { identifier: `${who}@shop.example`, password, ...(browser && { browser_key: keyOf(browser) }) }
  return (await shop.call('POST', '/api/login', { body, from })).status
}

const strangersFailed = () => recordTries(shop, ['login-address', SHARED], 300, 100)

describe('a stranger who failed a hundred times at an address', () => {
  test('keeps nobody out who logged in there before, and everybody else as before', async () => {
    expect(await logIn('sara')).toBe(200)
    await strangersFailed()
    expect(await logIn('sara')).toBe(200)
    expect(await logIn('sara', { password: 'faux' })).toBe(401)
    expect(await logIn('youssef')).toBe(429)
    expect(await logIn('personne')).toBe(429)
  })

  test('keeps no browser out that logged in to the account before, wherever that was', async () => {
    expect(await logIn('sara', { from: '198.51.100.1', browser: 'sara' })).toBe(200)
    await strangersFailed()
    expect(await logIn('sara')).toBe(429)
    expect(await logIn('sara', { browser: 'else' })).toBe(429)
    expect(await logIn('sara', { browser: 'sara' })).toBe(200)
    // It is known to that account alone.
    expect(await logIn('youssef', { browser: 'sara' })).toBe(429)
  })

  test('keeps nobody out who signed up there, or in that browser', async () => {
    const person = { phone: '0612345678', address: 'Rabat', password: PASSWORD }
    const register = (name: string, from: string, browser?: string) => {
      const body = { ...person, name, email: `${name}@shop.example`, browser_key: browser && keyOf(browser) }
      return shop.call('POST', '/api/register', { body, from })
    }
    expect((await register('nadia', SHARED)).status).toBe(201)
    expect((await register('hicham', '198.51.100.1', 'hicham')).status).toBe(201)
    await strangersFailed()
    expect(await logIn('nadia')).toBe(200)
    expect(await logIn('hicham')).toBe(429)
    expect(await logIn('hicham', { browser: 'hicham' })).toBe(200)
  })

  test('keeps nobody out who has just chosen a new password there', async () => {
    const token = 'a'.repeat(43)
    await shop.db.execute(sql`
      insert into password_resets (token_hash, account_id, expires_at)
      values (sha256(${token}::bytea), ${shop.ids.karim}, ${new Date(shop.now.getTime() + HOUR_MS).toISOString()})`)
    await strangersFailed()
    expect(await logIn('karim')).toBe(429)
    const link = { email: 'karim@shop.example', token, password: PASSWORD, password_confirmation: PASSWORD }
    // A right link is taken, however many wrong ones were tried.
    for (const nth of range(21)) {
      const wrong = { ...link, token: `wrong-${nth}` }
      const { status } = await shop.call('POST', '/api/password/reset', { body: wrong, from: SHARED })
      expect(status).toBe(nth < 20 ? 422 : 429)
    }
    expect((await shop.call('POST', '/api/password/reset', { body: link, from: SHARED })).status).toBe(200)
    expect(await logIn('karim')).toBe(200)
  })
})

test('a stranger who tries one’s own identifier leaves the known browser its tries: ten, and no more', async () => {
  expect(await logIn('sara', { browser: 'sara' })).toBe(200)
  await recordTries(shop, ['login', `SARA@SHOP.EXAMPLE ${SHARED}`], 300, 10)
  expect(await logIn('sara')).toBe(429)
  for (const _ of range(9)) expect(await logIn('sara', { browser: 'sara', password: 'faux' })).toBe(401)
  expect(await logIn('sara', { browser: 'sara' })).toBe(200)
  expect(await logIn('sara', { browser: 'sara', password: 'faux' })).toBe(401)
  expect(await logIn('sara', { browser: 'sara' })).toBe(429)
})

test('of a browser and an address only hashes are kept, for half a year, and none of an erased account', async () => {
  expect(await logIn('sara', { browser: 'sara' })).toBe(200)
  expect(await logIn('sara', { browser: 'sara', password: 'faux' })).toBe(401)
  const { rows } = await shop.db.execute<{ all: string }>(sql`
    select (select string_agg(known_places::text, ' ') from known_places) ||
      (select string_agg(tries::text, ' ') from tries where subject like 'login-browser%') as all`)
  expect(rows[0]!.all).not.toContain(keyOf('sara'))
  expect(rows[0]!.all).not.toContain(Buffer.from(keyOf('sara')).toString('hex'))
  expect(rows[0]!.all).not.toContain(SHARED)
  const places = async () => (await shop.rowCounts()).known_places
  expect(await places()).toBe(2)
  const erased = {
    phone: '0612345678',
    address: 'Rabat',
    name: 'Partie',
    email: 'partie@shop.example',
    password: PASSWORD,
  }
  await shop.call('POST', '/api/register', { body: erased, from: SHARED })
  expect(await places()).toBe(3)
  const { rows: accounts } = await shop.db.execute<{ id: number }>(
    sql`select id from accounts where email = 'partie@shop.example'`,
  )
  const url = `/api/admin/user/${accounts[0]!.id}/personal-data/anonymise`
  expect((await shop.call('POST', url, { token: await shop.sessionOf(shop.ids.admin) })).status).toBe(200)
  expect(await places()).toBe(2)
  await deleteExpired(shop.db, new Date(shop.now.getTime() + 179 * 24 * HOUR_MS))
  expect(await places()).toBe(2)
  await deleteExpired(shop.db, new Date(shop.now.getTime() + 181 * 24 * HOUR_MS))
  expect(await places()).toBe(0)
})

describe('reset mails', () => {
  const ask = (email: string, { from = SHARED, browser }: Visit = {}) => {
    const body = { email, ...(browser && { browser_key: keyOf(browser) }) }
    return shop.call('POST', '/api/password/email', { body, from })
  }
  const asked = async (email: string): Promise<number> =>
    (await shop.db.execute(sql`select from pgboss.job where name = 'password-reset' and data->>'email' = ${email}`))
      .rows.length

  test('are five an hour for an e-mail and address; what is asked for beyond is answered alike', async () => {
    const email = 'sara@shop.example'
    expect(await logIn('sara', { from: '198.51.100.9', browser: 'sara' })).toBe(200)
    const answers = []
    for (const _ of range(8)) answers.push(await ask(email))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]!.status).toBe(200)
    expect(await asked(email)).toBe(5)
    // A neighbour there, who asks for another account.
    await ask('admin@shop.example')
    expect(await asked('admin@shop.example')).toBe(1)
    // The owner elsewhere, and in its own browser right there.
    await ask(email, { from: '198.51.100.9' })
    await ask(email, { browser: 'sara' })
    expect(await asked(email)).toBe(7)
    shop.pass(HOUR_MS)
    await ask(email)
    expect(await asked(email)).toBe(8)
  })

  test('are twenty in ten minutes from an address, and a known browser’s are its own', async () => {
    expect(await logIn('youssef', { browser: 'youssef' })).toBe(200)
    for (const nth of range(20)) expect((await ask(`personne-${nth}@shop.example`)).status).toBe(200)
    const refused = await ask('youssef@shop.example')
    expect([refused.status, Number(refused.headers['retry-after']) <= 600]).toEqual([429, true])
    expect((await ask('youssef@shop.example', { browser: 'youssef' })).status).toBe(200)
    expect(await asked('youssef@shop.example')).toBe(1)
    for (const _ of range(6)) expect((await ask('youssef@shop.example', { browser: 'youssef' })).status).toBe(200)
    expect(await asked('youssef@shop.example')).toBe(5)
  })

  test('are thirty an hour for an e-mail, from however many addresses', async () => {
    for (const nth of range(40))
      expect((await ask('karim@shop.example', { from: `198.51.100.${nth}` })).status).toBe(200)
    expect(await asked('karim@shop.example')).toBe(30)
  })
})

test('an operator’s customers order, log in and sign up while a stranger among them guesses', {
  timeout: 240_000,
}, async () => {
  const goods: ProductId[] = []
  for (const _ of range(4)) goods.push(await shop.addProduct())
  const record = async (nth: number) => {
    const body = { Name: `Client ${nth}`, Phone: `06${10_000_000 + nth}`, Address: '1, rue du Port', City: 'Fès' }
    return (await shop.call('POST', '/api/customers/create', { body, from: SHARED })).json
  }
  const order = async (nth: number) => {
    const { customer, key } = await record(nth)
    const line = { product_ids: [goods[nth % 4]], prices: [149.5], priceGain: [149.5], quantities: [1] }
    const body = { ...line, customer_id: customer.CustomerID, customer_key: key, promo_code: nth % 3 ? null : 'sara10' }
    return (await shop.call('POST', '/api/orders/create', { body, from: SHARED })).status
  }
  const signUp = async (name: string) => {
    const body = { name, email: `${name}@shop.example`, phone: '0612345678', address: 'Rabat', password: PASSWORD }
    return (await shop.call('POST', '/api/register', { body, from: SHARED })).status
  }
  // Forty who were there before: each with an account of its own, the half of them in a browser that is known.
  const { rows } = await shop.db.execute<{ hash: string }>(
    sql`select password_hash as hash from accounts where id = ${shop.ids.admin}`,
  )
  await shop.db.execute(sql`
    insert into accounts (custom_id, role, name, email, phone, address, password_hash, created_at, search)
    select 'F-9' || n, 'supplier', 'Client', 'voisin' || n || '@shop.example', '0612345678', 'Rabat', ${rows[0]!.hash},
      ${shop.now.toISOString()}::timestamptz, '' from generate_series(1, 40) as n`)
  const neighbours = range(40).map((nth) => ({
    who: `voisin${nth + 1}`,
    visit: nth % 2 ? { browser: `voisin${nth}` } : {},
  }))
  for (const { who, visit } of neighbours) expect(await logIn(who, visit)).toBe(200)

  await strangersFailed()
  let isOver = false
  const refused = { codes: 0, logIns: 0, resets: 0 }
  const guess = async () => {
    for (let nth = 0; !isOver; nth++) {
      const code = await shop.call('GET', `/api/supplier-from-code/DEVINE${nth}`, { from: SHARED })
      if (code.status === 429) refused.codes++
      if ((await logIn(`inconnu${nth}`, { password: 'faux' })) === 429) refused.logIns++
      const body = { email: `inconnu${nth}@shop.example` }
      const reset = await shop.call('POST', '/api/password/email', { body, from: SHARED })
      if (reset.status === 429) refused.resets++
    }
  }
  const guessing = guess()
  await expect
    .poll(() => Math.min(refused.codes, refused.logIns, refused.resets), { timeout: 180_000 })
    .toBeGreaterThan(0)
  /** So many at once as their passwords may wait for: who knocks at a full queue is told to come again. */
  const inTurn = async <Job>(jobs: readonly Job[], work: (job: Job) => Promise<number>): Promise<number[]> => {
    const statuses: number[] = []
    const queue = jobs.values()
    const worker = async () => {
      for (const job of queue) {
        let status = await work(job)
        // A busy machine, or a busy address, asks to come again in a moment, and pages do: it counts against nobody.
        while (status === 503) {
          await sleep(20)
          status = await work(job)
        }
        statuses.push(status)
      }
    }
    await Promise.all(range(8).map(worker))
    return statuses
  }
  const answers = await Promise.all([
    inTurn(range(60), order),
    inTurn(neighbours, ({ who, visit }) => logIn(who, visit)),
    inTurn(range(30), (nth) => signUp(`nouveau${nth}`)),
  ])
  isOver = true
  await guessing
  expect(answers).toEqual([Array(60).fill(201), Array(40).fill(200), Array(30).fill(201)])
})
