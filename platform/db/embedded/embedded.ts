import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR_MS } from '#platform/kernel/durations.ts'
import { type Connection, closeDatabase, connectBesidePool, openDatabase } from '../database.ts'
import { writeAccessRules } from './access-rules.ts'
import { FolderLockedError, lockFolder } from './folder-lock.ts'
import { POSTGRES_SETTINGS, TEST_SETTINGS } from './postgres-settings.ts'
import { isGoneWithin, isMemoryInUse, isPidInUse, isPostgresIn } from './processes.ts'
import {
  asProcessOwner,
  homeOf,
  installedPackage,
  type Log,
  makePrivate,
  programs,
  type Runner,
  runnerOf,
  SOCKET_NAME,
  socketFolder,
} from './user-and-folders.ts'

export type EmbeddedOptions = {
  dataDir: string
  /** Receives French lines for the operator: folders outside of DATA_DIR, a restart after a crash. */
  log?: Log
  /** `false` is for tests only: a crash of the machine may then lose or damage committed data. */
  durable?: boolean
  /** Folders for files that PostgreSQL's user cannot reach in DATA_DIR when root starts it; the first that fits is used. */
  sharedFolders?: readonly string[]
}

export type EmbeddedDatabase = {
  readonly connection: Connection
  readonly pid: number
  /** The folder of the database: DATA_DIR, or another one that `log` announced. */
  readonly folder: string
  /** Cancels running queries, stops the server cleanly and unlocks DATA_DIR. Close the pools first. */
  stop(): Promise<void>
}

/** The embedded database does not start. The message is one French line for the operator. */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError'
}

const USER = 'shop'
const DATABASE = 'shop'

const READY_MS = 120_000
/** Time for the checkpoint of a clean stop. After it the server is killed, and the next start recovers from the log. */
const STOP_MS = 8_000
const LONGEST_PAUSE_MS = 5_000
const LOG_BYTES = 5_000_000

/** The settings of one server. */
type Server = { home: string; cluster: string; native: string; socket: string; runner: Runner; durable: boolean }

/**
 * Starts the embedded PostgreSQL on the files in DATA_DIR, which are made when there are none. It listens on a socket that
 * only its user can reach. When our process is killed, the server survives; the next start finds it and stops it first.
 * Throws an `EmbeddedDatabaseError`.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  try {
    return await startLocked(options)
  } catch (error) {
    throw inOneLine(error, options.dataDir)
  }
}

async function startLocked(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log = ignore, durable = true, sharedFolders } = options
  if (process.platform === 'win32')
    throw new Error('sous Windows la boutique a besoin d’un PostgreSQL, donné par DATABASE_URL')
  const home = homeOf(dataDir, sharedFolders, log)
  const release = await lockFolder(home)
  try {
    const cluster = join(home, 'postgres')
    const runner = runnerOf(cluster)
    const native = programs(runner, home, sharedFolders, log)
    const socket = await socketFolder(home, runner)
    const server = { home, cluster, native, socket, runner, durable }
    await stopLeftOverServer(server)
    refuseOtherMajor(cluster)
    if (!existsSync(cluster)) await initialise(server)
    return await run(server, log, release)
  } catch (error) {
    release()
    throw error
  }
}

/** Refuses files of another major version, which PostgreSQL cannot read: a backup and a restore convert them. */
function refuseOtherMajor(cluster: string): void {
  const [made] = linesOf(join(cluster, 'PG_VERSION'))
  const ours = installedPackage().version.split('.')[0]
  if (made && made !== ours)
    throw new Error(
      `elle a été faite par PostgreSQL ${made}, ce programme a PostgreSQL ${ours}\u00A0; avec le programme d’avant, npm run backup, puis avec celui-ci et un DATA_DIR vide, npm run restore -- FICHIER`,
    )
}

async function run(server: Server, log: Log, release: () => void): Promise<EmbeddedDatabase> {
  const database = new RunningDatabase(server, await launchPatiently(server), log, release)
  try {
    await createDatabase(database.connection)
    return database
  } catch (error) {
    await database.stop()
    throw error
  }
}

/** Stops the server of a killed process and removes its files. Throws when another container uses the folder. */
async function stopLeftOverServer({ cluster, socket }: Server): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  const lines = linesOf(pidFile)
  const pid = Number(lines[0])
  if (pid && isPostgresIn(pid, cluster)) await stopProcess(pid)
  // PostgreSQL would take the id for its own, which another process has now, or the ended one until its parent has collected
  // it. Otherwise the file stays as its guard.
  if (pid && isPidInUse(pid)) await removeAbandoned(pidFile, lines)
  // A server that answers although its process is not visible runs in another container on this folder.
  const isElsewhere = (await answers(socket)) || (await answers(lines[4] || socket))
  if (isElsewhere) throw new Error('une autre boutique s’en sert, dans un autre conteneur')
  // The socket's lock may name a reused process id too; nobody else uses the socket's folder.
  rmSync(join(socket, `${SOCKET_NAME}.lock`), { force: true })
}

/** Waits until the processes of a server whose main process was killed have ended: they may still write. Then removes the pid file. */
async function removeAbandoned(pidFile: string, lines: readonly string[]): Promise<void> {
  const memoryId = lines[6]?.trim().split(/ +/)[1] ?? ''
  for (const end = Date.now() + STOP_MS; isMemoryInUse(memoryId); await sleep(10)) {
    if (Date.now() > end) throw new Error('des processus laissés par un démarrage d’avant ne finissent pas')
  }
  rmSync(pidFile, { force: true })
}

async function stopProcess(pid: number): Promise<void> {
  process.kill(pid, 'SIGINT')
  if (await isGoneWithin(pid, STOP_MS)) return
  process.kill(pid, 'SIGQUIT')
  if (!(await isGoneWithin(pid, STOP_MS)))
    throw new Error(`le serveur laissé par un démarrage d’avant, ${pid}, ne s’arrête pas`)
}

/** Makes the database in a temporary folder and renames it, so that an interrupted one is never used. */
async function initialise(server: Server): Promise<void> {
  const partial = join(server.home, 'postgres.partial')
  rmSync(partial, { recursive: true, force: true })
  makePrivate(partial, server.runner)
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const speed = server.durable ? [] : ['--no-sync']
  await runToEnd(server, 'initdb', ['-D', partial, '-U', USER, '--auth=peer', ...locale, ...speed, '--no-instructions'])
  renameSync(partial, server.cluster)
}

async function runToEnd(server: Server, program: string, args: string[]): Promise<void> {
  const child = spawn(join(server.native, 'bin', program), args, {
    ...processOptions(server.runner),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint += text
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${program} a échoué\u00A0: ${failureLine(complaint.split('\n'))}`)
}

/** A server that runs until `stop`; when it ends by itself, it is started again. */
class RunningDatabase implements EmbeddedDatabase {
  readonly connection: Connection
  readonly folder: string
  readonly #server: Server
  readonly #log: Log
  readonly #release: () => void
  readonly #trimming: NodeJS.Timeout
  #child: ChildProcess
  #restarting: Promise<void> | undefined
  #stopping: Promise<void> | undefined

  constructor(server: Server, child: ChildProcess, log: Log, release: () => void) {
    this.connection = connectionAt(server.socket)
    this.folder = server.home
    this.#server = server
    this.#child = child
    this.#log = log
    this.#release = release
    this.#trimming = setInterval(() => trimLog(server.home), HOUR_MS).unref()
    this.#watch()
  }

  get pid(): number {
    return this.#child.pid!
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop()
    return this.#stopping
  }

  async #stop(): Promise<void> {
    clearInterval(this.#trimming)
    await Promise.resolve(this.#restarting)
    await end(this.#child)
    this.#release()
  }

  #watch(): void {
    this.#child.once('exit', () => {
      if (!this.#stopping) this.#restarting = this.#restart()
    })
  }

  async #restart(): Promise<void> {
    this.#log('La base de données intégrée s’est arrêtée\u00A0: elle est relancée.')
    for (let pause = 50; !this.#stopping; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        this.#child = await launch(this.#server)
        return this.#watch()
      } catch (error) {
        this.#log(`La base de données intégrée ne démarre pas\u00A0: ${(error as Error).message}`)
      }
      await sleep(pause)
    }
  }
}

/** Starts the server, with retries while processes of a killed one still use its shared memory. */
async function launchPatiently(server: Server): Promise<ChildProcess> {
  for (let tries = 0; ; tries++) {
    try {
      return await launch(server)
    } catch (error) {
      if (tries === 30 || !/shared memory block/.test((error as Error).message)) throw error
    }
    await sleep(100)
  }
}

/** Starts the server and resolves when it accepts connections. Throws with the reason from its log. */
async function launch(server: Server): Promise<ChildProcess> {
  trimLog(server.home)
  const logFile = openSync(logPath(server.home), 'a', 0o600)
  const begin = statSync(logPath(server.home)).size
  const child = spawn(join(server.native, 'bin', 'postgres'), serverArguments(server), {
    ...processOptions(server.runner),
    // A process group of its own leaves Ctrl-C to the shop, which stops its database last.
    detached: true,
    stdio: ['ignore', logFile, logFile],
  })
  try {
    await once(child, 'spawn')
    await untilReady(child, server)
    return child
  } catch (error) {
    await end(child)
    throw new Error(`${(error as Error).message}${failureInLog(server.home, begin)}`, { cause: error })
  } finally {
    closeSync(logFile)
  }
}

function serverArguments({ home, cluster, socket, runner, durable }: Server): string[] {
  const rules = writeAccessRules(home, USER, runner)
  const settings = {
    ...POSTGRES_SETTINGS,
    ...(durable ? {} : TEST_SETTINGS),
    ...rules,
    unix_socket_directories: socket,
  }
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** Waits until the pid file has our process in its first line and `ready` in its eighth. */
async function untilReady(child: ChildProcess, { cluster }: Server): Promise<void> {
  const end = Date.now() + READY_MS
  while (Date.now() < end) {
    if (hasEnded(child)) throw new Error('PostgreSQL s’est arrêté')
    const lines = linesOf(join(cluster, 'postmaster.pid'))
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return
    await sleep(5)
  }
  throw new Error(`PostgreSQL n’était pas prêt après ${READY_MS / 1000} s`)
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child) || child.pid === undefined) return
  const ended = once(child, 'exit')
  const impatience = setTimeout(() => child.kill('SIGQUIT'), STOP_MS)
  child.kill('SIGINT')
  await ended
  clearTimeout(impatience)
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

async function createDatabase(connection: Connection): Promise<void> {
  const db = openDatabase({ connection: { ...connection, database: 'postgres' } })
  const client = await connectBesidePool(db, { statement: 60_000 })
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE])
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`)
  } finally {
    await client.end()
    await closeDatabase(db)
  }
}

/** A minimal environment: PGPORT and the like would change the server. */
const processOptions = (runner: Runner) => ({
  ...asProcessOwner(runner),
  cwd: '/',
  env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
})

const answers = (socketFolder: string): Promise<boolean> =>
  new Promise((resolve) => {
    const attempt = connect(join(socketFolder, SOCKET_NAME))
    attempt.once('error', () => resolve(false))
    attempt.once('connect', () => resolve(attempt.destroy().destroyed))
  })

const logPath = (home: string): string => join(home, 'postgres.log')

/** Copies the log beside itself and empties it in place, since the server has it open. */
function trimLog(home: string): void {
  const path = logPath(home)
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) < LOG_BYTES) return
  copyFileSync(path, `${path}.1`)
  truncateSync(path)
}

const failureInLog = (home: string, begin: number): string => {
  const written = readFileSync(logPath(home)).subarray(begin).toString('utf8')
  const words = failureLine(written.split('\n'))
  return words && `\u00A0: ${words}`
}

/** The message of the last error that a program of PostgreSQL printed. */
const failureLine = (lines: readonly string[]): string => {
  const line = lines.findLast((each) => /FATAL|PANIC|error:/.test(each)) ?? lines.findLast((each) => each.trim()) ?? ''
  return line.replace(/^.*?(FATAL|PANIC|error): +/, '').trim()
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}

function inOneLine(error: unknown, dataDir: string): EmbeddedDatabaseError {
  const line =
    error instanceof FolderLockedError
      ? `DATA_DIR\u00A0: une boutique est en marche dans ${dataDir} (processus ${error.pid})\u00A0; l’arrêter d’abord, ou choisir un autre DATA_DIR.`
      : `DATA_DIR\u00A0: la base de données de ${dataDir} ne démarre pas\u00A0: ${error instanceof Error ? error.message : error}`
  return new EmbeddedDatabaseError(line.replace(/[\n\t ]+/g, ' '), { cause: error })
}

const ignore = (): void => undefined

/** The connection to the server of a running shop on this DATA_DIR; null when none runs. */
export function runningConnection(dataDir: string): Connection | null {
  const cluster = join(homeOf(dataDir), 'postgres')
  const [pid, , , , socket] = linesOf(join(cluster, 'postmaster.pid'))
  if (!Number(pid) || !isPostgresIn(Number(pid), cluster)) return null
  return connectionAt(socket ?? '')
}

const connectionAt = (socket: string): Connection => ({
  host: socket.trim(),
  port: 5432,
  user: USER,
  database: DATABASE,
  ssl: false,
})
