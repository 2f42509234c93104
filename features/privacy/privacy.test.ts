import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notify, saleDeclared } from '#features/notifications/index.ts'
import { inTransaction } from '#platform/db/database.ts'
import { ANONYMOUS_RECIPIENT, ERASED_PERSON } from '#platform/kernel/anonymised.ts'
import { DAY_MS } from '#platform/kernel/durations.ts'
import type { AccountId, CustomerId, OrderId, ProductId } from '#platform/kernel/ids.ts'
import { dh } from '#platform/kernel/money.ts'
import { settlementsOf } from '#test/settlements.ts'
import { openTestShop, PASSWORD, type TestAnswer, type TestShop } from '#test/test-app.ts'
import { anonymiseOldOrders, forgetUnusedRecords } from './retention.ts'

let shop: TestShop
let goods: ProductId

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  goods = await shop.addProduct({ user: 100, distributor: 60 })
})

afterAll(() => shop.close())

const asAdmin = (method: string, path: string, body?: object): Promise<TestAnswer> =>
  shop.call(method, path, { token: shop.tokens.admin, body })
const exportOf = (phone: string) => asAdmin('POST', '/api/admin/personal-data/export', { phone })
const anonymise = (phone: string) => asAdmin('POST', '/api/admin/personal-data/anonymise', { phone })
const exportAccount = (id: number) => asAdmin('POST', `/api/admin/user/${id}/personal-data/export`)
const anonymiseAccount = (id: number) => asAdmin('POST', `/api/admin/user/${id}/personal-data/anonymise`)
const newest = async () => (await asAdmin('GET', '/api/admin/audit?per_page=1')).json.data[0]

let people = 0

/** Invents a person whose texts stand nowhere else in the shop. */
function somebody() {
  const mark = `zq${(people++).toString(36)}canari`
  return {
    Name: `Zoubida ${mark}`,
    Phone: `06987${String(10000 + people)}`,
    Address: `${people}, impasse ${mark}`,
    City: 'Fès',
    Email: `${mark}@mail.example`,
  }
}

type Somebody = ReturnType<typeof somebody>

/** Texts that must stand nowhere once the person is anonymised. */
const tracesOf = ({ Name, Phone, Address, Email }: Somebody) => [Name, Phone, Address, Email]

async function order(person: Somebody, { token, code }: { token?: string; code?: string } = {}): Promise<number> {
  const key = { 'idempotency-key': `cle-de-commande-${people}-${Math.random()}` }
  const made = await shop.call('POST', '/api/customers/create', { token, body: person, headers: key })
  const body = {
    product_ids: [goods],
    prices: [token ? 60 : 100],
    priceGain: [100],
    quantities: [2],
    customer_id: made.json.customer.CustomerID,
    ...(code ? { promo_code: code } : {}),
  }
  return (await shop.call('POST', '/api/orders/create', { token, body, headers: key })).json.order.OrderID
}

/** Places another order with the record of an earlier one. */
async function orderAgain(id: number, token?: string): Promise<number> {
  const { rows } = await shop.db.execute<{ record: CustomerId }>(
    sql`select customer_id as record from orders where id = ${id}`,
  )
  const [{ record: customer_id }] = rows as [{ record: CustomerId }]
  // A visitor's record serves one order today; older ones served several.
  await shop.db.execute(sql`update customers set key_hash = sha256('key again') where id = ${customer_id}`)
  const lines = { product_ids: [goods], prices: [token ? 60 : 100], priceGain: [100], quantities: [1] }
  const body = { ...lines, customer_id, customer_key: 'again' }
  return (await shop.call('POST', '/api/orders/create', { token, body })).json.order.OrderID
}

const track = (id: number, CurrentStatus: string) =>
  asAdmin('PUT', `/api/admin/orders/${id}/tracking`, { CurrentStatus })

/** Reads everything that the database holds, as one text a table. */
async function everything(): Promise<Record<string, string>> {
  const { rows: tables } = await shop.db.execute<{ name: string }>(sql`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname in ('public', 'pgboss')
    order by 1`)
  const held: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await shop.db.execute<{ all: string | null }>(
      sql.raw(`select string_agg(row::text, chr(10) order by row::text) as all from ${name} as row`),
    )
    held[name] = rows[0]!.all ?? ''
  }
  return held
}

/** Reads the shop's own tables only. */
async function stored(): Promise<Record<string, string>> {
  return Object.fromEntries(Object.entries(await everything()).filter(([table]) => table.startsWith('public.')))
}

const holding = async (traces: readonly string[]): Promise<string[]> =>
  Object.entries(await everything()).flatMap(([table, text]) =>
    traces.filter((trace) => text.toLowerCase().includes(trace.toLowerCase())).map((trace) => `${table}: ${trace}`),
  )

const amountsOf = async (id: number) =>
  (
    await shop.db.execute(sql`
      select subtotal, discount, delivery, total, collected, gain, status, payment, city, created_at,
        (select json_agg(line order by line.id) from order_lines line where order_id = orders.id) as lines
      from orders where id = ${id}`)
  ).rows

describe('a person without an account', () => {
  test('gets all that is held about it as one file, and the log says who handed it out', async () => {
    const person = somebody()
    const first = await order(person)
    await track(first, 'livré')
    const second = await order(person, { token: shop.tokens.sara })
    const { status, headers, json, text } = await exportOf(`+212 ${person.Phone.slice(1)}`)
    expect([status, headers['content-disposition']]).toEqual([200, 'attachment; filename="donnees-personnelles.json"'])
    expect(headers['cache-control']).toBe('private, no-store')
    expect(json.phone).toBe(person.Phone)
    expect(json.records.map(({ name, email, city }: Record<string, string>) => [name, email, city])).toEqual([
      [person.Name, person.Email, 'Fès'],
      [person.Name, person.Email, 'Fès'],
    ])
    expect(json.orders).toMatchObject([
      {
        number: first,
        name: person.Name,
        phone: person.Phone,
        address: person.Address,
        status: 'livré',
        to_pay: 235,
        lines: [{ product: 'Crème', quantity: 2, unit_price: 100 }],
        moves: [{ status: 'livré' }],
      },
      { number: second, status: 'en attente', to_pay: 235 },
    ])
    expect(json.notifications.map(({ message }: { message: string }) => message)).toEqual([
      expect.stringContaining(`Nouvelle commande ${first}`),
      expect.stringContaining(`Nouvelle commande ${second}`),
    ])
    expect(json.history).toMatchObject([
      { thing: `Commande ${first}`, act: 'Modification', changes: [{ what: 'Statut', after: 'livré' }] },
    ])
    // Prices and gain of its supplier are not the person's data.
    expect(text).not.toMatch(/gain|distribut/)
    expect(await newest()).toMatchObject({
      actor: { custom_id: 'A-1' },
      subject: 'customer',
      changes: expect.arrayContaining([
        { column: 'personal_data', before: null, after: 'exported' },
        { column: 'orders', before: null, after: 2 },
      ]),
    })
    expect(JSON.stringify(await newest())).not.toContain(person.Phone)
  })

  test('is forgotten everywhere, also where it was corrected; amounts stay and every promise holds', async () => {
    const person = somebody()
    const corrected = { ...somebody(), Phone: person.Phone }
    const visited = await order(person)
    const owned = await order({ ...person, Phone: '0600000777' }, { token: shop.tokens.sara })
    const edit = { ...corrected, CustomerID: 1 }
    await shop.call('PUT', `/api/supplier/orders/${owned}`, { token: shop.tokens.sara, body: edit })
    const cancelled = await order(person, { code: 'SARA10' })
    await track(visited, 'livré')
    await track(owned, 'livré')
    await track(cancelled, 'annulé')
    const traces = [...tracesOf(person), ...tracesOf(corrected)].filter((trace) => trace !== corrected.Email)
    expect(new Set((await holding(traces)).map((found) => found.split(':')[0]))).toEqual(
      new Set(['public.audit_entries', 'public.customers', 'public.idempotency_keys', 'public.orders']),
    )
    const before = await Promise.all([visited, owned, cancelled].map(amountsOf))

    const answer = await anonymise(person.Phone)
    expect([answer.status, answer.json.message]).toEqual([200, 'Le client est anonymisé\u00A0: 3 commandes.'])

    expect(await holding(traces)).toEqual([])
    expect(await Promise.all([visited, owned, cancelled].map(amountsOf))).toEqual(before)
    const { rows } = await shop.db.execute(
      sql`select distinct name, phone, address from orders where id in (${visited}, ${owned}, ${cancelled})`,
    )
    expect(rows).toEqual([ANONYMOUS_RECIPIENT])
    expect(await shop.brokenInvariants()).toEqual([])
    expect(await newest()).toMatchObject({
      actor: { custom_id: 'A-1' },
      subject: 'customer',
      changes: expect.arrayContaining([{ column: 'personal_data', before: null, after: 'anonymised' }]),
    })
    expect((await exportOf(person.Phone)).status).toBe(404)
    expect((await anonymise(person.Phone)).status).toBe(404)
  })

  test('is forgotten in what staff wrote about the parcel and about the money for it, also in a closed statement', async () => {
    const money = await settlementsOf(shop)
    const person = somebody()
    const id = await order(person)
    await track(id, 'en transit')
    await shop.db.execute(
      sql`update parcels set courier_id = ${money.courier}, fee_delivered = 3000 where order_id = ${id}`,
    )
    const { rows } = await shop.db.execute<{ seen: string; amount: number }>(sql`
      select to_json(updated_at) #>> '{}' as seen, (collected / 100)::int as amount from orders where id = ${id}`)
    const { seen, amount } = rows[0]!
    const note = { kind: 'new_address', note: person.Address, seen_updated_at: new Date(seen) }
    expect((await asAdmin('POST', `/api/parcels/${id}/follow-up`, note)).status).toBe(200)
    await track(id, 'livré')
    const list = money.list([{ number: id, collected: amount, fee: 30 }])
    const statement = await money.created(list, { received: String(amount - 30) })
    const words = [`Chez ${person.Name}`, `${person.Name}, ${person.Phone}`]
    for (const note of words) expect((await money.decide(statement, 2, { note })).status).toBe(200)
    expect((await money.close(statement)).status).toBe(200)
    const [held] = (await exportOf(person.Phone)).json.orders
    expect([held.parcel_notes.at(-1).note, held.line_notes]).toEqual([
      `Nouvelle adresse\u00A0: ${person.Address}`,
      [{ at: expect.any(String), note: `${person.Name}, ${person.Phone}` }],
    ])
    expect((await anonymise(person.Phone)).status).toBe(200)
    expect(await holding(tracesOf(person))).toEqual([])
    expect((await money.read(statement)).rows[0].note).toBe('effacé')
    const { rows: entries } = await shop.db.execute(sql`
      select after ->> 'line_note' as note from audit_entries where subject_id = ${id} and after ? 'line_note'`)
    expect(entries).toEqual(words.map(() => ({ note: 'effacé' })))
    const change = (set: string) => shop.db.execute(sql.raw(`update statement_lines set ${set} where order_id = ${id}`))
    for (const other of [`note = 'Autre'`, `note = 'effacé', fee = 1`])
      await expect(change(other)).rejects.toMatchObject({ cause: { constraint: 'closed_statements_stay' } })
    expect(await shop.brokenInvariants()).toEqual([])
  })

  test('gets what staff wrote about its lost parcel, and its supplier does not', async () => {
    const person = somebody()
    const id = await order(person, { token: shop.tokens.sara })
    await track(id, 'en transit')
    await shop.db.execute(sql`update orders set left_at = left_at - interval '15 days' where id = ${id}`)
    const note = `${person.Name} l’attend encore`
    expect((await asAdmin('POST', `/api/admin/orders/${id}/lost`, { note })).status).toBe(200)
    expect((await exportOf(person.Phone)).json.orders).toMatchObject([{ number: id, loss_note: note }])
    expect((await exportAccount(shop.ids.sara)).text).not.toContain(note)
    expect((await anonymise(person.Phone)).status).toBe(200)
    expect(await holding(tracesOf(person))).toEqual([])
  })

  test('is one person, also by the number that only one of its orders was corrected to', async () => {
    const person = somebody()
    const corrected = { ...person, Phone: '0600000778', CustomerID: 1 }
    const token = shop.tokens.sara
    const first = await order(person, { token })
    const second = await orderAgain(first, token)
    await shop.call('PUT', `/api/supplier/orders/${second}`, { token, body: corrected })
    for (const id of [first, second]) await track(id, 'livré')
    const numbers = async (phone: string) =>
      (await exportOf(phone)).json.orders.map(({ number }: { number: number }) => number)
    expect(await numbers(corrected.Phone)).toEqual([first, second])
    expect(await numbers(person.Phone)).toEqual([first])
    expect((await anonymise(corrected.Phone)).status).toBe(200)
    expect(await holding([...tracesOf(person), corrected.Phone])).toEqual([])
  })

  test('is not forgotten while a parcel is on its way: nothing at all has changed', async () => {
    const person = somebody()
    await track(await order(person), 'livré')
    const running = await order(person)
    await track(running, 'en transit')
    const before = await stored()
    const { status, json } = await anonymise(person.Phone)
    expect([status, json.message]).toEqual([409, `La commande ${running} n’est ni livrée ni annulée.`])
    expect(await stored()).toEqual(before)
    await track(running, 'livré')
    expect((await anonymise(person.Phone)).status).toBe(200)
  })

  test('gets its data and is forgotten under the name of the forgotten, too', async () => {
    const nobody = { ...somebody(), Name: ANONYMOUS_RECIPIENT.name }
    await track(await order(nobody), 'livré')
    expect((await exportOf(nobody.Phone)).status).toBe(200)
    expect((await anonymise(nobody.Phone)).status).toBe(200)
    expect(await holding(tracesOf(nobody).slice(1))).toEqual([])
    expect((await anonymise(nobody.Phone)).status).toBe(404)
  })

  test('leaves no mark of its address and key in a record that it did not order with', async () => {
    const person = somebody()
    await shop.call('POST', '/api/customers/create', { body: person })
    expect((await anonymise(person.Phone)).status).toBe(200)
    const { rows } = await shop.db.execute(sql`
      select key_hash, ip_hash from customers where name = ${ANONYMOUS_RECIPIENT.name} order by id desc limit 1`)
    expect(rows).toEqual([{ key_hash: null, ip_hash: null }])
  })

  test('is forgotten with an order that was deleted before it was sent', async () => {
    const person = somebody()
    const deleted = await order(person)
    await asAdmin('DELETE', `/api/admin/orders/${deleted}`)
    expect((await anonymise(person.Phone)).status).toBe(200)
    expect(await holding(tracesOf(person))).toEqual([])
  })

  test.each(['0699999999', ANONYMOUS_RECIPIENT.phone, '+212', 'abc'])(
    'whose number is « %s » is not there',
    async (phone) => {
      expect((await exportOf(phone)).status).toBe(404)
      expect((await anonymise(phone)).status).toBe(404)
    },
  )
})

describe('the log', () => {
  const entriesOf = async (id: number) =>
    (
      await shop.db.execute<{ id: number; before: object; after: object }>(
        sql`select id, before, after from audit_entries where subject = 'order' and subject_id = ${id} order by id`,
      )
    ).rows

  test('says what happened to a forgotten person’s order, and not whose it was', async () => {
    const person = somebody()
    const id = await order(person, { token: shop.tokens.sara })
    const edit = { ...person, City: 'Casablanca', CustomerID: 1 }
    await shop.call('PUT', `/api/supplier/orders/${id}`, { token: shop.tokens.sara, body: { ...edit, Name: 'Autre' } })
    await track(id, 'livré')
    await anonymise(person.Phone)
    expect((await entriesOf(id)).map(({ before, after }) => [before, after])).toEqual([
      [
        { name: 'effacé', city: 'Fès', delivery: 3500, collected: 23500 },
        { name: 'effacé', city: 'Casablanca', delivery: 2000, collected: 22000 },
      ],
      [{ status: 'pending' }, { status: 'delivered' }],
      [
        { name: 'effacé', phone: 'effacé', address: 'effacé' },
        { name: 'effacé', phone: 'effacé', address: 'effacé' },
      ],
    ])
  })

  test.each([
    [
      'of somebody who is not forgotten, gives nothing up',
      `before = without_personal_values(before), after = without_personal_values(after)`,
      false,
    ],
    ['gives up no amount', `after = after - 'collected'`, true],
    [
      'gives up no more than its personal values',
      `after = without_personal_values(after) || '{"status": "cancelled"}'`,
      true,
    ],
    ['gives up no name of whoever did it', `actor_id = null`, true],
    ['takes no other word for a name', `after = after || '{"name": "Autre"}'`, true],
    ['gives up no day', `at = now()`, true],
  ])('%s', async (_, change, isForgotten) => {
    const person = somebody()
    const id = await order(person, { token: shop.tokens.sara })
    const edit = { ...person, Name: 'Autre', CustomerID: 1 }
    await shop.call('PUT', `/api/supplier/orders/${id}`, {
      token: shop.tokens.sara,
      body: { ...edit, City: 'Casablanca' },
    })
    await track(id, 'livré')
    if (isForgotten) await anonymise(person.Phone)
    const before = await entriesOf(id)
    const [first] = before
    await expect(
      shop.db.execute(sql.raw(`update audit_entries set ${change} where id = ${first!.id}`)),
    ).rejects.toMatchObject({ cause: { message: 'an audit entry is neither changed nor removed' } })
    expect(await entriesOf(id)).toEqual(before)
  })
})

/** Signs up a supplier with a RIB, a notification and a mail that waits. */
async function signUp() {
  const { Name: name, Phone: phone, Address: address, Email: email } = somebody()
  const person = { name, phone, address, email }
  await shop.call('POST', '/api/register', { body: { ...person, password: PASSWORD } })
  const { json } = await shop.call('POST', '/api/login', { body: { identifier: email, password: PASSWORD } })
  const id: AccountId = json.user.id
  const rib = `1907800001234567890${String(10000 + people)}`
  await shop.db.execute(sql`update accounts set rib = ${rib} where id = ${id}`)
  const { rows } = await shop.db.execute<{ code: string }>(
    sql`select promo_code as code from accounts where id = ${id}`,
  )
  return {
    ...person,
    id,
    rib,
    customId: json.user.custom_id as string,
    token: json.token as string,
    code: rows[0]!.code,
  }
}

const inviteBuyer = async () => {
  const { Name: name, Phone: phone, Address: address, Email: email } = somebody()
  const { json } = await asAdmin('POST', '/api/admin/buyers', { name, phone, address, email })
  return { name, phone, address, email, id: json.user.id as AccountId, customId: json.user.custom_id as string }
}

/** The queues of the jobs that name an address. */
const jobsFor = async (address: string) =>
  (
    await shop.db.execute<{ name: string }>(sql`
      select name from pgboss.job where ${address} in (data->>'email', data->'to'->>'address') order by name`)
  ).rows.map(({ name }) => name)

describe('an account', () => {
  let supplier: Awaited<ReturnType<typeof signUp>>
  beforeEach(async () => {
    supplier = await signUp()
  })

  const withdraw = async (gain = 80) => {
    const id = await order(somebody(), { token: supplier.token })
    await track(id, 'livré')
    return (await shop.call('POST', '/api/withdraw', { token: supplier.token, body: { gain } })).json.withdrawal.id
  }

  test('gets all that is held about it: no secrets, and nothing of those it sold to', async () => {
    const client = somebody()
    const own = await order(client, { token: supplier.token })
    await track(own, 'livré')
    const { json: requested } = await shop.call('POST', '/api/withdraw', { token: supplier.token, body: { gain: 80 } })
    await asAdmin('POST', `/api/admin/withdrawals/${requested.withdrawal.id}/approve`, { reference: 'VIR-9' })
    const { status, json, text } = await exportAccount(supplier.id)
    expect(status).toBe(200)
    expect(json.account).toEqual({
      custom_id: supplier.customId,
      role: 'supplier',
      name: supplier.name,
      email: supplier.email,
      phone: supplier.phone,
      address: supplier.address,
      rib: supplier.rib,
      rib_changed_at: null,
      promo_code: supplier.code,
      promo_codes: [{ code: supplier.code, since: shop.now.toISOString() }],
      created_at: shop.now.toISOString(),
      banned_at: null,
      has_password: true,
    })
    expect(json.sessions).toHaveLength(1)
    expect(json.orders).toMatchObject([{ number: own, gain: 80, city: 'Fès' }])
    expect(json.withdrawals).toMatchObject([{ amount: 80, status: 'approuvé', rib: supplier.rib, reference: 'VIR-9' }])
    expect(json.notifications.map(({ message }: { message: string }) => message)).toEqual([
      `Nouveau fournisseur ${supplier.customId}\u00A0– ${supplier.name}`,
      expect.stringContaining(`Demande de retrait`),
    ])
    expect(json.history).toMatchObject([
      { act: 'Modification', changes: [{ what: 'RIB', before: null }] },
      { act: 'Modification', changes: [{ what: 'Statut', after: 'approuvé' }, {}] },
    ])
    for (const trace of [...tracesOf(client), supplier.token, 'argon2', 'password_hash', 'token'])
      expect(text.includes(trace), trace).toEqual(false)
    expect(await newest()).toMatchObject({ subject: 'account', subject_id: supplier.id, actor: { custom_id: 'A-1' } })
  })

  test('gets every one of very many orders, once and in order, the deleted ones too', async () => {
    const own = await order(somebody(), { token: supplier.token })
    await shop.call('DELETE', `/api/supplier/orders/${own}`, { token: supplier.token })
    const copies = 1_200
    await shop.db.execute(sql`
      insert into orders overriding system value
      select (jsonb_populate_record(own, jsonb_build_object('id', 500000 + nth))).*
      from orders own, generate_series(1, ${copies}) nth where own.id = ${own}`)
    await shop.db.execute(sql`
      insert into order_lines overriding system value
      select (jsonb_populate_record(line, jsonb_build_object('id', 500000 + nth, 'order_id', 500000 + nth))).*
      from order_lines line, generate_series(1, ${copies}) nth where line.order_id = ${own}`)
    const { status, headers, json } = await exportAccount(supplier.id)
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    const numbers = [own, ...Array.from({ length: copies }, (_, nth) => 500_001 + nth)]
    expect(json.orders.map(({ number }: { number: number }) => number)).toEqual(numbers)
    expect(json.orders.at(-1)).toEqual({ ...json.orders[0], number: 500_000 + copies })
    expect(json.orders[0]).toMatchObject({ to_pay: 235, gain: 80, lines: [{ product: 'Crème', quantity: 2 }] })
    const { rows: acts } = await shop.db.execute(sql`
      select personal_data, orders from data_requests where account_id = ${supplier.id}`)
    expect(acts).toEqual([{ personal_data: 'exported', orders: copies + 1 }])
  })

  test('is forgotten everywhere, closed for good, and what it earned stays in the books', async () => {
    await order(somebody(), { code: supplier.code }).then((id) => track(id, 'livré'))
    await asAdmin('POST', `/api/admin/withdrawals/${await withdraw(150)}/approve`, {})
    const traces = [supplier.name, supplier.phone, supplier.address, supplier.email, supplier.rib, supplier.code]
    const tables = new Set((await holding(traces)).map((found) => found.split(':')[0]))
    for (const table of ['accounts', 'notifications', 'orders', 'withdrawals'])
      expect(tables.has(`public.${table}`), table).toEqual(true)
    expect([...tables].some((table) => table!.startsWith('pgboss.'))).toBe(true)
    const money = () =>
      shop.db.execute(sql`
        select (select sum(gain) from orders where supplier_id = ${supplier.id}) as gains,
          (select sum(amount) from withdrawals where account_id = ${supplier.id}) as withdrawn`)
    const before = (await money()).rows

    const { status, json } = await anonymiseAccount(supplier.id)
    expect([status, json.message]).toEqual([200, 'Le compte est anonymisé.'])

    expect(await holding(traces)).toEqual([])
    expect((await money()).rows).toEqual(before)
    expect(await shop.brokenInvariants()).toEqual([])
    const { rows } = await shop.db.execute<{ message: string }>(
      sql`select message from notifications where message like ${`%${supplier.customId}%`} order by id`,
    )
    expect(rows.map(({ message }) => message)).toEqual([
      `Nouveau fournisseur ${supplier.customId}\u00A0– ${ERASED_PERSON.name}`,
      expect.stringMatching(
        new RegExp(`^Demande de retrait de .*\u00A0– ${ERASED_PERSON.name}, ${supplier.customId}$`),
      ),
    ])
    expect((await shop.call('GET', '/api/user', { token: supplier.token })).status).not.toBe(200)
    const body = { identifier: supplier.customId, password: PASSWORD }
    expect((await shop.call('POST', '/api/login', { body })).status).toBeGreaterThanOrEqual(400)
    expect((await shop.call('GET', `/api/supplier-from-code/${supplier.code}`)).json).toBeNull()
    expect(await newest()).toMatchObject({
      subject: 'account',
      subject_id: supplier.id,
      about: { custom_id: supplier.customId, name: ERASED_PERSON.name },
      changes: expect.arrayContaining([{ column: 'personal_data', before: null, after: 'anonymised' }]),
    })
    const again = [await anonymiseAccount(supplier.id), await asAdmin('POST', `/api/admin/user/${supplier.id}/restore`)]
    expect(again.map((answer) => answer.status)).toEqual([409, 409])
    await expect(
      shop.db.execute(sql`update accounts set banned_at = null where id = ${supplier.id}`),
    ).rejects.toMatchObject({ cause: { constraint: 'an_erased_account_stays_banned' } })
  })

  test('of a buyer too, and the log forgets the name that its invitation said', async () => {
    const buyer = await inviteBuyer()
    const traces = [buyer.name, buyer.phone, buyer.address, buyer.email]
    expect((await holding(traces)).filter((found) => found.startsWith('public.audit_entries'))).toHaveLength(1)
    expect((await exportAccount(buyer.id)).json.account).toMatchObject({ name: buyer.name, has_password: false })
    const notice = saleDeclared({ amount: dh(100), customId: buyer.customId, name: buyer.name })
    await inTransaction(shop.db, (tx) => notify(tx, notice, shop.now))
    expect((await anonymiseAccount(buyer.id)).status).toBe(200)
    expect(await holding(traces)).toEqual([])
    expect(await shop.brokenInvariants()).toEqual([])
  })

  test('is not forgotten while an order runs or a request waits: nothing at all has changed', async () => {
    const refused = async (id: AccountId, message: string) => {
      const before = await stored()
      const answer = await anonymiseAccount(id)
      expect([answer.status, answer.json.message]).toEqual([409, message])
      expect(await stored()).toEqual(before)
    }
    const running = await order(somebody(), { token: supplier.token })
    await refused(supplier.id, 'Ce compte a encore une commande en cours.')
    await track(running, 'annulé')
    const withdrawal = await withdraw()
    await refused(supplier.id, 'Ce compte a encore un retrait à décider.')
    await asAdmin('POST', `/api/admin/withdrawals/${withdrawal}/reject`, { reason: 'RIB incomplet' })
    expect((await anonymiseAccount(supplier.id)).status).toBe(200)

    const buyer = await inviteBuyer()
    await shop.db.execute(
      sql`insert into purchases (buyer_id, amount, requested_at) values (${buyer.id}, 500000, now())`,
    )
    await refused(buyer.id, 'Ce compte a encore un achat à décider.')
  })

  test('takes no letter of somebody whose address only ends like its own with it', async () => {
    const { email } = supplier
    const other = `a${email}`
    const body = { name: 'Autre', phone: '0612340000', address: 'Rabat', email: other, password: PASSWORD }
    expect((await shop.call('POST', '/api/register', { body })).status).toBe(201)
    expect((await shop.call('POST', '/api/password/email', { body: { email: other } })).status).toBe(200)
    const before = await jobsFor(other)
    expect((await anonymiseAccount(supplier.id)).status).toBe(200)
    expect(await jobsFor(email)).toEqual([])
    expect(await jobsFor(other)).toEqual(before)
  })

  test('takes the letters to an address that it had before with it', async () => {
    const { name, phone, address, token, email } = supplier
    await shop.call('POST', '/api/password/email', { body: { email } })
    const moved = { name, phone, address, email: `ailleurs-${people}@mail.example`, current_password: PASSWORD }
    const changed = await shop.call('PUT', '/api/user/update', { token, body: moved })
    expect(changed.status, changed.text).toBe(200)
    expect((await jobsFor(email)).length).toBeGreaterThan(0)
    expect((await anonymiseAccount(supplier.id)).status).toBe(200)
    expect(await holding([email, moved.email])).toEqual([])
  })

  test('of an admin is neither handed out nor forgotten, and one that is not there is 404', async () => {
    expect((await anonymiseAccount(shop.ids.admin)).status).toBe(409)
    expect((await exportAccount(shop.ids.admin)).status).toBe(404)
    expect([(await anonymiseAccount(999_999)).status, (await exportAccount(999_999)).status]).toEqual([404, 404])
  })
})

describe('nothing is kept for longer than needed:', () => {
  const age = (id: number, days: number) =>
    shop.db.execute(
      sql`update orders set created_at = ${new Date(shop.now.getTime() - days * DAY_MS).toISOString()} where id = ${id}`,
    )
  const ageRecord = (id: CustomerId, days: number) =>
    shop.db.execute(
      sql`update customers set created_at = ${new Date(shop.now.getTime() - days * DAY_MS).toISOString()} where id = ${id}`,
    )
  /** Runs a round that the owner has confirmed: in a shop of few orders each is more than a twentieth. */
  const anonymiseOld = async () => {
    await shop.db.execute(
      sql`insert into retention (confirmed_orders) values (100) on conflict (is_only_row) do update set confirmed_orders = 100`,
    )
    return anonymiseOldOrders(shop.first.shop)
  }
  const nameOf = async (id: number) =>
    (await shop.db.execute<{ name: string }>(sql`select name from orders where id = ${id}`)).rows[0]!.name

  test('people are taken out of final orders after ten years, and of no other', async () => {
    const old = somebody()
    const young = somebody()
    const oldOrder = await order(old)
    const deleted = await order(old)
    const running = await orderAgain(oldOrder)
    const youngOrder = await order(young)
    for (const id of [oldOrder, youngOrder]) await track(id, 'livré')
    await asAdmin('DELETE', `/api/admin/orders/${deleted}`)
    for (const id of [oldOrder, deleted, running]) await age(id, 3653)
    await age(youngOrder, 3651)
    await shop.db.execute(sql`update customers set created_at = '2010-01-01' where phone = ${old.Phone}`)
    expect(await anonymiseOld()).toBe(2)
    expect(await Promise.all([oldOrder, deleted, running, youngOrder].map(nameOf))).toEqual([
      ANONYMOUS_RECIPIENT.name,
      ANONYMOUS_RECIPIENT.name,
      old.Name,
      young.Name,
    ])
    const { rows } = await shop.db.execute<{ records: number }>(
      sql`select count(*)::int as records from customers where phone = ${old.Phone}`,
    )
    expect(rows[0]!.records).toBe(1)
    await track(running, 'annulé')
    expect(await anonymiseOld()).toBe(1)
    expect(await holding(tracesOf(old).slice(0, 3))).toEqual(
      (await holding(tracesOf(old).slice(0, 3))).filter((found) => found.startsWith('public.idempotency_keys')),
    )
    expect(await anonymiseOld()).toBe(0)
    expect(await shop.brokenInvariants()).toEqual([])
  })

  test('a deleted order that is the newest of the old ones is taken out as well, and announced once', async () => {
    const id = await order(somebody())
    await asAdmin('DELETE', `/api/admin/orders/${id}`)
    await age(id, 3653)
    const announced = () => shop.db.$count(sql`notifications where kind = 'retention'`)
    const before = await announced()
    expect(await anonymiseOld()).toBe(1)
    expect([await anonymiseOld(), await nameOf(id)]).toEqual([0, ANONYMOUS_RECIPIENT.name])
    expect(await announced()).toBe(before + 1)
  })

  test('whoever typed the number that stands for nobody is taken out as well, once', async () => {
    const id = await order(somebody())
    await track(id, 'livré')
    await age(id, 3653)
    await shop.db.execute(sql`update orders set phone = ${ANONYMOUS_RECIPIENT.phone} where id = ${id}`)
    expect(await anonymiseOld()).toBe(1)
    expect(await nameOf(id)).toBe(ANONYMOUS_RECIPIENT.name)
    expect(await anonymiseOld()).toBe(0)
  })

  test('records that never ordered go after 30 days, whoever made them, and no others', async () => {
    const lonely = await shop.addCustomer({ name: 'Sans commande' })
    const owned = await shop.addCustomer({ name: 'De Sara' }, { token: shop.tokens.sara })
    const recent = await shop.addCustomer({ name: 'Hier' })
    const ownedRecent = await shop.addCustomer({ name: 'De Sara, hier' }, { token: shop.tokens.sara })
    const ownedOrder = await order(somebody(), { token: shop.tokens.sara })
    const person = somebody()
    const ordered = (await order(person)) as OrderId
    await asAdmin('DELETE', `/api/admin/orders/${ordered}`)
    for (const id of [lonely, owned]) await ageRecord(id, 31)
    for (const id of [recent, ownedRecent]) await ageRecord(id, 29)
    await shop.db.execute(
      sql`update customers set created_at = '2020-01-01'
        where id in (select customer_id from orders where id in (${ordered}, ${ownedOrder}))`,
    )
    const ids = async () =>
      (await shop.db.execute<{ id: number }>(sql`select id from customers`)).rows.map(({ id }) => id)
    const before = await ids()
    await forgetUnusedRecords(shop.db, shop.now)
    expect(before.filter((id) => id !== lonely && id !== owned)).toEqual(await ids())
    expect(await shop.brokenInvariants()).toEqual([])
  })

  test('notes about a customer go with a record that never ordered, when it is the last of their phone', async () => {
    const person = somebody()
    const id = await order(person)
    const note = { text: 'Elle préfère le soir.' }
    expect((await asAdmin('POST', `/api/admin/people/${id}/notes`, note)).status).toBe(201)
    const unused = await shop.addCustomer({ name: person.Name, phone: person.Phone })
    await track(id, 'livré')
    await age(id, 3653)
    await shop.db.execute(sql`update customers set created_at = '2010-01-01' where phone = ${person.Phone}`)
    expect(await anonymiseOld()).toBe(1)
    const notes = () => shop.db.$count(sql`customer_notes where phone = ${person.Phone}`)
    expect(await notes()).toBe(1)
    await ageRecord(unused, 31)
    await forgetUnusedRecords(shop.db, shop.now)
    expect(await notes()).toBe(0)
  })
})
