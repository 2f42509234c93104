import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { chooseWritableHost, connectBesidePool, type Db, destroyConnections, readsOnly } from './database.ts'

const PAUSE_MS = 500
/** Time for the answer to a minimal query. */
const ANSWER_MS = 1_500
/** A time-out noticed this late means that our own process was busy: the answer may have arrived. */
const LATE_MS = 250

/**
 * Queries the database every half second on a connection of its own. After a silence, routers in between may have dropped
 * the old connections, and each call on one would wait for its time-out: they are destroyed as soon as the database answers
 * again. Where the address names several hosts, it also finds the one that accepts writes.
 */
export class Heartbeat {
  readonly #db: Db
  readonly #onError: (error: unknown) => void
  readonly #stopping = new AbortController()
  #running: Promise<void> = Promise.resolve()
  #connection: pg.Client | null = null
  #isSilent = false

  constructor(db: Db, onError: (error: unknown) => void) {
    this.#db = db
    this.#onError = onError
  }

  start(): void {
    this.#running = this.#run()
  }

  /** Ends the heartbeat; call it before the database is closed. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await this.#beat()
      await sleep(PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined)
    }
    await this.#connection?.end().catch(() => undefined)
  }

  async #beat(): Promise<void> {
    const begin = performance.now()
    try {
      this.#connection ??= await connectBesidePool(this.#db, {}, ANSWER_MS)
      const isStandby = await readsOnly(this.#connection, ANSWER_MS)
      if (isStandby) await this.#moveOn()
      if (this.#isSilent) destroyConnections(this.#db)
      this.#isSilent = false
    } catch (error) {
      const isSilent = isSilence(error) && performance.now() - begin <= ANSWER_MS + LATE_MS
      await this.#moveOn()
      if (!isSilent) return
      if (!this.#isSilent) this.#onError(new Error('The database is silent', { cause: error }))
      this.#isSilent = true
    }
  }

  /** Gives up the connection and chooses a host again: another one may accept writes by now. */
  async #moveOn(): Promise<void> {
    this.#connection?.end().catch(() => undefined)
    this.#connection = null
    await chooseWritableHost(this.#db).catch(() => undefined)
  }
}

/** True for a time-out; a refusal or a closed connection counts as an answer. */
const isSilence = (error: unknown): boolean =>
  error instanceof Error && ['Query read timeout', 'timeout expired'].includes(error.message)
