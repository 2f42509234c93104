import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetOldTries } from '#platform/http/limits.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/kernel/durations.ts'
import type { OrderId, ProductId } from '#platform/kernel/ids.ts'
import { foldAttempts } from '#test/call-model.ts'
import { whileLocked } from '#test/locks.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { findConfirmation, listAttempts } from '../queries.ts'

let shop: TestShop
let oil: ProductId

// A Monday, in the hours of calls.
const MONDAY = new Date('2026-11-23T10:00:00Z')
const NB = '\u00A0'

beforeAll(async () => {
  shop = await openTestShop({ rateLimits: true })
  shop.now = MONDAY
  await shop.addPeople()
})

afterAll(() => shop.close())

let days = 0

// Days of their own, so that no test uses up another's tries.
beforeEach(async () => {
  shop.now = new Date(MONDAY.getTime() + DAY_MS * days++)
  oil = await shop.addProduct({ name: 'Huile d’argan', stock: 500 })
})

afterEach(async () => {
  expect(await shop.brokenInvariants()).toEqual([])
})

const asAdmin = async (method: string, path: string, body?: object) =>
  shop.call(method, path, { token: await shop.sessionOf(shop.ids.admin), body })

let phones = 10_000

async function placed({ token }: { token?: string } = {}): Promise<OrderId> {
  const phone = `06612${phones++}`
  const customer_id = await shop.addCustomer({ phone, city: 'Casablanca', name: 'Fatima Zahra Haddad' }, { token })
  const lines = { product_ids: [oil], prices: [token ? 110 : 149.5], quantities: [2], priceGain: [149.5] }
  const { json } = await shop.call('POST', '/api/orders/create', { token, body: { ...lines, customer_id } })
  return json.order.OrderID
}

const digitsOf = async (id: OrderId) => {
  const { rows } = await shop.db.execute<{ phone: string }>(sql`select phone from orders where id = ${id}`)
  return rows[0]!.phone.slice(-4)
}

async function linked(id: OrderId): Promise<string> {
  const { url } = (await asAdmin('POST', `/api/confirmation/${id}/link`)).json
  return new URL(url).pathname.replace('/c/', '/api/confirm/')
}

const look = async (path: string) => shop.call('GET', path)
const answer = (path: string, body: object) => shop.call('POST', path, { body })
const call = (id: OrderId, body: object) => asAdmin('POST', `/api/confirmation/${id}/attempts`, body)
const move = (id: OrderId, CurrentStatus: string) =>
  asAdmin('PUT', `/api/admin/orders/${id}/tracking`, { CurrentStatus })
const later = (milliseconds: number) => shop.pass(milliseconds)
const outcomesOf = async (id: OrderId) => (await listAttempts(shop.db, id)).map(({ outcome }) => outcome)

describe('the link', () => {
  test('goes to the order’s number with what was ordered, and is written down', async () => {
    const id = await placed()
    const { json } = await asAdmin('POST', `/api/confirmation/${id}/link`)
    expect(json.url).toMatch(new RegExp(`/c/${id}-[\\w-]{22}$`))
    const chat = new URL(json.whatsapp)
    expect(chat.pathname).toBe(`/2126612${phones - 1}`)
    expect(chat.searchParams.get('text')).toMatch(
      new RegExp(
        `^Bonjour Fatima, votre commande n° ${id} chez .+${NB}: 2 × Huile d’argan, 319,00${NB}DH à la livraison à Casablanca\\. Confirmez ou corrigez l’adresse ici${NB}: ${json.url} Merci${NB}!$`,
      ),
    )
    expect(await outcomesOf(id)).toEqual(['link_sent'])
    expect((await findConfirmation(shop.db, id)).contact).toBe('to_call')
  })

  test('after exactly three calls without an answer goes with the question whether she still wants her order', async () => {
    const id = await placed()
    const openings: (string | undefined)[] = []
    for (let calls = 1; calls <= 4; calls++) {
      later(MINUTE_MS)
      expect((await call(id, { outcome: 'pas de réponse' })).status).toBe(200)
      const { url, whatsapp } = (await asAdmin('POST', `/api/confirmation/${id}/link`)).json
      const text = new URL(whatsapp).searchParams.get('text')!
      if (calls === 3)
        expect(text).toBe(
          `Bonjour Fatima, nous vous avons appelée trois fois au sujet de votre commande n° ${id}. Souhaitez-vous toujours la recevoir${NB}? ${url}`,
        )
      openings.push(/^Bonjour Fatima, (nous vous avons appelée|votre commande)/.exec(text)?.[1])
    }
    expect(openings).toEqual(['votre commande', 'votre commande', 'nous vous avons appelée', 'votre commande'])
  })

  test('leaves the card to whoever sends it, who may then enter what came of the call', async () => {
    const id = await placed()
    const { card } = (await asAdmin('POST', '/api/confirmation/next')).json
    expect(card.OrderID).toBe(id)
    later(MINUTE_MS)
    await linked(id)
    expect(await findConfirmation(shop.db, id)).toMatchObject({ heldBy: shop.ids.admin })
    const seen = { seen_updated_at: card.updated_at }
    expect((await call(id, { outcome: 'confirmé', ...seen })).status).toBe(200)
    later(MINUTE_MS)
    expect((await call(id, { outcome: 'occupé', ...seen })).json.code).toBe('order_dealt_with')
  })

  test('goes to mobiles alone, and to nobody once the order has left', async () => {
    const id = await placed()
    await shop.db.execute(sql`update orders set phone = '0522334455' where id = ${id}`)
    expect((await asAdmin('POST', `/api/confirmation/${id}/link`)).json.codes).toEqual({ Phone: ['no_mobile'] })
    const gone = await placed()
    await move(gone, 'en transit')
    expect((await asAdmin('POST', `/api/confirmation/${gone}/link`)).json.code).toBe('order_left')
    expect((await asAdmin('POST', '/api/confirmation/999999/link')).status).toBe(404)
  })

  test('of following opens nothing here, nor does a link that nobody sent, one of another order or of another week', async () => {
    const id = await placed()
    const path = await linked(id)
    const other = await placed()
    const { tracking } = (await look(path)).json
    const wrong = [path.replace(String(id), String(other)), `/api/confirm/${tracking.split('/').at(-1)}`, `${path}A`]
    for (const each of wrong) {
      expect((await look(each)).status, each).toEqual(404)
      expect((await answer(each, { action: 'confirmer' })).json.code).toBe('link_dead')
    }
    later(7 * DAY_MS - 1)
    expect((await look(path)).status).toBe(200)
    later(1)
    expect((await look(path)).status).toBe(404)
    expect((await answer(path, { action: 'confirmer' })).json.code).toBe('link_dead')
    await linked(id)
    expect((await look(path)).status).toBe(200)
  })
})

test('a link that went to a wrong number opens nothing once the number is corrected, not even after another was sent', async () => {
  const token = await shop.sessionOf(shop.ids.sara)
  const id = await placed({ token })
  const wrong = await linked(id)
  const edit = { Name: 'Fatima', Phone: `06615${phones++}`, Address: '1, rue des Fleurs', City: 'Casablanca' }
  expect((await shop.call('PUT', `/api/supplier/orders/${id}`, { token, body: edit })).status).toBe(200)
  expect((await look(wrong)).status).toBe(404)
  const right = await linked(id)
  expect([(await look(wrong)).status, (await look(right)).status]).toEqual([404, 200])
  expect((await answer(wrong, { action: 'annuler', Reason: 'changement d’avis' })).json.code).toBe('link_dead')
})

describe('the page', () => {
  test('shows what she ordered and where it goes, masked, and nothing of what anybody earns', async () => {
    const id = await placed({ token: await shop.sessionOf(shop.ids.sara) })
    const { json, text } = await look(await linked(id))
    expect(json).toMatchObject({
      OrderID: id,
      products: [{ name: 'Huile d’argan', quantity: 2 }],
      amount: 319,
      first_name: 'Fatima H.',
      City: 'Casablanca',
      Address: '1, rue des Fleurs',
      contact: 'open',
    })
    expect(json.phone).toBe('06 61 •• •• ••')
    expect(json.days).toHaveLength(14)
    expect(json.cities).toContain('Agadir')
    expect(text).not.toMatch(/Haddad|gain|distribut|110/)
  })

  test('changes no row by being looked at, however often', async () => {
    const path = await linked(await placed())
    const { rows: tables } = await shop.db.execute<{ name: string }>(
      sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    )
    const allRows = async () =>
      Promise.all(
        tables.map(async ({ name }) => {
          const rows = sql.raw(
            `select coalesce(md5(string_agg(t::text, '' order by t::text)), '') as hash from "${name}" t`,
          )
          return [name, (await shop.db.execute<{ hash: string }>(rows)).rows[0]!.hash]
        }),
      )
    const before = await allRows()
    for (let visit = 0; visit < 3; visit++) expect((await look(path)).status).toBe(200)
    expect((await shop.call('HEAD', path)).status).toBe(200)
    expect(await allRows()).toEqual(before)
  })

  test('is gone once the order has left or is cancelled, and an answer says which', async () => {
    const [left, cancelled] = [await placed(), await placed()]
    const paths = [await linked(left), await linked(cancelled)]
    await move(left, 'attribué')
    expect((await look(paths[0]!)).status).toBe(200)
    await move(left, 'en transit')
    await move(cancelled, 'annulé')
    for (const path of paths) expect((await look(path)).status).toBe(404)
    const codes = await Promise.all(paths.map(async (path) => (await answer(path, { action: 'confirmer' })).json.code))
    expect(codes).toEqual(['left_meanwhile', 'cancelled_meanwhile'])
  })
})

describe('she', () => {
  test('confirms, once however often she taps', async () => {
    const id = await placed()
    const path = await linked(id)
    const { updated_at } = (await look(path)).json
    later(MINUTE_MS)
    const tap = () => answer(path, { action: 'confirmer', seen_updated_at: updated_at })
    const first = await tap()
    expect(first.json).toEqual({ message: 'C’est confirmé. Nous préparons votre colis.', amount: 319 })
    later(MINUTE_MS)
    expect((await tap()).text).toBe(first.text)
    expect(await outcomesOf(id)).toEqual(['link_sent', 'confirmed'])
    expect(await findConfirmation(shop.db, id)).toMatchObject({ contact: 'confirmed', confirmedVia: 'page' })
    expect((await asAdmin('GET', `/api/admin/orders/${id}`)).json.status).toBe('en attente')
  })

  test('chooses one of the next fourteen days, which confirms', async () => {
    const id = await placed()
    const path = await linked(id)
    const { days } = (await look(path)).json
    const today = shop.now.toISOString().slice(0, 10)
    for (const day of [undefined, today, '2031-01-01', 'demain'])
      expect((await answer(path, { action: 'autre jour', day })).status).toBe(422)
    const { json } = await answer(path, { action: 'autre jour', day: days[13].day })
    expect(json.message).toBe(`C’est confirmé. Nous vous livrons à partir du ${days[13].words}.`)
    expect(await findConfirmation(shop.db, id)).toMatchObject({ contact: 'confirmed', wishDay: days[13].day })
    const { rows } = await shop.db.execute<{ phone: string }>(sql`select phone from orders where id = ${id}`)
    const { orders } = (await asAdmin('POST', '/api/admin/personal-data/export', rows[0])).json
    expect(orders[0].own_answers).toEqual([{ at: shop.now.toISOString(), outcome: 'confirmé', wish_day: days[13].day }])
  })

  test('cancels for a reason of hers; the pieces are back and the page says so', async () => {
    const id = await placed()
    const path = await linked(id)
    for (const Reason of [undefined, 'rupture'])
      expect((await answer(path, { action: 'annuler', Reason })).json.codes).toEqual({ Reason: ['reason_of_customer'] })
    const { json } = await answer(path, { action: 'annuler', Reason: 'changement d’avis' })
    expect(json.message).toBe(`Votre commande n°${NB}${id} est annulée.`)
    expect(await shop.stockOf(oil)).toBe(500)
    expect((await asAdmin('GET', `/api/admin/orders/${id}`)).json).toMatchObject({
      status: 'annulé',
      Reason: 'changement d’avis',
    })
    expect((await answer(path, { action: 'annuler', Reason: 'changement d’avis' })).status).toBe(200)
    expect(await outcomesOf(id)).toEqual(['link_sent', 'cancelled'])
    expect((await answer(path, { action: 'confirmer' })).json.code).toBe('cancelled_meanwhile')
  })

  test('corrects the address within her city at once, and to another one after she saw the new total', async () => {
    const id = await placed()
    const path = await linked(id)
    const last4 = await digitsOf(id)
    const correct = (body: object) => answer(path, { action: 'corriger', last4, ...body })
    const within = await correct({ Address: '12, rue Ibn Batouta', City: 'Casablanca' })
    expect(within.json).toEqual({ message: 'Votre adresse est corrigée.', amount: 319 })
    const elsewhere = { Address: '3, avenue Hassan II', City: 'Agadir' }
    const shown = (await correct(elsewhere)).json
    expect(shown).toMatchObject({
      message: `La livraison à Agadir coûte 35${NB}DH${NB}: le total devient 334,00${NB}DH.`,
      amount: 334,
    })
    expect((await look(path)).json).toMatchObject({ amount: 319, City: 'Casablanca' })
    expect((await correct({ ...elsewhere, City: 'Fès', digest: shown.digest })).json.code).toBe('other_than_shown')
    expect((await correct({ ...elsewhere, digest: shown.digest })).json.amount).toBe(334)
    expect((await look(path)).json).toMatchObject({ amount: 334, City: 'Agadir', Address: '3, avenue Hassan II' })
    expect(await outcomesOf(id)).toEqual(['link_sent', 'corrected', 'corrected'])
    expect((await correct({ Address: '', City: 'Agadir' })).json.codes).toEqual({ Address: ['required'] })
    expect((await correct({ Address: 'Ici', City: 'Paris' })).json.codes).toEqual({ City: ['unknown_city'] })
    const { card } = (await asAdmin('POST', '/api/confirmation/next')).json
    expect([card.history[0], card.amount]).toMatchObject([{ outcome: 'corrigé', via: 'page', by: null }, 334])
    await asAdmin('POST', '/api/confirmation/release')
  })

  test('has three tries at the last digits of her phone, then none until the next day', async () => {
    const id = await placed()
    const path = await linked(id)
    const correct = (last4: string) => answer(path, { action: 'corriger', last4, Address: '5, rue Neuve' })
    expect((await correct('')).json.codes).toEqual({ last4: ['wrong_digits'] })
    expect((await correct('0000')).status).toBe(422)
    const third = await correct('0001')
    expect(third.status).toBe(429)
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(3600)
    const right = await digitsOf(id)
    expect((await correct(right)).status).toBe(429)
    expect((await look(path)).json.Address).toBe('1, rue des Fleurs')
    // Counters are cleaned up by the hour; these are counted by the day.
    later(3 * 60 * MINUTE_MS)
    await forgetOldTries(shop.db, shop.now)
    expect((await correct(right)).status).toBe(429)
    later(DAY_MS)
    expect((await correct(right)).status).toBe(200)
  })

  test('has three tries also when they come at once: none is compared before those ahead of it are counted', async () => {
    const id = await placed()
    const path = await linked(id)
    const correct = (last4: string) => answer(path, { action: 'corriger', last4, Address: '5, rue Neuve' })
    expect((await correct('9990')).status).toBe(422)
    const lock = `select from tries where subject like 'customer-digits:%' for update`
    const right = await digitsOf(id)
    const answers = await whileLocked(shop.db, lock, async ({ query, untilWaiting }) => {
      const started: ReturnType<typeof correct>[] = []
      for (const last4 of ['9991', '9992', right]) {
        started.push(correct(last4))
        await untilWaiting(started.length)
      }
      await query('commit')
      return Promise.all(started)
    })
    expect(answers.map(({ status }) => status)).toEqual([422, 429, 429])
    expect((await look(path)).json.Address).toBe('1, rue des Fleurs')
  })

  test('has new tries at midnight in Casablanca, which in summer is an hour before that of the clocks in London', async () => {
    shop.now = new Date('2026-06-15T22:50:00Z')
    const id = await placed()
    const path = await linked(id)
    const correct = (last4: string) => answer(path, { action: 'corriger', last4, Address: '5, rue Neuve' })
    for (let nth = 0; nth < 3; nth++) await correct('0000')
    const refused = await correct(await digitsOf(id))
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '600'])
    later(10 * MINUTE_MS)
    expect((await correct(await digitsOf(id))).status).toBe(200)
  })

  test('answers twenty times an hour', async () => {
    const path = await linked(await placed())
    const statuses: number[] = []
    for (let nth = 0; nth < 21; nth++) statuses.push((await answer(path, { action: 'confirmer' })).status)
    expect(statuses).toEqual([...Array(20).fill(200), 429])
  })
})

describe('she and the desk', () => {
  test('one of two at once wins, and the other learns who', async () => {
    const id = await placed()
    const path = await linked(id)
    const { updated_at } = (await look(path)).json
    later(MINUTE_MS)
    const [hers, theirs] = await Promise.all([
      answer(path, { action: 'confirmer', seen_updated_at: updated_at }),
      call(id, { outcome: 'confirmé', seen_updated_at: updated_at }),
    ])
    expect([hers.status, theirs.status].sort()).toEqual([200, 409])
    if (hers.status === 409) expect(hers.json.message).toBe('Nom a confirmé cette commande à 10:01.')
    else expect(theirs.json.message).toBe('La cliente a déjà traité cette commande.')
    expect(await outcomesOf(id)).toEqual(['link_sent', 'confirmed'])
  })

  test('she reads who confirmed after she looked; a call without an answer does not stop her', async () => {
    const id = await placed()
    const path = await linked(id)
    const { updated_at } = (await look(path)).json
    later(MINUTE_MS)
    await call(id, { outcome: 'pas de réponse' })
    later(MINUTE_MS)
    const seen = { seen_updated_at: updated_at }
    expect((await answer(path, { action: 'autre jour', day: '2031-01-01', ...seen })).status).toBe(422)
    await call(id, { outcome: 'confirmé' })
    later(MINUTE_MS)
    expect((await answer(path, { action: 'confirmer', ...seen })).json).toMatchObject({
      code: 'confirmed_meanwhile',
      message: 'Nom a confirmé cette commande à 10:02.',
    })
  })

  test('she does not agree to an order that staff changed since she looked', async () => {
    const id = await placed()
    const path = await linked(id)
    const { updated_at } = (await look(path)).json
    later(MINUTE_MS)
    const to = { Name: 'Fatima Haddad', Phone: `06612${phones - 1}`, Address: 'Ailleurs', City: 'Rabat' }
    const { digest } = (await asAdmin('PUT', `/api/confirmation/${id}/order?preview=1`, to)).json
    expect((await asAdmin('PUT', `/api/confirmation/${id}/order`, { ...to, digest })).status).toBe(200)
    expect((await answer(path, { action: 'confirmer', seen_updated_at: updated_at })).json.code).toBe('page_outdated')
    expect((await findConfirmation(shop.db, id)).contact).toBe('to_call')
  })

  test('nor to one that they changed after the clock went back, and a call without an answer does not stop her', async () => {
    const id = await placed()
    later(MINUTE_MS)
    const path = await linked(id)
    const page = (await look(path)).json
    const seen = { seen_updated_at: page.updated_at, seen_order_updated_at: page.order_updated_at }
    later(-HOUR_MS)
    await call(id, { outcome: 'pas de réponse' })
    expect((await answer(path, { action: 'autre jour', day: '2031-01-01', ...seen })).status).toBe(422)
    const to = { Name: 'Fatima Haddad', Phone: `06612${phones - 1}`, Address: 'Ailleurs', City: 'Rabat' }
    const { digest } = (await asAdmin('PUT', `/api/confirmation/${id}/order?preview=1`, to)).json
    expect((await asAdmin('PUT', `/api/confirmation/${id}/order`, { ...to, digest })).status).toBe(200)
    expect((await answer(path, { action: 'confirmer', ...seen })).json.code).toBe('page_outdated')
    later(HOUR_MS)
  })

  test('whatever they do in whatever order, the stored state is what the attempts add up to', async () => {
    const acts = fc.array(
      fc.record({
        minutes: fc.integer({ min: 1, max: 600 }),
        act: fc.constantFrom('confirmer', 'autre jour', 'corriger', 'pas de réponse', 'faux numéro', 'lien', 'phone'),
      }),
      { minLength: 1, maxLength: 7 },
    )
    const id = await placed({ token: await shop.sessionOf(shop.ids.sara) })
    await fc.assert(
      fc.asyncProperty(acts, async (all) => {
        for (const [nth, { minutes, act }] of all.entries()) {
          later(minutes * MINUTE_MS)
          const path = await linked(id)
          const day = (await look(path)).json.days[3].day
          const hers = {
            action: act,
            day,
            last4: await digitsOf(id),
            Address: `${minutes}, rue ${nth}`,
            City: 'Casablanca',
          }
          const token = await shop.sessionOf(shop.ids.sara)
          const edit = { Name: 'Fatima', Phone: `06613${phones++}`, Address: 'Rue 1', City: 'Casablanca' }
          const [one, other] = await Promise.all([
            act === 'lien' || act === 'phone' || act === 'pas de réponse' || act === 'faux numéro'
              ? call(id, { outcome: act === 'faux numéro' ? act : 'pas de réponse' })
              : answer(path, hers),
            act === 'phone'
              ? shop.call('PUT', `/api/supplier/orders/${id}`, { token, body: edit })
              : call(id, { outcome: 'occupé' }),
          ])
          expect([one.status, other.status].every((status) => status === 200 || status === 409 || status === 429)).toBe(
            true,
          )
        }
        const { heldBy: _, heldUntil: __, ...state } = await findConfirmation(shop.db, id)
        expect(state).toEqual(foldAttempts(await listAttempts(shop.db, id)))
      }),
      { numRuns: 10, endOnFailure: true },
    )
  })
})

describe('a wrong number', () => {
  const lettersTo = async (address: string, id: OrderId) => {
    const { rows } = await shop.db.execute<{ data: { subject: string; to: unknown; text: string } }>(
      sql`select data from pgboss.job where data::text like ${`%${address}%`} and data::text like ${`%${id} est faux%`}`,
    )
    return rows
  }

  test('is told to the supplier who placed the order; corrected, it is called as a new one', async () => {
    const token = await shop.sessionOf(shop.ids.sara)
    const id = await placed({ token })
    await call(id, { outcome: 'pas de réponse' })
    later(MINUTE_MS)
    await call(id, { outcome: 'faux numéro' })
    const letters = await lettersTo('sara@shop.example', id)
    expect(letters).toHaveLength(1)
    expect(JSON.stringify(letters[0])).toContain(
      `Le numéro de la commande ${id} est faux. Corrigez-le et elle sera rappelée.`,
    )
    later(MINUTE_MS)
    const edit = { Name: 'Fatima', Phone: `06614${phones++}`, Address: '1, rue des Fleurs', City: 'Casablanca' }
    const editedBy = async (body: object) =>
      (await shop.call('PUT', `/api/supplier/orders/${id}`, { token: await shop.sessionOf(shop.ids.sara), body }))
        .status
    expect(await editedBy(edit)).toBe(200)
    const state = await findConfirmation(shop.db, id)
    expect(state).toMatchObject({ contact: 'to_call', halves: 0, anewAt: shop.now, attempts: 3 })
    expect((await asAdmin('POST', '/api/confirmation/next')).json.card).toMatchObject({ OrderID: id, lane: 'new' })
    await asAdmin('POST', '/api/confirmation/release')
    // The same number again is no news.
    expect(await editedBy({ ...edit, Address: '2, rue des Fleurs' })).toBe(200)
    expect((await findConfirmation(shop.db, id)).attempts).toBe(3)
    await move(id, 'annulé')
  })

  test('of a visitor’s order is told to nobody; nothing is written of an order that nobody called', async () => {
    const visitors = await placed()
    await call(visitors, { outcome: 'faux numéro' })
    expect(await lettersTo('@shop.example', visitors)).toEqual([])
    const token = await shop.sessionOf(shop.ids.sara)
    const id = await placed({ token })
    const edit = { Name: 'Fatima', Phone: `06615${phones++}`, Address: '1, rue', City: 'Casablanca' }
    expect((await shop.call('PUT', `/api/supplier/orders/${id}`, { token, body: edit })).status).toBe(200)
    expect(await outcomesOf(id)).toEqual([])
  })
})
