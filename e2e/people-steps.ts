import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { expect } from './fixtures.ts'
import { freshPhone, type RunningShop } from './running-shop.ts'

let people = 0

/** A name and an e-mail address that no other test has. */
function freshPerson(kind: string) {
  const mark = `${process.pid.toString(36)}${(people++).toString(36)}${Date.now().toString(36)}`
  return { name: `${kind} ${mark}`, email: `${mark}@essai.example`, phone: freshPhone(), address: '3, rue des Essais' }
}

export interface TestPerson {
  id: number
  customId: string
  name: string
  email: string
  phone: string
}

const RIB = '007780000123456789012345'
const PASSWORD = 'un mot de passe bien long'

/** Signed up as people do; with a RIB. */
export async function addSupplier(shop: RunningShop): Promise<TestPerson & { token: string }> {
  const person = freshPerson('Fournisseuse')
  await shop.call('POST', '/api/register', { body: { ...person, password: PASSWORD } })
  const { token, user } = await shop.call('POST', '/api/login', {
    body: { identifier: person.email, password: PASSWORD },
  })
  await shop.db.execute(sql`update accounts set rib = ${RIB} where id = ${user.id}`)
  return { ...person, id: user.id, customId: user.custom_id, token }
}

/** A supplier whose order was delivered, and who asks for its gain. */
export async function supplierWithWithdrawal(shop: RunningShop): Promise<TestPerson & { withdrawalId: number }> {
  const supplier = await addSupplier(shop)
  const { id } = await shop.addProduct({ price: 500 })
  const { token } = supplier
  const { customer } = await shop.call('POST', '/api/customers/create', {
    token,
    body: { Name: 'Nadia Essai', Phone: freshPhone(), Address: '3, rue des Essais', City: 'Rabat' },
  })
  const { order } = await shop.call('POST', '/api/orders/create', {
    token,
    body: { product_ids: [id], prices: [350], priceGain: [500], quantities: [1], customer_id: customer.CustomerID },
  })
  const admin = await shop.session('admin')
  const body = { CurrentStatus: 'livré' }
  await shop.call('PUT', `/api/admin/orders/${order.OrderID}/tracking`, { token: admin.token, body })
  const { withdrawal } = await shop.call('POST', '/api/withdraw', { token, body: { gain: 150 } })
  return { ...supplier, withdrawalId: withdrawal.id }
}

/** Invited by the admin, with stock in dirhams. */
export async function addBuyer(shop: RunningShop, { stock = 5000 } = {}): Promise<TestPerson> {
  const person = freshPerson('Acheteuse')
  const { token } = await shop.session('admin')
  const { user } = await shop.call('POST', '/api/admin/buyers', { token, body: person })
  if (stock > 0) {
    const id = await requestStockAs(shop, user.id, stock)
    await shop.call('PUT', `/api/approve-request/${id}`, { token })
  }
  return { ...person, id: user.id, customId: user.custom_id }
}

/** As the buyer would: one who was just invited has no password yet. */
export async function requestStockAs(shop: RunningShop, buyerId: number, dirhams: number): Promise<number> {
  const { rows } = await shop.db.execute<{ id: number }>(sql`
    insert into purchases (buyer_id, amount, requested_at) values (${buyerId}, ${dirhams * 100}, now()) returning id`)
  return rows[0]!.id
}

/** As the buyer would, for what was sold of its stock. */
export async function buyerWithWithdrawal(shop: RunningShop): Promise<TestPerson & { withdrawalId: number }> {
  const buyer = await addBuyer(shop)
  const { token } = await shop.session('admin')
  await shop.call('PUT', '/api/admin/sell-stock', { token, body: { buyer_id: buyer.id, amount: 1200 } })
  const { rows } = await shop.db.execute<{ id: number }>(sql`
    insert into withdrawals (account_id, amount, requested_at) values (${buyer.id}, 120000, now()) returning id`)
  return { ...buyer, withdrawalId: rows[0]!.id }
}

/** Types into the search of a list, and waits for the address to hold it. */
export async function searchFor(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text)
  await expect(page).toHaveURL((url) => url.searchParams.get('search') === text)
}

/** The row, or the card, in which a text stands. */
export const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
