import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '#platform/kernel/durations.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { whileLocked } from '#test/locks.ts'
import { recordTries } from '#test/record-tries.ts'
import { openTestShop, PASSWORD, type TestShop } from '#test/test-app.ts'

const RIB = '007780000123456789012396'
const OTHER_RIB = '011780000000000000012372'
const account = { bankHolder: 'Rosalia SARL', bankName: 'Banque du Souss', bankRib: RIB }

let shop: TestShop
let token: string

beforeAll(async () => {
  shop = await openTestShop({ rateLimits: true })
  await shop.addPeople()
})

afterAll(() => shop.close())

// Each test begins two hours later, with an account that is written and a password that is the usual one.
beforeEach(async () => {
  shop.pass(2 * HOUR_MS)
  token = await shop.sessionOf(shop.ids.admin)
  await shop.db.execute(sql`
    update accounts set password_hash = (select password_hash from accounts where id = ${shop.ids.sara})
    where id = ${shop.ids.admin}`)
  await shop.db.execute(sql`delete from settings`)
  for (const [name, value] of Object.entries(account))
    await shop.db.execute(sql`insert into settings (name, value, changed_at) values (${name}, ${value}, now())`)
})

const put = (body: object, from?: string) => shop.call('PUT', '/api/admin/settings', { token, body, from })

async function stored(): Promise<Record<string, string>> {
  const { rows } = await shop.db.execute<{ name: string; value: string }>(sql`select name, value from settings`)
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

async function letters(): Promise<{ to: string; subject: string; text: string }[]> {
  const { rows } = await shop.db.execute<{ to: string; subject: string; text: string }>(sql`
    select data->'to'->>'address' as to, data->>'subject' as subject, data->>'text' as text from pgboss.job
    where name = 'mail' and data->>'subject' like '%coordonnées bancaires%' order by created_on, data->'to'->>'address'`)
  return rows
}

test.each([
  ['bankHolder', 'Un autre'],
  ['bankName', 'Une autre banque'],
  ['bankRib', OTHER_RIB],
  ['bankRib', ''],
  ['bankRib', null],
] as const)(
  'a stolen token does not tell buyers to pay elsewhere: %s becomes %j with the password alone',
  async (name, value) => {
    const missing = await put({ [name]: value, agencyName: 'Atelier' })
    expect([missing.status, missing.json.errors, missing.json.codes]).toEqual([
      422,
      { current_password: ['The current_password field is required.'] },
      { current_password: ['required'] },
    ])
    const wrong = await put({ [name]: value, agencyName: 'Atelier', current_password: 'pas celui-là' })
    expect([wrong.status, wrong.json.codes]).toEqual([422, { current_password: ['wrong_password'] }])
    expect(await stored()).toEqual(account)

    const right = await put({ [name]: value, agencyName: 'Atelier', current_password: PASSWORD })
    expect([right.status, right.json.settings[name].value]).toEqual([200, value ?? ''])
  },
)

test('an account that stays as it is asks for no password, nor do the other settings', async () => {
  const before = await letters()
  const spaced = RIB.replace(/(\d{3})(?=\d)/g, '$1 ')
  expect((await put({ ...account, bankRib: spaced, agencyName: 'Atelier' })).status).toBe(200)
  expect(await stored()).toEqual({ ...account, agencyName: 'Atelier' })
  expect(await letters()).toEqual(before)
})

test('the password is not guessed through it: after ten wrong ones from one address not even the right one is taken', async () => {
  await recordTries(shop, ['current-password', `${shop.ids.admin} 127.0.0.1`], 300, 9)
  expect((await put({ bankName: 'Ailleurs', current_password: 'faux' })).status).toBe(422)
  expect((await put({ bankName: 'Ailleurs', current_password: PASSWORD })).status).toBe(429)
  expect((await stored()).bankName).toBe(account.bankName)
  expect((await put({ bankName: 'Ailleurs', current_password: PASSWORD }, '105.66.0.7')).status).toBe(200)
})

test.each([
  [
    'a password that is changed meanwhile moves nothing',
    () => `update accounts set password_hash = 'another' where id = ${shop.ids.admin}`,
    { bankName: 'Ailleurs', current_password: PASSWORD },
  ],
  [
    'what moves the account since it changed meanwhile asks for the password',
    () => `update settings set value = 'Banque du Rif' where name = 'bankName'`,
    { bankName: account.bankName },
  ],
])('%s', async (_, meanwhile, body) => {
  const answer = await whileLocked(shop.db, meanwhile(), async (holder) => {
    const saving = put(body)
    await holder.untilWaiting(1)
    await holder.query('commit')
    return saving
  })
  expect([answer.status, answer.json.codes]).toEqual([422, { current_password: ['wrong_password'] }])
  expect((await stored()).bankName).toBe('current_password' in body ? account.bankName : 'Banque du Rif')
})

test('every admin whose account is open is told by mail: who, what, and how the new RIB ends', async () => {
  await shop.db.execute(sql`
    insert into accounts (custom_id, role, name, email, phone, address, search, created_at, banned_at) values
      ('A-2', 'admin', 'Hind', 'hind@shop.example', '', '', 'hind', now(), null),
      ('A-3', 'admin', 'Omar', 'omar@shop.example', '', '', 'omar', now(), now())`)
  const before = (await letters()).length
  expect((await put({ bankRib: OTHER_RIB, bankHolder: 'Rosalia SARLAU', current_password: PASSWORD })).status).toBe(200)
  const sent = (await letters()).slice(before)
  expect(sent.map(({ to }) => to)).toEqual(['admin@shop.example', 'hind@shop.example'])
  for (const { text } of sent) {
    expect(text).toMatch(/Nom admin \(A-\d+\) vient de changer/)
    expect(text).toContain('titulaire, RIB (finit par 2372)')
    expect(text).not.toContain(OTHER_RIB)
    expect(text).toMatch(/quelqu’un connaît le mot de passe de Nom admin \(A-\d+\), qui doit en changer/)
  }
})

test('ten changes an hour are mailed; the eleventh is refused, and changes nothing', async () => {
  await recordTries(shop, ['account-letters', `${shop.ids.admin}`], 3600, 10)
  expect((await put({ bankName: 'Ailleurs', current_password: PASSWORD })).status).toBe(429)
  expect((await stored()).bankName).toBe(account.bankName)
})

test('the journal says from which account to which, in full: who reads it has them in the settings', async () => {
  await put({ bankRib: OTHER_RIB, current_password: PASSWORD })
  const { json } = await shop.call('GET', '/api/admin/audit', { token })
  expect(json.data[0]).toMatchObject({
    subject: 'setting',
    changes: [{ column: 'bankRib', before: RIB, after: OTHER_RIB }],
  })
})

test('whoever closes an admin closes this as well, even in the moment between the password and the change', async () => {
  const { rows } = await shop.db.execute<{ id: AccountId }>(sql`
    insert into accounts (custom_id, role, name, email, phone, address, search, created_at, password_hash)
    select 'A-4', 'admin', 'Salma', 'salma@shop.example', '', '', 'salma', now(), password_hash from accounts
    where id = ${shop.ids.admin} returning id`)
  const [{ id }] = rows as [{ id: AccountId }]
  const own = await shop.sessionOf(id)
  const answer = await whileLocked(
    shop.db,
    `update accounts set banned_at = now() where id = ${id}`,
    async (holder) => {
      const body = { bankName: 'Ailleurs', current_password: PASSWORD }
      const saving = shop.call('PUT', '/api/admin/settings', { token: own, body })
      await holder.untilWaiting(1)
      await holder.query('commit')
      return saving
    },
  )
  expect(answer.status).toBe(403)
  expect((await stored()).bankName).toBe(account.bankName)
})
