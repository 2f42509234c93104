import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#platform/db/database.ts'
import { whileLocked } from '#test/locks.ts'
import { openTestShop, PASSWORD, type TestShop } from '#test/test-app.ts'
import { mailResetLink } from './actions/reset-password.ts'
import { storeReset } from './queries.ts'
import { hashToken, newToken } from './tokens.ts'

let shop: TestShop
let token: string

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
})

afterAll(() => shop.close())

const RIB = '007780000123456789012345'
const sara = { name: 'Nom sara', email: 'sara@shop.example', phone: '0600000000', address: 'Rabat' }

beforeEach(async () => {
  await shop.db.execute(
    sql`update accounts set email = ${sara.email}, phone = ${sara.phone}, rib = null,
      password_hash = (select password_hash from accounts where id = ${shop.ids.admin}) where id = ${shop.ids.sara}`,
  )
  await shop.db.execute(sql`delete from password_resets`)
  token = await shop.sessionOf(shop.ids.sara)
})

const update = (body: object) => shop.call('PUT', '/api/user/update', { token, body })

async function stored() {
  const { rows } = await shop.db.execute<{ email: string; rib: string | null; phone: string }>(
    sql`select email, rib, phone from accounts where id = ${shop.ids.sara}`,
  )
  return rows[0]!
}

async function lettersTo(address: string): Promise<string[]> {
  const { rows } = await shop.db.execute<{ text: string }>(sql`
    select data->>'text' as text from pgboss.job
    where name = 'mail' and data->'to'->>'address' = ${address} order by created_on`)
  return rows.map(({ text }) => text)
}

async function resetLink() {
  const link = newToken(randomBytes)
  const expiry = new Date(shop.now.getTime() + 60_000)
  await inTransaction(shop.db, (tx) => storeReset(tx, hashToken(link), shop.ids.sara, expiry))
  return link
}

test.each([
  ['the address', { email: 'thief@shop.example' }],
  ['the RIB', { rib: RIB }],
])('a stolen token moves neither account nor money: %s changes with the password alone', async (_, change) => {
  const missing = await update({ ...sara, ...change })
  expect([missing.status, missing.json.errors, missing.json.codes]).toEqual([
    422,
    { current_password: ['The current_password field is required.'] },
    { current_password: ['required'] },
  ])
  const wrong = await update({ ...sara, ...change, current_password: 'pas celui-là' })
  expect([wrong.status, wrong.json.codes]).toEqual([422, { current_password: ['wrong_password'] }])
  expect(await stored()).toMatchObject({ email: sara.email, rib: null })

  expect((await update({ ...sara, ...change, current_password: PASSWORD })).status).toBe(200)
  expect(await stored()).toMatchObject(change)
})

test.each([
  ['a password that is changed meanwhile moves nothing', `password_hash = 'another'`, { email: 'thief@shop.example' }],
  ['what moves the account since it changed meanwhile asks for the password', `email = 'sara.new@shop.example'`, {}],
])('%s', async (_, meanwhile, change) => {
  const elsewhere = `update accounts set ${meanwhile} where id = ${shop.ids.sara}`
  const [answer, after] = await whileLocked(shop.db, elsewhere, async (holder) => {
    const password = 'email' in change ? { current_password: PASSWORD } : {}
    const moving = update({ ...sara, ...change, ...password })
    await holder.untilWaiting(1)
    await holder.query('commit')
    return [await moving, await stored()] as const
  })
  expect([answer.status, answer.json.codes]).toEqual([422, { current_password: ['wrong_password'] }])
  expect(after.email).toBe('email' in change ? sara.email : 'sara.new@shop.example')
})

test('a RIB is taken away with the password alone', async () => {
  await shop.db.execute(sql`update accounts set rib = ${RIB} where id = ${shop.ids.sara}`)
  expect((await update({ ...sara, rib: '' })).json.codes).toEqual({ current_password: ['required'] })
  expect((await update({ ...sara, rib: '', current_password: PASSWORD })).status).toBe(200)
  expect((await stored()).rib).toBeNull()
})

test('what stays as it is asks for no password: the phone, the same RIB again', async () => {
  await shop.db.execute(sql`update accounts set rib = ${RIB} where id = ${shop.ids.sara}`)
  expect((await update({ ...sara, phone: '0611111111', rib: RIB })).status).toBe(200)
  expect(await stored()).toEqual({ email: sara.email, phone: '0611111111', rib: RIB })
})

test('the former address is told what changed, and how the new RIB ends', async () => {
  await update({ ...sara, email: 'sara.new@shop.example', rib: RIB, current_password: PASSWORD })
  const letter = (await lettersTo(sara.email)).at(-1)
  expect(letter).toContain('adresse e-mail, RIB (finit par 2345)')
  expect(letter).not.toContain(RIB)
})

test('nobody takes the address that an account gets when it is erased', async () => {
  const person = { name: 'Nadia', phone: '0612345678', address: 'Fès', password: 'le soleil de minuit' }
  for (const email of [`compte-${shop.ids.sara}@anonyme.invalid`, 'nadia@ailleurs.INVALID']) {
    const answers = [
      await shop.call('POST', '/api/register', { body: { ...person, email } }),
      await shop.call('POST', '/api/admin/buyers', { token: shop.tokens.admin, body: { ...person, email } }),
      await update({ ...sara, email, current_password: PASSWORD }),
    ]
    for (const { status, json } of answers)
      expect([status, json.errors, json.codes]).toEqual([
        422,
        { email: ['The email field must be a valid email address.'] },
        { email: ['email'] },
      ])
  }
  const body = { ...person, email: 'invalid@shop.example' }
  expect((await shop.call('POST', '/api/register', { body })).status).toBe(201)
})

test('the change of a RIB is in the journal, by its last digits', async () => {
  await update({ ...sara, rib: RIB, current_password: PASSWORD })
  const { json } = await shop.call('GET', '/api/admin/audit', { token: shop.tokens.admin })
  expect(json.data[0]).toMatchObject({
    subject: 'account',
    changes: [{ column: 'rib', before: null, after: '•••• 2345' }],
  })
  expect(JSON.stringify(json)).not.toContain(RIB)
})

test('a link to a new password dies with the change of address', async () => {
  const link = await resetLink()
  await update({ ...sara, email: 'sara.new@shop.example', current_password: PASSWORD })
  const password = 'une phrase toute neuve'
  for (const email of [sara.email, 'sara.new@shop.example']) {
    const body = { token: link, email, password, password_confirmation: password }
    expect((await shop.call('POST', '/api/password/reset', { body })).status).toBe(422)
  }
})

test('a link that is made while the address changes is not mailed to the former one', async () => {
  const before = (await lettersTo(sara.email)).length
  const move = `update accounts set email = 'sara.new@shop.example' where id = ${shop.ids.sara}`
  await whileLocked(shop.db, move, async (holder) => {
    const answering = mailResetLink(shop.first.shop, { email: sara.email })
    await holder.untilWaiting(1)
    await holder.query('commit')
    await answering
  })
  expect(await lettersTo(sara.email)).toHaveLength(before)
  const { rows } = await shop.db.execute(sql`select from password_resets`)
  expect(rows).toHaveLength(0)
})
