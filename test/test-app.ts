import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { nextCustomId, storeAccount } from '#features/accounts/index.ts'
import type { Role } from '#features/accounts/model.ts'
import { PasswordHashQueue } from '#features/accounts/password-hashing.ts'
import { mayHaveRib } from '#features/accounts/rules.ts'
import { addProduct, type FullProduct } from '#features/catalogue/index.ts'
import { customerAnswer, recipientRequest } from '#features/orders/contract.ts'
import type { Recipient } from '#features/orders/model.ts'
import { ratesOf } from '#features/settings/model.ts'
import { type Connection, closeDatabase, type Db, inTransaction, openDatabase } from '#platform/db/database.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AccountId, CustomerId, OrderId, ProductId } from '#platform/kernel/ids.ts'
import { dh } from '#platform/kernel/money.ts'
import { buildApp } from '#server/app.ts'
import { findBrokenInvariants } from '#server/books/check-invariants.ts'
import { readConfig } from '#server/config.ts'
import { openLog } from '#server/http/logs.ts'
import { Metrics } from '#server/http/metrics.ts'
import { PageCache } from '#server/pages/page-cache.ts'
import { buildShop } from '#server/shop.ts'
import { openTestDatabase } from './database.ts'

/** Figures in tests were worked out by hand at these: a fee of today that changes makes none of them wrong. */
const TEST_FEES = { cityFees: 'Casablanca 20', deliveryFee: '35', discountPercent: '5' }

export const TEST_RATES = ratesOf(TEST_FEES)

export const PASSWORD = 'un mot de passe bien long'

/** Everybody's, at the least cost that there is: at the shop's own each log-in takes as long as ten other calls. */
export const PASSWORD_HASH =
  '$argon2id$v=19$m=8,t=1,p=1$c2FsdCBvZiB0aGUgdGVzdA==$4zkOXOyNkDzkoFORCHOLXZRcMI2b1Lhx+ezfa6wdIEA='

/** A moment in which no limit's window ends soon. */
const NOON = new Date('2026-11-20T12:00:01Z')

interface TestProduct {
  user?: number
  distributor?: number
  stock?: number
  name?: string
  category?: string
  description?: string
}

export interface TestAnswer {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  text: string
  /** The JSON of the answer. Tests say what they expect of it. */
  // biome-ignore lint/suspicious/noExplicitAny: every test reads another shape
  json: any
}

export interface Call {
  token?: string | undefined
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is. */
  raw?: string | Buffer
  headers?: Record<string, string>
  /** The address that the call comes from. */
  from?: string
}

export type Caller = 'admin' | 'sara' | 'youssef' | 'karim' | 'salma'

export interface TestShopOptions {
  rateLimits?: boolean
  ordersPerProduct?: number
  poolSize?: number
  /** Settings that PostgreSQL is given for its connections. */
  connectionOptions?: string
  /** A port on this machine that stands between it and the database. */
  databasePort?: number
  /** Called before the application is ready: for routes and pages that a test adds. */
  extend?: (instance: Instance) => Promise<void> | void
  metricsToken?: string
  /** A folder of its own, as on another machine. */
  dataDir?: string
  /** Locks and statements time out as in production; without it they wait for as long as a busy machine takes. */
  timesOut?: boolean
  /** Receives the log; nobody does unless given. */
  logTo?: { write: (line: string) => void }
}

/** One process's worth of shop: its own pool, kept pages and queue of password hashes. */
export interface Instance {
  app: FastifyInstance
  db: Db
  shop: Shop
  hashing: PasswordHashQueue
  pageCache: PageCache
}

const PATIENCE = { lock: 60_000, statement: 60_000, idleInTransaction: 60_000 }

/** A shop as the server builds it, on a database of its own, with a clock that stands still until it is moved. */
export class TestShop {
  readonly connection: Connection
  readonly #options: TestShopOptions
  readonly #instances: Instance[] = []
  readonly #drop: () => Promise<void>
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'test-shop-'))
  /** Errors of work that nobody waited for. */
  readonly errors: unknown[] = []
  readonly #onError = (error: unknown) => void this.errors.push(error)
  now = NOON
  readonly tokens = {} as Record<Caller, string>
  readonly ids = {} as Record<Caller, AccountId>

  constructor(connection: Connection, drop: () => Promise<void>, options: TestShopOptions) {
    this.connection = connection
    this.#drop = drop
    this.#options = options
  }

  /** Another process on the same database. */
  async another(options: TestShopOptions = {}): Promise<Instance> {
    const {
      rateLimits = false,
      ordersPerProduct = 300,
      poolSize = 10,
      timesOut = false,
      connectionOptions,
      databasePort,
      extend,
      logTo,
      metricsToken,
      dataDir = this.#dataDir,
    } = { ...this.#options, ...options }
    const connection = {
      ...this.connection,
      ...(connectionOptions === undefined ? {} : { options: connectionOptions }),
      ...(databasePort === undefined ? {} : { host: '127.0.0.1', port: databasePort }),
    }
    // A crowd of calls on a busy machine waits for its connections; nothing that is proved here is how long.
    const db = openDatabase({ connection, poolSize, connectMs: 60_000, patience: timesOut ? {} : PATIENCE })
    const hashing = new PasswordHashQueue()
    const pageCache = new PageCache({ clock: () => this.now.getTime() })
    const read = readConfig({
      LOG_LEVEL: logTo ? 'info' : 'silent',
      DATA_DIR: dataDir,
      RATE_LIMITS: rateLimits ? 'on' : 'off',
      ORDERS_PER_PRODUCT: String(ordersPerProduct),
      METRICS_TOKEN: metricsToken,
    })
    const config = { ...read, settings: { ...read.settings, ...TEST_FEES } }
    const shop = await buildShop(config, db, { now: () => this.now, say: () => undefined, onError: this.#onError })
    const log = openLog(config.logLevel, logTo)
    const metrics = new Metrics(db, config)
    const app = await buildApp({ config, shop, hashing, pageCache, log, metrics })
    const instance = { app, db, shop, hashing, pageCache }
    this.#instances.push(instance)
    await extend?.(instance)
    await app.ready()
    return instance
  }

  get first(): Instance {
    return this.#instances[0]!
  }

  get db(): Db {
    return this.first.db
  }

  pass(milliseconds: number): void {
    this.now = new Date(this.now.getTime() + milliseconds)
  }

  /** An admin, two suppliers with codes and a buyer, all logged in. */
  async addPeople(): Promise<void> {
    const people = [
      { key: 'admin', role: 'admin', promoCode: null },
      { key: 'sara', role: 'supplier', promoCode: 'SARA10' },
      { key: 'youssef', role: 'supplier', promoCode: 'YOUSSEF5' },
      { key: 'karim', role: 'buyer', promoCode: null },
    ] as const
    for (const person of people) await this.#addPerson(person)
  }

  /** An agent, Salma, logged in. */
  addAgent = (): Promise<void> => this.#addPerson({ key: 'salma', role: 'agent', promoCode: null })

  async #addPerson({ key, role, promoCode }: { key: Caller; role: Role; promoCode: string | null }): Promise<void> {
    const customId = await nextCustomId(this.db, role)
    const email = `${key}@shop.example`
    const rib = mayHaveRib(role) ? '011780000000000000000042' : null
    const account = { customId, role, name: `Nom ${key}`, email, phone: '0600000000', address: 'Rabat', rib }
    this.ids[key] = await storeAccount(this.db, { ...account, passwordHash: PASSWORD_HASH, promoCode }, this.now)
    this.tokens[key] = await this.sessionOf(this.ids[key])
  }

  /** The token of a session as log-in makes it, without hashing a password for each. */
  sessionOf(id: AccountId, at = this.now): Promise<string> {
    return storeSession(this.db, id, at)
  }

  async logIn(key: Caller): Promise<string> {
    const identifier = `${key}@shop.example`
    const answer = await this.call('POST', '/api/login', { body: { identifier, password: PASSWORD } })
    this.tokens[key] = answer.json.token
    return answer.json.token
  }

  /** Prices in dirhams. */
  addProduct(product: TestProduct = {}) {
    return storeProduct(this.db, product, this.now)
  }

  async call(method: string, url: string, call: Call = {}, instance = this.first): Promise<TestAnswer> {
    const { token, body, raw, headers, from } = call
    const answer = await instance.app.inject({
      method: method as 'GET',
      url,
      ...(from === undefined ? {} : { remoteAddress: from }),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? (raw === undefined ? {} : { payload: raw }) : { payload: JSON.stringify(body) }),
    })
    const { statusCode: status, body: text } = answer
    return { status, headers: answer.headers, text, json: jsonOf(text) }
  }

  /** A customer of the caller; a visitor's without one. */
  async addCustomer(recipient: Partial<Recipient> = {}, call: Call = {}): Promise<CustomerId> {
    const usual = { name: 'Nadia', phone: '0612345678', address: '1, rue des Fleurs', city: 'Casablanca' }
    const body = z.encode(recipientRequest, { ...usual, ...recipient, email: null })
    const answer = await this.call('POST', '/api/customers/create', { ...call, body })
    return z.decode(customerAnswer, answer.json).customer.id
  }

  async stockOf(id: ProductId): Promise<number> {
    const { rows } = await this.db.execute<{ stock: number }>(sql`select stock from products where id = ${id}`)
    return rows[0]!.stock
  }

  /** The orders that wait, in the order of their numbers. */
  async pendingOrders(): Promise<OrderId[]> {
    const { rows } = await this.db.execute<{ id: OrderId }>(
      sql`select id from orders where status = 'pending' and deleted_at is null order by id`,
    )
    return rows.map(({ id }) => id)
  }

  /** How many rows each table holds: what was refused has stored nothing. */
  async rowCounts(): Promise<Record<string, number>> {
    const { rows: tables } = await this.db.execute<{ name: string }>(
      sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    )
    const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as count from "${name}"`)
    const { rows } = await this.db.execute<{ name: string; count: number }>(sql.raw(counts.join(' union all ')))
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
  }

  /** The promises that are broken right now. */
  brokenInvariants = () => findBrokenInvariants(this.db)

  async close(): Promise<void> {
    for (const { app, db, shop } of this.#instances.splice(0)) {
      await app.close()
      await shop.jobs.stop()
      await closeDatabase(db)
    }
    await this.#drop()
    rmSync(this.#dataDir, { recursive: true })
  }

  /** Closes one that `another` made: its connections are gone when it answers. */
  async closeOne(instance: Instance): Promise<void> {
    this.#instances.splice(this.#instances.indexOf(instance), 1)
    await instance.app.close()
    await instance.shop.jobs.stop()
    await closeDatabase(instance.db)
  }
}

export async function openTestShop(options: TestShopOptions = {}): Promise<TestShop> {
  const { connection, close } = await openTestDatabase()
  const shop = new TestShop(connection, close, options)
  await shop.another()
  return shop
}

async function storeSession(db: Db, id: AccountId, at: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.execute(sql`
    insert into sessions (token_hash, account_id, browser, ip_address, created_at, last_used_at)
    values (sha256(${token}::bytea), ${id}, 'Navigateur inconnu', '', ${at.toISOString()}, ${at.toISOString()})`)
  return token
}

/** An admin, logged in: the token. For a shop in a process of its own, whose demo takes seconds to install. */
export async function addAdmin(db: Db): Promise<string> {
  const customId = await nextCustomId(db, 'admin')
  const person = {
    customId,
    role: 'admin',
    name: 'Nom admin',
    email: 'admin@shop.example',
    phone: '0600000000',
  } as const
  const account = { ...person, address: 'Rabat', rib: null, passwordHash: PASSWORD_HASH, promoCode: null }
  return storeSession(db, await storeAccount(db, account, new Date()), new Date())
}

export function storeProduct(db: Db, product: TestProduct, now: Date): Promise<ProductId> {
  const { user = 149.5, distributor = 110, stock = 1000, name = 'Crème', category = 'cosmetic' } = product
  const stored = {
    name,
    description: product.description ?? `${name}, douce.`,
    userPrice: dh(user),
    distributorPrice: dh(distributor),
    stock,
    category: category as FullProduct['category'],
    image: 'products/a.webp',
  }
  return inTransaction(db, (tx) => addProduct(tx, stored, null, now))
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
