import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#platform/kernel/durations.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { reversedWords, textsOf } from '#test/pdf-text.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'

let shop: TestShop
let cream: ProductId

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  cream = await shop.addProduct()
})

afterAll(() => shop.close())

async function order(who: 'sara' | 'youssef', city: string, quantity = 1): Promise<number> {
  const call = { token: shop.tokens[who] }
  const body = {
    product_ids: [cream],
    prices: [110],
    priceGain: [149.5],
    quantities: [quantity],
    customer_id: await shop.addCustomer({ city, name: 'Canari Famille' }, call),
  }
  return (await shop.call('POST', '/api/orders/create', { ...call, body })).json.order.OrderID
}

const move = (id: number, CurrentStatus: string) =>
  shop.call('PUT', `/api/admin/orders/${id}/tracking`, { token: shop.tokens.admin, body: { CurrentStatus } })

async function statement(token: string | undefined, query = '') {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const answer = await shop.first.app.inject({ method: 'GET', url: `/api/supplier/statement.pdf${query}`, headers })
  const texts = answer.statusCode === 200 ? textsOf(answer.rawPayload).join('\n') : ''
  return { status: answer.statusCode, headers: answer.headers, texts }
}

test('it lists the caller’s own orders, what they add up to, and where its gains stand', async () => {
  const waiting = await order('sara', 'Rabat', 2)
  const delivered = await order('sara', 'Casablanca')
  const cancelled = await order('sara', 'Fès')
  await order('youssef', 'Tanger')
  await move(delivered, 'livré')
  await move(cancelled, 'annulé')
  const { status, headers, texts } = await statement(shop.tokens.sara)
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'application/pdf',
    'private, no-store',
  ])
  for (const part of [
    'Relevé\nNom sara\n30 derniers jours',
    `20/11/2026 12:00\nn° ${waiting}\nRabat\nen attente\n334,00\u00A0DH\n79,00\u00A0DH`,
    `n° ${delivered}\nCasablanca\nlivré, en attente\n169,50\u00A0DH\n39,50\u00A0DH`,
    'Total de 2 commandes, sans compter 1 annulée\n503,50\u00A0DH\n118,50\u00A0DH',
    'Disponible pour un retrait\n39,50\u00A0DH',
  ])
    expect(texts).toContain(part)
  expect(texts).not.toMatch(/Tanger|Canari/)
  expect((await statement(shop.tokens.youssef)).texts).not.toMatch(/Rabat|Casablanca\n/)
})

test('it says which gains wait for a courier’s payment, and its sums add up, where the shop chose that', async () => {
  const choose = (gainsWithdrawable: string) =>
    shop.call('PUT', '/api/admin/settings', { token: shop.tokens.admin, body: { gainsWithdrawable } })
  await choose('paid')
  const paid = await order('sara', 'Rabat')
  await move(paid, 'livré')
  const body = { PaymentStatus: 'payé' }
  await shop.call('PUT', `/api/admin/orders/${paid}/payment-status`, { token: shop.tokens.admin, body })
  const read = async () => (await statement(shop.tokens.sara)).texts.replace(/\s+/g, ' ')
  const waiting = await read()
  await choose('delivered')
  for (const part of [
    'Disponible pour un retrait 39,50 DH Retraits demandés ou versés 0,00 DH Gains des commandes livrées 79,00 DH',
    '39,50 DH de commandes livrées seront retirables quand le livreur aura payé la boutique.',
    'disponible pour un retrait quand le livreur a payé la boutique.',
  ])
    expect(waiting).toContain(part)
  const delivered = await read()
  expect(delivered).toContain('Disponible pour un retrait 79,00 DH')
  expect(delivered).toContain('une fois la commande livrée.')
  expect(delivered).not.toContain('seront retirables')
})

test('a supplier’s name in Arabic is there', async () => {
  const rename = (name: string) =>
    shop.db.execute(sql`update accounts set name = ${name} where id = ${shop.ids.youssef}`)
  await rename('متجر الورود Youssef')
  const { texts } = await statement(shop.tokens.youssef)
  expect(texts).toContain(`Relevé\nYoussef \n${reversedWords('متجر الورود')}\n30 derniers jours`)
  await rename('Nom youssef')
})

test('a period of days begins at midnight in Casablanca; everything is asked for as such', async () => {
  const old = await order('sara', 'Oujda')
  const at = (days: number) => new Date(shop.now.getTime() - days * DAY_MS)
  const place = (moment: Date) =>
    shop.db.execute(sql`update orders set created_at = ${moment.toISOString()}::timestamptz where id = ${old}`)
  const isListed = async (query: string) => (await statement(shop.tokens.sara, query)).texts.includes(`n° ${old}\n`)
  const listedIn = async () => [
    await isListed('?period=30'),
    await isListed('?period=90'),
    await isListed('?period=all'),
  ]
  await place(at(29))
  expect(await listedIn()).toEqual([true, true, true])
  await place(at(30))
  expect(await listedIn()).toEqual([false, true, true])
  await place(at(90))
  expect(await listedIn()).toEqual([false, false, true])
})

test('one without orders gets a statement that says so; nobody else gets one', async () => {
  await shop.db.execute(sql`update orders set deleted_at = now() where supplier_id = ${shop.ids.youssef}`)
  expect((await statement(shop.tokens.youssef)).texts).toContain('Aucune commande sur cette période')
  for (const token of [undefined, shop.tokens.karim, shop.tokens.admin])
    expect([401, 403]).toContain((await statement(token)).status)
  expect((await statement(shop.tokens.sara, '?period=7')).status).toBe(422)
})

test('the table names a payment that never came as the pages do', async () => {
  const id = await order('sara', 'Agadir')
  await move(id, 'livré')
  const body = { PaymentStatus: 'annulé' }
  await shop.call('PUT', `/api/admin/orders/${id}/payment-status`, { token: shop.tokens.admin, body })
  const { text } = await shop.call('GET', '/api/supplier/statement.csv', { token: shop.tokens.sara })
  expect(text).toMatch(new RegExp(`\\r\\n${id};.*;livré;No Payé;`))
})

test('the table holds every order, however many there are', async () => {
  const first = await order('sara', 'Agadir')
  // Several of the parts in which it is sent; three orders of each second.
  const count = 2_501
  await shop.db.execute(sql`
    insert into orders overriding system value
    select (jsonb_populate_record(it, jsonb_build_object(
      'id', 1000000 + nth, 'created_at', it.created_at - nth / 3 * interval '1 second'))).*
    from orders it, generate_series(1, ${count}::int) as nth where it.id = ${first}`)
  const { status, text } = await shop.call('GET', '/api/supplier/statement.csv', { token: shop.tokens.sara })
  const ids = text.split('\r\n').map((line) => Number(line.split(';')[0]))
  const copied = ids.filter((id) => id > 1_000_000)
  expect([status, copied.length, new Set(copied).size]).toEqual([200, count, count])
  expect(ids.indexOf(first)).toBe(3)
})
