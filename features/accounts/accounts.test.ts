import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#platform/kernel/durations.ts'
import { openTestShop, PASSWORD, type TestShop } from '#test/test-app.ts'
import { closeAdmin } from './actions/close-admin.ts'
import { createAdmin } from './actions/create-admin.ts'
import { mailResetLink } from './actions/reset-password.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ rateLimits: true })
  await shop.addPeople()
})

afterAll(() => shop.close())

const zineb = {
  name: 'Zineb Alaoui',
  email: 'zineb@mail.example',
  phone: '0612345678',
  address: '1, rue des Fleurs',
  password: 'le soleil de minuit',
}

interface StoredMail {
  to: { address: string }
  subject: string
  text: string
}

/** Lists the letters to an address that wait to be sent, oldest first. */
async function lettersTo(address: string): Promise<StoredMail[]> {
  const { rows } = await shop.db.execute<{ data: StoredMail }>(sql`
    select data from pgboss.job where name = 'mail' and data->'to'->>'address' = ${address} order by created_on`)
  return rows.map(({ data }) => data)
}

const linkIn = (letter: StoredMail | undefined) => {
  const address = /^http.*reset-password\?(.*)$/m.exec(letter?.text ?? '')?.[1]
  return Object.fromEntries(new URLSearchParams(address)) as { token: string; email: string }
}

async function requestLink(email: string) {
  const answer = await shop.call('POST', '/api/password/email', { body: { email } })
  await mailResetLink(shop.first.shop, { email: email.toLowerCase() })
  return answer
}

const reset = (body: object) => shop.call('POST', '/api/password/reset', { body })
const logInAs = (identifier: string, password: string) =>
  shop.call('POST', '/api/login', { body: { identifier, password } })

test('whoever signs up is a supplier, and is told identifier and code by mail alone', async () => {
  const body = { ...zineb, role: 'admin', is_admin: 1, promo_code: 'MYCODE', custom_id: 'ADMIN' }
  const answer = await shop.call('POST', '/api/register', { body })
  expect(answer.status).toBe(201)
  expect(answer.json.user).toMatchObject({ role: 'supplier', is_admin: 0, is_active: 1, email: zineb.email })
  const [letter] = await lettersTo(zineb.email)
  expect(letter?.text).toContain(answer.json.user.custom_id)
  const code = /Code promo\u00A0: ([A-Z0-9]{6,12})$/m.exec(letter!.text)?.[1]
  expect((await shop.call('GET', `/api/supplier-from-code/${code}`)).json).toEqual({
    supplier_id: answer.json.user.id,
    first_name: zineb.name.split(' ')[0],
    percent: 5,
  })
  expect((await logInAs(answer.json.user.custom_id, zineb.password)).status).toBe(200)
})

test('an address has one account, however it is spelled, and a refused sign-up stores nothing', async () => {
  const before = await shop.rowCounts()
  const answer = await shop.call('POST', '/api/register', { body: { ...zineb, email: 'ZINEB@mail.example' } })
  expect(answer.status).toBe(422)
  expect(answer.json.errors).toEqual({ email: ['The email has already been taken.'] })
  expect({ ...(await shop.rowCounts()), tries: 0 }).toEqual({ ...before, tries: 0 })
})

test.each([
  ['email', '', 'The email field is required.'],
  ['email', 'zineb', 'The email field must be a valid email address.'],
  ['phone', '06 12 34', 'The phone field must only contain digits.'],
  ['password', 'court', 'The password field must be at least 8 characters.'],
  ['password', 'motdepasse', 'The password field is too common.'],
  ['name', undefined, 'The name field is required.'],
])('a sign-up with %s «%s» is refused with words for that field', async (field, value, message) => {
  const body = { ...zineb, email: 'other@mail.example', [field]: value }
  const answer = await shop.call('POST', '/api/register', { body })
  expect(answer.status).toBe(422)
  expect(answer.json.errors).toEqual({ [field]: [message] })
})

test('a link sets a new password once, within the hour, and ends every session', async () => {
  await requestLink('Sara@shop.example')
  const link = linkIn((await lettersTo('sara@shop.example')).at(-1))
  const chosen = { password: 'une nouvelle phrase', password_confirmation: 'une nouvelle phrase' }
  const token = shop.tokens.sara
  expect((await reset({ ...link, ...chosen, token: `${link.token}x` })).status).toBe(422)
  expect((await reset({ ...link, ...chosen, email: 'karim@shop.example' })).status).toBe(422)
  expect((await reset({ ...link, password: 'court', password_confirmation: 'court' })).status).toBe(422)
  expect((await reset({ ...link, ...chosen, password_confirmation: 'autre chose' })).status).toBe(422)
  expect((await shop.call('GET', `/api/suppliers/${shop.ids.sara}`, { token })).status).toBe(200)

  const all = await Promise.all(Array.from({ length: 20 }, () => reset({ ...link, ...chosen })))
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await shop.call('GET', `/api/suppliers/${shop.ids.sara}`, { token })).status).toBe(401)
  expect((await logInAs('sara@shop.example', PASSWORD)).status).toBe(401)
  expect((await logInAs('sara@shop.example', chosen.password)).status).toBe(200)
})

test('a link is dead after an hour, and as soon as a newer one is asked for', async () => {
  const chosen = { password: 'encore une phrase', password_confirmation: 'encore une phrase' }
  await requestLink('youssef@shop.example')
  const first = linkIn((await lettersTo('youssef@shop.example')).at(-1))
  await requestLink('youssef@shop.example')
  const second = linkIn((await lettersTo('youssef@shop.example')).at(-1))
  expect(second.token).not.toBe(first.token)
  expect((await reset({ ...first, ...chosen })).status).toBe(422)
  shop.pass(HOUR_MS + 1000)
  expect((await reset({ ...second, ...chosen })).status).toBe(422)
  expect((await logInAs('youssef@shop.example', PASSWORD)).status).toBe(200)
})

test('a link that somebody asks for in the place of an invitation lives as long as one', async () => {
  const invited = { name: 'Hind Bennis', email: 'hind@shop.example', phone: '0679310458', address: 'Rabat' }
  const token = await shop.logIn('admin')
  const { json } = await shop.call('POST', '/api/admin/agents', { token, body: invited })
  await requestLink(invited.email)
  const letters = await lettersTo(invited.email)
  shop.pass(2 * HOUR_MS)
  const chosen = { password: 'une voix bien posée', password_confirmation: 'une voix bien posée' }
  expect((await reset({ ...linkIn(letters[1]), ...chosen })).status).toBe(200)
  expect((await logInAs(json.user.custom_id, chosen.password)).status).toBe(200)
  expect(letters.map(({ subject }) => subject)).toEqual(Array(2).fill(expect.stringContaining('votre poste')))
  await requestLink(invited.email)
  expect((await lettersTo(invited.email)).at(-1)?.text).toContain('Ce lien vaut une heure')
})

test('whether an address has an account shows in no answer, and a stranger’s addresses fill no queue', async () => {
  const waiting = async (email: string) => {
    const { rows } = await shop.db.execute(sql`
      select from pgboss.job where name = 'password-reset' and data->>'email' = ${email}`)
    return rows.length
  }
  const ask = (email: string) => shop.call('POST', '/api/password/email', { body: { email } })
  const [known, unknown] = [await ask('karim@shop.example'), await ask('nobody@shop.example')]
  expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
  expect([await waiting('karim@shop.example'), await waiting('nobody@shop.example')]).toEqual([1, 0])
  await mailResetLink(shop.first.shop, { email: 'nobody@shop.example' })
  expect(await lettersTo('nobody@shop.example')).toEqual([])
})

test('a person reads its own profile with the RIB masked, nobody else’s; an admin reads all', async () => {
  const token = await shop.logIn('youssef')
  const path = `/api/suppliers/${shop.ids.youssef}`
  const change = { name: 'Youssef', email: 'youssef@shop.example', phone: '0611111111', address: 'Fès' }
  const rib = '007 780 0001234567890123 45'
  expect(
    (await shop.call('PUT', '/api/user/update', { token, body: { ...change, rib, current_password: PASSWORD } }))
      .status,
  ).toBe(200)
  expect((await shop.call('GET', path, { token })).status).toBe(401)

  const again = await shop.logIn('youssef')
  const own = await shop.call('GET', path, { token: again })
  expect(Object.keys(own.json).sort()).toEqual(
    ['address', 'custom_id', 'email', 'gainsUser', 'grade', 'id', 'name', 'phone', 'promo_code', 'rib'].sort(),
  )
  expect(own.json).toMatchObject({ rib: '•••• •••• •••• •••• •••• 2345', grade: 'Bronze', gainsUser: 0 })
  expect((await shop.call('GET', `/api/suppliers/${shop.ids.karim}`, { token: again })).status).toBe(403)
  expect((await shop.call('GET', path, { token: await shop.logIn('admin') })).json.name).toBe('Youssef')
  await shop.call('PUT', '/api/user/update', { token: again, body: change })
  const after = await shop.call('GET', path, { token: await shop.logIn('youssef') })
  expect(after.json.rib).toBe('•••• •••• •••• •••• •••• 2345')
})

test('a change of profile is told to the address that the account had, and a taken address is refused', async () => {
  const token = await shop.logIn('karim')
  const contact = { name: 'Karim', email: 'karim.new@shop.example', phone: '0622222222', address: 'Taza' }
  const change = { ...contact, current_password: PASSWORD }
  const taken = { ...change, email: 'SARA@shop.example' }
  const refused = await shop.call('PUT', '/api/user/update', { token, body: taken })
  expect(refused.json.errors).toEqual({ email: ['The email has already been taken.'] })
  expect((await shop.call('PUT', '/api/user/update', { token, body: change })).status).toBe(200)
  const letter = (await lettersTo('karim@shop.example')).at(-1)
  expect(letter?.subject).toBe('Votre profil a été modifié')
  expect(letter?.text).toContain('adresse e-mail')
})

test.each(['123', '1234567890123456789012345', 'abcdefghijklmnopqrstuvwx'])('«%s» is no RIB', async (rib) => {
  const body = { name: 'S', email: 'sara@shop.example', phone: '0600000000', address: 'R', rib }
  const token = (await logInAs('sara@shop.example', 'une nouvelle phrase')).json.token
  const answer = await shop.call('PUT', '/api/user/update', { token, body })
  expect(answer.json.errors).toEqual({ rib: ['The rib field must be 24 digits.'] })
})

test('an admin is made with twelve characters at least, and logs in as A- and a number', async () => {
  const { db, randomBytes } = shop.first.shop
  const tools = { db, randomBytes, now: shop.now }
  const make = (email: string, password: string) => createAdmin(tools, shop.first.hashing, { email, password })
  await expect(make('chef@shop.example', 'onze lettre')).rejects.toThrow('at least 12 characters')
  await expect(make('chef', 'assez long pour lui')).rejects.toThrow('valid email')
  const customId = await make('chef@shop.example', 'assez long pour lui')
  expect(customId).toMatch(/^A-\d+$/)
  await expect(make('CHEF@shop.example', 'assez long pour lui')).rejects.toThrow('already been taken')
  expect((await logInAs(customId, 'assez long pour lui')).json.user.is_admin).toBe(1)
})

test('an admin who leaves is out at once, of two who close each other one stays, and the last one cannot be closed', async () => {
  const { db } = shop.first.shop
  const close = (identifier: string) => closeAdmin(db, identifier, shop.now)
  const { json } = await logInAs('chef@shop.example', 'assez long pour lui')
  await expect(close('personne')).rejects.toThrow('n’existe pas')
  await expect(close('sara@shop.example')).rejects.toThrow('en activité')
  const first = json.user.custom_id as string
  const closed = await Promise.allSettled([close(first), close('admin@shop.example')])
  expect(closed.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const left = closed[0]!.status === 'fulfilled' ? 'admin@shop.example' : first
  await expect(close(left)).rejects.toThrow('dernier administrateur')
  const mine = await shop.call('GET', '/api/sessions', { token: json.token })
  expect(mine.status).toBe(closed[0]!.status === 'fulfilled' ? 401 : 200)
})
