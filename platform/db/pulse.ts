import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { connectBesidePool, type Db, hangUpAll } from './database.ts'

/** Between two questions. */
const BEAT_MS = 500
/** For an answer to the smallest question there is. */
const PATIENCE_MS = 1_500
/** When the end of our patience is noticed later than this, we ourselves were busy: the answer may well be there. */
const LATE_MS = 250

/**
 * Asks the database again and again, on a line of its own, whether it is there. Where it fell silent, what stands between
 * may have forgotten the lines of before: each call on one of them would wait for its whole patience. So they are hung up
 * as soon as the database is heard again, and new ones are made.
 */
export class Pulse {
  readonly #db: Db
  readonly #onError: (error: unknown) => void
  readonly #stopping = new AbortController()
  #beating: Promise<void> = Promise.resolve()
  #line: pg.Client | null = null
  #isSilent = false

  constructor(db: Db, onError: (error: unknown) => void) {
    this.#db = db
    this.#onError = onError
  }

  start(): void {
    this.#beating = this.#beat()
  }

  /** Call it before the database is closed. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#beating
  }

  async #beat(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await this.#ask()
      await sleep(BEAT_MS, undefined, { signal, ref: false }).catch(() => undefined)
    }
    await this.#line?.end().catch(() => undefined)
  }

  async #ask(): Promise<void> {
    const begin = performance.now()
    try {
      this.#line ??= await connectBesidePool(this.#db, {}, PATIENCE_MS)
      await this.#line.query({ text: 'select 1', query_timeout: PATIENCE_MS } as pg.QueryConfig)
      if (this.#isSilent) hangUpAll(this.#db)
      this.#isSilent = false
    } catch (error) {
      this.#line?.end().catch(() => undefined)
      this.#line = null
      if (!isSilence(error) || performance.now() - begin > PATIENCE_MS + LATE_MS) return
      if (!this.#isSilent) this.#onError(new Error('The database is silent', { cause: error }))
      this.#isSilent = true
    }
  }
}

/** A refusal, or a cut that was noticed, is an answer. */
const isSilence = (error: unknown): boolean =>
  error instanceof Error && ['Query read timeout', 'timeout expired'].includes(error.message)
