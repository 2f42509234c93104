import { sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { whileLocked } from '#test/locks.ts'
import { recordTries } from '#test/record-tries.ts'
import { type Call, openTestShop, PASSWORD, type TestShop } from '#test/test-app.ts'
import { resetSecondFactor } from './actions.ts'

let shop: TestShop
const log: string[] = []

beforeAll(async () => {
  shop = await openTestShop({ rateLimits: true, logTo: { write: (line) => log.push(line) } })
  await shop.addPeople()
})

afterAll(() => shop.close())

beforeEach(async () => {
  await shop.db.execute(sql`delete from second_factors`)
  await shop.db.execute(sql`delete from settings`)
  await shop.db.execute(sql`delete from tries`)
  await shop.db.execute(sql`delete from sessions where account_id = ${shop.ids.admin}`)
  shop.tokens.admin = await shop.sessionOf(shop.ids.admin)
  // Beyond the step of any code that was used.
  shop.pass(90_000)
})

const asAdmin = (method: string, path: string, body?: object, call: Call = {}) =>
  shop.call(method, path, { token: shop.tokens.admin, body, ...call })
const logIn = (otp?: string, password = PASSWORD, from = '203.0.113.1') =>
  shop.call('POST', '/api/login', { body: { identifier: 'admin@shop.example', password, otp }, from })

/** Computes the code that the authenticator shows so many half minutes from now. */
const codeOf = (secret: string, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: shop.now.getTime() + steps * 30_000 })

async function begin(): Promise<string> {
  const { status, json } = await asAdmin('POST', '/api/second-factor', { current_password: PASSWORD })
  expect(status).toBe(200)
  return json.secret
}

/** Stores a confirmed second factor without recovery codes, whose ten hashes take time. */
async function haveOne(): Promise<{ secret: string }> {
  const secret = new Secret()
  await shop.db.execute(sql`
    insert into second_factors (account_id, secret, created_at, confirmed_at)
    values (${shop.ids.admin}, ${Buffer.from(secret.bytes)}, ${shop.now.toISOString()}, ${shop.now.toISOString()})`)
  return { secret: secret.base32 }
}

/** Sets a second factor, and lets the code that confirmed it expire. */
async function setUp(): Promise<{ secret: string; codes: string[] }> {
  const secret = await begin()
  const { status, json } = await asAdmin('POST', '/api/second-factor/confirm', { otp: codeOf(secret) })
  expect(status).toBe(200)
  shop.pass(30_000)
  return { secret, codes: json.recovery_codes }
}

const state = async () => (await asAdmin('GET', '/api/second-factor')).json
const newestInJournal = async () => {
  const { rows } = await shop.db.execute<{ actor: number | null; subject: number; after: object }>(
    sql`select actor_id as actor, subject_id as subject, after from audit_entries where after ? 'second_factor' order by id desc limit 1`,
  )
  return rows[0]
}
const letters = async (): Promise<string[]> => {
  const { rows } = await shop.db.execute<{ subject: string }>(
    sql`select data ->> 'subject' as subject from pgboss.job where name = 'mail' and data -> 'to' ->> 'address' = 'admin@shop.example' order by created_on`,
  )
  return rows.map(({ subject }) => subject)
}
const wrong = (status: number) => [status, 'wrong_second_factor']
const statusAndCode = ({ status, json }: Awaited<ReturnType<typeof logIn>>) => [status, json.code]

describe('with a second factor', () => {
  test('the right pair opens nothing without a code, and says what is missing', async () => {
    const { secret } = await haveOne()
    const before = await shop.rowCounts()
    const answer = await logIn()
    expect(statusAndCode(answer)).toEqual([401, 'second_factor'])
    expect(answer.json).not.toHaveProperty('token')
    expect(statusAndCode(await logIn(''))).toEqual([401, 'second_factor'])
    expect(await shop.rowCounts()).toEqual(before)
    const opened = await logIn(codeOf(secret))
    expect([opened.status, opened.json.user.role]).toEqual([200, 'admin'])
    expect((await shop.call('GET', '/api/admin/settings', { token: opened.json.token })).status).toBe(200)
  })

  test('a wrong password is told the same with and without a code, right or wrong', async () => {
    const { secret } = await haveOne()
    const plain = await logIn(undefined, 'faux')
    for (const otp of [codeOf(secret), '000000', '0123 4567 8901 2345'])
      expect((await logIn(otp, 'faux')).text).toBe(plain.text)
    expect(statusAndCode(plain)).toEqual([401, 'wrong_credentials'])
  })

  test('whatever code is wrong gets one answer', async () => {
    const { secret, codes } = await setUp()
    const used = codeOf(secret)
    await logIn(used)
    await logIn(codes[3])
    const tried = [used, codeOf(secret, -3), codeOf(secret, 3), '12345', 'abcdef', codes[3], '9999 9999 9999 9999']
    const answers: string[] = []
    for (const otp of tried) answers.push((await logIn(otp)).text)
    expect(new Set(answers).size).toBe(1)
    expect(statusAndCode(await logIn('999999x'))).toEqual(wrong(401))
  })

  test('a code is used once, also the one that set it up, and never one from before it', async () => {
    const secret = await begin()
    const first = codeOf(secret)
    await asAdmin('POST', '/api/second-factor/confirm', { otp: first })
    expect(statusAndCode(await logIn(first))).toEqual(wrong(401))
    shop.pass(30_000)
    const now = codeOf(secret)
    expect((await logIn(now)).status).toBe(200)
    expect(statusAndCode(await logIn(now))).toEqual(wrong(401))
    expect(statusAndCode(await logIn(first))).toEqual(wrong(401))
    shop.pass(30_000)
    expect((await logIn(codeOf(secret))).status).toBe(200)
  })

  test('of two who type one code at once, one gets in', async () => {
    const { secret, codes } = await setUp()
    for (const otp of [codeOf(secret), codes[0]]) {
      const open = `select from second_factors where account_id = ${shop.ids.admin} for update`
      const hold =
        otp === codes[0] ? `select from recovery_codes where account_id = ${shop.ids.admin} for update` : open
      const answers = await whileLocked(shop.db, hold, async (holder) => {
        const both = [logIn(otp), logIn(otp)]
        await holder.untilWaiting(2)
        await holder.query('commit')
        return Promise.all(both)
      })
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    }
  })

  test('whoever logs in while it is being set gets no session without a code', async () => {
    await begin()
    const hold = `select from accounts where id = ${shop.ids.admin} for no key update`
    const answer = await whileLocked(shop.db, hold, async (holder) => {
      await holder.query(`update second_factors set confirmed_at = now(), last_step = 1`)
      const logging = logIn()
      await holder.untilWaiting(1)
      await holder.query('commit')
      return logging
    })
    expect(statusAndCode(answer)).toEqual([401, 'second_factor'])
  })

  test('whoever logged in just before it was set is out', async () => {
    const secret = await begin()
    const hold = `select from accounts where id = ${shop.ids.admin} for share`
    const confirmed = await whileLocked(shop.db, hold, async (holder) => {
      await holder.query(
        `insert into sessions (token_hash, account_id, browser, ip_address, created_at, last_used_at) values ('\\x00', ${shop.ids.admin}, '', '', now(), now())`,
      )
      const confirming = asAdmin('POST', '/api/second-factor/confirm', { otp: codeOf(secret) })
      await holder.untilWaiting(1)
      await holder.query('commit')
      return confirming
    })
    expect(confirmed.status).toBe(200)
    const { rows } = await shop.db.execute(sql`select from sessions where account_id = ${shop.ids.admin}`)
    expect(rows).toHaveLength(1)
  })

  test('setting it ends the other sessions, and leaves this one', async () => {
    const other = await shop.sessionOf(shop.ids.admin)
    await setUp()
    expect((await asAdmin('GET', '/api/admin/settings', undefined, { token: other })).status).toBe(401)
    expect((await asAdmin('GET', '/api/admin/settings')).status).toBe(200)
  })

  test('each of ten recovery codes opens the account once, however it is written', async () => {
    const { codes } = await setUp()
    expect(codes).toHaveLength(10)
    expect(await state()).toMatchObject({ recovery_codes_left: 10, required: false })
    expect((await logIn(codes[9])).status).toBe(200)
    expect((await logIn(codes[0]!.replaceAll(' ', '-'))).status).toBe(200)
    expect(await newestInJournal()).toEqual({
      actor: shop.ids.admin,
      subject: shop.ids.admin,
      after: { second_factor: 'recovery_code' },
    })
    expect(statusAndCode(await logIn(codes[9]))).toEqual(wrong(401))
    expect((await state()).recovery_codes_left).toBe(8)
  })

  test('who may log in otherwise is asked for no code', async () => {
    await haveOne()
    const body = { identifier: 'sara@shop.example', password: PASSWORD, otp: '123456' }
    expect((await shop.call('POST', '/api/login', { body })).status).toBe(200)
  })
})

describe('wrong codes', () => {
  test('are counted as wrong passwords are: ten, and then not even the right one is looked at', async () => {
    const { secret } = await haveOne()
    for (const _ of Array(10)) expect(statusAndCode(await logIn('000000'))).toEqual(wrong(401))
    const before = shop.first.hashing.hashes
    expect((await logIn(codeOf(secret))).status).toBe(429)
    expect(shop.first.hashing.hashes).toBe(before)
    expect((await logIn(codeOf(secret), PASSWORD, '203.0.113.2')).status).toBe(200)
  })

  test('of one account end after thirty in an hour, wherever they come from; missing ones are not counted', async () => {
    const { secret } = await haveOne()
    await recordTries(shop, ['second-factor', `${shop.ids.admin}`], 3600, 29)
    expect(statusAndCode(await logIn(undefined, PASSWORD, '203.0.113.101'))).toEqual([401, 'second_factor'])
    expect(statusAndCode(await logIn('000000', PASSWORD, '203.0.113.102'))).toEqual(wrong(401))
    expect((await logIn(codeOf(secret), PASSWORD, '203.0.113.3')).status).toBe(429)
    const removal = { current_password: PASSWORD, otp: codeOf(secret) }
    expect((await asAdmin('DELETE', '/api/second-factor', removal)).status).toBe(429)
    // Somebody without the password learns nothing of the codes, and shuts nobody out.
    expect(statusAndCode(await logIn(undefined, 'faux', '203.0.113.4'))).toEqual([401, 'wrong_credentials'])
    shop.pass(3_600_000)
    expect((await logIn(codeOf(secret), PASSWORD, '203.0.113.3')).status).toBe(200)
  })

  test('of strangers leave the places alone from which the account logged in', async () => {
    const { secret } = await haveOne()
    const key = '0123456789abcdef0123456789abcdef'
    const fromHome = (otp: string, from: string) => {
      const body = { identifier: 'admin@shop.example', password: PASSWORD, otp, browser_key: key }
      return shop.call('POST', '/api/login', { body, from })
    }
    expect((await fromHome(codeOf(secret), '203.0.113.20')).status).toBe(200)
    await recordTries(shop, ['second-factor', `${shop.ids.admin}`], 3600, 30)
    shop.pass(30_000)
    expect((await logIn(codeOf(secret), PASSWORD, '203.0.113.21')).status).toBe(429)
    expect((await logIn(codeOf(secret), PASSWORD, '203.0.113.20')).status).toBe(200)
    shop.pass(30_000)
    expect((await fromHome(codeOf(secret), '203.0.113.22')).status).toBe(200)
  })
})

describe('setting it up', () => {
  test('asks for the password, shows a secret, and is done by a code of it', async () => {
    const refused = await asAdmin('POST', '/api/second-factor', { current_password: 'faux' })
    expect([refused.status, Object.keys(refused.json.errors)]).toEqual([422, ['current_password']])
    const { json } = await asAdmin('POST', '/api/second-factor', { current_password: PASSWORD })
    expect(json.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(json.uri).toBe(
      `otpauth://totp/Rosalia:admin%40shop.example?issuer=Rosalia&secret=${json.secret}&algorithm=SHA1&digits=6&period=30`,
    )
    expect((await logIn()).status).toBe(200)
    const wrongCode = await asAdmin('POST', '/api/second-factor/confirm', { otp: codeOf(json.secret, 5) })
    expect([wrongCode.status, wrongCode.json.codes]).toEqual([422, { otp: ['wrong_second_factor'] }])
    expect(await state()).toEqual({ since: null, recovery_codes_left: 0, required: false })
    const since = shop.now.toISOString()
    const done = await asAdmin('POST', '/api/second-factor/confirm', { otp: codeOf(json.secret) })
    expect(done.json.recovery_codes).toHaveLength(10)
    expect(await state()).toEqual({ since, recovery_codes_left: 10, required: false })
    expect(await newestInJournal()).toEqual({
      actor: shop.ids.admin,
      subject: shop.ids.admin,
      after: { second_factor: 'set' },
    })
    expect((await letters()).at(-1)).toBe('Double authentification activée')
  })

  test('begins again with another secret until it is done, and not afterwards', async () => {
    const first = await begin()
    const second = await begin()
    expect((await asAdmin('POST', '/api/second-factor/confirm', { otp: codeOf(first) })).status).toBe(422)
    expect((await asAdmin('POST', '/api/second-factor/confirm', { otp: codeOf(second) })).status).toBe(200)
    const again = await asAdmin('POST', '/api/second-factor', { current_password: PASSWORD })
    expect([again.status, again.json.code]).toEqual([409, 'second_factor_set'])
    shop.pass(30_000)
    expect((await logIn(codeOf(second))).status).toBe(200)
  })

  test('is refused to a password that is changed meanwhile', async () => {
    const hold = `select from accounts where id = ${shop.ids.admin} for no key update`
    const begun = await whileLocked(shop.db, hold, async (holder) => {
      await holder.query(`update accounts set password_hash = password_hash || ' ' where id = ${shop.ids.admin}`)
      const beginning = asAdmin('POST', '/api/second-factor', { current_password: PASSWORD })
      await holder.untilWaiting(1)
      await holder.query('commit')
      return beginning
    })
    await shop.db.execute(sql`update accounts set password_hash = trim(password_hash)`)
    expect([begun.status, begun.json.codes]).toEqual([422, { current_password: ['wrong_password'] }])
  })

  test('is no use without having begun', async () => {
    const { status, json } = await asAdmin('POST', '/api/second-factor/confirm', { otp: '123456' })
    expect([status, json.code]).toEqual([409, 'second_factor_not_begun'])
  })

  test('is for admins', async () => {
    for (const method of ['GET', 'POST', 'DELETE'])
      for (const token of [shop.tokens.sara, shop.tokens.karim])
        expect((await shop.call(method, '/api/second-factor', { token, body: {} })).status).toBe(403)
  })

  test('keeps no code, and says the secret once, to its admin alone', async () => {
    const { secret, codes } = await setUp()
    await logIn(codes[1])
    expect(log.filter((line) => line.includes('second factor set'))).not.toEqual([])
    const { rows } = await shop.db.execute<{ hash: string }>(sql`select code_hash as hash from recovery_codes`)
    for (const { hash } of rows) expect(hash).toMatch(/^\$argon2id\$/)
    const readable = JSON.stringify([
      log,
      (await shop.db.execute(sql`select * from audit_entries`)).rows,
      (await shop.db.execute(sql`select data from pgboss.job`)).rows,
      await state(),
      (await asAdmin('GET', '/api/admin/audit')).json,
      (await asAdmin('GET', `/api/suppliers/${shop.ids.admin}`)).json,
    ])
    const hex = Secret.fromBase32(secret).hex.toLowerCase()
    for (const word of [secret, hex, ...codes, ...codes.map((code) => code.replaceAll(' ', ''))])
      expect(readable.toLowerCase()).not.toContain(word.toLowerCase())
  })
})

describe('removing it', () => {
  test('asks for the password and a code, and is told by mail and journal', async () => {
    const { secret, codes } = await setUp()
    const remove = (current_password: string, otp: string) =>
      asAdmin('DELETE', '/api/second-factor', { current_password, otp })
    expect((await remove('faux', codeOf(secret))).json.codes).toEqual({ current_password: ['wrong_password'] })
    expect((await remove(PASSWORD, '000000')).json.codes).toEqual({ otp: ['wrong_second_factor'] })
    expect((await remove(PASSWORD, '')).status).toBe(422)
    expect((await state()).since).not.toBeNull()
    expect((await remove(PASSWORD, codes[5]!)).status).toBe(204)
    expect(await state()).toEqual({ since: null, recovery_codes_left: 0, required: false })
    expect(await newestInJournal()).toMatchObject({ actor: shop.ids.admin, after: { second_factor: 'removed' } })
    expect((await letters()).at(-1)).toBe('Double authentification désactivée')
    expect((await logIn()).status).toBe(200)
    const again = await remove(PASSWORD, codeOf(secret))
    expect([again.status, again.json.code]).toEqual([409, 'second_factor_not_set'])
  })

  test('by hand on the server ends the sessions, and is told by mail and journal', async () => {
    await haveOne()
    expect(await resetSecondFactor(shop.first.shop, 'ADMIN@shop.example')).toMatchObject({ customId: 'A-1' })
    expect((await asAdmin('GET', '/api/second-factor')).status).toBe(401)
    expect((await logIn()).status).toBe(200)
    expect(await newestInJournal()).toEqual({
      actor: null,
      subject: shop.ids.admin,
      after: { second_factor: 'reset' },
    })
    expect((await letters()).at(-1)).toBe('Double authentification réinitialisée')
    await expect(resetSecondFactor(shop.first.shop, 'admin@shop.example')).rejects.toThrow('n’est pas activée')
    await expect(resetSecondFactor(shop.first.shop, 'personne')).rejects.toThrow('n’existe pas')
  })
})

describe('where the shop asks it of every admin', () => {
  const ask = async () =>
    expect((await asAdmin('PUT', '/api/admin/settings', { adminSecondFactor: 'required' })).status).toBe(200)

  test('one who has none can do nothing but set it up', async () => {
    await ask()
    expect(statusAndCode(await asAdmin('GET', '/api/admin/settings'))).toEqual([403, 'second_factor_required'])
    const open = shop.first.app.guardedRoutes.filter(({ config }) => config?.isSetUp)
    expect(open.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
      'GET /api/second-factor',
      'HEAD /api/second-factor',
      'POST /api/logout',
      'POST /api/second-factor',
      'POST /api/second-factor/confirm',
    ])
    for (const { method, url, config } of shop.first.app.guardedRoutes) {
      if (typeof config?.access === 'string' || config?.isSetUp) continue
      const answer = await asAdmin([method].flat()[0]!, url.replace(/:\w+/g, '999999999'), {})
      expect(answer.status, url).toEqual(403)
    }
    const token = (await logIn()).json.token
    expect((await asAdmin('GET', '/api/second-factor', undefined, { token })).json.required).toBe(true)
    await haveOne()
    expect((await asAdmin('GET', '/api/admin/settings')).status).toBe(200)
  })

  test('one who has none is a visitor where everybody may look', async () => {
    const product = await shop.addProduct()
    const path = `/api/products/${product}`
    expect((await asAdmin('GET', path)).json).toHaveProperty('distributeur_price')
    await ask()
    expect((await asAdmin('GET', path)).json).not.toHaveProperty('distributeur_price')
  })

  test('suppliers and buyers are asked for nothing', async () => {
    await ask()
    const own = await shop.call('GET', `/api/suppliers/${shop.ids.sara}`, { token: shop.tokens.sara })
    expect(own.status).toBe(200)
  })

  test('it is a line of the journal', async () => {
    await ask()
    const { rows } = await shop.db.execute(
      sql`select after from audit_entries where subject = 'setting' order by id desc limit 1`,
    )
    expect(rows).toEqual([{ after: { adminSecondFactor: 'required' } }])
  })
})
