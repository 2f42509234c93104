import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { whileLocked } from '#test/locks.ts'
import {
  afterCommit,
  begin,
  type Connection,
  closeDatabase,
  connectBesidePool,
  constraintOf,
  type Db,
  type DbOrTx,
  inTransaction,
  isUnavailable,
  openDatabase,
  poolOf,
  sqlState,
  type Tx,
} from './database.ts'

let server: TestDatabase
let db: Db
const complaints: unknown[] = []

beforeAll(async () => {
  server = await openTestDatabase()
  db = openDatabase({ connection: server.connection, poolSize: 2, onError: (error) => complaints.push(error) })
  await db.execute(
    sql`create table boxes (id int primary key, held bigint constraint never_negative check (held >= 0))`,
  )
})

afterAll(async () => {
  await closeDatabase(db)
  await server.close()
})

beforeEach(async () => {
  complaints.length = 0
  await db.execute(sql`truncate boxes`)
  await db.execute(sql`insert into boxes values (1, 10), (2, 20)`)
})

const held = async (queries: DbOrTx): Promise<number[]> => {
  const answer = await queries.execute(sql`select held from boxes order by id`)
  return answer.rows.map((row) => row.held as number)
}

const add = (tx: Tx, id: number, many: number) =>
  tx.execute(sql`update boxes set held = held + ${many} where id = ${id}`)

const breakOff = (tx: Tx) => tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`)

const failWith = (tx: Tx, state: string) =>
  tx.execute(sql.raw(`do $$ begin raise exception 'on purpose' using errcode = '${state}'; end $$`))

test('what the work wrote is there after it, and its answer is given back', async () => {
  const answer = await inTransaction(db, async (tx) => {
    await add(tx, 1, 5)
    await add(tx, 2, -5)
    return 'moved'
  })
  expect(answer).toBe('moved')
  expect(await held(server.db)).toEqual([15, 15])
})

test('work that throws leaves nothing behind', async () => {
  const work = inTransaction(db, async (tx) => {
    await add(tx, 1, 5)
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  expect(await held(db)).toEqual([10, 20])
})

test('a broken constraint is named, and the connection serves on', async () => {
  const error = await inTransaction(db, (tx) => add(tx, 1, -11)).catch((thrown) => thrown)
  expect(constraintOf(error)).toBe('never_negative')
  expect(sqlState(error)).toBe('23514')
  expect(isUnavailable(error)).toBe(false)
  expect(db.$client.totalCount).toBe(db.$client.idleCount)
})

test('an error that the work swallowed does not pass for a commit', async () => {
  const work = inTransaction(db, async (tx) => {
    await add(tx, 1, 5)
    await add(tx, 1, -99).catch(() => undefined)
  })
  await expect(work).rejects.toThrow('swallowed')
  expect(await held(db)).toEqual([10, 20])
})

test('a transaction knows its pool', async () => {
  expect(await inTransaction(db, async (tx) => poolOf(tx))).toBe(db.$client)
})

test('two queries at once in a transaction are refused', async () => {
  const work = inTransaction(db, (tx) => Promise.all([add(tx, 1, 1), add(tx, 2, 1)]))
  await expect(work).rejects.toThrow(/Failed query/)
  expect(await held(db)).toEqual([10, 20])
})

test('work that ends before its last query is undone', async () => {
  const unawaited: Promise<unknown>[] = []
  const work = inTransaction(db, async (tx) => {
    unawaited.push(add(tx, 1, 5).execute())
    await Promise.resolve()
  })
  await expect(work).rejects.toThrow('not awaited')
  await Promise.allSettled(unawaited)
  expect(await held(db)).toEqual([10, 20])
})

test('a transaction that has ended takes no more queries', async () => {
  let kept: Tx | undefined
  await inTransaction(db, async (tx) => {
    kept = tx
  })
  const late = await add(kept!, 1, 5).catch((error: Error) => error.cause)
  expect(String(late)).toContain('has ended')
  expect(() => afterCommit(kept!, () => undefined)).toThrow('has ended')
})

test('a query that comes while the commit is under way is refused', async () => {
  let late: Promise<unknown> | undefined
  await inTransaction(db, async (tx) => {
    const later = new Promise((resolve) => setImmediate(resolve))
    late = later.then(() => add(tx, 1, 5)).catch((error: Error) => error.cause)
  })
  expect(String(await late)).toContain('has ended')
  expect(await held(db)).toEqual([10, 20])
})

test('what waits for the commit runs after it, in order', async () => {
  const seen: unknown[] = []
  await inTransaction(db, async (tx) => {
    afterCommit(tx, async () => seen.push(await held(server.db)))
    afterCommit(tx, () => seen.push('second'))
    await add(tx, 1, 5)
    seen.push('work')
  })
  expect(seen).toEqual(['work', [15, 20], 'second'])
})

test('what waits for the commit is dropped when the work is undone', async () => {
  const seen: string[] = []
  const work = inTransaction(db, async (tx) => {
    afterCommit(tx, () => seen.push('ran'))
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  expect(seen).toEqual([])
})

test('a failure after the commit is reported, the rest still runs and the answer stands', async () => {
  const seen: string[] = []
  const answer = await inTransaction(db, async (tx) => {
    afterCommit(tx, () => Promise.reject(new Error('later')))
    afterCommit(tx, () => seen.push('ran'))
    return 'done'
  })
  expect(answer).toBe('done')
  expect(seen).toEqual(['ran'])
  expect(complaints.map(String)).toEqual(['Error: later'])
})

test('of two transactions in a deadlock both succeed, and what waits for the commit runs once each', async () => {
  const committed: string[] = []
  let attempts = 0
  let holders = 0
  const bothHoldOne = Promise.withResolvers<void>()
  const cross = (first: number, second: number) =>
    inTransaction(db, async (tx) => {
      attempts += 1
      afterCommit(tx, () => committed.push(`${first} ${second}`))
      await add(tx, first, 1)
      // Counted once a row is held: a transaction that has only begun locks nothing yet.
      holders += 1
      if (holders === 2) bothHoldOne.resolve()
      await bothHoldOne.promise
      await add(tx, second, 1)
    })
  await Promise.all([cross(1, 2), cross(2, 1)])
  // On a busy machine the database may send both away.
  expect(attempts).toBeGreaterThan(2)
  expect(committed.sort()).toEqual(['1 2', '2 1'])
  expect(await held(db)).toEqual([12, 22])
})

test.each(['40001', '40P01', '55P03'])(
  'work that meets %s is tried three times more and then given up',
  async (state) => {
    let attempts = 0
    const work = inTransaction(db, async (tx) => {
      attempts += 1
      await failWith(tx, state)
    })
    const error = await work.catch((thrown) => thrown)
    expect(sqlState(error)).toBe(state)
    expect(isUnavailable(error)).toBe(true)
    expect(attempts).toBe(4)
  },
)

test('work that waits in vain for a lock is tried once more and no longer', async () => {
  let attempts = 0
  const error = await whileLocked(db, 'select from boxes where id = 1 for update', () =>
    inTransaction(db, async (tx) => {
      attempts += 1
      await add(tx, 1, 1)
    }).catch((thrown) => thrown),
  )
  expect([sqlState(error), attempts]).toEqual(['55P03', 2])
})

test('work that meets any other refusal is not tried again', async () => {
  let attempts = 0
  const work = inTransaction(db, async (tx) => {
    attempts += 1
    await failWith(tx, '23505')
  })
  await expect(work).rejects.toThrow()
  expect(attempts).toBe(1)
})

test('a connection that broke in the work is destroyed, more often than the pool has places', async () => {
  for (let i = 0; i < 5; i++) {
    const error = await inTransaction(db, breakOff).catch((thrown) => thrown)
    expect(isUnavailable(error)).toBe(true)
  }
  expect(db.$client.totalCount).toBe(db.$client.idleCount)
  expect(await inTransaction(db, held)).toEqual([10, 20])
})

test('a connection that breaks while the work does something else fails its next query and nothing more', async () => {
  const work = inTransaction(db, async (tx) => {
    const { rows } = await tx.execute(sql`select pg_backend_pid() as pid`)
    await server.db.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`)
    await sleep(50)
    await add(tx, 1, 5)
  })
  expect(isUnavailable(await work.catch((thrown) => thrown))).toBe(true)
  expect(await held(db)).toEqual([10, 20])
})

test('an idle connection that breaks is reported and replaced', async () => {
  await held(db)
  await server.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  await sleep(50)
  expect(complaints.map(sqlState)).toContain('57P01')
  expect(await held(db)).toEqual([10, 20])
})

test('a BEGIN that fails leaks no connection, more often than the pool has places', async () => {
  await withProxy('BEGIN', async (proxied) => {
    for (let i = 0; i < 5; i++) {
      expect(isUnavailable(await inTransaction(proxied, held).catch((thrown) => thrown))).toBe(true)
    }
    expect(proxied.$client.totalCount).toBe(0)
    expect(await held(proxied)).toEqual([10, 20])
  })
})

test('work whose COMMIT got no answer is not done again', async () => {
  await withProxy('COMMIT\0', async (proxied) => {
    let attempts = 0
    const work = inTransaction(proxied, async (tx) => {
      attempts += 1
      await add(tx, 1, 5)
    })
    const error = await work.catch((thrown) => thrown)
    expect(error.message).toContain('whether it happened is unknown')
    expect(isUnavailable(error)).toBe(true)
    expect(attempts).toBe(1)
    expect(proxied.$client.totalCount).toBe(0)
  })
})

test('a database that cannot be reached is unavailable; a file that is missing is not a database', async () => {
  const nowhere = openDatabase({ connection: { host: '/tmp/no such folder', user: 'shop', ssl: false } })
  const closed = openDatabase({ connection: { host: '127.0.0.1', port: 1, user: 'shop', ssl: false } })
  expect(isUnavailable(await held(nowhere).catch((thrown) => thrown))).toBe(true)
  expect(isUnavailable(await inTransaction(closed, held).catch((thrown) => thrown))).toBe(true)
  const missing = Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'open' })
  expect(isUnavailable(missing)).toBe(false)
  await Promise.all([closeDatabase(nowhere), closeDatabase(closed)])
})

test('a pool with every connection in use gives up after a while, as unavailable', async () => {
  const small = openDatabase({ connection: server.connection, poolSize: 1 })
  await inTransaction(small, async () => {
    expect(isUnavailable(await held(small).catch((thrown) => thrown))).toBe(true)
  })
  await closeDatabase(small)
  await closeDatabase(small)
})

test('bigint columns are numbers, also in lists and counts, and one too large is an error', async () => {
  const { rows } = await db.execute(sql`select 9007199254740991::bigint as large, null::bigint as nothing,
    array[1, null, 3]::bigint[] as list, (select count(*) from boxes) as many`)
  expect(rows).toEqual([{ large: Number.MAX_SAFE_INTEGER, nothing: null, list: [1, null, 3], many: 2 }])
  const tooLarge = db.execute(sql`select 9007199254740992::bigint as large`)
  expect(String((await tooLarge.catch((thrown) => thrown)).cause)).toContain('too large')
  const plain = await db.$client.query('select 7::bigint as seven')
  expect(plain.rows).toEqual([{ seven: 7 }])
})

test('every connection has the limits, also when the address brings options of its own', async () => {
  const settings = sql`select name, setting from pg_settings where name in ('lock_timeout', 'statement_timeout',
    'idle_in_transaction_session_timeout', 'TimeZone', 'application_name', 'work_mem')`
  const limits = {
    lock_timeout: '2000',
    statement_timeout: '5000',
    idle_in_transaction_session_timeout: '10000',
    TimeZone: 'UTC',
    application_name: 'shop',
  }
  const read = async (queries: DbOrTx) =>
    Object.fromEntries((await queries.execute(settings)).rows.map((row) => [row.name, row.setting]))
  expect(await read(db)).toMatchObject(limits)
  const own = openDatabase({ connection: withOwnOptions(server.connection) })
  expect(await read(own)).toMatchObject({ ...limits, work_mem: '5120' })
  await closeDatabase(own)
})

test('a transaction that may take long says so itself, and its time-outs end with it', async () => {
  const client = await connectBesidePool(db)
  const timeOuts = async () => {
    const { rows } = await client.query(`select current_setting('lock_timeout') as lock,
      current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`)
    return rows[0]
  }
  await client.query(begin({ lock: 7_000, statement: 8_000, idleInTransaction: 9_000 }))
  expect(await timeOuts()).toEqual({ lock: '7s', statement: '8s', idle: '9s' })
  await client.query('COMMIT')
  expect(await timeOuts()).toEqual({ lock: '2s', statement: '5s', idle: '10s' })
  await client.end()
})

function withOwnOptions(connection: Connection): Connection {
  const options = '-c work_mem=5MB'
  const { connectionString, host, user, database } = connection
  const address = connectionString ?? `postgres://${user}@/${database}?host=${encodeURIComponent(host!)}`
  return {
    ...connection,
    connectionString: `${address}${address.includes('?') ? '&' : '?'}options=${encodeURIComponent(options)}`,
  }
}

/** Cuts every connection that sends the word. */
async function withProxy(word: string, run: (proxied: Db) => Promise<void>): Promise<void> {
  const proxy = await listening(createServer((client) => join(client, connectTo(server.connection), word)))
  const { port } = proxy.address() as { port: number }
  const proxied = openDatabase({ connection: through(server.connection, port), poolSize: 2 })
  try {
    await run(proxied)
  } finally {
    await closeDatabase(proxied)
    proxy.close()
  }
}

const listening = (proxy: Server): Promise<Server> =>
  new Promise((resolve) => proxy.listen(0, '127.0.0.1', () => resolve(proxy)))

function join(client: Socket, database: Socket, word: string): void {
  const cut = () => [client, database].forEach((socket) => void socket.destroy())
  for (const socket of [client, database]) socket.on('error', cut).on('close', cut)
  client.on('data', (data) => (data.includes(word) ? cut() : database.write(data)))
  database.on('data', (data) => client.write(data))
}

function connectTo({ connectionString, host, port }: Connection): Socket {
  if (!connectionString) return connect(`${host}/.s.PGSQL.${port}`)
  const url = new URL(connectionString)
  return connect(Number(url.port || 5432), url.hostname)
}

function through(connection: Connection, port: number): Connection {
  if (!connection.connectionString) return { ...connection, host: '127.0.0.1', port }
  const url = new URL(connection.connectionString)
  url.host = `127.0.0.1:${port}`
  return { ...connection, connectionString: url.href }
}
