import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#platform/db/database.ts'
import { MINUTE_MS } from '#platform/kernel/durations.ts'
import type { AccountId, OrderId, ProductId } from '#platform/kernel/ids.ts'
import { foldAttempts } from '#test/call-model.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { takeNextCard } from './actions.ts'
import { findConfirmation, findLastChange, listAttempts, listOrdersOfPhone } from './queries.ts'

let shop: TestShop
let oil: ProductId

// A Monday, in the hours of calls.
const MONDAY = new Date('2026-11-23T10:00:00Z')

beforeAll(async () => {
  shop = await openTestShop()
  shop.now = MONDAY
  await shop.addPeople()
  await shop.addAgent()
})

afterAll(() => shop.close())

beforeEach(async () => {
  shop.now = MONDAY
  oil = await shop.addProduct({ name: 'Huile d’argan', stock: 500 })
})

afterEach(async () => {
  for (const id of await shop.pendingOrders())
    await asAdmin('PUT', `/api/admin/orders/${id}/tracking`, { CurrentStatus: 'annulé' })
  expect(await shop.brokenInvariants()).toEqual([])
})

/** With a session of this very moment: tests go on for days. */
const asAdmin = async (method: string, path: string, body?: object) =>
  shop.call(method, path, { token: await shop.sessionOf(shop.ids.admin), body })

const asAgent = async (method: string, path: string, body?: object) =>
  shop.call(method, path, { token: await shop.sessionOf(shop.ids.salma), body })

async function placed({ phone = '0661239874', quantity = 1, token = '' } = {}): Promise<OrderId> {
  const by = token ? { token } : {}
  const customer_id = await shop.addCustomer({ phone, city: 'Rabat', name: 'Nadia El Fassi' }, by)
  const prices = [token ? 110 : 149.5]
  const lines = { product_ids: [oil], prices, quantities: [quantity], priceGain: [149.5] }
  const { json } = await shop.call('POST', '/api/orders/create', { ...by, body: { ...lines, customer_id } })
  return json.order.OrderID
}

const next = async () => (await asAdmin('POST', '/api/confirmation/next')).json
const reopenedBy = (body: object, id: OrderId) => asAdmin('POST', `/api/confirmation/${id}/reopen`, body)
const attempt = (id: OrderId, body: object) => asAdmin('POST', `/api/confirmation/${id}/attempts`, body)
const later = (minutes: number) => {
  shop.now = new Date(shop.now.getTime() + minutes * MINUTE_MS)
}

describe('the next card', () => {
  test('tells who, what, how much, why now, and nothing of what anybody earns', async () => {
    const id = await placed({ quantity: 2 })
    expect((await next()).card.why).toBe('Reçue à l’instant\u00A0: appelez maintenant.')
    later(6)
    const { card, counts } = await next()
    expect(card).toMatchObject({
      OrderID: id,
      lane: 'new',
      why: 'Reçue il y a 6\u00A0minutes\u00A0: appelez maintenant.',
      attempt: 1,
      customer_info: { Name: 'Nadia El Fassi', Phone: '0661239874', City: 'Rabat' },
      products: [{ name: 'Huile d’argan', quantity: 2 }],
      amount: 334,
      risk: { light: 'green', points: [] },
      history: [],
      others: [],
      custom_id: null,
    })
    expect(card.script).toBe(
      'Salam Nadia, c’est Nom admin de Rosalia. Vous avez commandé 2\u00A0× Huile d’argan\u00A0: 334,00\u00A0DH à la livraison, à Rabat. C’est bien ça\u00A0?',
    )
    expect(card.script_darija).toMatch(/^Salam Nadia, m3ak Nom admin men Rosalia\. Tlebti 2\u00A0× Huile d’argan, 334/)
    expect(counts).toMatchObject({ to_call: 1, promised: 0, settled_today: 0 })
    expect(JSON.stringify(card)).not.toMatch(/gain|distribut|rib|email/i)
  })

  test('says of a call that is made again which one it is, and whether the line was busy or nobody answered', async () => {
    const id = await placed()
    const whyAfter = async (outcome: string, minutes: number) => {
      await attempt(id, { outcome })
      later(minutes)
      const { card } = await next()
      return [card.OrderID, card.attempt, card.why]
    }
    expect(await whyAfter('occupé', 16)).toEqual([
      id,
      2,
      '2e\u00A0essai\u00A0: la ligne était occupée ce matin à\u00A010\u00A0h.',
    ])
    // A link that was sent is no call: the hour stays that of the call.
    await attempt(id, { outcome: 'lien envoyé' })
    expect((await next()).card.why).toContain('la ligne était occupée ce matin à\u00A010\u00A0h.')
    expect(await whyAfter('pas de réponse', 121)).toEqual([
      id,
      3,
      '3e\u00A0essai\u00A0: personne n’a répondu ce matin à\u00A010\u00A0h\u00A016.',
    ])
  })

  test('is nobody’s when all is called, and says when the next call is due', async () => {
    const id = await placed()
    await attempt(id, { outcome: 'pas de réponse' })
    expect(await next()).toMatchObject({
      card: null,
      next_due: '2026-11-23T12:00:00.000Z',
      next_city: 'Rabat',
      opens_at: null,
    })
    shop.now = new Date('2026-11-23T21:00:00Z')
    expect((await next()).opens_at).toBe('2026-11-24T09:00:00.000Z')
  })

  test('is the same one for who asks again, and free for others after ten minutes or when it is given back', async () => {
    const id = await placed()
    expect((await next()).card.OrderID).toBe(id)
    expect((await next()).card.OrderID).toBe(id)
    const other = async (at: Date) => (await inTransaction(shop.db, (tx) => takeNextCard(tx, shop.ids.sara, at))).id
    expect(await other(shop.now)).toBeNull()
    expect((await asAdmin('POST', '/api/confirmation/release')).status).toBe(204)
    expect(await other(shop.now)).toBe(id)
    expect((await next()).card).toBeNull()
    later(11)
    expect((await next()).card.OrderID).toBe(id)
  })

  test('is none whose outcome is on its way; that one stays held, and the one that is named comes first', async () => {
    const [oldest, second, newest] = [await placed(), await placed(), await placed()]
    expect((await next()).card.OrderID).toBe(oldest)
    const wished = async (body: object) => (await asAdmin('POST', '/api/confirmation/next', body)).json
    const { card, counts } = await wished({ settling: [oldest] })
    expect([card.OrderID, counts.to_call]).toEqual([second, 2])
    const other = (await inTransaction(shop.db, (tx) => takeNextCard(tx, shop.ids.sara, shop.now))).id
    expect(other).toBe(newest)
    expect((await wished({ first: oldest, settling: [second] })).card.OrderID).toBe(oldest)
    expect((await wished({ first: newest })).card.OrderID).toBe(oldest)
    expect((await asAdmin('POST', '/api/confirmation/next', { settling: [0] })).status).toBe(422)
  })

  test('knows the products of other orders of its phone, also where one has several', async () => {
    const [phone, cream] = ['0661777888', await shop.addProduct({ name: 'Crème' })]
    const two = { product_ids: [oil, cream], prices: [149.5, 149.5], quantities: [1, 1], priceGain: [149.5, 149.5] }
    for (let nth = 0; nth < 2; nth++) {
      const customer_id = await shop.addCustomer({ phone, city: 'Rabat' })
      await shop.call('POST', '/api/orders/create', { body: { ...two, customer_id } })
    }
    const id = await placed({ phone })
    const others = await listOrdersOfPhone(shop.db, { id, phone }, new Date(0))
    expect(others.map(({ productIds }) => productIds.toSorted((a, b) => a - b))).toEqual([
      [oil, cream],
      [oil, cream],
    ])
  })

  test('goes back when the page is left, but not one whose outcome is on its way', async () => {
    const [settling, second] = [await placed(), await placed()]
    expect((await next()).card.OrderID).toBe(settling)
    const released = await asAdmin('POST', '/api/confirmation/release', { settling: [settling] })
    expect(released.status).toBe(204)
    const other = async () => (await inTransaction(shop.db, (tx) => takeNextCard(tx, shop.ids.sara, shop.now))).id
    expect(await other()).toBe(second)
    expect((await attempt(settling, { outcome: 'annulé', Reason: 'autre' })).status).toBe(200)
  })

  test('stays whose it is when the customer corrects it, and when its number is corrected', async () => {
    const id = await placed({ phone: '0661777888' })
    expect((await next()).card.OrderID).toBe(id)
    const { url } = (await asAdmin('POST', `/api/confirmation/${id}/link`)).json
    later(1)
    const path = new URL(url).pathname.replace('/c/', '/api/confirm/')
    const hers = { action: 'corriger', last4: '7888', Address: '3, rue Neuve', City: 'Rabat' }
    expect((await shop.call('POST', path, { body: hers })).status).toBe(200)
    expect(await findConfirmation(shop.db, id)).toMatchObject({ heldBy: shop.ids.admin })
    later(1)
    await attempt(id, { outcome: 'pas de réponse' })
    expect((await reopenedBy({ hold: true }, id)).status).toBe(200)
    const to = { Name: 'Nadia', Phone: '0661777999', Address: 'Ici', City: 'Rabat' }
    const { digest } = (await asAdmin('PUT', `/api/confirmation/${id}/order?preview=1`, to)).json
    expect((await asAdmin('PUT', `/api/confirmation/${id}/order`, { ...to, digest })).status).toBe(200)
    expect(await findConfirmation(shop.db, id)).toMatchObject({ contact: 'to_call', heldBy: shop.ids.admin })
  })

  test('names the orders of its phone that may become one with it, and what each costs', async () => {
    const supplier = { token: await shop.sessionOf(shop.ids.sara) }
    const phone = '0661555666'
    const [first, second] = [await placed({ phone }), await placed({ phone, quantity: 2 })]
    const third = await placed({ phone, ...supplier })
    const { others } = (await next()).card
    expect(others.map((other: Record<string, unknown>) => [other.OrderID, other.amount, other.mergeable])).toEqual([
      [third, 184.5, false],
      [second, 334, true],
    ])
    await asAdmin('PUT', `/api/admin/orders/${second}/tracking`, { CurrentStatus: 'attribué' })
    const { card } = await next()
    expect([card.OrderID, card.others[1]]).toMatchObject([first, { OrderID: second, mergeable: false }])
  })

  test('is counted without being taken, and another’s card is not counted', async () => {
    await placed()
    await placed()
    const counted = async () => (await asAdmin('GET', '/api/confirmation/counts')).json.counts.to_call
    expect(await counted()).toBe(2)
    await inTransaction(shop.db, (tx) => takeNextCard(tx, shop.ids.sara, shop.now))
    expect(await counted()).toBe(1)
    const { rows } = await shop.db.execute(sql`
      select held_by from confirmations join orders on id = order_id where held_by is not null and status = 'pending'`)
    expect(rows).toEqual([{ held_by: shop.ids.sara }])
  })

  test('of twenty who ask at once is another order for each', async () => {
    const ids: OrderId[] = []
    for (let order = 0; order < 20; order++) ids.push(await placed({ phone: `06611${10_000 + order}` }))
    const { rows } = await shop.db.execute<{
      id: AccountId
    }>(`insert into accounts (custom_id, role, name, email, phone, address, created_at, search)
      select 'Z-' || n, 'admin', 'Agent ' || n, n || '@agents.example', '0600000000', 'Rabat', now(), '' from generate_series(1, 20) n returning id`)
    const taken = await Promise.all(
      rows.map(({ id }) => inTransaction(shop.db, (tx) => takeNextCard(tx, id, shop.now))),
    )
    expect(taken.map(({ id }) => id).toSorted((a, b) => a! - b!)).toEqual(ids)
  })
})

test('the owner’s words, pause and number of tries count at once', async () => {
  const set = (body: object) => asAdmin('PUT', '/api/admin/settings', body)
  const id = await placed()
  await set({
    callScript: '{ville}\u00A0: {produits}',
    callScriptDarija: '',
    noCallsOnFriday: 'off',
    triesBeforeUnreachable: '2',
  })
  expect((await next()).card).toMatchObject({ script: 'Rabat\u00A0: 1\u00A0× Huile d’argan', script_darija: null })
  const { json } = await attempt(id, { outcome: 'reporté', due_at: '2026-11-27T13:00:00.000Z' })
  expect(json).toMatchObject({ due_at: '2026-11-27T13:00:00.000Z', message: `Commande ${id}\u00A0: reporté.` })
  await attempt(id, { outcome: 'pas de réponse' })
  expect((await attempt(id, { outcome: 'pas de réponse' })).json.contact).toBe('unreachable')
  await set({ callScript: null, callScriptDarija: null, noCallsOnFriday: null, triesBeforeUnreachable: null })
})

describe('what came of a call', () => {
  test('confirmed: the order stays as it is, and is on no card any more', async () => {
    const id = await placed()
    const answer = await attempt(id, { outcome: 'confirmé', note: 'Sonner deux fois' })
    expect(answer.json).toEqual({ message: `Commande ${id}\u00A0: confirmé.`, contact: 'confirmed', due_at: null })
    expect((await next()).card).toBeNull()
    const { status, history } = (await asAdmin('GET', `/api/admin/orders/${id}`)).json
    expect([status, history[0].what, history[0].changes]).toEqual([
      'en attente',
      'called',
      [{ field: 'outcome', from: null, to: 'confirmé' }],
    ])
  })

  test('cancelled: the order is, for that reason, and its pieces are back', async () => {
    const id = await placed()
    expect((await attempt(id, { outcome: 'annulé' })).json.codes).toEqual({ Reason: ['required'] })
    await attempt(id, { outcome: 'annulé', Reason: 'changement d’avis' })
    expect(await shop.stockOf(oil)).toBe(500)
    expect((await asAdmin('GET', `/api/admin/orders/${id}`)).json).toMatchObject({
      status: 'annulé',
      Reason: 'changement d’avis',
    })
    expect((await attempt(id, { outcome: 'confirmé' })).json.code).toBe('order_over')
  })

  test('postponed: to an hour to come, within two weeks and the hours of calls', async () => {
    const id = await placed()
    const promise = (due_at?: string) => attempt(id, { outcome: 'reporté', due_at })
    expect((await promise()).json.codes).toEqual({ due_at: ['required'] })
    expect((await promise('2026-11-23T09:59:00Z')).json.codes).toEqual({ due_at: ['due_at_past'] })
    expect((await promise('2026-12-08T10:00:00Z')).json.codes).toEqual({ due_at: ['due_at_far'] })
    // On Friday at one there is the prayer: the call is moved, and the answer says so.
    expect((await promise('2026-11-27T13:00:00Z')).json).toMatchObject({
      due_at: '2026-11-27T14:00:00.000Z',
      message: `Commande ${id}\u00A0: reporté. À cette heure, personne n’appelle\u00A0: rappel le 27\u00A0novembre à\u00A014\u00A0h.`,
    })
    shop.now = new Date('2026-11-27T14:00:00Z')
    expect((await next()).card).toMatchObject({ OrderID: id, lane: 'promised', attempt: 2 })
  })

  test('four times without an answer: unreachable, on no card until it is reopened', async () => {
    const id = await placed()
    for (let call = 1; call <= 4; call++) {
      const { contact, due_at } = (await attempt(id, { outcome: 'pas de réponse' })).json
      if (call < 4) expect([contact, due_at > shop.now.toISOString()]).toEqual(['retry', true])
      else expect([contact, due_at]).toEqual(['unreachable', null])
      shop.now = due_at ? new Date(due_at) : shop.now
    }
    expect((await next()).card).toBeNull()
    const reopen = () => asAdmin('POST', `/api/confirmation/${id}/reopen`, { note: 'Elle a rappelé' })
    expect((await reopen()).json.contact).toBe('to_call')
    expect((await reopen()).json.code).toBe('still_to_call')
    expect((await next()).card.OrderID).toBe(id)
  })

  test.each([
    ['pas de réponse', undefined, 'retry'],
    ['reporté', '2026-11-24T10:00:00Z', 'promised'],
  ])(
    '%s by a slip of the finger: taken back, it is the card of who took it back, and its try counts on',
    async (outcome, due_at, lane) => {
      const id = await placed()
      const older = await placed()
      await attempt(id, { outcome, due_at })
      later(1)
      expect((await next()).card.OrderID).toBe(older)
      const reopen = () => asAdmin('POST', `/api/confirmation/${id}/reopen`, {})
      expect((await reopen()).status).toBe(200)
      const { card } = (await asAdmin('POST', '/api/confirmation/next', { first: id })).json
      expect(card).toMatchObject({ OrderID: id, lane, attempt: 2 })
      expect(card.why).toBe('Reprise ce matin à\u00A010\u00A0h\u00A001\u00A0: appelez maintenant.')
      expect((await reopen()).json.code).toBe('still_to_call')
      for (let call = outcome === 'reporté' ? 1 : 2; call <= 4; call++) await attempt(id, { outcome: 'pas de réponse' })
      expect((await findConfirmation(shop.db, id)).contact).toBe('unreachable')
    },
  )

  test('with one key is written down once', async () => {
    const id = await placed()
    const headers = { 'idempotency-key': 'k'.repeat(20) }
    const twice = () =>
      shop.call('POST', `/api/confirmation/${id}/attempts`, {
        token: shop.tokens.admin,
        body: { outcome: 'occupé' },
        headers,
      })
    expect((await twice()).text).toBe((await twice()).text)
    expect(await listAttempts(shop.db, id)).toHaveLength(1)
    // The key of a call about another order is a mistake that is told, not that other order's answer.
    const other = await placed()
    const { status, json } = await shop.call('POST', `/api/confirmation/${other}/attempts`, {
      token: shop.tokens.admin,
      body: { outcome: 'occupé' },
      headers,
    })
    expect([status, json.code]).toEqual([422, 'idempotency_key_reused'])
  })

  test('is refused of another’s card, of an order changed since it was shown, and of one that has left', async () => {
    const id = await placed()
    await inTransaction(shop.db, (tx) => takeNextCard(tx, shop.ids.sara, shop.now))
    expect((await attempt(id, { outcome: 'confirmé' })).json.code).toBe('order_being_called')
    later(11)
    const { card } = await next()
    later(1)
    await attempt(id, { outcome: 'occupé' })
    const late = await attempt(id, { outcome: 'confirmé', seen_updated_at: card.updated_at })
    expect([late.json.code, late.json.message]).toEqual(['order_dealt_with', 'Nom admin a déjà traité cette commande.'])
    const called = shop.now.toISOString()
    later(1)
    await asAdmin('PUT', `/api/admin/orders/${id}/tracking`, { CurrentStatus: 'attribué' })
    const afterMove = await attempt(id, { outcome: 'confirmé', seen_updated_at: called })
    expect(afterMove.json.message).toBe('Quelqu’un a déjà traité cette commande.')
    await asAdmin('PUT', `/api/admin/orders/${id}/tracking`, { CurrentStatus: 'en transit' })
    expect((await attempt(id, { outcome: 'confirmé' })).json.code).toBe('order_left')
    expect((await attempt(999_999 as OrderId, { outcome: 'confirmé' })).status).toBe(404)
  })

  test('is refused of an order that a colleague dealt with after the clock went back', async () => {
    for (const isCalledBefore of [true, false]) {
      const id = await placed()
      later(1)
      if (isCalledBefore) await attempt(id, { outcome: 'occupé' })
      const seen = { seen_updated_at: (await findLastChange(shop.db, id))!.toISOString() }
      later(-60)
      expect((await attempt(id, { outcome: 'confirmé', ...seen })).status).toBe(200)
      later(1)
      const stale = await attempt(id, { outcome: 'faux numéro', ...seen })
      expect([stale.json.code, stale.json.message]).toEqual([
        'order_dealt_with',
        'Nom admin a déjà traité cette commande.',
      ])
      expect((await findConfirmation(shop.db, id)).contact).toBe('confirmed')
      later(58)
    }
  })

  test('two outcomes of one card at once: one is stored, the other is told who was first', async () => {
    const id = await placed()
    const { card } = await next()
    later(1)
    const answers = await Promise.all(
      ['confirmé', 'faux numéro'].map((outcome) => attempt(id, { outcome, seen_updated_at: card.updated_at })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await listAttempts(shop.db, id)).toHaveLength(1)
  })
})

describe('two orders that become one', () => {
  const merge = async (id: OrderId, other: OrderId) => {
    const path = `/api/confirmation/${id}/merge`
    const { digest } = (await asAdmin('POST', `${path}?preview=1`, { other })).json
    expect((await asAdmin('POST', path, { other, digest })).status).toBe(200)
  }
  const stateOf = async (id: OrderId) => {
    const { heldBy, heldUntil, ...state } = await findConfirmation(shop.db, id)
    expect(state).toEqual(foldAttempts(await listAttempts(shop.db, id)))
    return { ...state, isHeld: heldBy === shop.ids.admin && heldUntil! > shop.now }
  }
  /** Her answer on her own page, by the link of an order. */
  const answers = async (id: OrderId, body: object) => {
    const { url } = (await asAdmin('POST', `/api/confirmation/${id}/link`)).json
    const path = new URL(url).pathname.replace('/c/', '/api/confirm/')
    expect((await shop.call('POST', path, { body })).status).toBe(200)
  }
  const two = async (phone: string) => {
    const older = await placed({ phone })
    later(60)
    return [older, await placed({ phone })] as const
  }

  test('are to be called now, by whoever merges them, also when nobody answered for the older', async () => {
    const older = await placed({ phone: '0661500001' })
    for (let call = 0; call < 4; call++) {
      await attempt(older, { outcome: 'pas de réponse' })
      later(60)
    }
    expect((await stateOf(older)).contact).toBe('unreachable')
    const newer = await placed({ phone: '0661500001' })
    expect((await next()).card.OrderID).toBe(newer)
    await merge(newer, older)
    expect(await stateOf(older)).toMatchObject({ contact: 'to_call', isHeld: true })
    expect((await asAdmin('POST', '/api/confirmation/next', { first: older })).json.card.OrderID).toBe(older)
  })

  test('are called now instead of at the hour that the older waited for, and nobody else gets that card', async () => {
    const [older, newer] = await two('0661500002')
    await attempt(older, { outcome: 'pas de réponse' })
    expect((await next()).card.OrderID).toBe(newer)
    await merge(older, newer)
    expect(await stateOf(older)).toMatchObject({ contact: 'retry', halves: 2, dueAt: shop.now, isHeld: true })
    const { id } = await inTransaction(shop.db, (tx) => takeNextCard(tx, shop.ids.sara, shop.now))
    expect(id).toBeNull()
  })

  test('neither of which was called are the card of whoever had one of them, and no call is written down', async () => {
    const [older, newer] = await two('0661500003')
    expect((await next()).card.OrderID).toBe(newer)
    await merge(older, newer)
    expect(await stateOf(older)).toMatchObject({ contact: 'to_call', attempts: 0, isHeld: true })
  })

  test('stay free for everybody when whoever merges them had neither, or no longer', async () => {
    const [called, twin] = await two('0661500008')
    await attempt(called, { outcome: 'faux numéro' })
    await merge(called, twin)
    expect(await stateOf(called)).toMatchObject({ contact: 'to_call', isHeld: false })
    expect((await asAgent('POST', '/api/confirmation/next')).json.card.OrderID).toBe(called)
    expect((await asAgent('POST', '/api/confirmation/release')).status).toBe(204)
    const [older, newer] = await two('0661500009')
    expect((await asAdmin('POST', '/api/confirmation/next', { first: older })).json.card.OrderID).toBe(older)
    later(11)
    await merge(older, newer)
    expect((await asAgent('POST', '/api/confirmation/next', { first: older })).json.card.OrderID).toBe(older)
  })

  test('stay the card of whoever is on the phone, who only has to look at what came in', async () => {
    const [older, newer] = await two('0661500010')
    const take = () => asAgent('POST', '/api/confirmation/next', { first: older })
    const told = (await take()).json.card
    const { heldBy, heldUntil } = await findConfirmation(shop.db, older)
    // The other order is the card of whoever merges: it is over then, and its hold goes nowhere.
    expect((await next()).card.OrderID).toBe(newer)
    later(1)
    await merge(newer, older)
    expect(await findConfirmation(shop.db, older)).toMatchObject({ heldBy, heldUntil, attempts: 0, lastAt: null })
    expect(heldBy).toBe(shop.ids.salma)
    const answer = (card: { updated_at: string }) =>
      asAgent('POST', `/api/confirmation/${older}/attempts`, { outcome: 'confirmé', seen_updated_at: card.updated_at })
    // She told the customer the amount of one order: that is no word about two.
    expect((await answer(told)).json.code).toBe('order_dealt_with')
    const { card } = (await take()).json
    expect([card.OrderID, card.amount > told.amount]).toEqual([older, true])
    expect((await answer(card)).status).toBe(200)
  })

  test('are confirmed when she confirmed the newer on her page, from the day that she chose', async () => {
    const [older, newer] = await two('0661500004')
    await answers(newer, { action: 'autre jour', day: '2026-11-27' })
    const said = shop.now
    later(5)
    await merge(newer, older)
    const { heldBy, ...state } = await findConfirmation(shop.db, older)
    expect(await stateOf(older)).toMatchObject({ contact: 'confirmed', wishDay: '2026-11-27', confirmedVia: 'page' })
    expect([state.confirmedAt, heldBy]).toEqual([said, null])
  })

  test('stay confirmed with the day of the older when the newer was not', async () => {
    const [older, newer] = await two('0661500005')
    await answers(older, { action: 'autre jour', day: '2026-11-26' })
    await attempt(newer, { outcome: 'pas de réponse' })
    await merge(newer, older)
    expect(await stateOf(older)).toMatchObject({ contact: 'confirmed', wishDay: '2026-11-26', isHeld: false })
  })

  test('both confirmed take what was said last', async () => {
    const [older, newer] = await two('0661500006')
    await answers(older, { action: 'autre jour', day: '2026-11-26' })
    later(1)
    await attempt(newer, { outcome: 'confirmé' })
    await merge(newer, older)
    expect(await stateOf(older)).toMatchObject({ contact: 'confirmed', wishDay: null, confirmedVia: 'phone' })
    const [first, second] = await two('0661500007')
    await attempt(second, { outcome: 'confirmé' })
    later(1)
    await answers(first, { action: 'autre jour', day: '2026-11-26' })
    await merge(second, first)
    expect(await stateOf(first)).toMatchObject({ contact: 'confirmed', wishDay: '2026-11-26', confirmedVia: 'page' })
  })

  test('keep what was said about the older after the newer was confirmed', async () => {
    const [older, newer] = await two('0661500011')
    await attempt(newer, { outcome: 'confirmé' })
    later(60)
    const due_at = '2026-11-24T15:00:00.000Z'
    await attempt(older, { outcome: 'reporté', due_at, note: 'elle hésite' })
    const said = await stateOf(older)
    expect(said).toMatchObject({ contact: 'postponed', dueAt: new Date(due_at), lastAt: shop.now })
    later(1)
    await merge(older, newer)
    expect(await stateOf(older)).toEqual(said)
    const [first, second] = await two('0661500012')
    await attempt(second, { outcome: 'confirmé' })
    later(1)
    await attempt(first, { outcome: 'faux numéro' })
    await merge(second, first)
    expect(await stateOf(first)).toMatchObject({ contact: 'wrong_number', attempts: 1 })
  })

  test('are confirmed as the newer also when nothing but a link of the older was sent since', async () => {
    const [older, newer] = await two('0661500013')
    await attempt(older, { outcome: 'faux numéro' })
    await attempt(newer, { outcome: 'confirmé' })
    const confirmedAt = shop.now
    later(1)
    expect((await asAdmin('POST', `/api/confirmation/${older}/link`)).status).toBe(200)
    await merge(older, newer)
    expect(await stateOf(older)).toMatchObject({ contact: 'confirmed', confirmedAt, lastAt: shop.now })
  })

  test('are settled once on the day on which the newer was confirmed', async () => {
    const settled = async () => (await asAdmin('GET', '/api/confirmation/counts')).json.counts.settled_today
    const before = await settled()
    const [older, newer] = await two('0661500014')
    await attempt(newer, { outcome: 'confirmé' })
    expect(await settled()).toBe(before + 1)
    await merge(older, newer)
    expect((await stateOf(older)).contact).toBe('confirmed')
    expect(await settled()).toBe(before + 1)
  })
})

test('whatever is done in whatever order, the stored state is what the attempts add up to', async () => {
  const acts = fc.array(
    fc.record({
      minutes: fc.integer({ min: 1, max: 600 }),
      act: fc.constantFrom('confirmé', 'pas de réponse', 'occupé', 'reporté', 'faux numéro', 'reopen'),
    }),
    { minLength: 1, maxLength: 8 },
  )
  await fc.assert(
    fc.asyncProperty(acts, async (all) => {
      shop.now = MONDAY
      const id = await placed()
      for (const { minutes, act } of all) {
        later(minutes)
        const due_at = new Date(shop.now.getTime() + 90 * MINUTE_MS).toISOString()
        const answer =
          act === 'reopen'
            ? await asAdmin('POST', `/api/confirmation/${id}/reopen`, {})
            : await attempt(id, { outcome: act, due_at })
        expect([200, 409]).toContain(answer.status)
      }
      const { heldBy, heldUntil, ...state } = await findConfirmation(shop.db, id)
      expect(state).toEqual(foldAttempts(await listAttempts(shop.db, id)))
      expect([heldBy, heldUntil]).toEqual([null, null])
    }),
    { numRuns: 20, endOnFailure: true },
  )
})

test('an attempt is neither changed nor removed; its note goes with the person', async () => {
  const id = await placed({ phone: '0677889911' })
  await attempt(id, { outcome: 'confirmé', note: 'Canari : chez la voisine' })
  for (const change of [
    `update call_attempts set outcome = 'busy' where order_id = ${id}`,
    `update call_attempts set call_note = 'effacé' where order_id = ${id}`,
    `delete from call_attempts where order_id = ${id}`,
    'truncate call_attempts cascade',
  ])
    await expect(shop.db.execute(change)).rejects.toThrow()
  const { json } = await asAdmin('POST', '/api/admin/personal-data/export', { phone: '0677889911' })
  expect(json.orders[0].call_notes).toEqual([{ at: MONDAY.toISOString(), note: 'Canari : chez la voisine' }])
  await attempt(id, { outcome: 'annulé', Reason: 'autre' })
  expect((await asAdmin('POST', '/api/admin/personal-data/anonymise', { phone: '0677889911' })).status).toBe(200)
  expect((await listAttempts(shop.db, id)).map(({ note }) => note)).toEqual(['effacé', null])
  const { rows } = await shop.db.execute(`select 1 from audit_entries where after::text like '%Canari%'`)
  expect(rows).toEqual([])
})
