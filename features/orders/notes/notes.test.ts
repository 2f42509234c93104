import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProductId } from '#platform/kernel/ids.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'

let shop: TestShop
let goods: ProductId
let people = 0

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  goods = await shop.addProduct({ user: 100, distributor: 60, stock: 100 })
})

afterAll(() => shop.close())

const asAdmin = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  shop.call(method, path, { token: shop.tokens.admin, body, headers })

const newPhone = () => `06700${String(10_000 + people++)}`

async function placed(phone = newPhone()): Promise<number> {
  const customer_id = await shop.addCustomer({ phone })
  const body = { product_ids: [goods], prices: [100], priceGain: [100], quantities: [1], customer_id }
  return (await shop.call('POST', '/api/orders/create', { body })).json.order.OrderID
}

const write = (id: number, note: string, headers = {}) =>
  asAdmin('POST', `/api/admin/orders/${id}/notes`, { note }, headers)
const orderOf = async (id: number) => (await asAdmin('GET', `/api/admin/orders/${id}`)).json
const deliver = (id: number) => asAdmin('PUT', `/api/admin/orders/${id}/tracking`, { CurrentStatus: 'livré' })

describe('a note on an order', () => {
  test('says who wrote it and when, newest first, and stands in the history', async () => {
    const id = await placed()
    expect((await write(id, '  Elle préfère le soir.\nAprès 18 h. ')).status).toBe(201)
    shop.pass(60_000)
    const then = shop.now.toISOString()
    await write(id, 'Rappelée : يوم الخميس')
    const { notes, history } = await orderOf(id)
    const by = { custom_id: 'A-1', name: 'Nom admin', role: 'admin' }
    expect(notes).toEqual([
      { id: expect.any(Number), note: 'Rappelée : يوم الخميس', at: then, by },
      { id: expect.any(Number), note: 'Elle préfère le soir.\nAprès 18 h.', at: expect.any(String), by },
    ])
    expect(history.map(({ what, changes }: { what: string; changes: [] }) => [what, changes.length])).toEqual([
      ['noted', 0],
      ['noted', 0],
      ['placed', 0],
    ])
    const [entry] = (await asAdmin('GET', '/api/admin/audit?per_page=1')).json.data
    expect(entry).toMatchObject({
      subject: 'order',
      actor: { custom_id: 'A-1' },
      changes: [{ column: 'staff_note', before: null, after: 'Rappelée : يوم الخميس' }],
    })
  })

  test('has words, five hundred letters at most, and an order', async () => {
    const id = await placed()
    expect((await write(id, '   ')).json.codes).toEqual({ note: ['required'] })
    expect((await write(id, 'é'.repeat(501))).json.codes).toEqual({ note: ['max_length'] })
    expect((await write(id, 'é'.repeat(500))).status).toBe(201)
    expect((await write(999_999, 'Perdue')).json.code).toBe('unknown_order')
    expect((await orderOf(id)).notes).toHaveLength(1)
  })

  test('is the admin’s: nobody else writes one, and no supplier reads one', async () => {
    const customer_id = await shop.addCustomer({}, { token: shop.tokens.sara })
    const body = { product_ids: [goods], prices: [60], priceGain: [100], quantities: [1], customer_id }
    const { json } = await shop.call('POST', '/api/orders/create', { token: shop.tokens.sara, body })
    const id = json.order.OrderID
    const path = `/api/admin/orders/${id}/notes`
    for (const token of [shop.tokens.sara, shop.tokens.karim])
      expect((await shop.call('POST', path, { token, body: { note: 'Moi' } })).status).toBe(403)
    expect((await shop.call('POST', path, { body: { note: 'Moi' } })).status).toBe(401)
    await write(id, 'Secret-zq7')
    const own = await shop.call('GET', '/api/supplier/get-ordersAdmin', { token: shop.tokens.sara })
    const exported = await asAdmin('POST', `/api/admin/user/${shop.ids.sara}/personal-data/export`)
    for (const answer of [own, exported]) {
      expect(answer.status).toBe(200)
      expect(answer.text).not.toContain('Secret-zq7')
    }
  })

  test('that is sent twice under one key is written once', async () => {
    const id = await placed()
    const headers = { 'idempotency-key': 'cle-de-la-note-0001' }
    const answers = await Promise.all([write(id, 'Une fois', headers), write(id, 'Une fois', headers)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect((await orderOf(id)).notes).toHaveLength(1)
  })

  test('stays as it was written: the database lets nobody change or remove it', async () => {
    const id = await placed()
    await write(id, 'Pour de bon')
    for (const statement of [
      `update order_notes set staff_note = 'Autre' where order_id = ${id}`,
      `update order_notes set staff_note = 'effacé' where order_id = ${id}`,
      `update order_notes set written_at = now() where order_id = ${id}`,
      `delete from order_notes where order_id = ${id}`,
      'truncate order_notes',
    ])
      await expect(shop.db.execute(sql.raw(statement)), statement).rejects.toMatchObject({
        cause: { message: 'a note is neither changed nor removed' },
      })
    expect((await orderOf(id)).notes).toMatchObject([{ note: 'Pour de bon' }])
  })
})

describe('a person’s notes', () => {
  const holdingCanary = async (): Promise<string[]> => {
    const { rows } = await shop.db.execute<{ name: string }>(
      sql`select tablename as name from pg_tables where schemaname = 'public'`,
    )
    const held: string[] = []
    for (const { name } of rows) {
      const found = await shop.db.execute(sql.raw(`select from ${name} as row where row::text ilike '%canari%'`))
      if (found.rows.length > 0) held.push(name)
    }
    return held
  }

  test('are in its export, and go with it; who wrote when stays', async () => {
    const phone = newPhone()
    const id = await placed(phone)
    await write(id, 'Canari : voisine du boulanger', { 'idempotency-key': 'cle-de-la-note-0002' })
    const { json } = await asAdmin('POST', '/api/admin/personal-data/export', { phone })
    expect(json.orders[0].staff_notes).toEqual([{ at: shop.now.toISOString(), note: 'Canari : voisine du boulanger' }])
    expect(json.history).toMatchObject([
      { act: 'Note', changes: [{ what: 'Note', after: 'Canari : voisine du boulanger' }] },
    ])
    await deliver(id)
    expect((await asAdmin('POST', '/api/admin/personal-data/anonymise', { phone })).status).toBe(200)
    expect(await holdingCanary()).toEqual([])
    expect((await orderOf(id)).notes).toMatchObject([{ note: 'effacé', by: { custom_id: 'A-1' } }])
    expect((await write(id, 'Canari encore')).json.code).toBe('order_anonymised')
    for (const change of [`staff_note = 'Autre'`, `staff_note = 'effacé', written_by = ${shop.ids.sara}`])
      await expect(
        shop.db.execute(sql.raw(`update order_notes set ${change} where order_id = ${id}`)),
      ).rejects.toMatchObject({ cause: { message: 'a note is neither changed nor removed' } })
  })

  test('written while it is forgotten are refused, or go with it', async () => {
    for (let round = 0; round < 5; round++) {
      const phone = newPhone()
      const id = await placed(phone)
      await deliver(id)
      const [, forgotten] = await Promise.all([
        write(id, 'Canari de course'),
        asAdmin('POST', '/api/admin/personal-data/anonymise', { phone }),
      ])
      expect(forgotten.status).toBe(200)
      expect(await holdingCanary()).toEqual([])
    }
  })
})
