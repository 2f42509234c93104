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

/** What sends a statement as it is; in a transaction, on its connection. */
export type QueryClient = { query(config: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> }

/** One open transaction on one connection. It ends with the work that was given it. */
export type Tx = Drizzle & { readonly $client: QueryClient; readonly [insideTransaction]: true }

/** What a query that only reads accepts. */
export type DbOrTx = Db | Tx

export type Connection = Pick<
  pg.PoolConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database' | 'ssl' | 'options'
>

export type DatabaseOptions = {
  connection: Connection
  /** Connections at most; 10 unless told. */
  poolSize?: number
  /** Told what nobody is waiting for: an idle connection that died, work after a commit that failed. */
  onError?: (error: unknown) => void
}

/** How long the server waits before it gives up, in milliseconds. */
type Patience = { lock: number; statement: number; idleInTransaction: number }

const USUAL_PATIENCE: Patience = { lock: 2_000, statement: 5_000, idleInTransaction: 10_000 }

/** Beyond the server's own limit for a statement: only an answer that was lost on the way takes this long. */
const LOST_ANSWER_MS = 3_000

const CONNECT_MS = 3_000
const MAX_RETRIES = 3
/** Whoever waited for a lock tries once more, rather than keeping a connection from everybody else. */
const RETRY_WITHIN_MS = 3_000

/** The connection is the one in use, of all that the address names. */
type Settings = Required<DatabaseOptions> & { hosts: readonly Connection[] }

const opened = new WeakMap<pg.Pool, Settings>()
/** Those of a pool, also while they are being made. */
const connectionsOf = new WeakMap<pg.Pool, Set<ExactClient>>()
const running = new WeakMap<Tx, { pool: pg.Pool; afterwards: AfterCommit[] }>()

type AfterCommit = () => unknown

/** Opens nothing yet: connections are made when queries ask for them. */
export function openDatabase({ connection, poolSize = 10, onError = warn }: DatabaseOptions): Db {
  const connections = new Set<ExactClient>()
  const hosts = hostsOf(connection)
  const settings: Settings = { connection: hosts[0]!, hosts, poolSize, onError }
  const pool = new pg.Pool({
    connectionTimeoutMillis: CONNECT_MS,
    Client: class extends ExactClient {
      constructor() {
        super(clientConfig(settings.connection, USUAL_PATIENCE))
        connections.add(this)
        this.once('end', () => connections.delete(this))
      }
    },
    max: poolSize,
    idleTimeoutMillis: 30_000,
  })
  // A connection that the server cuts while the pool is closing is no news.
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
 * Of several hosts, has connections made to the first that writes from now on, and cuts those to another. False: all of them answer, and
 * none writes; throws when one does not answer either. Of one host, nothing is asked.
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

/** Whether the server of a connection refuses to write, as one that follows another does. */
export async function readsOnly(client: pg.Client, answerMs = CONNECT_MS): Promise<boolean> {
  const text = `select current_setting('transaction_read_only') = 'on' as yes`
  const { rows } = await client.query({ text, query_timeout: answerMs } as pg.QueryConfig)
  return rows[0].yes
}

/** Waits for the connections in use, as long as that, and then cuts them. A second call does nothing. */
export async function closeDatabase(db: Db, waitMs = Number.POSITIVE_INFINITY): Promise<void> {
  if (db.$client.ending) return
  const impatience = Number.isFinite(waitMs) ? setTimeout(() => destroyConnections(db), waitMs) : undefined
  await db.$client.end()
  clearTimeout(impatience)
}

/** Cuts every connection of the pool. Who waits for an answer on one is told at once that it is lost. */
export function destroyConnections(db: Db): void {
  for (const connection of connectionsOf.get(db.$client) ?? []) connection.hangUp()
}

/**
 * One connection beside the pool, for what takes long or must not wait for the pool. Whoever asks must end it. Nothing may
 * rest on its session: behind a pooler each transaction may have another one.
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
 * Runs the work in one transaction, READ COMMITTED, and commits it. When it throws, everything is undone.
 * A deadlock, a lock timeout or a serialization failure runs the whole work again, as `withRetries` does: what it does
 * outside of the database must wait for `afterCommit`. Inside, one query is awaited before the next is sent.
 */
export const inTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  withRetries(async () => {
    const { result, afterwards } = await attempt(db, work)
    await runAll(afterwards, settingsOf(db).onError)
    return result
  })

/**
 * Runs once the transaction is committed, in the order asked and before `inTransaction` answers; never when it is undone.
 * The commit stands whatever happens here: an error goes to `onError` of `openDatabase`.
 */
export function afterCommit(tx: Tx, run: AfterCommit): void {
  transactionOf(tx).afterwards.push(run)
}

/** The pool that a transaction's connection came from: what was subscribed on the database is found by it. */
export const poolOf = (tx: Tx): pg.Pool => transactionOf(tx).pool

function transactionOf(tx: Tx): { pool: pg.Pool; afterwards: AfterCommit[] } {
  const transaction = running.get(tx)
  if (!transaction) throw new Error('This is not a transaction, or it has ended')
  return transaction
}

/**
 * Runs it again when it fails for reasons of timing only (deadlock, lock timeout, serialization): three times at most,
 * and not once it has taken three seconds.
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

/** One for all transactions: it remembers what columns are called. */
const dialect = new PgDialect({ casing: 'snake_case' })

async function attempt<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<{ result: T; afterwards: AfterCommit[] }> {
  const client = await db.$client.connect()
  const line = new TransactionClient(client)
  const tx = new NodePgDatabase(
    dialect,
    new NodePgSession(line as unknown as pg.PoolClient, dialect, undefined),
    undefined,
  ) as unknown as Tx
  const afterwards: AfterCommit[] = []
  running.set(tx, { pool: db.$client, afterwards })
  let broken: Error | undefined
  try {
    await client.query(`BEGIN ISOLATION LEVEL READ COMMITTED${namingOfActor()}`)
    const result = await work(tx)
    line.hangUp()
    await commit(client)
    return { result, afterwards }
  } catch (error) {
    broken = await undo(client, error)
    throw error
  } finally {
    line.ended = true
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

/** Says why the connection must not be used again, if so. */
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
 * What Drizzle sees of the connection. A query that nobody awaited would otherwise run after the end, inside whatever
 * transaction has that connection by then.
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

  hangUp(): void {
    if (this.#busy) throw new Error('The work of a transaction ended before its last query: something is not awaited')
    this.ended = true
  }
}

/** int8 columns become numbers. Drizzle hands its own parsers with each query, so the pool's alone would not be asked. */
class ExactClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    // An error event without a listener ends the process. Whoever uses the connection gets the error by its query.
    this.on('error', () => undefined)
    const query = this.query.bind(this) as (...args: unknown[]) => unknown
    this.query = ((first: unknown, ...rest: unknown[]) => query(withExactIntegers(first), ...rest)) as typeof this.query
  }

  /** Without the politeness of telling the server, which may not hear it. */
  hangUp(): void {
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

/** What begins a transaction that may take long: a pooler leaves the options of a connection out. */
export const begin = (patience: Patience, kind = ''): string =>
  [`BEGIN ${kind}`, ...timeOuts(patience).map((setting) => `SET LOCAL ${setting}`)].join('; ')

/** The driver lets `options` of an address win over ours, so they are taken out of it and put after ours. */
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
