import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { chooseWritableHost, connectBesidePool, type Db, destroyConnections, readsOnly } from './database.ts'

const PAUSE_MS = 500
/** For an answer to the smallest question there is. */
const ANSWER_MS = 1_500
/** When a time-out is noticed later than this, we ourselves were busy: the answer may well be there. */
const LATE_MS = 250

/**
 * Asks the database again and again, on a connection of its own, whether it is there. After a silence, what stands between
 * may have forgotten the connections of before, and each call on one of them would wait for its time-out: they are
 * destroyed as soon as the database answers again. Where the address names several hosts, it also finds the one that writes.
 */
export class Heartbeat {
  readonly #db: Db
  readonly #onError: (error: unknown) => void
  readonly #stopping = new AbortController()
  #asking: Promise<void> = Promise.resolve()
  #connection: pg.Client | null = null
  #isSilent = false

  constructor(db: Db, onError: (error: unknown) => void) {
    this.#db = db
    this.#onError = onError
  }

  start(): void {
    this.#asking = this.#askAgainAndAgain()
  }

  /** Call it before the database is closed. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#asking
  }

  async #askAgainAndAgain(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await this.#ask()
      await sleep(PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined)
    }
    await this.#connection?.end().catch(() => undefined)
  }

  async #ask(): Promise<void> {
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

  /** Where the address names several hosts, another may be the one that writes by now. */
  async #moveOn(): Promise<void> {
    this.#connection?.end().catch(() => undefined)
    this.#connection = null
    await chooseWritableHost(this.#db).catch(() => undefined)
  }
}

/** A refusal, or a cut that was noticed, is an answer. */
const isSilence = (error: unknown): boolean =>
  error instanceof Error && ['Query read timeout', 'timeout expired'].includes(error.message)
