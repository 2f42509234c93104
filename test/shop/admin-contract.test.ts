import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { OrderId, ProductId } from '#platform/kernel/ids.ts'
import { openTestShop, type TestShop } from '../test-app.ts'

// The answers of the back office, spelled out once more by hand: the schemas of the rooms are what is being checked.

const text = z.string()
const whole = z.int()
const amount = z.number().check(z.multipleOf(0.01), z.gte(0))
const moment = z.iso.datetime()
const status = z.enum(['en attente', 'attribué', 'en transit', 'livré', 'annulé'])
const payment = z.enum(['en attente', 'payé', 'annulé'])
const decision = z.enum(['en attente', 'approuvé', 'refusé'])
const grade = z.enum(['Bronze', 'Argent', 'Or', 'Diamant'])

const exactly = z.strictObject
const said = exactly({ message: text })
const refused = exactly({ message: text, code: text })
const ofFields = z.record(text, z.array(text))
const refusedFields = exactly({ message: text, code: text, errors: ofFields, codes: ofFields })
const pageOf = (row: z.ZodMiniType) =>
  exactly({
    data: z.array(row).check(z.minLength(1)),
    current_page: whole,
    last_page: whole,
    per_page: whole,
    total: whole,
  })
const some = (row: z.ZodMiniType) => z.array(row).check(z.minLength(1))

const order = exactly({
  OrderID: whole,
  supplier: z.nullable(exactly({ id: whole, custom_id: text, name: text, phone: text })),
  customer_info: exactly({ Name: text, Phone: text, Address: text, City: text }),
  payment: exactly({ PaymentStatus: payment, Amount: amount, PaymentDate: z.nullable(moment) }),
  order_items: some(exactly({ OrderItemID: whole, Quantity: whole, product: exactly({ Name: text }) })),
  gain: amount,
  created_at: moment,
  updated_at: moment,
  status,
  refusals: whole,
  confirmation: z.nullable(
    exactly({ contact: text, due_at: z.nullable(moment), last_at: z.nullable(moment), calls: whole }),
  ),
  parcel: z.nullable(exactly({ state: text, since: moment })),
})
const changedOrder = exactly({
  message: text,
  order: exactly({ OrderID: whole, status, payment: exactly({ PaymentStatus: payment }) }),
})
const product = exactly({
  ProductID: whole,
  Name: text,
  Description: text,
  user_price: amount,
  distributeur_price: amount,
  StockQuantity: whole,
  Category: z.enum(['Complément', 'Cosmetique', 'Packs']),
  image: z.string().check(z.regex(/^products\/[\w-]+\.webp$/)),
  images: z.array(z.string().check(z.regex(/^products\/[\w-]+\.webp$/))).check(z.minLength(1)),
  Benefit: z.nullable(text),
  Usage: z.nullable(text),
  Highlights: z.nullable(text),
  Precautions: z.nullable(text),
  Hidden: z.boolean(),
  PackItems: z.array(exactly({ ProductID: whole, Name: text, Quantity: whole })),
})
const supplier = exactly({
  id: whole,
  custom_id: text,
  name: text,
  email: text,
  phone: text,
  address: text,
  grade,
  gainsUser: amount,
  created_at: moment,
  is_deleted: z.boolean(),
  orders: whole,
  delivery_rate: z.nullable(whole),
  last_order_at: z.nullable(moment),
})
const withdrawal = exactly({
  id: whole,
  amount,
  status: decision,
  user: exactly({ custom_id: text, name: text, phone: text, role: z.enum(['supplier', 'buyer']) }),
  rib: z.nullable(text),
  rib_changed_at: z.nullable(moment),
  created_at: moment,
})
const buyer = exactly({
  id: whole,
  custom_id: text,
  name: text,
  email: text,
  phone: text,
  address: text,
  total_stock: amount,
  stock_sold: amount,
  stock_left: amount,
  is_deleted: z.boolean(),
  is_invited: z.boolean(),
})
const purchase = exactly({ id: whole, amount, status: decision, user: exactly({ name: text }), created_at: moment })
const announcement = exactly({
  id: whole,
  title: text,
  message: text,
  created_at: moment,
  is_active: z.boolean(),
  audience: z.enum(['tous', 'fournisseurs', 'acheteurs']),
  until: z.nullable(z.iso.date()),
})

let shop: TestShop
let cream: ProductId
let milk: ProductId

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  cream = await shop.addProduct({ name: 'Crème' })
  milk = await shop.addProduct({ name: 'Lait' })
})

afterAll(() => shop.close())

/** Calls as the admin does and holds the answer against its shape. */
async function answers(status: number, method: string, url: string, shape: z.ZodMiniType, body?: unknown) {
  const answer = await shop.call(method, url, { token: shop.tokens.admin, ...(body === undefined ? {} : { body }) })
  expect([method, url, answer.status]).toEqual([method, url, status])
  const read = shape.safeParse(answer.json)
  expect(read.error?.issues ?? []).toEqual([])
  return answer.json
}

async function placeOrder(token?: string): Promise<OrderId> {
  const customer_id = await shop.addCustomer({}, { token })
  const price = token ? 110 : 149.5
  const body = {
    product_ids: [cream, milk],
    prices: [price, price],
    priceGain: [149.5, 149.5],
    quantities: [2, 1],
    customer_id,
  }
  const answer = await shop.call('POST', '/api/orders/create', { token, body })
  return answer.json.order.OrderID
}

/** A form with a product's fields, as a browser writes it. */
function productForm(fields: Record<string, string>) {
  const boundary = 'limite-de-formulaire'
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return {
    raw: `${parts.join('')}--${boundary}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

test('orders, from the list to the money', async () => {
  const id = await placeOrder(shop.tokens.sara)
  const visitors = await placeOrder()
  await answers(200, 'GET', '/api/admin/orders', pageOf(order))
  const atWork = exactly({
    to_confirm: whole,
    to_hand_over: whole,
    on_the_way: whole,
    to_collect: whole,
    to_call: whole,
    none: whole,
    promised: whole,
    later: whole,
    tomorrow: whole,
    unreachable: whole,
    wrong_number: whole,
    confirmed: whole,
  })
  await answers(200, 'GET', '/api/admin/orders/counts', atWork)
  await answers(200, 'PUT', `/api/admin/orders/${id}/tracking`, changedOrder, { CurrentStatus: 'livré' })
  await answers(409, 'PUT', `/api/admin/orders/${id}/tracking`, refused, { CurrentStatus: 'annulé' })
  await answers(200, 'PUT', `/api/admin/orders/${id}/payment-status`, changedOrder, { PaymentStatus: 'payé' })
  await answers(409, 'PUT', `/api/admin/orders/${visitors}/payment-status`, refused, { PaymentStatus: 'payé' })
  await answers(200, 'DELETE', `/api/admin/orders/${visitors}`, said)
  await answers(409, 'DELETE', `/api/admin/orders/${id}`, refused)
  const row = {
    OrderID: whole,
    status,
    payment: exactly({ PaymentStatus: payment }),
    created_at: moment,
    Amount: amount,
  }
  await answers(200, 'GET', '/api/admin/ordersDashbord', some(exactly(row)))
  const counts = ['total', 'paid', 'delivered', 'cancelled', 'awaitingDelivery', 'awaitingPayment'] as const
  const day = exactly({ day: z.iso.date(), orders: whole, amount })
  const days = exactly({ orders: whole, delivered: whole, cancelled: whole, amount })
  const summary = {
    ...Object.fromEntries(counts.map((name) => [name, whole])),
    perDay: z.array(day),
    last: days,
    before: days,
  }
  await answers(200, 'GET', '/api/admin/ordersDashbord?summary=1', exactly(summary))
})

test('products', async () => {
  await answers(200, 'GET', '/api/admin/products', some(product))
  const form = productForm({
    Name: 'Sérum',
    Description: 'Au citron.',
    Price: '',
    user_price: '120',
    distributeur_price: '90.5',
    StockQuantity: '12',
    Category: 'Alimentaire',
  })
  const save = (url: string) => shop.call('POST', url, { token: shop.tokens.admin, ...form })
  const created = await save('/api/admin/products')
  expect([created.status, product.safeParse(created.json).error?.issues ?? []]).toEqual([201, []])
  const { ProductID } = created.json
  expect(created.json).toMatchObject({ Category: 'Complément', distributeur_price: 90.5, StockQuantity: 12 })
  const updated = await save(`/api/admin/products/${ProductID}?_method=PUT`)
  expect([updated.status, product.safeParse(updated.json).error?.issues ?? []]).toEqual([200, []])
  await answers(200, 'DELETE', `/api/admin/products/${ProductID}`, said)
  await answers(404, 'DELETE', `/api/admin/products/${ProductID}`, refused)
})

test('the bell', async () => {
  await placeOrder()
  const line = exactly({ id: whole, message: text, kind: text, created_at: moment, is_read: z.boolean(), link: text })
  const [newest] = await answers(200, 'GET', '/api/admin/notifications', some(line))
  await answers(200, 'POST', `/api/admin/notifications/${newest.id}/mark-read`, said)
})

test('people', async () => {
  await placeOrder(shop.tokens.youssef)
  await answers(200, 'GET', '/api/admin/suppliers', pageOf(supplier))
  const customer = {
    CustomerID: whole,
    SupplierCustomID: z.nullable(text),
    Name: text,
    Phone: text,
    Address: text,
    created_at: moment,
  }
  await answers(200, 'GET', '/api/admin/customers', pageOf(exactly(customer)))
  await answers(200, 'DELETE', `/api/admin/user/${shop.ids.youssef}`, said)
  await answers(409, 'DELETE', `/api/admin/user/${shop.ids.admin}`, refused)
  await answers(200, 'POST', `/api/admin/user/${shop.ids.youssef}/restore`, said)
})

test('money', async () => {
  const id = await placeOrder(shop.tokens.sara)
  await answers(200, 'PUT', `/api/admin/orders/${id}/tracking`, changedOrder, { CurrentStatus: 'livré' })
  const asSara = { token: shop.tokens.sara }
  const { stats } = (await shop.call('GET', '/api/supplier/get-ordersAdmin', asSara)).json
  const asked = await shop.call('POST', '/api/withdraw', { ...asSara, body: { gain: stats.withdrawable } })
  const list = exactly({ data: some(withdrawal), total_pages: whole, current_page: whole, total: whole })
  await answers(200, 'GET', '/api/withdrawals', list)
  const asBuyer = `/api/admin/buyer/approve-withdrawal/${asked.json.withdrawal.id}`
  await answers(409, 'PUT', asBuyer, refused, {})
  const approve = `/api/admin/withdrawals/${asked.json.withdrawal.id}/approve`
  await answers(200, 'POST', approve, said, { reference: 'VIR-1' })
  await answers(409, 'POST', approve, refused, {})

  const stock = await shop.call('POST', '/api/buyer/request-stock', {
    token: shop.tokens.karim,
    body: { amount: 5000 },
  })
  await answers(200, 'GET', '/api/admin/get-all-purchases', some(purchase))
  await answers(200, 'PUT', `/api/approve-request/${stock.json.purchase.id}`, said)
  await answers(409, 'PUT', `/api/admin/reject-request/${stock.json.purchase.id}`, refused, { reason: 'Trop tard.' })
  await answers(200, 'GET', '/api/admin/buyers', pageOf(buyer))
  await answers(200, 'PUT', '/api/admin/sell-stock', said, { buyer_id: shop.ids.karim, amount: 120.5 })
})

test('what is held about one person', async () => {
  const visitors = await placeOrder()
  await answers(200, 'PUT', `/api/admin/orders/${visitors}/tracking`, changedOrder, { CurrentStatus: 'livré' })
  await placeOrder(await shop.logIn('youssef'))
  const placed = {
    number: whole,
    placed_at: moment,
    city: text,
    status,
    cancel_reason: z.nullable(text),
    payment,
    paid_at: z.nullable(moment),
    deleted_at: z.nullable(moment),
    subtotal: amount,
    discount: amount,
    delivery: amount,
    to_pay: amount,
    lines: some(exactly({ product: text, quantity: whole, unit_price: amount })),
    moves: z.array(exactly({ at: moment, status })),
  }
  const wasOrIs = exactly({ what: text, before: z.nullable(text), after: z.nullable(text) })
  const told = {
    exported_at: moment,
    notifications: some(exactly({ at: moment, message: text })),
    history: z.array(exactly({ at: moment, thing: text, act: text, changes: z.array(wasOrIs) })),
  }
  const recipient = { name: text, phone: text, address: text }
  const record = exactly({ number: whole, ...recipient, city: text, email: z.nullable(text), created_at: moment })
  const staffNote = exactly({ at: moment, note: text })
  const customer = exactly({
    ...told,
    notes: z.array(exactly({ at: moment, text })),
    phone: text,
    records: some(record),
    orders: some(
      exactly({
        ...placed,
        ...recipient,
        note: z.nullable(text),
        staff_notes: z.array(staffNote),
        own_answers: z.array(exactly({ at: moment, outcome: text, wish_day: z.nullable(text) })),
        call_notes: z.array(staffNote),
        parcel_notes: z.array(staffNote),
        line_notes: z.array(staffNote),
        loss_note: z.nullable(text),
      }),
    ),
  })
  await answers(200, 'POST', '/api/admin/personal-data/export', customer, { phone: '06 12 34 56 78' })
  await answers(404, 'POST', '/api/admin/personal-data/export', refused, { phone: '0611111111' })
  await answers(409, 'POST', '/api/admin/personal-data/anonymise', refused, { phone: '0612345678' })
  await answers(422, 'POST', '/api/admin/personal-data/anonymise', refusedFields, {})

  const request = { number: whole, amount, status: decision, requested_at: moment, decided_at: z.nullable(moment) }
  const reason = z.nullable(text)
  const account = exactly({
    ...told,
    account: exactly({
      custom_id: text,
      role: z.enum(['supplier', 'buyer']),
      ...recipient,
      email: text,
      rib: z.nullable(text),
      rib_changed_at: z.nullable(moment),
      promo_code: z.nullable(text),
      promo_codes: z.array(z.strictObject({ code: text, since: moment })),
      created_at: moment,
      banned_at: z.nullable(moment),
      has_password: z.boolean(),
    }),
    sessions: z.array(exactly({ created_at: moment, seen_at: moment, browser: text, address: text })),
    known_places: z.array(exactly({ seen_at: moment })),
    calls: z.array(exactly({ at: moment, order: whole, outcome: text })),
    skipped_cards: z.array(exactly({ at: moment, order: whole })),
    parcel_acts: z.array(exactly({ at: moment, order: whole, state: z.nullable(text) })),
    orders: z.array(exactly({ ...placed, gain: amount })),
    withdrawals: z.array(exactly({ ...request, rib: z.nullable(text), reference: z.nullable(text), reason })),
    purchases: z.array(exactly({ ...request, reason })),
    sales: z.array(exactly({ amount, recorded_at: moment })),
    declared_sales: z.array(
      exactly({
        number: whole,
        amount,
        note: z.nullable(text),
        status: decision,
        reason: z.nullable(text),
        declared_at: moment,
        decided_at: z.nullable(moment),
      }),
    ),
  })
  const ofSara = `/api/admin/user/${shop.ids.sara}/personal-data/export`
  await answers(200, 'POST', ofSara, account)
  await answers(200, 'POST', `/api/admin/user/${shop.ids.karim}/personal-data/export`, account)
  await answers(409, 'POST', `/api/admin/user/${shop.ids.youssef}/personal-data/anonymise`, refused)
  await answers(200, 'POST', `/api/admin/user/${shop.ids.karim}/personal-data/anonymise`, said)
})

test('announcements', async () => {
  const request = { title: 'Bonjour', message: 'À tous.' }
  const { announcement: posted } = await answers(
    201,
    'POST',
    '/api/admin/announcement',
    exactly({ message: text, announcement }),
    request,
  )
  await answers(200, 'POST', '/api/admin/allannouncement', some(announcement))
  await answers(200, 'PUT', `/api/admin/announcement/${posted.id}`, exactly({ message: text, announcement }), {
    ...request,
    audience: 'acheteurs',
    until: '2030-01-31',
  })
  await answers(
    200,
    'PUT',
    `/api/admin/announcement/${posted.id}/toggle-active`,
    exactly({ is_active: z.literal(false) }),
  )
})
