import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { addProduct } from '#features/catalogue/index.ts'
import type { Category } from '#features/catalogue/names.ts'
import { closeDatabase, type Db, inTransaction, openDatabase } from '#platform/db/database.ts'
import { runningConnection } from '#platform/db/embedded.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { dh } from '#platform/kernel/money.ts'

/** The demo shop's people, as the README names them. */
export const PEOPLE = {
  admin: { identifier: 'ADMIN', password: 'demo-admin-2026', name: 'Amina Berrada' },
  sara: { identifier: 'F-1001', password: 'demo-sara-2026', name: 'Sara El Amrani' },
  youssef: { identifier: 'F-1002', password: 'demo-youssef-2026', name: 'Youssef Bennani' },
  karim: { identifier: 'B-2001', password: 'demo-karim-2026', name: 'Karim Lahlou' },
} as const
export type PersonName = keyof typeof PEOPLE

export interface TestProduct {
  id: ProductId
  name: string
}

export interface StoredOrder extends Record<string, unknown> {
  id: number
  total: number
  status: string
}

let numbers = 0
/** Different at each call, in every worker. */
const unique = (): string => `${process.pid.toString(36)}${(numbers++).toString(36)}${Date.now().toString(36)}`

/** A Moroccan number that no other test uses. */
export const freshPhone = (): string => `06${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`

/** What a test does to the running shop beside the browser: over its API, and in its own database. */
export class RunningShop {
  readonly url = process.env.SHOP_URL!
  readonly #dataDir = process.env.SHOP_DATA_DIR!
  readonly db: Db
  #added: ProductId[] = []

  constructor() {
    const connection = runningConnection(this.#dataDir)
    if (!connection) throw new Error('No database of a running shop was found')
    this.db = openDatabase({ connection, poolSize: 2 })
  }

  close(): Promise<void> {
    return closeDatabase(this.db)
  }

  async call(method: string, path: string, { token, body }: { token?: string; body?: unknown } = {}) {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }

  /** What the log-in page would get. */
  async session(who: PersonName): Promise<{ token: string; user: { id: number; name: string; role: string } }> {
    const { identifier, password } = PEOPLE[who]
    return await this.call('POST', '/api/login', { body: { identifier, password } })
  }

  /** A product that only this test knows, taken out of the shop after it. Prices in dirhams. */
  async addProduct(wanted: { price?: number; stock?: number; category?: Category } = {}): Promise<TestProduct> {
    const { price = 100, stock = 50, category = 'cosmetic' } = wanted
    const name = `Baume d’essai ${unique()}`
    const image = await this.db.execute<{ image: string }>(sql`select image from products where id = 3`)
    const product = {
      name,
      description: 'Un baume qui ne sert qu’aux essais.',
      userPrice: dh(price),
      distributorPrice: dh(Math.round(price * 70) / 100),
      stock,
      category,
      image: image.rows[0]!.image,
    }
    const id = await inTransaction(this.db, (tx) => addProduct(tx, product, null, new Date()))
    this.#added.push(id)
    await this.#freshen()
    return { id, name }
  }

  /** Changes a product as another hand would: under the feet of whoever looks at it. */
  async changeProduct(id: ProductId, change: SQL): Promise<void> {
    await this.db.execute(sql`update products set ${change}, updated_at = now() where id = ${id}`)
    await this.#freshen()
  }

  async removeAdded(): Promise<void> {
    const ids = this.#added.splice(0)
    if (ids.length === 0) return
    await this.db.execute(sql`update products set deleted_at = now() where id in ${ids}`)
    await this.#freshen()
  }

  /** The server keeps ready answers until it changes the catalogue itself: an order does. */
  #freshen = (): Promise<unknown> => this.placeOrder()

  /** A visitor's order, by default of one hand cream. The prices are read from the shop. */
  async placeOrder({
    productId = 12,
    quantity = 1,
    promoCode = null as string | null,
    name = 'Nadia Essai',
    phone = freshPhone(),
  } = {}): Promise<{ OrderID: number; total: number; tracking: string }> {
    const { rows } = await this.db.execute<{ price: number }>(
      sql`select (user_price / 100.0)::float8 as price from products where id = ${productId}`,
    )
    const price = rows[0]!.price
    const { customer } = await this.call('POST', '/api/customers/create', {
      body: { Name: name, Phone: phone, Address: '3, rue des Essais', City: 'Rabat' },
    })
    const { order } = await this.call('POST', '/api/orders/create', {
      body: {
        product_ids: [productId],
        prices: [price],
        priceGain: [price],
        quantities: [quantity],
        customer_id: customer.CustomerID,
        promo_code: promoCode,
      },
    })
    return order
  }

  async ordersOf(phone: string): Promise<StoredOrder[]> {
    const { rows } = await this.db.execute<StoredOrder>(
      sql`select id, total::int as total, status from orders where phone = ${phone} order by id`,
    )
    return rows
  }

  async stockOf(productId: number): Promise<number> {
    const { rows } = await this.db.execute<{ stock: number }>(sql`select stock from products where id = ${productId}`)
    return rows[0]!.stock
  }

  /** The newest letter to an address whose subject matches, once it is there. */
  async letterTo(address: string, subject: RegExp): Promise<string> {
    for (const end = Date.now() + 20_000; Date.now() < end; await sleep(200)) {
      const letters = await Promise.all(this.#mailFiles().map((file) => PostalMime.parse(readFileSync(file))))
      const found = letters.find(
        (letter) => letter.to?.some((to) => to.address === address) && subject.test(letter.subject ?? ''),
      )
      if (found) return found.text ?? ''
    }
    throw new Error(`No letter to ${address} arrived`)
  }

  #mailFiles(): string[] {
    const folder = join(this.#dataDir, 'mail')
    try {
      return readdirSync(folder)
        .filter((file) => file.endsWith('.eml'))
        .map((file) => join(folder, file))
    } catch {
      return []
    }
  }
}
