import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#platform/kernel/durations.ts'
import { whileLocked } from '#test/locks.ts'
import { openTestShop, PASSWORD, type TestShop } from '#test/test-app.ts'
import { deleteExpired } from '../index.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ rateLimits: true })
  await shop.addPeople()
})

afterAll(() => shop.close())

const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
const COMPUTER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function logIn(key: string, from: string, agent: string, password = PASSWORD): Promise<string> {
  const body = { identifier: `${key}@shop.example`, password }
  const answer = await shop.call('POST', '/api/login', { body, from, headers: { 'user-agent': agent } })
  return answer.json.token
}

const list = async (token: string, from = '41.140.0.1') =>
  (await shop.call('GET', '/api/sessions', { token, from })).json
const isAlive = async (token: string, from = '41.140.0.1') =>
  (await shop.call('GET', '/api/sessions', { token, from })).status === 200

const change = (token: string, body: object, from = '41.140.0.1') =>
  shop.call('POST', '/api/password/change', { token, from, body })

async function lettersTo(address: string): Promise<string[]> {
  const { rows } = await shop.db.execute<{ subject: string }>(sql`
    select data->>'subject' as subject from pgboss.job
    where name = 'mail' and data->'to'->>'address' = ${address} order by created_on`)
  return rows.map(({ subject }) => subject)
}

test('a person sees where it is logged in, its own session first, and nobody else’s', async () => {
  const computer = await logIn('sara', '41.140.0.1', COMPUTER)
  shop.pass(HOUR_MS)
  const phone = await logIn('sara', '105.66.0.7', PHONE)
  await logIn('youssef', '105.66.0.8', PHONE)
  const sessions = await list(computer)
  const at = (ago: number) => new Date(shop.now.getTime() - ago).toISOString()
  expect(sessions.slice(0, 2)).toEqual([
    { since: at(HOUR_MS), last_used: at(0), browser: 'Firefox sur Windows', address: '41.140.0.1', current: true },
    { since: at(0), last_used: at(0), browser: 'Chrome sur Android', address: '105.66.0.7', current: false },
  ])
  expect(sessions).toHaveLength(3)
  expect((await list(phone, '105.66.0.7'))[0]).toMatchObject({ browser: 'Chrome sur Android', current: true })
})

test('a session that is used from elsewhere shows the address of its last use', async () => {
  const token = await logIn('karim', '41.140.0.1', COMPUTER)
  shop.pass(HOUR_MS)
  expect((await list(token, '102.50.9.9'))[0]).toMatchObject({ address: '102.50.9.9' })
})

test('whoever ends the other sessions keeps its own', async () => {
  const [own, other, neighbour] = [
    await logIn('sara', '41.140.0.1', COMPUTER),
    await logIn('sara', '105.66.0.7', PHONE),
    await logIn('youssef', '105.66.0.7', PHONE),
  ]
  expect((await shop.call('DELETE', '/api/sessions', { token: own })).status).toBe(204)
  expect(await list(own)).toHaveLength(1)
  expect([await isAlive(own), await isAlive(other), await isAlive(neighbour)]).toEqual([true, false, true])
})

test('a session that opens nothing any more is not shown', async () => {
  const token = await logIn('admin', '41.140.0.1', COMPUTER)
  shop.pass(2 * HOUR_MS + 1)
  const next = await logIn('admin', '41.140.0.1', COMPUTER)
  expect(await isAlive(token)).toBe(false)
  expect(await list(next)).toHaveLength(1)
})

test('a new password needs the present one, ends every other session, and is told by mail', async () => {
  const own = await logIn('youssef', '41.140.0.1', COMPUTER)
  const other = await logIn('youssef', '105.66.0.7', PHONE)
  const chosen = { password: 'une autre phrase', password_confirmation: 'une autre phrase' }
  const missing = await change(own, chosen)
  expect([missing.status, missing.json.errors]).toEqual([
    422,
    { current_password: ['The current_password field is required.'] },
  ])
  const wrong = await change(own, { ...chosen, current_password: 'pas celui-là' })
  expect([wrong.status, wrong.json.codes]).toEqual([422, { current_password: ['wrong_password'] }])
  const refused = [
    { password: 'court', password_confirmation: 'court' },
    { password: 'motdepasse', password_confirmation: 'motdepasse' },
    { password: 'une autre phrase', password_confirmation: 'encore une autre' },
  ]
  for (const each of refused) {
    const answer = await change(own, { ...each, current_password: PASSWORD })
    expect([answer.status, Object.keys(answer.json.errors)]).toEqual([422, ['password']])
  }
  expect(await isAlive(other)).toBe(true)

  expect((await change(own, { ...chosen, current_password: PASSWORD })).status).toBe(200)
  expect([await isAlive(own), await isAlive(other)]).toEqual([true, false])
  expect(await logIn('youssef', '41.140.0.1', COMPUTER)).toBeUndefined()
  expect(await logIn('youssef', '41.140.0.1', COMPUTER, chosen.password)).toBeDefined()
  expect(await lettersTo('youssef@shop.example')).toEqual(['Votre mot de passe a été changé'])
})

test('an admin’s new password has twelve characters', async () => {
  const token = await logIn('admin', '41.140.0.1', COMPUTER)
  const short = { password: 'onze lettre', password_confirmation: 'onze lettre' }
  const answer = await change(token, { ...short, current_password: PASSWORD })
  expect(answer.json.errors).toEqual({ password: ['The password field must be at least 12 characters.'] })
})

test('letters of changed profiles and passwords are ten an hour; what is beyond is refused, and changes nothing', async () => {
  const id = shop.ids.sara
  shop.pass(HOUR_MS)
  const before = (await lettersTo('sara@shop.example')).length
  const letters = async () => (await lettersTo('sara@shop.example')).length - before
  const rename = async (name: string, phone = '0633333333') => {
    const body = { name, phone, email: 'sara@shop.example', address: 'Safi' }
    return (await shop.call('PUT', '/api/user/update', { token: await shop.sessionOf(id), body })).status
  }
  const repeated = (current: string, password: string) => ({
    current_password: current,
    password,
    password_confirmation: password,
  })
  for (let nth = 1; nth <= 9; nth++) expect(await rename(`Nom ${nth}`)).toBe(200)
  const chosen = 'une phrase de saison'
  expect((await change(await shop.sessionOf(id), repeated(PASSWORD, chosen))).status).toBe(200)
  expect(await letters()).toBe(10)

  expect(await rename('Nom 10')).toBe(429)
  const token = await shop.sessionOf(id)
  expect((await change(token, repeated(chosen, 'une autre phrase'))).status).toBe(429)
  expect(await isAlive(token)).toBe(true)
  expect(await logIn('sara', '41.140.0.9', PHONE, chosen)).toEqual(expect.any(String))
  // A field that stays as it was sends no letter.
  expect(await rename('Nom 9')).toBe(200)
  expect(await letters()).toBe(10)

  shop.pass(HOUR_MS)
  expect(await rename('Nom 10')).toBe(200)
  expect((await change(await shop.sessionOf(id), repeated(chosen, PASSWORD))).status).toBe(200)
})

test('one of a clock that was a day ahead dies as any other, once the cleaning has seen it', async () => {
  const tomorrow = new Date(shop.now.getTime() + 24 * HOUR_MS)
  const [used, unused] = [
    await shop.sessionOf(shop.ids.admin, tomorrow),
    await shop.sessionOf(shop.ids.admin, tomorrow),
  ]
  await deleteExpired(shop.db, shop.now)
  shop.pass(1.9 * HOUR_MS)
  expect(await isAlive(used)).toBe(true)
  shop.pass(0.2 * HOUR_MS)
  expect([await isAlive(used), await isAlive(unused)]).toEqual([true, false])
})

test('of two who change the password at once, the second no longer knows it', async () => {
  const [one, two] = [await logIn('sara', '41.140.0.1', COMPUTER), await logIn('sara', '105.66.0.7', PHONE)]
  const to = (password: string) => ({ current_password: PASSWORD, password, password_confirmation: password })
  const row = `select from accounts where id = ${shop.ids.sara} for no key update`
  const answers = await whileLocked(shop.db, row, async (holder) => {
    const both = [change(one, to('la phrase du premier')), change(two, to('la phrase du second'))]
    await holder.untilWaiting(2)
    await holder.query('commit')
    return Promise.all(both)
  })
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('the present password is not guessed through it: eleven wrong ones from one address are too many', async () => {
  const token = await logIn('karim', '41.140.0.1', COMPUTER)
  const wrong = { current_password: 'faux', password: 'une autre phrase', password_confirmation: 'une autre phrase' }
  for (let tries = 0; tries < 10; tries++) expect((await change(token, wrong)).status).toBe(422)
  expect((await change(token, { ...wrong, current_password: PASSWORD })).status).toBe(429)
  // Whoever stole the token has used up its own tries, not those of the account.
  expect((await change(token, { ...wrong, current_password: PASSWORD }, '105.66.0.7')).status).toBe(200)
})
