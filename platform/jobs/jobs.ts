import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Db, Line, Tx } from '#platform/db/database.ts'

export interface Queue {
  name: string
  /** Seconds before the first new try; each pause is about twice the one before. */
  firstPause: number
  longestPause: number
  tries: number
  /** Seconds after which a try that says nothing counts as failed. */
  patience: number
}

/** Work that is stored and not done yet. */
export interface WaitingJob {
  id: string
  queue: string
  data: object
  /** Not before then. */
  startAfter: string
}

/** What waits, also what somebody is at. Nothing where no jobs were ever stored. */
export async function waitingJobs(line: Line): Promise<WaitingJob[]> {
  const { rows: found } = await line.query({ text: `select to_regclass('pgboss.job') is not null as yes` })
  if (!found[0].yes) return []
  const { rows } = await line.query({
    text: `select id, name as queue, data, start_after as "startAfter" from pgboss.job
      where state in ('created', 'retry', 'active') order by created_on, id`,
  })
  return JSON.parse(JSON.stringify(rows))
}

/** Work for later: stored in the transaction of what caused it, done afterwards, at least once. */
export class Jobs {
  readonly #boss: PgBoss

  constructor(db: Db, onError: (error: unknown) => void) {
    const executeSql = (text: string, values?: unknown[]) => db.$client.query(text, values as unknown[])
    this.#boss = new PgBoss({ db: { executeSql }, schedule: false })
    this.#boss.on('error', onError)
  }

  /** Makes the library's own tables when they are missing, and the queues. */
  async start(queues: readonly Queue[]): Promise<void> {
    await this.#boss.start()
    for (const { name, firstPause, longestPause, tries, patience } of queues) {
      const options = {
        retryLimit: tries,
        retryDelay: firstPause,
        retryDelayMax: longestPause,
        retryBackoff: true,
        expireInSeconds: patience,
      }
      await this.#boss.createQueue(name, options)
      await this.#boss.updateQueue(name, options)
    }
  }

  /** The job exists if and only if the transaction commits. */
  async add(tx: Tx, queue: string, data: object): Promise<void> {
    await this.#boss.send(queue, data, { db: fromDrizzle(tx, sql) })
  }

  /** Takes jobs away that wait or are done and name one of these words; what is being done right now is done. */
  async forget(tx: Tx, words: readonly string[]): Promise<void> {
    await tx.execute(sql`
      delete from pgboss.job
      where state <> 'active' and exists (
        select from unnest(${sql.param(words)}::text[]) as word where position(lower(word) in lower(data::text)) > 0)`)
  }

  /** One that waited elsewhere, as the same job: a second time under its id is no second job. */
  async addAgain(line: Line, { id, queue, data, startAfter }: WaitingJob): Promise<void> {
    const executeSql = (text: string, values?: unknown[]) => line.query({ text }, values)
    await this.#boss.send(queue, data, { id, startAfter: new Date(startAfter), db: { executeSql } })
  }

  /** A handler that throws has the job done again after a pause. */
  async work<Data extends object>(queue: string, handler: (data: Data) => Promise<void>): Promise<void> {
    await this.#boss.work<Data>(queue, { pollingIntervalSeconds: 1 }, async (jobs) => {
      for (const job of jobs) await handler(job.data)
    })
  }

  /** Lets running jobs finish for a few seconds. */
  stop = (): Promise<void> => this.#boss.stop({ graceful: true, timeout: 5_000, close: false })
}
