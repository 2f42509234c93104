import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeDatabase, openDatabase } from '../database.ts'
import { type EmbeddedDatabase, EmbeddedDatabaseError, startEmbedded } from './embedded.ts'
import { startTimeOf } from './processes.ts'

const QUICK_IMPORTS = join(import.meta.dirname, '..', '..', '..', 'scripts', 'quick-imports.ts')
const isRoot = process.getuid?.() === 0

/** Files of a database that was started and stopped: making them anew takes longer than most of what is tried here. */
const used = mkdtempSync(join(tmpdir(), 'shop-embedded-'))
let folder: string
let dataDir: string
let sharedFolders: string[]
const lines: string[] = []
const servers: EmbeddedDatabase[] = []
const children: ChildProcess[] = []

let firstStart: Record<string, unknown>

/** The one start that makes a cluster; a first start was interrupted there before. */
beforeAll(async () => {
  chmodSync(used, 0o755)
  mkdirSync(join(used, 'postgres.partial'))
  writeFileSync(join(used, 'postgres.partial', 'PG_VERSION'), '18')
  const server = await start(used, true)
  const [settings] = await query(
    server,
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commits,
      current_setting('server_encoding') as encoding, current_setting('listen_addresses') as addresses,
      current_database() as name, (select datlocale from pg_database where datname = current_database()) as locale`,
  )
  const socket = statSync(server.connection.host!).mode & 0o777
  // In a checkout that is closed to others, root's database is run from a copy of its programs, and says so.
  const said = lines.filter((line) => !line.startsWith('PostgreSQL tourne depuis '))
  firstStart = { ...settings, socket, said, partial: existsSync(join(used, 'postgres.partial')) }
  await servers.pop()!.stop()
})

afterAll(() => rmSync(used, { recursive: true, force: true }))

/** A folder whose shop was started before. */
function usedFolder(place: string): string {
  mkdirSync(place)
  execFileSync('cp', ['-a', join(used, 'postgres'), place])
  return place
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shop-embedded-'))
  chmodSync(folder, 0o755)
  dataDir = usedFolder(join(folder, 'data'))
  sharedFolders = [join(folder, 'shared')]
  mkdirSync(sharedFolders[0]!)
  lines.length = 0
})

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await Promise.all(servers.splice(0).map((server) => server.stop()))
  rmSync(folder, { recursive: true, force: true })
})

const start = async (place = dataDir, durable = false): Promise<EmbeddedDatabase> => {
  const server = await startEmbedded({ dataDir: place, sharedFolders, durable, log: (line) => lines.push(line) })
  servers.push(server)
  return server
}

const query = async (server: Pick<EmbeddedDatabase, 'connection'>, text: string) => {
  const db = openDatabase({ connection: server.connection, onError: () => undefined })
  try {
    return (await db.execute(sql.raw(text))).rows
  } finally {
    await closeDatabase(db)
  }
}

const refusal = (starting: Promise<unknown>): Promise<Error> =>
  starting.then(
    () => Promise.reject(new Error('it started')),
    (error) => error,
  )

test('the files of another major version of PostgreSQL are refused in one line that says the way', async () => {
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
  await expect(start(dataDir)).rejects.toThrow(
    /^DATA_DIR\u00A0: .* PostgreSQL 17, ce programme a PostgreSQL 18\u00A0; avec le programme d’avant, npm run backup, .* npm run restore -- FICHIER$/,
  )
})

test('a fresh folder, also where a first start was interrupted, gets a durable database in UTF-8, on a socket that only its user can reach', () => {
  expect(firstStart).toEqual({
    fsync: 'on',
    commits: 'on',
    encoding: 'UTF8',
    addresses: '',
    name: 'shop',
    locale: 'C.UTF-8',
    socket: 0o700,
    said: [],
    partial: false,
  })
})

test.runIf(isRoot)('the database lets in who runs the shop, and nobody else who runs as its user', async () => {
  const server = await start()
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
  process.seteuid!(statSync(server.connection.host!).uid)
  try {
    await expect(query(server, 'select 1 as one')).rejects.toMatchObject({
      cause: { message: 'Peer authentication failed for user "shop"' },
    })
  } finally {
    process.seteuid!(0)
  }
})

test('what was written is there after a restart', async () => {
  const first = await start(dataDir, true)
  await query(first, 'create table kept as select 7 as seven')
  await first.stop()
  await first.stop()
  const second = await start(dataDir, true)
  expect(await query(second, 'select seven from kept')).toEqual([{ seven: 7 }])
})

test('a second shop on the same folder is refused in one line that names who holds it', async () => {
  const first = await start()
  const error = await refusal(start())
  expect(error).toBeInstanceOf(EmbeddedDatabaseError)
  expect(error.message).toMatch(new RegExp(`^DATA_DIR.*${dataDir}`))
  expect(error.message).toContain(`processus ${process.pid}`)
  expect(error.message).not.toContain('\n')
  expect(await query(first, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('of several that start at once one gets the folder, also over a lock that a dead process left', async () => {
  writeFileSync(join(dataDir, 'shop.lock'), JSON.stringify({ pid: process.pid, start: 'long ago' }))
  const starts = await Promise.allSettled([start(), ...Array.from({ length: 3 }, () => startInChild())])
  expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
})

test('the server of a process that was killed is found, with what it had committed', async () => {
  const child = await startInChild()
  await query(child, 'create table kept as select 7 as seven')
  child.process.kill('SIGKILL')
  await once(child.process, 'exit')
  expect(startTimeOf(child.pid)).toBeDefined()
  const server = await start()
  expect(startTimeOf(child.pid)).toBeUndefined()
  expect(await query(server, 'select seven from kept')).toEqual([{ seven: 7 }])
})

test('a server and a process that were killed together leave a folder that starts', async () => {
  const child = await startInChild()
  await query(child, 'create table kept as select 7 as seven')
  child.process.kill('SIGKILL')
  process.kill(child.pid, 'SIGKILL')
  await once(child.process, 'exit')
  const server = await start()
  expect(await query(server, 'select seven from kept')).toEqual([{ seven: 7 }])
})

test('a process that happens to have the old server’s id is neither stopped nor in the way', async () => {
  const server = await start()
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  const lines = readFileSync(pidFile, 'utf8').split('\n')
  await server.stop()
  const stranger = spawn('sleep', ['30'])
  children.push(stranger)
  writeFileSync(pidFile, [stranger.pid, ...lines.slice(1)].join('\n'))
  expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
})

test('a server that dies by itself is started again', async () => {
  const server = await start()
  await query(server, 'create table kept as select 7 as seven')
  const before = server.pid
  process.kill(before, 'SIGKILL')
  await expect.poll(() => server.pid).not.toBe(before)
  expect(await query(server, 'select seven from kept')).toEqual([{ seven: 7 }])
  expect(lines.join()).toContain('s’est arrêtée')
})

test('a folder one byte too deep for a socket has it elsewhere', async () => {
  const limit = process.platform === 'darwin' ? 103 : 107
  const taken = Buffer.byteLength(join(realpathSync(folder), '/socket/.s.PGSQL.5432'))
  const server = await start(usedFolder(join(folder, 'b'.repeat(limit - taken))))
  expect(server.connection.host!.startsWith(realpathSync(folder))).toBe(false)
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
  const socketFolder = server.connection.host!
  await server.stop()
  rmSync(socketFolder, { recursive: true })
})

test.runIf(isRoot)(
  'root’s folder that nobody else may enter: the database stands where it can, is found again, and once gone is not replaced by an empty one',
  async () => {
    const closed = join(folder, 'home')
    mkdirSync(closed, { mode: 0o700 })
    const first = await start(join(closed, 'data'))
    expect(first.folder.startsWith(sharedFolders[0]!)).toBe(true)
    expect(lines.join()).toContain(first.folder)
    await query(first, 'create table kept as select 7 as seven')
    expect((await refusal(start(join(closed, 'data')))).message).toContain(`processus ${process.pid}`)
    await first.stop()
    chmodSync(closed, 0o755)
    const second = await start(join(closed, 'data'))
    expect(await query(second, 'select seven from kept')).toEqual([{ seven: 7 }])
    await second.stop()
    chmodSync(closed, 0o700)
    rmSync(first.folder, { recursive: true })
    expect((await refusal(start(join(closed, 'data')))).message).toContain('n’existe plus')
  },
)

test('a start that fails says why in one line and lets the next one try', async () => {
  await (await start()).stop()
  const control = join(dataDir, 'postgres', 'global', 'pg_control')
  const content = readFileSync(control)
  writeFileSync(control, 'broken')
  const error = await refusal(start())
  expect(error).toBeInstanceOf(EmbeddedDatabaseError)
  expect(error.message).toContain('pg_control')
  expect(error.message).not.toContain('\n')
  writeFileSync(control, content)
  expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
})

test('the log does not grow without end', async () => {
  writeFileSync(join(dataDir, 'postgres.log'), 'x'.repeat(6_000_000))
  await start()
  expect(statSync(join(dataDir, 'postgres.log')).size).toBeLessThan(10_000)
  expect(existsSync(join(dataDir, 'postgres.log.1'))).toBe(true)
})

test('stopping frees the folder and ends the server, whoever is still connected', async () => {
  const server = await start()
  const db = openDatabase({ connection: server.connection, onError: () => undefined })
  const long = db.execute(sql`select pg_sleep(60)`).catch(() => 'broken off')
  await sleep(100)
  await server.stop()
  expect(await long).toBe('broken off')
  expect(startTimeOf(server.pid)).toBeUndefined()
  expect(existsSync(join(dataDir, 'shop.lock'))).toBe(false)
  await closeDatabase(db)
})

/** A shop in a process of its own, that does nothing but hold its database. */
async function startInChild() {
  const program = `
    const { startEmbedded } = await import(${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))})
    const server = await startEmbedded(${JSON.stringify({ dataDir, sharedFolders })})
    console.log(JSON.stringify({ pid: server.pid, connection: server.connection }))`
  const words = ['--import', QUICK_IMPORTS, '--input-type=module', '-e', program]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  const [text] = await Promise.race([once(child.stdout!, 'data'), once(child, 'exit').then(() => [''])])
  if (!String(text)) throw new Error('it did not start')
  return { process: child, ...(JSON.parse(String(text)) as Pick<EmbeddedDatabase, 'pid' | 'connection'>) }
}
