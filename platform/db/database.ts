import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle, NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { namingOfActor } from './actor.ts'
import { isConnectionLost, isPassing } from './errors.ts'
import { addressesOf } from './hosts.ts'

export { constraintOf, isUnavailable, sqlState } from './errors.ts'

/** Drizzle's own transactions leak clients when BEGIN fails: `inTransaction` is the way. */
type Drizzle = Omit<NodePgDatabase, 'transaction'>

declare const insideTransaction: unique symbol

/** A pool of connections: each query may take another one. */
export type Db = Drizzle & { readonly $client: pg.Pool }

/** Sends a statement as it is; in a transaction, on its connection. */
export type QueryClient = { query(config: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> }

/** One open transaction on one connection. It ends with the work of `inTransaction`. */
export type Tx = Drizzle & { readonly $client: QueryClient; readonly [insideTransaction]: true }

/** The parameter of queries that only read. */
export type DbOrTx = Db | Tx

export type Connection = Pick<
  pg.PoolConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database' | 'ssl' | 'options'
>

export type DatabaseOptions = {
  connection: Connection
  /** The maximum of connections; 10 by default. */
  poolSize?: number
  /** How long a query may wait for a connection, in milliseconds; 3,000 by default. */
  connectMs?: number
  /** The server's time-outs where they differ from the usual ones. */
  patience?: Partial<Patience>
  /** Receives errors that no caller waits for: an idle connection that broke, work after a commit that failed. */
  onError?: (error: unknown) => void
}

/** The server's time-outs, in milliseconds. */
type Patience = { lock: number; statement: number; idleInTransaction: number }

const USUAL_PATIENCE: Patience = { lock: 2_000, statement: 5_000, idleInTransaction: 10_000 }

/** Added to the server's own time-out of a statement: only a lost answer takes longer than both. */
const LOST_ANSWER_MS = 3_000

const CONNECT_MS = 3_000
const MAX_RETRIES = 3
/** No retry begins later than this, since waiting calls occupy connections of the pool. */
const RETRY_WITHIN_MS = 3_000

/** `connection` is the host in use among those that the address names. */
interface Settings {
  connection: Connection
  hosts: readonly Connection[]
  onError: (error: unknown) => void
}

const opened = new WeakMap<pg.Pool, Settings>()
/** The connections of a pool, including those still being opened. */
const connectionsOf = new WeakMap<pg.Pool, Set<ExactClient>>()
const running = new WeakMap<Tx, { pool: pg.Pool; afterwards: AfterCommit[] }>()

type AfterCommit = () => unknown

/** Makes a pool for the database. Connections are opened by the first queries, so nothing fails here. */
export function openDatabase({
  connection,
  poolSize = 10,
  connectMs = CONNECT_MS,
  patience = {},
  onError = warn,
}: DatabaseOptions): Db {
  const connections = new Set<ExactClient>()
  const hosts = hostsOf(connection)
  const settings: Settings = { connection: hosts[0]!, hosts, onError }
  const pool = new pg.Pool({
    connectionTimeoutMillis: connectMs,
    Client: class extends ExactClient {
      constructor() {
        super(clientConfig(settings.connection, { ...USUAL_PATIENCE, ...patience }))
        connections.add(this)
        this.once('end', () => connections.delete(this))
      }
    },
    max: poolSize,
    idleTimeoutMillis: 30_000,
  })
  // A connection that the server cuts while the pool is closing is expected.
  pool.on('error', (error) => {
    if (!pool.ending) onError(error)
  })
  opened.set(pool, settings)
  connectionsOf.set(pool, connections)
  return drizzle(pool, { casing: 'snake_case' })
}

const hostsOf = (connection: Connection): Connection[] =>
  connection.connectionString === undefined
    ? [connection]
    : addressesOf(connection.connectionString).map((connectionString) => ({ ...connection, connectionString }))

/**
 * Chooses the first of several hosts that accepts writes, for new connections, and cuts those to any other. Returns false
 * when all answer and none accepts writes; throws when, besides, one does not answer. With a single host it returns true.
 */
export async function chooseWritableHost(db: Db): Promise<boolean> {
  const settings = settingsOf(db)
  if (settings.hosts.length === 1) return true
  const problems: unknown[] = []
  for (const connection of settings.hosts) {
    if (!(await isWritable(connection).catch((error) => void problems.push(error)))) continue
    if (connection !== settings.connection) {
      settings.connection = connection
      destroyConnections(db)
    }
    return true
  }
  if (problems.length > 0) throw problems[0]
  return false
}

async function isWritable(connection: Connection): Promise<boolean> {
  const client = new ExactClient(clientConfig(connection, USUAL_PATIENCE))
  try {
    await client.connect()
    return !(await readsOnly(client))
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** True when the connection's server refuses writes, as a replica does. Throws without an answer within `answerMs`. */
export async function readsOnly(client: pg.Client, answerMs = CONNECT_MS): Promise<boolean> {
  const text = `select current_setting('transaction_read_only') = 'on' as yes`
  const { rows } = await client.query({ text, query_timeout: answerMs } as pg.QueryConfig)
  return rows[0].yes
}

/** Closes the pool. Connections in use get `waitMs` milliseconds to finish, then they are cut. A second call does nothing. */
export async function closeDatabase(db: Db, waitMs = Number.POSITIVE_INFINITY): Promise<void> {
  if (db.$client.ending) return
  const impatience = Number.isFinite(waitMs) ? setTimeout(() => destroyConnections(db), waitMs) : undefined
  await db.$client.end()
  clearTimeout(impatience)
}

/** Cuts every connection of the pool. Queries that wait for an answer fail at once. */
export function destroyConnections(db: Db): void {
  for (const connection of connectionsOf.get(db.$client) ?? []) connection.destroy()
}

/**
 * Opens one connection beside the pool, for work that takes long or must not wait for the pool. The caller must end it, and
 * must not rely on its session: behind a pooler each transaction may use another one. Throws when no server answers within
 * `connectMs` milliseconds.
 */
export async function connectBesidePool(
  db: Db,
  patience: Partial<Patience> = {},
  connectMs = CONNECT_MS,
): Promise<pg.Client> {
  const config = clientConfig(settingsOf(db).connection, { ...USUAL_PATIENCE, ...patience })
  const client = new ExactClient({ ...config, connectionTimeoutMillis: connectMs })
  await client.connect()
  return client
}

/**
 * Runs the work in one transaction, READ COMMITTED, and commits it. When the work throws, everything is undone and the
 * error is thrown on. A deadlock, a lock timeout or a serialization failure runs the whole work again, so effects outside of
 * the database must wait for `afterCommit`. Each query must be awaited before the next is sent.
 */
export const inTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  withRetries(async () => {
    const { result, afterwards } = await attempt(db, work)
    await runAll(afterwards, settingsOf(db).onError)
    return result
  })

/**
 * Runs a function once the transaction is committed, in the order of registration and before `inTransaction` resolves;
 * never when it is undone. The commit stands whatever happens: an error goes to `onError` of `openDatabase`.
 */
export function afterCommit(tx: Tx, run: AfterCommit): void {
  transactionOf(tx).afterwards.push(run)
}

/** The pool of a transaction's connection, by which events find their subscribers. Throws once the transaction has ended. */
export const poolOf = (tx: Tx): pg.Pool => transactionOf(tx).pool

function transactionOf(tx: Tx): { pool: pg.Pool; afterwards: AfterCommit[] } {
  const transaction = running.get(tx)
  if (!transaction) throw new Error('This is not a transaction, or it has ended')
  return transaction
}

/**
 * Runs a function again when it fails for reasons of timing only (deadlock, lock timeout, serialization): three times at
 * most, and not after three seconds.
 */
async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  const begin = performance.now()
  for (let retries = 0; ; retries++) {
    try {
      return await run()
    } catch (error) {
      const isLate = performance.now() - begin > RETRY_WITHIN_MS
      if (retries === MAX_RETRIES || isLate || !isPassing(error)) throw error
    }
    await sleep(Math.random() * 20 * 2 ** retries)
  }
}

/** Shared by all transactions, since it caches the names of columns. */
const dialect = new PgDialect({ casing: 'snake_case' })

async function attempt<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<{ result: T; afterwards: AfterCommit[] }> {
  const client = await db.$client.connect()
  const guarded = new TransactionClient(client)
  const tx = new NodePgDatabase(
    dialect,
    new NodePgSession(guarded as unknown as pg.PoolClient, dialect, undefined),
    undefined,
  ) as unknown as Tx
  const afterwards: AfterCommit[] = []
  running.set(tx, { pool: db.$client, afterwards })
  let broken: Error | undefined
  try {
    await client.query(`BEGIN ISOLATION LEVEL READ COMMITTED${namingOfActor()}`)
    const result = await work(tx)
    guarded.end()
    await commit(client)
    return { result, afterwards }
  } catch (error) {
    broken = await undo(client, error)
    throw error
  } finally {
    guarded.ended = true
    running.delete(tx)
    client.release(broken)
  }
}

async function commit(client: pg.PoolClient): Promise<void> {
  const answer = await client.query('COMMIT').catch((cause) => {
    if (!isConnectionLost(cause)) throw cause
    throw new Error('The connection was lost during COMMIT: whether it happened is unknown', { cause })
  })
  // A statement failed and the work went on as if nothing had happened: the server then undoes, and reports no error.
  if (answer.command !== 'COMMIT') throw new Error('The transaction was undone: an error inside it was swallowed')
}

/** Rolls back. Returns the reason when the connection must not be used again. */
async function undo(client: pg.PoolClient, reason: unknown): Promise<Error | undefined> {
  if (isConnectionLost(reason)) return reason as Error
  try {
    await client.query('ROLLBACK')
  } catch (error) {
    return error as Error
  }
}

async function runAll(list: AfterCommit[], onError: (error: unknown) => void): Promise<void> {
  for (const run of list) {
    try {
      await run()
    } catch (error) {
      onError(error)
    }
  }
}

/**
 * The connection as Drizzle gets it. Without this guard, a query that nobody awaited would run after the end, inside the
 * next transaction of that connection.
 */
class TransactionClient {
  readonly #client: pg.PoolClient
  #busy = false
  ended = false

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  async query(config: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    if (this.ended) throw new Error('A query was sent in a transaction that has ended: something is not awaited')
    if (this.#busy) throw new Error('Two queries at once in one transaction: await one before the next')
    this.#busy = true
    try {
      return await this.#client.query(config, values)
    } finally {
      this.#busy = false
    }
  }

  end(): void {
    if (this.#busy) throw new Error('The work of a transaction ended before its last query: something is not awaited')
    this.ended = true
  }
}

/** Turns int8 columns into numbers. Drizzle passes its own parsers with each query, so the pool's alone would not apply. */
class ExactClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    // An error event without a listener would end the process. Users of the connection get the error by their query.
    this.on('error', () => undefined)
    const query = this.query.bind(this) as (...args: unknown[]) => unknown
    this.query = ((first: unknown, ...rest: unknown[]) => query(withExactIntegers(first), ...rest)) as typeof this.query
  }

  /** Closes the socket without a word to the server, which may not be reachable. */
  destroy(): void {
    this.connection.stream.destroy()
  }
}

const withExactIntegers = (query: unknown): unknown => {
  const types = (query as Partial<pg.QueryConfig> | null)?.types
  return types ? { ...(query as pg.QueryConfig), types: exactIntegers(types) } : query
}

const INT8 = 20
const INT8_ARRAY = 1016

type Types = pg.CustomTypesConfig
type Nested = string | null | readonly Nested[]

const exactIntegers = (types: Types): Types => ({
  getTypeParser: ((type: number, format: 'text') => {
    const parse = types.getTypeParser(type, format)
    if (type === INT8) return exactInteger
    if (type === INT8_ARRAY) return (text: string) => exactIntegerList(parse(text) as Nested)
    return parse
  }) as Types['getTypeParser'],
})

function exactInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The integer ${text} is too large for a number`)
  return value
}

const exactIntegerList = (value: Nested): unknown =>
  typeof value === 'string' ? exactInteger(value) : (value?.map(exactIntegerList) ?? null)

function clientConfig(connection: Connection, patience: Patience): pg.ClientConfig {
  const { connection: address, options } = withoutOptions(connection)
  return {
    application_name: 'shop',
    ...address,
    options: `${serverSettings(patience)} ${options}`.trim(),
    types: exactIntegers(pg.types),
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: patience.statement + LOST_ANSWER_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }
}

const timeOuts = ({ lock, statement, idleInTransaction }: Patience): string[] => [
  `lock_timeout=${lock}`,
  `statement_timeout=${statement}`,
  `idle_in_transaction_session_timeout=${idleInTransaction}`,
]

const serverSettings = (patience: Patience): string =>
  [...timeOuts(patience), 'TimeZone=UTC'].map((setting) => `-c ${setting}`).join(' ')

/** SQL to begin a transaction with its own time-outs, in milliseconds: a pooler drops the options of a connection. */
export const begin = (patience: Patience, kind = ''): string =>
  [`BEGIN ${kind}`, ...timeOuts(patience).map((setting) => `SET LOCAL ${setting}`)].join('; ')

/** Moves `options` of an address behind ours, since the driver would let them replace ours. */
function withoutOptions(connection: Connection): { connection: Connection; options: string } {
  const [address = '', query] = connection.connectionString?.split('?') ?? []
  const parameters = new URLSearchParams(query)
  const options = parameters.get('options') ?? connection.options ?? ''
  if (!parameters.has('options')) return { connection, options }
  parameters.delete('options')
  return { connection: { ...connection, connectionString: `${address}?${parameters}` }, options }
}

function settingsOf(db: Db): Settings {
  const settings = opened.get(db.$client)
  if (!settings) throw new Error('This database was not opened by openDatabase')
  return settings
}

const warn = (error: unknown): void => process.emitWarning(error instanceof Error ? error : String(error))
