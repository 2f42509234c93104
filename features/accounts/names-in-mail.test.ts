import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, PASSWORD, type TestShop } from '#test/test-app.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
})

afterAll(() => shop.close())

const letters = async () =>
  (await shop.db.execute<{ count: number }>(sql`select count(*)::int as count from pgboss.job where name = 'mail'`))
    .rows[0]!.count

const person = { name: 'Zineb', email: 'victim@mail.example', phone: '0612345678', address: '1, rue des Fleurs' }
const sara = { name: 'Nom sara', email: 'sara@shop.example', phone: '0600000000', address: 'Rabat' }

const INVISIBLE = [
  'Zineb\nGagnez 1000 DH',
  'a\tb',
  'Zi\u202Eneb',
  'Zi\u200Bneb',
  '\u200B',
  '\u2800',
  '\u3164',
  'a\u2028b',
]
const LINKS = ['Gagnez sur https://evil.example', 'HTTP://evil.example', 'voyez WWW.evil.example']

interface Form {
  what: string
  send: (value: string) => ReturnType<TestShop['call']>
  field: string
}

const register = (change: object) =>
  shop.call('POST', '/api/register', { body: { ...person, password: PASSWORD, ...change } })
const invite = (change: object) =>
  shop.call('POST', '/api/admin/buyers', { token: shop.tokens.admin, body: { ...person, ...change } })
const update = (change: object) =>
  shop.call('PUT', '/api/user/update', { token: shop.tokens.sara, body: { ...sara, ...change } })
const recipient = (change: object) => {
  const body = { Name: 'Nadia', Phone: '0612345678', Address: '1, rue des Fleurs', City: 'Rabat', ...change }
  return shop.call('POST', '/api/customers/create', { body })
}

const NAMES: Form[] = [
  { what: 'a sign-up', field: 'name', send: (name) => register({ name }) },
  { what: 'an invitation', field: 'name', send: (name) => invite({ name }) },
  { what: 'a profile', field: 'name', send: (name) => update({ name }) },
  { what: 'a recipient', field: 'Name', send: (Name) => recipient({ Name }) },
]
const LINES: Form[] = [
  ...NAMES,
  { what: 'a sign-up', field: 'address', send: (address) => register({ address }) },
  { what: 'a profile', field: 'address', send: (address) => update({ address }) },
  { what: 'a recipient', field: 'Address', send: (Address) => recipient({ Address }) },
]

test.each(LINES)(
  '$what takes one line that people can see as its $field, and nothing else',
  async ({ send, field }) => {
    const before = await letters()
    for (const value of INVISIBLE) {
      const answer = await send(value)
      expect([answer.status, answer.json.codes], value).toEqual([422, { [field]: ['one_line'] }])
    }
    expect(await letters()).toBe(before)
  },
)

test.each(NAMES)(
  '$what takes no address of a site as a name: nobody sends strangers there from our address',
  async ({ send, field }) => {
    const before = await letters()
    for (const value of LINKS) {
      const answer = await send(value)
      expect([answer.status, answer.json.codes], value).toEqual([422, { [field]: ['no_link'] }])
    }
    expect(await letters()).toBe(before)
  },
)

test('a phone that was copied with its invisible marks is taken as its digits', async () => {
  const answer = await recipient({ Phone: '\u202A+212 6 12-34-56-78\u202C' })
  expect(answer.json.customer.Phone).toBe('0612345678')
})

test.each(['مريم العلوي', 'Élodie d’Aït-Ben 2', 'Ỹ', 'J.-P. 😀'])('«%s» is a name', async (name) => {
  expect((await recipient({ Name: name })).status).toBe(201)
})
