import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, cpSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { asProcessOwner, installedPackage, makePrivate, runnerOf } from '#platform/db/embedded/user-and-folders.ts'
import { HERE, type Machine } from './machines.ts'

const READY_MS = 30_000
const USER = 'shop'

/** Settings of a server that another one follows, small for a trial. */
const SETTINGS = `
unix_socket_directories = ''
max_connections = 100
shared_buffers = 64MB
wal_level = replica
hot_standby = on
synchronous_commit = on
wal_receiver_status_interval = 1
`

/** The other machine and whoever asks; initdb lets in this machine alone. */
const LETS_IN = 'host all all samenet trust\nhost replication all samenet trust\n'

/** One PostgreSQL on a machine, with the programs of the package; it can be killed and frozen as a machine can. */
export class PostgresNode {
  readonly name: string
  readonly port: number
  readonly machine: Machine
  readonly #folder: string
  readonly #native = installedPackage().native
  #process: ChildProcess | undefined

  constructor(name: string, port: number, folder: string, machine: Machine) {
    this.name = name
    this.port = port
    this.#folder = folder
    this.machine = machine
    // Also when the trial is given up.
    process.once('exit', () => this.isRunning && this.#signal('SIGKILL'))
  }

  /** Where shops and their balancer reach it. */
  get host(): string {
    return `${this.machine.address.outer}:${this.port}`
  }

  get isRunning(): boolean {
    return this.#process !== undefined && this.#process.exitCode === null && this.#process.signalCode === null
  }

  /** Makes an empty database and starts it. */
  async initialise(): Promise<void> {
    const runner = runnerOf(this.#folder)
    makePrivate(this.#folder, runner)
    const words = [
      '-D',
      this.#folder,
      '-U',
      USER,
      '--auth=trust',
      '--encoding=UTF8',
      '--no-locale',
      '--no-instructions',
    ]
    const { status, stderr } = spawnSync(join(this.#native, 'bin', 'initdb'), words, {
      ...asProcessOwner(runner),
      cwd: '/',
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`initdb: ${stderr}`)
    appendFileSync(join(this.#folder, 'postgresql.conf'), SETTINGS)
    if (this.machine !== HERE) appendFileSync(join(this.#folder, 'pg_hba.conf'), LETS_IN)
    await this.start()
    await this.ask(`create database ${USER}`, 'postgres', READY_MS)
  }

  async start(): Promise<void> {
    const log = openSync(`${this.#folder}.log`, 'a')
    const owner = asProcessOwner(runnerOf(this.#folder))
    const enter = this.machine.enter(owner)
    const listens = `listen_addresses=${this.machine === HERE ? '127.0.0.1' : '*'}`
    const words = [join(this.#native, 'bin', 'postgres'), '-D', this.#folder, '-p', String(this.port), '-c', listens]
    const [program, ...rest] = [...enter, ...words] as [string, ...string[]]
    this.#process = spawn(program, rest, {
      // Only root may enter another machine, and becomes the owner there.
      ...(enter.length > 0 ? {} : owner),
      cwd: '/',
      stdio: ['ignore', log, log],
    })
    for (const begin = performance.now(); !(await this.answers()); await sleep(50))
      if (!this.isRunning || performance.now() - begin > READY_MS)
        throw new Error(`${this.name} did not start:\n${readFileSync(`${this.#folder}.log`, 'utf8').slice(-2000)}`)
  }

  /** Becomes a standby of another one by a copy of its files, made while that works. */
  async follow(leader: PostgresNode): Promise<void> {
    await this.kill()
    rmSync(this.#folder, { recursive: true, force: true })
    const client = await leader.connect('postgres')
    await client.query(`select pg_backup_start('${this.name}', true)`)
    copyRunning(leader.#folder, this.#folder)
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
    await client.end()
    writeFileSync(join(this.#folder, 'backup_label'), rows[0].labelfile)
    writeFileSync(join(this.#folder, 'standby.signal'), '')
    const source = `host=${leader.machine.address.inner} port=${leader.port} user=${USER} application_name=${this.name}`
    appendFileSync(
      join(this.#folder, 'postgresql.auto.conf'),
      `primary_conninfo = '${source}'\nsynchronous_standby_names = ''\n`,
    )
    spawnSync('chown', ['-R', `--reference=${leader.#folder}`, this.#folder])
    chmodSync(this.#folder, 0o700)
    await this.start()
  }

  async connect(database = USER, patienceMs = 1_000): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: `postgres://${USER}@${this.machine.address.inner}:${this.port}/${database}`,
      connectionTimeoutMillis: patienceMs,
      application_name: 'trust',
    })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }

  /** One statement on a connection of its own; gives its first row. Throws without an answer. */
  async ask(statement: string, database = USER, patienceMs = 1_000): Promise<Record<string, unknown>> {
    const client = await this.connect(database, patienceMs)
    try {
      const { rows } = await client.query({ text: statement, query_timeout: patienceMs } as pg.QueryConfig)
      return rows[0] ?? {}
    } finally {
      // A frozen server never says goodbye.
      void client.end().catch(() => undefined)
    }
  }

  answers = (): Promise<boolean> =>
    this.ask('select 1', 'postgres').then(
      () => true,
      () => false,
    )

  /** True while it believes that it may write. */
  leads = (): Promise<boolean> =>
    this.ask('select pg_is_in_recovery() as follows', 'postgres').then(
      ({ follows }) => follows === false,
      () => false,
    )

  /** Loses power: all of its processes end at once. */
  async kill(): Promise<void> {
    if (!this.isRunning) return
    const ended = once(this.#process!, 'exit')
    this.#signal('SIGKILL')
    await ended
  }

  /** Ends cleanly, which sends the last of its log to the standby. */
  async stop(): Promise<void> {
    const ended = once(this.#process!, 'exit')
    this.#process!.kill('SIGINT')
    await ended
  }

  freeze = (): void => this.#signal('SIGSTOP')
  thaw = (): void => this.#signal('SIGCONT')

  /** Children of PostgreSQL have process groups of their own. */
  #signal(signal: NodeJS.Signals): void {
    const parent = this.#process!.pid!
    for (const pid of [parent, ...childrenOf(parent)])
      try {
        process.kill(pid, signal)
      } catch {
        // It has ended since.
      }
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        // The name in parentheses may hold anything; the state and the parent stand behind it.
        const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
        return Number(status.slice(status.lastIndexOf(')')).split(' ')[2]) === parent
      } catch {
        return false
      }
    })
}

/** Files that a working server removes meanwhile are not missed. */
function copyRunning(from: string, to: string): void {
  const isLeft = (path: string) => /\/(postmaster\.(pid|opts)|pg_replslot\/.+|pgsql_tmp.*)$/.test(path)
  for (let tries = 0; ; tries++)
    try {
      cpSync(from, to, { recursive: true, filter: (path) => !isLeft(path) })
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries === 5) throw error
    }
}
