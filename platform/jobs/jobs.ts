import { sql } from 'drizzle-orm'
import { fromDrizzle, type Job, type JobResult, PgBoss } from 'pg-boss'
import type { Db, QueryClient, Tx } from '#platform/db/database.ts'

export interface Queue {
  name: string
  /** Seconds before the first new try; each pause is about twice the one before. */
  firstPause: number
  longestPause: number
  tries: number
  /** Seconds after which tries that say nothing count as failed. */
  patience: number
  /** So many are done at the same time. */
  atOnce: number
}

const BATCH = 50

/** What waits ends by its tries. By its age it goes never: a clock that jumped would take every mail that waits. */
const WAITS_SECONDS = 20 * 365 * 24 * 60 * 60

/** Work that is stored and not done yet. */
export interface WaitingJob {
  id: string
  queue: string
  data: object
  /** Not before then. */
  startAfter: string
  /** Higher ones first. Backups of before do not tell. */
  priority?: number
}

/** What waits, also what somebody is at. Nothing where no jobs were ever stored. */
export async function waitingJobs(client: QueryClient): Promise<WaitingJob[]> {
  const { rows: found } = await client.query({ text: `select to_regclass('pgboss.job') is not null as yes` })
  if (!found[0].yes) return []
  const { rows } = await client.query({
    text: `select id, name as queue, data, start_after as "startAfter", priority from pgboss.job
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
    this.#boss.on('error', (error) => onError(asError(error)))
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
        retentionSeconds: WAITS_SECONDS,
      }
      await this.#boss.createQueue(name, options)
      await this.#boss.updateQueue(name, options)
    }
  }

  /** The job exists if and only if the transaction commits. Of those that wait, higher priorities are done first. */
  async add(tx: Tx, queue: string, data: object, priority = 0): Promise<string | null> {
    return this.#boss.send(queue, data, { db: fromDrizzle(tx, sql), priority })
  }

  /** Takes it away again, in the transaction that added it; null takes none, by the same statement. */
  async takeBack(tx: Tx, queue: string, id: string | null): Promise<void> {
    await tx.execute(sql`delete from pgboss.job where name = ${queue} and id = ${id}::uuid`)
  }

  /** Takes jobs away that wait or are done and name one of these words; what is being done right now is done. */
  async forget(tx: Tx, words: readonly string[]): Promise<void> {
    await tx.execute(sql`
      delete from pgboss.job
      where state <> 'active' and exists (
        select from unnest(${sql.param(words)}::text[]) as word where position(lower(word) in lower(data::text)) > 0)`)
  }

  /** One that waited elsewhere, as the same job: a second time under its id is no second job. */
  async addAgain(client: QueryClient, { id, queue, data, startAfter, priority = 0 }: WaitingJob): Promise<void> {
    const executeSql = (text: string, values?: unknown[]) => client.query({ text }, values)
    await this.#boss.send(queue, data, { id, priority, startAfter: new Date(startAfter), db: { executeSql } })
  }

  /** Does what waits, batch after batch. A handler that throws has its job alone done again after a pause. */
  async work<Data extends object>({ name, atOnce }: Queue, handler: (data: Data) => Promise<void>): Promise<void> {
    const options = {
      batchSize: BATCH,
      perJobResults: true,
      burstWhenBatchFull: true,
      pollingIntervalSeconds: 1,
    } as const
    await this.#boss.work<Data, void, typeof options>(name, options, (jobs) => doAll(jobs, atOnce, handler))
  }

  /** Lets running jobs finish for a moment; what is not done then is done again later. */
  stop = (): Promise<void> => this.#boss.stop({ graceful: true, timeout: 2_000, close: false })
}

async function doAll<Data>(
  jobs: readonly Job<Data>[],
  atOnce: number,
  handler: (data: Data) => Promise<void>,
): Promise<JobResult[]> {
  const waiting = [...jobs]
  const results: JobResult[] = []
  const doNext = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) results.push(await resultOf(job, handler))
  }
  await Promise.all(Array.from({ length: atOnce }, doNext))
  return results
}

async function resultOf<Data>({ id, data }: Job<Data>, handler: (data: Data) => Promise<void>): Promise<JobResult> {
  try {
    await handler(data)
    return { id, status: 'completed' }
  } catch (error) {
    return { id, status: 'failed', output: error }
  }
}

/** The library hands out some of its errors as copies that are none any more. */
const asError = (given: Error): Error =>
  given instanceof Error ? given : Object.assign(new Error((given as Error).message), given)
