import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { addProduct } from '#features/catalogue/index.ts'
import type { Category } from '#features/catalogue/model.ts'
import { type Connection, closeDatabase, type Db, inTransaction, openDatabase } from '#platform/db/database.ts'
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

/** The answer of a log-in. */
export interface Session {
  token: string
  user: { id: number; name: string; role: string }
}

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

interface Running {
  url: string
  dataDir: string
  connection: Connection
  stop: () => Promise<void>
}

/** A running shop, and what a test does to it beside the browser: over its API, and in its own database. */
export class RunningShop {
  readonly url: string
  readonly db: Db
  readonly #dataDir: string
  readonly #stop: () => Promise<void>
  #added: ProductId[] = []
  readonly #sessions = new Map<PersonName, Session>()

  constructor({ url, dataDir, connection, stop }: Running) {
    this.url = url
    this.#dataDir = dataDir
    this.#stop = stop
    this.db = openDatabase({ connection, poolSize: 2 })
  }

  /** Fails when the shop complained while it ran. */
  async close(): Promise<void> {
    await closeDatabase(this.db)
    await this.#stop()
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

  /** Logs in as the log-in page does; once, as long as nothing ended that session: a password costs more than a page. */
  async session(who: PersonName): Promise<Session> {
    const known = this.#sessions.get(who)
    if (known && (await this.#isOpen(known))) return known
    const { identifier, password } = PEOPLE[who]
    const session: Session = await this.call('POST', '/api/login', { body: { identifier, password } })
    this.#sessions.set(who, session)
    return session
  }

  async #isOpen({ token }: Session): Promise<boolean> {
    const { ok } = await fetch(`${this.url}/api/sessions`, { headers: { authorization: `Bearer ${token}` } })
    return ok
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

  /** Drops the server's cached pages, which live ten seconds, by saving unchanged settings. */
  async #freshen(): Promise<void> {
    const { token } = await this.session('admin')
    await this.call('PUT', '/api/admin/settings', { token, body: {} })
  }

  /** A visitor's order, by default of one hand cream. The prices are read from the shop. */
  async placeOrder({
    productId = 12,
    quantity = 1,
    promoCode = null as string | null,
    name = 'Nadia Essai',
    phone = freshPhone(),
    city = 'Rabat',
  } = {}): Promise<{ OrderID: number; total: number; tracking: string; code: string }> {
    const { rows } = await this.db.execute<{ price: number }>(
      sql`select (user_price / 100.0)::float8 as price from products where id = ${productId}`,
    )
    const price = rows[0]!.price
    const { customer, key } = await this.call('POST', '/api/customers/create', {
      body: { Name: name, Phone: phone, Address: '3, rue des Essais', City: city },
    })
    const { order } = await this.call('POST', '/api/orders/create', {
      body: {
        product_ids: [productId],
        prices: [price],
        priceGain: [price],
        quantities: [quantity],
        customer_id: customer.CustomerID,
        customer_key: key,
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
