import { sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROLES } from '#features/accounts/model.ts'
import { closeDatabase, inTransaction, openDatabase } from '#platform/db/database.ts'
import { DAY_MS } from '#platform/kernel/durations.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { ROWS_COUNTED, SEARCH_HITS } from '#platform/kernel/list-limits.ts'
import { startOfDays } from '#platform/kernel/time.ts'
import { sendForm, typedProduct } from '#test/multipart-form.ts'
import { type Statements, settlementsOf } from '#test/settlements.ts'
import { openTestShop, PASSWORD, type TestAnswer, type TestShop } from '#test/test-app.ts'
import { type AuditEntry, auditPage } from './contract.ts'
import { describeChanges, describeSubject } from './describe-entry.ts'
import { type AuditSubject, ENTRIES_SEARCHED, SUBJECT_NAMES } from './model.ts'

let shop: TestShop
/** A product that is ordered and never changed. */
let goods: ProductId
/** A product that is changed and never ordered. */
let cream: ProductId

const NB = '\u00A0'

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  goods = await shop.addProduct({ name: 'Savon', user: 100, distributor: 60 })
  cream = await shop.addProduct({ name: 'Crème', user: 100, distributor: 60 })
})

afterAll(() => shop.close())

const asAdmin = (method: string, path: string, body?: object) =>
  shop.call(method, path, { token: shop.tokens.admin, body })
const log = async (query = '') => (await asAdmin('GET', `/api/admin/audit${query}`)).json
const newest = async () => (await log('?per_page=1')).data[0]
const changesOf = async (subject: AuditSubject, id: number): Promise<AuditEntry[]> =>
  auditPage.parse(await log(`?subject=${subject}&search=${id}&per_page=100`)).data

async function order(token?: string): Promise<number> {
  const customer_id = await shop.addCustomer({ city: 'Rabat' }, { ...(token ? { token } : {}) })
  const prices = [token ? 60 : 100]
  const body = { product_ids: [goods], prices, priceGain: [100], quantities: [1], customer_id }
  return (await shop.call('POST', '/api/orders/create', { token, body })).json.order.OrderID
}

const track = (id: number, CurrentStatus: string) =>
  asAdmin('PUT', `/api/admin/orders/${id}/tracking`, { CurrentStatus })

async function askForWithdrawal(): Promise<number> {
  await track(await order(shop.tokens.sara), 'livré')
  const token = shop.tokens.sara
  const { stats } = (await shop.call('GET', '/api/supplier/get-ordersAdmin', { token })).json
  const requested = await shop.call('POST', '/api/withdraw', { token, body: { gain: stats.withdrawable } })
  return requested.json.withdrawal.id
}

const askForStock = async (): Promise<number> =>
  (await shop.call('POST', '/api/buyer/request-stock', { token: shop.tokens.karim, body: { amount: 5000 } })).json
    .purchase.id

const sellStock = async () => {
  await asAdmin('PUT', `/api/approve-request/${await askForStock()}`)
  return asAdmin('PUT', '/api/admin/sell-stock', { buyer_id: shop.ids.karim, amount: 100 })
}

async function declareSale(): Promise<number> {
  await asAdmin('PUT', `/api/approve-request/${await askForStock()}`)
  const call = { token: shop.tokens.karim, body: { amount: 50 } }
  return (await shop.call('POST', '/api/buyer/declare-sale', call)).json.declaration.id
}

const postAnnouncement = () => asAdmin('POST', '/api/admin/announcement', { title: 'Bonjour', message: 'À tous.' })

const FILE_OF_COURIER = {
  columns: ['name', 'phone', 'city', 'address', 'amount'].map((field) => ({ heading: field, field })),
}

const addCourier = () => asAdmin('POST', '/api/admin/couriers', { name: `Livreur ${Math.random()}` })

const importProducts = async () => {
  const file = new Blob([
    'Nom;Description;Prix client;Prix fournisseur;Stock;Catégorie\r\nBaume;Doux.;90;60;5;Packs\r\n',
  ])
  const preview = await sendForm(shop, '/api/admin/products/import', { mode: 'preview', file })
  const { fingerprint } = preview.json
  return sendForm(shop, '/api/admin/products/import', { mode: 'apply', fingerprint, file })
}

async function setSecondFactor(): Promise<TestAnswer> {
  await shop.db.execute(sql`delete from second_factors`)
  const { secret } = (await asAdmin('POST', '/api/second-factor', { current_password: PASSWORD })).json
  const otp = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: shop.now.getTime() })
  return asAdmin('POST', '/api/second-factor/confirm', { otp })
}

async function makeList(...ids: number[]): Promise<TestAnswer> {
  const { courier } = (await asAdmin('POST', '/api/admin/couriers', { name: `Livreur ${Math.random()}` })).json
  return asAdmin('POST', '/api/admin/handovers', { courier_id: courier.id, ids })
}

/** A statement of one right line. */
async function storedStatement(money?: Statements): Promise<number> {
  const at = money ?? (await settlementsOf(shop))
  const order = await at.delivered()
  return at.created(at.list([order.line()]), { received: String(order.amount - 30) })
}

async function claimedOrder() {
  const money = await settlementsOf(shop)
  const { id } = await money.delivered()
  const statement = await storedStatement(money)
  return { statement, answer: await asAdmin('POST', `/api/admin/statements/${statement}/claims`, { ids: [id] }) }
}

/** One real use of every call by which an admin changes something. */
const WRITES: Readonly<Record<string, () => Promise<TestAnswer>>> = {
  'DELETE /api/admin/user/:id': () => asAdmin('DELETE', `/api/admin/user/${shop.ids.youssef}`),
  'POST /api/admin/user/:id/restore': () => asAdmin('POST', `/api/admin/user/${shop.ids.youssef}/restore`),
  'PUT /api/admin/settings': () => asAdmin('PUT', '/api/admin/settings', { agencyName: `Atelier ${Math.random()}` }),
  'POST /api/admin/announcement': postAnnouncement,
  'PUT /api/admin/announcement/:id': async () =>
    asAdmin('PUT', `/api/admin/announcement/${(await postAnnouncement()).json.announcement.id}`, {
      title: 'Bonjour',
      message: 'À tous les acheteurs.',
      audience: 'acheteurs',
    }),
  'PUT /api/admin/announcement/:id/toggle-active': async () =>
    asAdmin('PUT', `/api/admin/announcement/${(await postAnnouncement()).json.announcement.id}/toggle-active`),
  'POST /api/admin/buyers': () =>
    asAdmin('POST', '/api/admin/buyers', {
      name: 'Laïla',
      email: 'laila@shop.example',
      phone: '0600000001',
      address: 'Fès',
    }),
  'POST /api/admin/agents': () =>
    asAdmin('POST', '/api/admin/agents', {
      name: 'Salma',
      email: 'salma@shop.example',
      phone: '0600000003',
      address: 'Fès',
    }),
  'PUT /api/admin/sell-stock': sellStock,
  'PUT /api/approve-request/:id': async () => asAdmin('PUT', `/api/approve-request/${await askForStock()}`),
  'PUT /api/admin/reject-request/:id': async () =>
    asAdmin('PUT', `/api/admin/reject-request/${await askForStock()}`, { reason: 'Virement non reçu' }),
  'POST /api/admin/products': () => sendForm(shop, '/api/admin/products', typedProduct()),
  'POST /api/admin/products/:id': () =>
    sendForm(shop, `/api/admin/products/${cream}?_method=PUT`, typedProduct({ Description: `Douce ${Math.random()}` })),
  'PUT /api/admin/products/:id/figures': () =>
    asAdmin('PUT', `/api/admin/products/${cream}/figures`, { figure: 'StockQuantity', value: 12, shown: 10 }),
  'POST /api/admin/products/import': importProducts,
  'DELETE /api/admin/products/:id': async () => asAdmin('DELETE', `/api/admin/products/${await shop.addProduct()}`),
  'DELETE /api/admin/orders/:id': async () => asAdmin('DELETE', `/api/admin/orders/${await order()}`),
  'PUT /api/admin/orders/:id/tracking': async () => track(await order(), 'attribué'),
  'PUT /api/admin/orders/tracking': async () =>
    asAdmin('PUT', '/api/admin/orders/tracking', { ids: [await order(), await order()], CurrentStatus: 'attribué' }),
  'PUT /api/confirmation/:id/order': async () => {
    const path = `/api/confirmation/${await order()}/order`
    const body = { Name: 'Nom corrigé', Phone: '0612345678', Address: '1, rue du Port', City: 'Agadir' }
    const { json } = await asAdmin('PUT', `${path}?preview=1`, body)
    return asAdmin('PUT', path, { ...body, digest: json.digest })
  },
  'POST /api/confirmation/:id/merge': async () => {
    const path = `/api/confirmation/${await order()}/merge`
    const other = await order()
    const { json } = await asAdmin('POST', `${path}?preview=1`, { other })
    return asAdmin('POST', path, { other, digest: json.digest })
  },
  'POST /api/confirmation/:id/attempts': async () =>
    asAdmin('POST', `/api/confirmation/${await order()}/attempts`, { outcome: 'confirmé', note: 'Sonner deux fois.' }),
  'POST /api/confirmation/:id/link': async () => asAdmin('POST', `/api/confirmation/${await order()}/link`),
  'POST /api/confirmation/:id/reopen': async () => {
    const id = await order()
    await asAdmin('POST', `/api/confirmation/${id}/attempts`, { outcome: 'faux numéro' })
    return asAdmin('POST', `/api/confirmation/${id}/reopen`, {})
  },
  'POST /api/admin/orders/:id/notes': async () =>
    asAdmin('POST', `/api/admin/orders/${await order()}/notes`, { note: 'À rappeler ce soir.' }),
  'POST /api/admin/handovers': async () => makeList(await order()),
  'PUT /api/admin/handovers/:id/parcels': async () => {
    const { id } = (await makeList(await order())).json
    return asAdmin('PUT', `/api/admin/handovers/${id}/parcels`, { ids: [await order()] })
  },
  'DELETE /api/admin/handovers/:id/parcels': async () => {
    const ids = [await order()]
    const { id } = (await makeList(...ids)).json
    return asAdmin('DELETE', `/api/admin/handovers/${id}/parcels`, { ids })
  },
  'POST /api/admin/handovers/:id/hand-over': async () =>
    asAdmin('POST', `/api/admin/handovers/${(await makeList(await order())).json.id}/hand-over`),
  'POST /api/admin/parcels/tracking': async () => {
    const OrderID = await order()
    await makeList(OrderID)
    return asAdmin('POST', '/api/admin/parcels/tracking', { rows: [{ OrderID, tracking: `OZ-${OrderID}` }] })
  },
  'POST /api/admin/returns': async () => {
    const OrderID = await order()
    await track(OrderID, 'en transit')
    return asAdmin('POST', '/api/admin/returns', { OrderID })
  },
  'POST /api/admin/orders/:id/lost': async () => {
    const id = await order()
    await track(id, 'en transit')
    await shop.db.execute(sql`update orders set left_at = left_at - interval '15 days' where id = ${id}`)
    return asAdmin('POST', `/api/admin/orders/${id}/lost`, { note: 'Le livreur ne l’a plus' })
  },
  'POST /api/admin/couriers': () => addCourier(),
  'PUT /api/admin/couriers/:id': async () => {
    const { courier } = (await addCourier()).json
    return asAdmin('PUT', `/api/admin/couriers/${courier.id}`, { name: courier.name, phone: '0522000000' })
  },
  'PUT /api/admin/couriers/:id/labels': async () =>
    asAdmin('PUT', `/api/admin/couriers/${(await addCourier()).json.courier.id}/labels`, {
      label: 'Confirmé par livreur',
      state: 'out',
    }),
  'PUT /api/admin/couriers/:id/file': async () => {
    const { columns } = FILE_OF_COURIER
    return asAdmin('PUT', `/api/admin/couriers/${(await addCourier()).json.courier.id}/file`, { columns, accepted: 1 })
  },
  'POST /api/admin/couriers/:id/cities': async () => {
    const path = `/api/admin/couriers/${(await addCourier()).json.courier.id}/cities`
    const file = new Blob(['Ville;Prix\nRabat;35'])
    const { digest } = (await sendForm(shop, `${path}?preview=1`, { file })).json
    return sendForm(shop, path, { file, digest })
  },
  'POST /api/admin/parcels/statuses': async () => {
    const id = await order()
    await track(id, 'en transit')
    const { courier } = (await addCourier()).json
    const form = { courier_id: String(courier.id), file: new Blob([`Référence;Statut\n${id};Livré`]) }
    const { digest } = (await sendForm(shop, '/api/admin/parcels/statuses?preview=1', form)).json
    return sendForm(shop, '/api/admin/parcels/statuses', { ...form, digest })
  },
  'POST /api/parcels/:id/follow-up': async () => {
    const id = await order()
    await track(id, 'en transit')
    const body = { kind: 'note', note: 'Rappeler ce soir', seen_updated_at: shop.now.toISOString() }
    return asAdmin('POST', `/api/parcels/${id}/follow-up`, body)
  },
  'POST /api/admin/people/:id/notes': async () =>
    asAdmin('POST', `/api/admin/people/${await order()}/notes`, { text: 'Préfère le matin' }),
  'PUT /api/admin/orders/payment-status': async () => {
    const id = await order()
    await track(id, 'livré')
    return asAdmin('PUT', '/api/admin/orders/payment-status', { ids: [id], PaymentStatus: 'payé' })
  },
  'PUT /api/admin/orders/:id/payment-status': async () => {
    const id = await order()
    await track(id, 'livré')
    return asAdmin('PUT', `/api/admin/orders/${id}/payment-status`, { PaymentStatus: 'payé' })
  },
  'POST /api/admin/personal-data/export': async () => {
    await order()
    return asAdmin('POST', '/api/admin/personal-data/export', { phone: '0612345678' })
  },
  'POST /api/admin/personal-data/anonymise': async () => {
    const phone = '0612000001'
    await shop.addCustomer({ phone })
    return asAdmin('POST', '/api/admin/personal-data/anonymise', { phone })
  },
  'POST /api/admin/user/:id/personal-data/export': () =>
    asAdmin('POST', `/api/admin/user/${shop.ids.karim}/personal-data/export`),
  'POST /api/admin/user/:id/personal-data/anonymise': async () => {
    const person = { name: 'Rita', email: 'rita@shop.example', phone: '0600000002', address: 'Fès' }
    const { user } = (await asAdmin('POST', '/api/admin/buyers', person)).json
    return asAdmin('POST', `/api/admin/user/${user.id}/personal-data/anonymise`)
  },
  'POST /api/admin/retention/confirm-clock': async () => {
    await ask('clock')
    return asAdmin('POST', '/api/admin/retention/confirm-clock', { now: shop.now.toISOString() })
  },
  'POST /api/admin/retention/confirm-round': async () => {
    await ask('round')
    return asAdmin('POST', '/api/admin/retention/confirm-round', { orders_due: 3 })
  },
  'POST /api/admin/withdrawals/:id/approve': async () =>
    asAdmin('POST', `/api/admin/withdrawals/${await askForWithdrawal()}/approve`, { reference: 'VIR-1' }),
  'POST /api/admin/withdrawals/:id/reject': async () =>
    asAdmin('POST', `/api/admin/withdrawals/${await askForWithdrawal()}/reject`, { reason: 'RIB incomplet' }),
  'POST /api/admin/withdrawals/approve': async () =>
    asAdmin('POST', '/api/admin/withdrawals/approve', { ids: [await askForWithdrawal()], reference: 'VIR-2' }),
  'POST /api/admin/withdrawals/bank-file': async () =>
    asAdmin('POST', '/api/admin/withdrawals/bank-file', { ids: [await askForWithdrawal()] }),
  'PUT /api/admin/sale-declarations/:id/approve': async () =>
    asAdmin('PUT', `/api/admin/sale-declarations/${await declareSale()}/approve`),
  'PUT /api/admin/sale-declarations/:id/reject': async () =>
    asAdmin('PUT', `/api/admin/sale-declarations/${await declareSale()}/reject`, { reason: 'Reçu illisible' }),
  'PUT /api/admin/buyer/approve-withdrawal/:id': async () => {
    await sellStock()
    const requested = await shop.call('POST', '/api/buyer/request-withdrawal', { token: shop.tokens.karim })
    return asAdmin('PUT', `/api/admin/buyer/approve-withdrawal/${requested.json.withdrawal.id}`, {})
  },
  'POST /api/admin/statements': async () => {
    const money = await settlementsOf(shop)
    const list = money.list([(await money.delivered()).line()])
    return money.send(list, { digest: (await money.preview(list)).digest })
  },
  'DELETE /api/admin/statements/:id': async () => asAdmin('DELETE', `/api/admin/statements/${await storedStatement()}`),
  'PUT /api/admin/statements/:id/lines/:row': async () =>
    asAdmin('PUT', `/api/admin/statements/${await storedStatement()}/lines/2`, { decision: 'dropped' }),
  'POST /api/admin/statements/:id/close': async () =>
    asAdmin('POST', `/api/admin/statements/${await storedStatement()}/close`, {}),
  'POST /api/admin/statements/:id/claims': async () => (await claimedOrder()).answer,
  'POST /api/admin/statements/:id/claims/sent': async () =>
    asAdmin('POST', `/api/admin/statements/${(await claimedOrder()).statement}/claims/sent`),
  'PUT /api/admin/claims/:id': async () => {
    const { statement } = await claimedOrder()
    const { claims } = (await asAdmin('GET', `/api/admin/statements/${statement}`)).json
    return asAdmin('PUT', `/api/admin/claims/${claims[0].id}`, { settled_amount: 0 })
  },
  'POST /api/second-factor/confirm': setSecondFactor,
  'DELETE /api/second-factor': async () => {
    const [otp] = (await setSecondFactor()).json.recovery_codes
    return asAdmin('DELETE', '/api/second-factor', { current_password: PASSWORD, otp })
  },
}

/** Has the owner asked to confirm, as the rounds that anonymise old orders do. */
const ask = (waiting: string) =>
  shop.db.execute(sql`
    insert into retention (waiting, due_orders) values (${waiting}, 3)
    on conflict (is_only_row) do update set waiting = excluded.waiting, due_orders = excluded.due_orders`)

/** Calls with a method of changes that change nothing in the journal, each with the reason. */
const EXEMPT: Readonly<Record<string, string>> = {
  'POST /api/admin/allannouncement': 'it lists',
  'POST /api/second-factor': 'log-in asks for nothing before it is confirmed',
  'POST /api/admin/orders/bons-de-livraison.pdf': 'it draws',
  'POST /api/admin/couriers/:id/file/template': 'it reads',
  'POST /api/confirmation/next': 'whose card an order is decides nothing about it',
  'POST /api/confirmation/release': 'as above',
  'POST /api/admin/user/:id/invitation': 'the account stays as it was: a new link goes to its address',
  'POST /api/admin/product-images': 'no product shows it yet: the form that names it leaves the entry',
  'POST /api/admin/notifications/:id/mark-read': 'reading a notification decides nothing',
  'POST /api/admin/notifications/read-all': 'as above',
}

describe('every call by which an admin changes something', () => {
  const adminWrites = () =>
    shop.first.app.guardedRoutes.flatMap(({ method, url, config }) => {
      const access = config!.access!
      // What everybody may do for itself is no act of the back office.
      const isAdmins = typeof access === 'object' && access.only.includes('admin') && access.only.length < ROLES.length
      return isAdmins ? [method].flat().flatMap((each) => (/GET|HEAD/.test(each) ? [] : [`${each} ${url}`])) : []
    })

  test('is known here: with a use of it, or with the reason why it leaves no entry', () => {
    expect(adminWrites().toSorted()).toEqual([...Object.keys(WRITES), ...Object.keys(EXEMPT)].toSorted())
  })

  test.each(Object.keys(WRITES))('%s is written down with the admin’s name', async (route) => {
    const entries = async () =>
      (
        await shop.db.execute<{ count: number }>(
          sql`select count(*)::int as count from audit_entries where actor_id = ${shop.ids.admin}`,
        )
      ).rows[0]!.count
    const before = await entries()
    const { status, text } = await WRITES[route]!()
    expect([status, status < 300 ? '' : text], route).toEqual([expect.toSatisfy((code) => code < 300), ''])
    expect(await entries()).toBeGreaterThan(before)
    expect(await newest()).toMatchObject({ actor: { custom_id: 'A-1', name: 'Nom admin' } })
  })
})

describe('the database keeps it itself:', () => {
  const entriesOf = async (id: ProductId) =>
    (await changesOf('product', id)).map(({ actor, act, changes }) => ({ actor, act, changes }))

  test('a price changed by plain SQL leaves an entry, in nobody’s name', async () => {
    const id = await shop.addProduct({ name: 'Sérum', user: 100, distributor: 60, stock: 1 })
    const before = (await entriesOf(id)).length
    await shop.db.execute(sql`update products set user_price = 9950 where id = ${id}`)
    const entries = await entriesOf(id)
    expect(entries).toHaveLength(before + 1)
    expect(entries[0]).toEqual({
      actor: null,
      act: 'changed',
      changes: [{ column: 'user_price', before: 10000, after: 9950 }],
    })
    await shop.db.execute(sql`update products set user_price = 9950, updated_at = now() where id = ${id}`)
    expect(await entriesOf(id)).toHaveLength(before + 1)
  })

  test('a courier is told by name, as the subject and as a value', async () => {
    const { courier } = (await addCourier()).json
    const { json } = await asAdmin('POST', '/api/admin/handovers', { courier_id: courier.id, ids: [await order()] })
    const [list] = await changesOf('handover', json.id)
    expect(describeChanges(list!)).toContainEqual({ what: 'Livreur', before: null, after: courier.name })
    const [made] = await changesOf('courier', courier.id)
    expect(describeSubject(made!)).toBe(`Livreur ${courier.id}, ${courier.name}`)
  })

  test('a changed tariff names its city, a changed word the word, and a file its columns', async () => {
    const { courier } = (await addCourier()).json
    const changes = async () => describeChanges((await changesOf('courier', courier.id))[0]!)
    await shop.db.execute(sql`
      insert into courier_cities (courier_id, city, their_name, fee_delivered) values (${courier.id}, 'Rabat', 'Rabat', 3500)`)
    await shop.db.execute(sql`update courier_cities set fee_delivered = 4000 where courier_id = ${courier.id}`)
    expect(await changes()).toEqual([
      { what: 'Ville', before: 'Rabat', after: 'Rabat' },
      { what: 'Frais livré', before: `35,00${NB}DH`, after: `40,00${NB}DH` },
    ])
    await shop.db.execute(sql`
      insert into courier_labels (courier_id, folded, word, state) values (${courier.id}, 'vu', 'Vu', 'out')`)
    await shop.db.execute(sql`update courier_labels set state = 'delivered' where courier_id = ${courier.id}`)
    expect((await changes())[0]).toEqual({ what: 'Son mot', before: 'Vu', after: 'Vu' })
    await asAdmin('PUT', `/api/admin/couriers/${courier.id}/file`, {
      columns: FILE_OF_COURIER.columns.map(({ field }, nth) => ({
        heading: `Colonne ${nth}`,
        field,
        as: nth === 1 ? '+212' : '',
      })),
      accepted: 0,
    })
    expect((await changes()).find(({ what }) => what === 'Colonnes de son fichier')?.after).toMatch(
      /^Colonne 0\u00A0: Nom du destinataire, Colonne 1\u00A0: Téléphone \(\+212\), /,
    )
  })

  test.each([
    'update audit_entries set actor_id = null',
    'update audit_entries set at = now() where id = 1',
    'delete from audit_entries',
    'delete from audit_entries where id = 1',
    'truncate audit_entries',
    'truncate audit_entries cascade',
  ])('« %s » is refused', async (statement) => {
    const all = async () => (await shop.db.execute(sql`select * from audit_entries order by id`)).rows
    const before = await all()
    await expect(shop.db.execute(sql.raw(statement))).rejects.toMatchObject({
      cause: { message: 'an audit entry is neither changed nor removed' },
    })
    expect(await all()).toEqual(before)
  })

  test('each column that a trigger watches has a French name; amounts are said in dirhams, and codes in words', async () => {
    const { rows } = await shop.db.execute<{ subject: AuditSubject; column: string; type: string; rule: string }>(sql`
      select distinct args[1] as subject, attname as column, atttypid::regtype::text as type,
        coalesce(pg_get_constraintdef(pg_constraint.oid), '') as rule
      from pg_trigger
      cross join lateral string_to_array(encode(tgargs, 'escape'), '\\000') as args
      join pg_attribute on attrelid = tgrelid and attname = any(string_to_array(args[3], ','))
      left join pg_constraint on conrelid = tgrelid and conkey = array[attnum]
        and pg_get_constraintdef(pg_constraint.oid) like '%= ANY (ARRAY[%'
      where tgfoid = 'log_change'::regproc`)
    expect(rows.length).toBeGreaterThan(60)
    const alike = ['agent', 'admin']
    const unsaid = rows.flatMap(({ subject, column, type, rule }) => {
      const said = (after: string | number) =>
        describeChanges({ subject, changes: [{ column, before: null, after }] })[0]
      const codes = [...rule.matchAll(/'(\w+)'::text/g)].map(([, code]) => code!)
      const missing = [
        ...(Object.hasOwn(SUBJECT_NAMES, subject) ? [] : ['subject']),
        ...(said(100)?.what === column ? ['name'] : []),
        ...(type === 'bigint' && said(100)?.after !== `1,00${NB}DH` ? ['amount'] : []),
        ...codes.filter((code) => said(code)?.after === code && !alike.includes(code)),
      ]
      return missing.map((what) => [subject, column, what])
    })
    expect(unsaid).toEqual([])
  })

  test('each note on a line of a statement is an entry about its order, without which it is none', async () => {
    const money = await settlementsOf(shop)
    const known = await money.delivered()
    const list = money.list([known.line({ fee: 31 }), { tracking: 'inconnu', collected: 1, fee: 0 }])
    const id = await money.created(list, { reference: 'OZ-77' })
    const before = await newest()
    for (const note of ['Appelé mardi', 'Il verse vendredi', ''])
      expect((await money.decide(id, 2, { note })).status).toBe(200)
    // The same words again are no change, and nobody could forget the person behind no order.
    await money.decide(id, 2, { note: '' })
    await money.decide(id, 3, { note: 'Colis de Nadia ?' })
    const said = (await changesOf('order', known.id)).slice(0, 3)
    expect(said.map((entry) => entry.actor?.customId)).toEqual(['A-1', 'A-1', 'A-1'])
    expect(said.map(describeChanges)).toEqual(
      [null, 'Il verse vendredi', 'Appelé mardi'].map((after) => [
        { what: 'Ligne', before: null, after: '2' },
        { what: 'Note sur la ligne du relevé', before: null, after },
        { what: 'Référence', before: null, after: 'OZ-77' },
      ]),
    )
    expect((await newest()).id).toBe(before.id + 3)
    // The order's own page tells what became of the order, and no words about a courier.
    const { history } = (await asAdmin('GET', `/api/admin/orders/${known.id}`)).json
    expect(history.map(({ what }: { what: string }) => what)).not.toContain('corrected')
  })

  test('what is undone leaves no entry', async () => {
    const before = await newest()
    await expect(
      inTransaction(shop.db, async (tx) => {
        await tx.execute(sql`update products set name = 'Autre' where id = ${cream}`)
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    expect(await newest()).toEqual(before)
  })

  test('a connection that served an admin does not go on in its name', async () => {
    const db = openDatabase({ connection: shop.connection, poolSize: 1 })
    await inTransaction(db, (tx) => tx.execute(sql.raw(`set local shop.actor = ${shop.ids.admin}`)))
    await inTransaction(db, (tx) =>
      tx.execute(sql`update products set description = description || '!' where id = ${cream}`),
    )
    expect((await newest()).actor).toBeNull()
    await closeDatabase(db)
  })
})

describe('the log is read', () => {
  test('newest first, with who, what, and both values: amounts in dirhams', async () => {
    const id = await order()
    await track(id, 'en transit')
    expect(await newest()).toEqual({
      id: expect.any(Number),
      created_at: expect.any(String),
      actor: { custom_id: 'A-1', name: 'Nom admin' },
      subject: 'order',
      subject_id: id,
      act: 'changed',
      about: null,
      changes: [{ column: 'status', before: 'pending', after: 'in_transit' }],
    })
    await shop.db.execute(sql`update products set distributor_price = 5950 where id = ${cream}`)
    expect(await newest()).toMatchObject({
      subject: 'product',
      about: { custom_id: null },
      changes: [{ column: 'distributor_price', after: 59.5 }],
    })
  })

  test('page by page', async () => {
    const { total, last_page } = await log('?per_page=7')
    expect([total > 20, last_page]).toEqual([true, Math.ceil(total / 7)])
    const pages = await Promise.all(
      Array.from({ length: last_page }, (_, index) => log(`?per_page=7&page=${index + 1}`)),
    )
    const ids = pages.flatMap(({ data }) => data.map(({ id }: { id: number }) => id))
    expect(ids).toHaveLength(total)
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a))
    expect((await log(`?per_page=7&page=${last_page + 1}`)).data).toEqual([])
  })

  const subjectsOf = ({ data }: { data: { subject: string }[] }) => [...new Set(data.map(({ subject }) => subject))]

  test('by what it is about, by whom, and by the shop itself', async () => {
    expect(subjectsOf(await log('?subject=withdrawal'))).toEqual(['withdrawal'])
    const withdrawals = (await log('?subject=withdrawal')).data
    expect(withdrawals.map(({ about }: { about: object }) => about)).toContainEqual({
      custom_id: 'F-1001',
      name: 'Nom sara',
    })
    const byAdmin = await log('?actor=a-1&per_page=100')
    expect(new Set(byAdmin.data.map(({ actor }: { actor: { custom_id: string } }) => actor.custom_id))).toEqual(
      new Set(['A-1']),
    )
    const byShop = await log('?actor=boutique&per_page=100')
    expect(byShop.data.every(({ actor }: { actor: unknown }) => actor === null)).toBe(true)
    expect(byAdmin.total + byShop.total).toBe((await log()).total)
    expect((await log('?actor=F-9999')).total).toBe(0)
  })

  test('by a number, by a part of a name, by a part of a value', async () => {
    const id = await order()
    await track(id, 'livré')
    const found = await log(`?search=${id}&subject=order`)
    expect(found.data.map((each: { subject_id: number }) => each.subject_id)).toEqual([id])
    // The acts of somebody of that name, and the entry about the account itself.
    const total = async (query: string) => (await log(query)).total
    expect(await total('?search=nom%20ADMIN&subject=product')).toBe(await total('?actor=A-1&subject=product'))
    expect(await total('?search=nom%20ADMIN&subject=account')).toBe((await total('?actor=A-1&subject=account')) + 1)
    await shop.db.execute(sql`update products set description = 'Avec 100 % de _rose_' where id = ${cream}`)
    expect((await log('?search=100%20%25%20DE')).total).toBe(1)
    expect((await log('?search=%25%25%25')).total).toBe(0)
    expect((await log('?search=9999999999')).total).toBe(0)
  })

  test('by what the log shows: words for states, without accents; and not by how it is kept', async () => {
    const id = await order()
    await track(id, 'livré')
    await shop.db.execute(sql`update products set name = 'Crème Éclat' where id = ${cream}`)
    const about = async (search: string) =>
      (await log(`?search=${encodeURIComponent(search)}`)).data.map((each: { subject_id: number }) => each.subject_id)
    expect(await about('livré')).toContain(id)
    expect(await about('LIVRE')).toContain(id)
    expect(await about('creme eclat')).toContain(cream)
    for (const stored of ['delivered', 'user_price', '{', 'null']) expect(await about(stored), stored).toEqual([])
  })

  test('by an amount or a number, as the log shows it', async () => {
    const about = async (search: string) =>
      (await log(`?subject=product&search=${encodeURIComponent(search)}`)).data.map(
        (each: { subject_id: number }) => each.subject_id,
      )
    await shop.db.execute(sql`update products set user_price = 716325 where id = ${cream}`)
    for (const typed of ['7163,25', '7163.25', `7${NB}163,25${NB}DH`, '7 163', '7163', '7163 dh'])
      expect(await about(typed), typed).toEqual([cream])
    for (const typed of ['7163,2', '7163,26', '716325', '716', '-7163']) expect(await about(typed), typed).toEqual([])
    const id = await order()
    await track(id, 'en transit')
    await shop.db.execute(sql`
      insert into audit_entries (at, actor_id, subject, subject_id, act, after)
      select now(), ${shop.ids.admin}, 'product', ${goods}, 'changed', jsonb_build_object('quantity', n, 'courier_id', 8640)
      from unnest(array[7250, -7250, ${id}]) as n`)
    for (const typed of ['+7250', '7250', '-7250', '−7250', `+${id}`])
      expect(await about(typed), typed).toEqual(expect.arrayContaining([goods]))
    expect(await about('8640')).toEqual([])
  })

  test('by a number that entries are about: those alone, however many values read so', async () => {
    const id = await order()
    await track(id, 'en transit')
    await shop.db.execute(sql`
      insert into audit_entries (at, actor_id, subject, subject_id, act, after)
      select now(), ${shop.ids.admin}, 'product', ${goods}, 'changed', jsonb_build_object('quantity', ${id}::int)
      from generate_series(1, ${SEARCH_HITS + 1})`)
    const { data, total } = await log(`?search=${id}&per_page=100`)
    expect(data.map((each: { subject_id: number }) => each.subject_id)).toEqual(Array(total).fill(id))
    expect(data.map((each: { subject: string }) => each.subject)).toContain('order')
    const { text } = await asAdmin('GET', `/api/admin/audit.csv?search=${id}`)
    expect(text).toContain(`;Commande ${id};`)
    expect(text).not.toContain(`;Produit ${goods}, `)
  })

  test('by its days, cut at midnight in Casablanca', async () => {
    const at = async (moment: Date) => {
      await inTransaction(shop.db, async (tx) => {
        await tx.execute(sql`select set_config('shop.moment', ${moment.toISOString()}, true)`)
        await tx.execute(sql`update products set description = ${`Le ${moment.toISOString()}`} where id = ${cream}`)
      })
    }
    const midnight = startOfDays(shop.now, 1)
    await at(new Date(midnight.getTime() - 1))
    await at(midnight)
    await at(new Date(midnight.getTime() - 7 * DAY_MS))
    const valuesSince = async (days: number) =>
      (await log(`?days=${days}&search=${encodeURIComponent('Le 20')}`)).data.map(
        ({ changes }: { changes: { after: string }[] }) => changes[0]!.after,
      )
    expect(await valuesSince(1)).toEqual([`Le ${midnight.toISOString()}`])
    expect(await valuesSince(7)).toHaveLength(2)
    expect(await valuesSince(30)).toHaveLength(3)
  })

  test.each(['subject=client', 'days=8', 'page=0', 'per_page=101', 'search=%00', `actor=${'a'.repeat(41)}`])(
    'the question « %s » is refused',
    async (query) => {
      expect((await asAdmin('GET', `/api/admin/audit?${query}`)).status).toBe(422)
    },
  )

  test('as a file, in words', async () => {
    const id = await order()
    await track(id, 'livré')
    await asAdmin('PUT', `/api/admin/orders/${id}/payment-status`, { PaymentStatus: 'annulé' })
    await shop.db.execute(sql`update products set user_price = 123450 where id = ${cream}`)
    const { status, headers, text } = await asAdmin('GET', '/api/admin/audit.csv')
    const lines = text.split('\r\n')
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(lines[0]).toBe('\uFEFFN°;Date;Par;Identifiant;Objet;Action;Champ;Avant;Après')
    expect(lines[1]).toMatch(
      new RegExp(
        `^\\d+;[\\d/]{10} [\\d:]{5};La boutique;;Produit ${cream}, .*;Modification;Prix client;.*;1${NB}234,50${NB}DH$`,
      ),
    )
    expect(lines[2]).toMatch(new RegExp(`;Nom admin;A-1;Commande ${id};Modification;Paiement;en attente;No Payé$`))
    expect(lines).toHaveLength((await log()).total + 2)
    const some = await asAdmin('GET', '/api/admin/audit.csv?subject=setting')
    expect(some.text.split('\r\n')).toHaveLength((await log('?subject=setting')).total + 2)
  })

  test('by the admin alone', async () => {
    for (const path of ['/api/admin/audit', '/api/admin/audit.csv'])
      expect((await shop.call('GET', path, { token: shop.tokens.sara })).status).toBe(403)
  })

  test('to its first entry, page by page; a value among the newest ten thousand, and in a file among all', async () => {
    const [{ id: oldest }] = (await log(`?per_page=100&page=${(await log('?per_page=100')).last_page}`)).data.slice(-1)
    await shop.db.execute(sql`update products set description = 'Baume introuvable' where id = ${cream}`)
    expect((await log('?search=introuvable')).total).toBe(1)
    const { id: aboutCream } = (await log(`?search=${cream}&per_page=100`)).data.at(-1)
    await shop.db.execute(sql`
      insert into audit_entries (at, actor_id, subject, subject_id, act, before, after)
      select now(), ${shop.ids.admin}, 'order', n, 'changed', '{"status": "pending"}', '{"status": "assigned"}'
      from generate_series(1, ${ENTRIES_SEARCHED}) as n`)
    const { rows } = await shop.db.execute<{ count: number }>(sql`select count(*)::int as count from audit_entries`)
    const last = Math.ceil(rows[0]!.count / 100)
    expect((await log(`?per_page=100&page=${last}`)).data.at(-1).id).toBe(oldest)
    expect((await log('?per_page=100')).total).toBe(ROWS_COUNTED + 1)
    expect((await log('?search=introuvable')).total).toBe(0)
    expect((await log('?search=introuvable&subject=product')).total).toBe(1)
    // However old, what is about a number is found: an index leads to it.
    expect((await log(`?search=${cream}&per_page=100`)).data.map(({ id }: { id: number }) => id)).toContain(aboutCream)
    expect((await log('?search=nom admin')).total).toBe(SEARCH_HITS)
    const { text } = await asAdmin('GET', '/api/admin/audit.csv?search=introuvable')
    expect(text.split('\r\n')).toHaveLength(3)
  })
})
