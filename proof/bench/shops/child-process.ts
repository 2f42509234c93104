import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { runningConnection } from '#platform/db/embedded/embedded.ts'
import type { Memory, Question } from './process-agent.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const READY_MS = 180_000
const ANSWER_MS = 30_000
const STOP_MS = 15_000

const SHOP = 'scripts/start.ts'
/** The flags that `npm start` passes to Node, between `exec node` and the program's name. */
const shopFlags = (root: string): string[] =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    .scripts.start.split(' ')
    .slice(2, -1)

const running = new Set<Child>()

/** A program of ours in a process of its own. */
export class Child {
  readonly #process: ChildProcess
  readonly #program: string
  #output = ''

  get pid(): number {
    return this.#process.pid!
  }

  constructor(program: string, environment: Record<string, string> = {}, words: readonly string[] = [], root = ROOT) {
    this.#program = program
    const agent = join(import.meta.dirname, 'process-agent.ts')
    const flags = ['--expose-gc', ...(program === SHOP ? shopFlags(root) : []), '--import', agent]
    this.#process = spawn(process.execPath, [...flags, join(root, program), ...words], {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR, ...environment },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    for (const stream of [this.#process.stdout!, this.#process.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text
      })
    running.add(this)
  }

  /** Resolves with the first match of the pattern in the output. Rejects after three minutes or when the program ends. */
  outputMatching(pattern: RegExp): Promise<string> {
    return new Promise((resolve, reject) => {
      const fail = () => reject(new Error(`${this.#program} did not open:\n${this.#output}`))
      const impatience = setTimeout(fail, READY_MS)
      const look = () => {
        const [found] = pattern.exec(this.#output) ?? []
        if (found === undefined) return
        clearTimeout(impatience)
        resolve(found)
      }
      look()
      this.#process.stdout!.on('data', look)
      this.#process.once('exit', fail)
    })
  }

  /** Resolves with the program's address once it is open, without a slash at the end. */
  address = (): Promise<string> => this.outputMatching(/http:\/\/[\w.:]+(?=\/)/)

  ask<Answer>(message: Question | object): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const fail = () => reject(new Error(`${this.#program} gave no answer:\n${this.#output}`))
      const impatience = setTimeout(fail, ANSWER_MS)
      this.#process.once('exit', fail)
      this.#process.once('message', (answer) => {
        clearTimeout(impatience)
        this.#process.off('exit', fail)
        resolve(answer as Answer)
      })
      this.#process.send(message)
    })
  }

  /** Milliseconds on the processor since the start. */
  processorMs = (): Promise<number> => this.ask<number>('processor')

  memory = (): Promise<Memory> => this.ask<Memory>('memory')

  get isRunning(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null
  }

  /** Sends a signal that ends it, and gives its exit code once it is gone; null after a violent end. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    running.delete(this)
    const ended = once(this.#process, 'exit')
    this.#process.kill(signal)
    const [code] = await ended
    return code
  }

  async stop(): Promise<void> {
    if (!running.delete(this) || !this.isRunning) return
    const ended = once(this.#process, 'exit')
    this.#process.kill('SIGTERM')
    const impatience = setTimeout(() => this.#process.kill('SIGKILL'), STOP_MS)
    await ended
    clearTimeout(impatience)
  }
}

export async function stopAll(): Promise<void> {
  await Promise.all([...running].map((child) => child.stop()))
}

/** The shop as it is run for customers, on a database of its own in `dataDir`. */
export const startShop = (dataDir: string, settings: Record<string, string> = {}, root = ROOT): Child => {
  const usual = { PORT: '0', HOST: '127.0.0.1', DEMO: '1', RATE_LIMITS: 'off', LOG_LEVEL: 'error' }
  return new Child(SHOP, { DATA_DIR: dataDir, ...usual, ...settings }, [], root)
}

/** A connection to the database of a shop that runs on `dataDir`, with none of the shop's limits of time. */
export async function connectTo(dataDir: string): Promise<pg.Client> {
  const sql = new pg.Client(runningConnection(dataDir)!)
  // A run that is broken off stops the database first.
  sql.on('error', () => undefined)
  await sql.connect()
  return sql
}
