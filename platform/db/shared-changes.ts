import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { connectBesidePool, type Db } from './database.ts'

const CHANNEL = 'shared_changes'

/** Between two messages of one process: a crowd of changes is told in one. */
const BREATH_MS = 25
const LONGEST_PAUSE_MS = 5_000

export interface SharedChangesOptions {
  /** Whose changes count. */
  tables: readonly string[]
  /** Another process has changed one of them, or may have. */
  onChange: () => void
  /** Told once each time the line is lost. */
  onError: (error: unknown) => void
  /** How often the tables themselves are asked, in milliseconds; 5,000 unless told. */
  checkEvery?: number
}

/**
 * Tells the other processes on this database that tables which all of them keep something of have changed.
 * The message leaves after the commit: inside the transaction it would make commits wait for each other. It may
 * therefore be lost with a process that dies; so PostgreSQL's own count of changed rows is asked as well, now and then
 * and after each loss of the line, and that also finds what was changed by hand.
 */
export class SharedChanges {
  readonly #db: Db
  readonly #options: SharedChangesOptions
  readonly #name = randomUUID()
  readonly #stopping = new AbortController()
  #telling: Promise<void> | null = null
  #hasMore = false
  #listening: Promise<void> = Promise.resolve()
  #counted: string | null = null

  constructor(db: Db, options: SharedChangesOptions) {
    this.#db = db
    this.#options = options
  }

  /** To be called once a change of this process is committed. Waits for nothing. */
  tell(): void {
    this.#hasMore = true
    this.#telling ??= this.#tellAll().finally(() => {
      this.#telling = null
    })
  }

  async #tellAll(): Promise<void> {
    while (this.#hasMore && !this.#stopping.signal.aborted) {
      this.#hasMore = false
      try {
        await this.#db.$client.query('select pg_notify($1, $2)', [CHANNEL, this.#name])
      } catch (error) {
        this.#options.onError(error)
      }
      await this.#pause(BREATH_MS)
    }
  }

  /** Listens from now on, again and again when the line is lost. Resolves once the first line stands, or has failed. */
  start(): Promise<void> {
    return new Promise((resolve) => {
      this.#listening = this.#listen(resolve)
    })
  }

  async #listen(onLine: () => void): Promise<void> {
    let pause = 100
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#hear(() => {
          pause = 100
          onLine()
        })
      } catch (error) {
        if (!this.#stopping.signal.aborted && pause === 100) this.#options.onError(error)
      }
      onLine()
      await this.#pause(pause)
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
    }
  }

  /** Until the line is lost: then it throws. */
  async #hear(onLine: () => void): Promise<void> {
    const client = await connectBesidePool(this.#db)
    const cut = new AbortController()
    client.once('end', () => cut.abort(new Error('The line that tells of changes was cut')))
    try {
      client.on('notification', ({ payload }) => {
        if (payload !== this.#name) this.#options.onChange()
      })
      await client.query(`LISTEN ${CHANNEL}`)
      await this.#check(client)
      onLine()
      while (!this.#stopping.signal.aborted) {
        await this.#pause(this.#options.checkEvery ?? 5_000, cut.signal)
        cut.signal.throwIfAborted()
        await this.#check(client)
      }
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  async #check(client: pg.Client): Promise<void> {
    const found = await client.query({
      name: 'changed-rows',
      text: `select count(*)::int as tables, sum(n_tup_ins + n_tup_upd + n_tup_del)::text as rows
        from pg_stat_user_tables where schemaname = 'public' and relname = any($1)`,
      values: [this.#options.tables],
    })
    const { tables, rows: counted } = found.rows[0] as { tables: number; rows: string }
    if (tables !== this.#options.tables.length) throw new Error(`Not all of them are tables: ${this.#options.tables}`)
    if (this.#counted !== null && counted !== this.#counted) this.#options.onChange()
    this.#counted = counted
  }

  async #pause(milliseconds: number, until: AbortSignal = this.#stopping.signal): Promise<void> {
    const signal = AbortSignal.any([this.#stopping.signal, until])
    await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined)
  }

  /** Call it before the database is closed. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#telling
    await this.#listening
  }
}
