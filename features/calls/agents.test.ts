import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#platform/kernel/durations.ts'
import type { AccountId, OrderId, ProductId } from '#platform/kernel/ids.ts'
import { whileLocked } from '#test/locks.ts'
import { type Instance, openTestShop, type TestShop } from '#test/test-app.ts'
import { listAttempts } from './queries.ts'

/** Two copies of the program on one database, so that each side of a race has connections of its own. */
let shop: TestShop
let other: Instance
let oil: ProductId

// A Monday, in the hours of calls.
const MONDAY = new Date('2026-11-23T10:00:00Z')

beforeAll(async () => {
  shop = await openTestShop()
  other = await shop.another()
  await shop.addPeople()
  await shop.addAgent()
})

afterAll(() => shop.close())

beforeEach(async () => {
  shop.now = MONDAY
  for (const who of ['admin', 'sara', 'salma'] as const) shop.tokens[who] = await shop.sessionOf(shop.ids[who])
  oil = await shop.addProduct({ name: 'Huile d’argan', stock: 500 })
})

afterEach(async () => {
  for (const id of await shop.pendingOrders())
    await asAdmin('PUT', `/api/admin/orders/${id}/tracking`, { CurrentStatus: 'annulé' })
  expect(await shop.brokenInvariants()).toEqual([])
})

const asAdmin = (method: string, path: string, body?: object) =>
  shop.call(method, path, { token: shop.tokens.admin, body }, other)
const asAgent = (method: string, path: string, body?: object) =>
  shop.call(method, path, { token: shop.tokens.salma, body })

async function placed({ phone = '0661239874', token }: { phone?: string; token?: string } = {}): Promise<OrderId> {
  const customer_id = await shop.addCustomer({ phone, city: 'Rabat', name: 'Nadia El Fassi' }, { token })
  const lines = { product_ids: [oil], prices: [token ? 110 : 149.5], quantities: [2], priceGain: [149.5] }
  const { json } = await shop.call('POST', '/api/orders/create', { token, body: { ...lines, customer_id } })
  return json.order.OrderID
}

/** Agents with a session each. */
async function agents(count: number): Promise<string[]> {
  const { rows } = await shop.db.execute<{ id: AccountId }>(`
    insert into accounts (custom_id, role, name, email, phone, address, created_at, search)
    select 'C-9' || n, 'agent', 'Agent ' || n, n || '@agents.example', '0600000000', 'Rabat', now(), ''
    from generate_series(1, ${count}) n returning id`)
  return Promise.all(rows.map(({ id }) => shop.sessionOf(id)))
}

async function mailTo(address: string): Promise<string> {
  const { rows } = await shop.db.execute<{ text: string }>(sql`
    select data->>'text' as text from pgboss.job
    where name = 'mail' and data->'to'->>'address' = ${address} order by created_on desc limit 1`)
  return rows[0]!.text
}

const NADIA = { Name: 'Nadia', Phone: '0661239874', Address: '12, rue Ibn Batouta', City: 'Casablanca' }

async function previewOf(id: OrderId) {
  const { json } = await asAgent('PUT', `/api/confirmation/${id}/order?preview=1`, NADIA)
  return json.digest as string
}

test('twenty agents who ask at once get twenty different orders', async () => {
  const ids: OrderId[] = []
  for (let order = 0; order < 20; order++) ids.push(await placed({ phone: `06611${10_000 + order}` }))
  const tokens = await agents(20)
  const cards = await Promise.all(
    tokens.map((token, nth) => shop.call('POST', '/api/confirmation/next', { token }, nth % 2 ? other : shop.first)),
  )
  const taken = cards.map(({ json }) => json.card?.OrderID)
  expect(taken.toSorted((a, b) => a - b)).toEqual(ids)
})

describe('an agent who is banned', () => {
  const ban = (id: AccountId) => asAdmin('DELETE', `/api/admin/user/${id}`)
  const restore = (id: AccountId) => asAdmin('POST', `/api/admin/user/${id}/restore`)

  test('is refused at the next call, and the card is another’s after ten minutes', async () => {
    const id = await placed()
    expect((await asAgent('POST', '/api/confirmation/next')).json.card.OrderID).toBe(id)
    expect((await ban(shop.ids.salma)).status).toBe(200)
    const late = await asAgent('POST', `/api/confirmation/${id}/attempts`, { outcome: 'confirmé' })
    expect([late.status, late.json.code]).toEqual([403, 'account_deleted'])
    expect((await asAdmin('POST', '/api/confirmation/next')).json.card).toBeNull()
    shop.pass(10 * MINUTE_MS + 1)
    expect((await asAdmin('POST', '/api/confirmation/next')).json.card.OrderID).toBe(id)
    expect(await listAttempts(shop.db, id)).toEqual([])
    await restore(shop.ids.salma)
  })

  test.each([
    ['call', (id: OrderId) => asAgent('POST', `/api/confirmation/${id}/attempts`, { outcome: 'confirmé' })],
    [
      'correction',
      async (id: OrderId, digest: string) => asAgent('PUT', `/api/confirmation/${id}/order`, { ...NADIA, digest }),
    ],
  ] as const)('during a %s writes nothing any more', async (_, act) => {
    const id = await placed()
    const digest = await previewOf(id)
    // The ban holds the account, the call of the agent waits for it behind the door.
    const held = `select from accounts where id = ${shop.ids.salma} for update`
    const [banning, acting] = await whileLocked(shop.db, held, async ({ untilWaiting }) => {
      const banning = ban(shop.ids.salma)
      await untilWaiting(1)
      const acting = act(id, digest)
      await untilWaiting(2)
      return [banning, acting] as const
    })
    expect([(await banning).status, (await acting).status]).toEqual([200, 403])
    expect(await listAttempts(shop.db, id)).toEqual([])
    expect((await asAdmin('GET', `/api/admin/orders/${id}`)).json.customer_info.City).toBe('Rabat')
    await restore(shop.ids.salma)
  })
})

describe('of two at once one wins:', () => {
  const held = (id: OrderId) => `select from orders where id = ${id} for update`

  test('an order is the card of who takes it up again, whoever takes one at that moment', async () => {
    const id = await placed()
    await asAgent('POST', `/api/confirmation/${id}/attempts`, { outcome: 'confirmé' })
    const nextOf = (token: string) => shop.call('POST', '/api/confirmation/next', { token, body: { first: id } }, other)
    const [reopening, taking] = await whileLocked(shop.db, held(id), async ({ untilWaiting }) => {
      const reopening = asAgent('POST', `/api/confirmation/${id}/reopen`, { hold: true })
      await untilWaiting(1)
      return [reopening, nextOf(shop.tokens.admin!)] as const
    })
    expect([(await reopening).status, (await taking).json.card]).toEqual([200, null])
    expect((await nextOf(shop.tokens.admin!)).json.card).toBeNull()
    expect((await nextOf(shop.tokens.salma!)).json.card.OrderID).toBe(id)
  })

  test('a supplier deletes the order that an agent settles', async () => {
    const id = await placed({ token: shop.tokens.sara })
    const [deleting, calling] = await whileLocked(shop.db, held(id), async ({ untilWaiting }) => {
      const deleting = shop.call('DELETE', `/api/supplier/orders/${id}`, { token: shop.tokens.sara }, other)
      await untilWaiting(1)
      const calling = asAgent('POST', `/api/confirmation/${id}/attempts`, { outcome: 'confirmé' })
      await untilWaiting(2)
      return [deleting, calling] as const
    })
    const late = await calling
    expect([(await deleting).status, late.status, late.json.message]).toEqual([
      200,
      409,
      'Cette commande a été supprimée.',
    ])
    expect(await listAttempts(shop.db, id)).toEqual([])
    expect(await shop.stockOf(oil)).toBe(500)
  })

  test('an order is delivered while an agent corrects it', async () => {
    const id = await placed()
    const digest = await previewOf(id)
    const [delivering, correcting] = await whileLocked(shop.db, held(id), async ({ untilWaiting }) => {
      const delivering = asAdmin('PUT', `/api/admin/orders/${id}/tracking`, { CurrentStatus: 'livré' })
      await untilWaiting(1)
      const correcting = asAgent('PUT', `/api/confirmation/${id}/order`, { ...NADIA, digest })
      await untilWaiting(2)
      return [delivering, correcting] as const
    })
    const late = await correcting
    expect([(await delivering).status, late.status, late.json.code]).toEqual([200, 409, 'order_not_correctable'])
    expect((await asAdmin('GET', `/api/admin/orders/${id}`)).json.payment.Amount).toBe(334)
  })

  test('two agents correct one order', async () => {
    const id = await placed()
    const digest = await previewOf(id)
    const sent = [shop.first, other].map((instance) =>
      shop.call(
        'PUT',
        `/api/confirmation/${id}/order`,
        { token: shop.tokens.salma, body: { ...NADIA, digest } },
        instance,
      ),
    )
    expect((await Promise.all(sent)).map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

describe('she on her page and an agent on the phone, through two copies of the program:', () => {
  const DONE = { confirmer: 'confirmed', annuler: 'cancelled', confirmé: 'confirmed', annulé: 'cancelled' } as const
  const Reason = 'changement d’avis'

  async function opened() {
    shop.now = MONDAY
    const id = await placed()
    const { url } = (await asAdmin('POST', `/api/confirmation/${id}/link`)).json
    const path = new URL(url).pathname.replace('/c/', '/api/confirm/')
    const { updated_at: seen_updated_at } = (await shop.call('GET', path)).json
    shop.pass(MINUTE_MS)
    return { id, path, seen: { seen_updated_at, Reason } }
  }

  test.each([
    ['confirmer', 'confirmé', 'La cliente a déjà traité cette commande.', 'Nom a confirmé cette commande à 10:01.'],
    ['confirmer', 'annulé', 'La cliente a déjà traité cette commande.', 'Cette commande est déjà annulée.'],
    [
      'annuler',
      'confirmé',
      'Cette commande est terminée\u00A0: aucun appel n’est à noter.',
      'Nom a confirmé cette commande à 10:01.',
    ],
  ] as const)('%s and %s at once: the first wins, the other learns it', async (action, outcome, toAgent, toHer) => {
    for (const isHersFirst of [true, false]) {
      const { id, path, seen } = await opened()
      const hers = () => shop.call('POST', path, { body: { action, ...seen } }, shop.first)
      const theirs = () =>
        shop.call(
          'POST',
          `/api/confirmation/${id}/attempts`,
          { token: shop.tokens.salma, body: { outcome, ...seen } },
          other,
        )
      const [first, second] = await whileLocked(
        shop.db,
        `select from orders where id = ${id} for update`,
        async ({ untilWaiting }) => {
          const sent = [(isHersFirst ? hers : theirs)()]
          await untilWaiting(1)
          sent.push((isHersFirst ? theirs : hers)())
          await untilWaiting(2)
          return sent
        },
      )
      const [won, lost] = [await first!, await second!]
      expect([won.status, lost.status, lost.json.message]).toEqual([200, 409, isHersFirst ? toAgent : toHer])
      const stored = DONE[isHersFirst ? action : outcome]
      expect((await listAttempts(shop.db, id)).map((each) => each.outcome)).toEqual(['link_sent', stored])
      const { status } = (await asAdmin('GET', `/api/admin/orders/${id}`)).json
      expect(status).toBe(stored === 'cancelled' ? 'annulé' : 'en attente')
      await asAdmin('PUT', `/api/admin/orders/${id}/tracking`, { CurrentStatus: 'annulé' })
      expect(await shop.stockOf(oil)).toBe(500)
    }
  })

  test('the address goes where the first of them sends it', async () => {
    const { id, path, seen } = await opened()
    const digest = await previewOf(id)
    const [theirs, hers] = await whileLocked(
      shop.db,
      `select from orders where id = ${id} for update`,
      async ({ untilWaiting }) => {
        const body = { ...NADIA, digest }
        const theirs = shop.call('PUT', `/api/confirmation/${id}/order`, { token: shop.tokens.salma, body }, other)
        await untilWaiting(1)
        const corrected = { action: 'corriger', last4: '9874', Address: '1, quai du Port', City: 'Rabat', ...seen }
        const hers = shop.call('POST', path, { body: corrected }, shop.first)
        await untilWaiting(2)
        return [theirs, hers]
      },
    )
    expect([(await theirs!).status, (await hers!).json.code]).toEqual([200, 'page_outdated'])
    expect((await asAdmin('GET', `/api/admin/orders/${id}`)).json.customer_info).toMatchObject(NADIA)
  })
})

describe('the admin’s page of agents', () => {
  const invite = (email: string) =>
    asAdmin('POST', '/api/admin/agents', { name: 'Imane Bakkali', email, phone: '0679310458', address: 'Rabat' })

  test('invites an agent, who chooses a password and is no admin', async () => {
    const { status, json } = await invite('imane@shop.example')
    expect([status, json.user]).toMatchObject([201, { role: 'agent', is_admin: 0, is_active: 1, custom_id: /^C-\d+$/ }])
    const rows = async () => (await asAdmin('GET', '/api/admin/agents?search=imane')).json.data
    expect(await rows()).toMatchObject([{ name: 'Imane Bakkali', is_deleted: false, is_invited: true }])
    expect((await invite('imane@shop.example')).json.codes).toEqual({ email: ['taken'] })
    const mail = await mailTo('imane@shop.example')
    expect(mail).toContain('Un poste de confirmation vous attend')
    const query = /^http.*reset-password\?(.*)$/m.exec(mail)?.[1]
    const link = Object.fromEntries(new URLSearchParams(query))
    const password = 'une voix bien posée'
    const body = { ...link, password, password_confirmation: password }
    expect((await shop.call('POST', '/api/password/reset', { body })).status).toBe(200)
    expect(await rows()).toMatchObject([{ is_invited: false }])
    const session = await shop.call('POST', '/api/login', { body: { identifier: json.user.custom_id, password } })
    expect((await shop.call('POST', '/api/confirmation/next', { token: session.json.token })).status).toBe(200)
    await asAdmin('DELETE', `/api/admin/user/${json.user.id}`)
    expect(await rows()).toMatchObject([{ is_deleted: true }])
    expect((await asAdmin('POST', `/api/admin/user/${json.user.id}/personal-data/export`)).json.account.role).toBe(
      'agent',
    )
    expect((await asAdmin('POST', `/api/admin/user/${json.user.id}/personal-data/anonymise`)).status).toBe(200)
    expect(await rows()).toEqual([])
  })

  test('sends an invitation again while it waits: the new link opens, the former one is dead', async () => {
    const { json } = await invite('hind@shop.example')
    const again = (id = json.user.id) => asAdmin('POST', `/api/admin/user/${id}/invitation`)
    const linkIn = (mail: string) =>
      Object.fromEntries(new URLSearchParams(/^http.*reset-password\?(.*)$/m.exec(mail)?.[1]))
    const first = linkIn(await mailTo('hind@shop.example'))
    shop.pass(8 * 24 * 60 * MINUTE_MS)
    shop.tokens.admin = await shop.sessionOf(shop.ids.admin)
    const { status, json: answer } = await again()
    expect([status, answer]).toEqual([200, { message: 'L’invitation est renvoyée à hind@shop.example.' }])
    const second = linkIn(await mailTo('hind@shop.example'))
    const password = 'une voix bien posée'
    const choose = (link: object) =>
      shop.call('POST', '/api/password/reset', { body: { ...link, password, password_confirmation: password } })
    expect([(await choose(first)).status, (await choose(second)).status]).toEqual([422, 200])
    for (const id of [json.user.id, shop.ids.admin, shop.ids.sara])
      expect((await again(id)).json.code).toBe('not_invited')
    expect((await again(999_999 as AccountId)).json.code).toBe('unknown_account')
    const banned = (await invite('hiba@shop.example')).json.user.id
    await asAdmin('DELETE', `/api/admin/user/${banned}`)
    expect((await again(banned)).json.code).toBe('not_invited')
  })

  test('has agents alone', async () => {
    const { data } = (await asAdmin('GET', '/api/admin/agents?per_page=100')).json
    expect(data.every(({ custom_id }: { custom_id: string }) => custom_id.startsWith('C-'))).toBe(true)
    expect((await asAdmin('GET', '/api/admin/suppliers?search=C-9')).json.total).toBe(0)
  })
})
