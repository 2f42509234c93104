import { sql } from 'drizzle-orm'
import { fromDrizzle, type Job, type JobResult, PgBoss } from 'pg-boss'
import type { Db, QueryClient, Tx } from '#platform/db/database.ts'
import type { AccountId } from '#platform/kernel/ids.ts'

export interface Queue {
  name: string
  /** Seconds before the second try; each later pause is about twice the one before, up to `longestPause`. */
  firstPause: number
  /** Seconds. */
  longestPause: number
  /** Tries after the first. */
  tries: number
  /** Seconds after which a try without a result counts as failed. */
  patience: number
  /** Number of jobs done at the same time. */
  atOnce: number
}

const BATCH = 50

/** Age at which the library deletes a waiting job: never, because a clock that jumped would delete every waiting mail. */
const RETENTION_SECONDS = 20 * 365 * 24 * 60 * 60

/** A stored job that is not done yet, as a backup carries it. */
export interface WaitingJob {
  id: string
  queue: string
  data: object
  /** ISO 8601; the job is not begun before. */
  startAfter: string
  /** Higher ones are done first. Older backups lack it. */
  priority?: number
}

/** Lists the jobs that wait or run, oldest first; none in a database where the queues were never created. */
export async function waitingJobs(client: QueryClient): Promise<WaitingJob[]> {
  const { rows: found } = await client.query({ text: `select to_regclass('pgboss.job') is not null as yes` })
  if (!found[0].yes) return []
  const { rows } = await client.query({
    text: `select id, name as queue, data, start_after as "startAfter", priority from pgboss.job
      where state in ('created', 'retry', 'active') order by created_on, id`,
  })
  return JSON.parse(JSON.stringify(rows))
}

const NO_JOB = '00000000-0000-0000-0000-000000000000'

/** Stores work in the transaction of its cause and has it done afterwards, at least once. */
export class Jobs {
  readonly #boss: PgBoss

  constructor(db: Db, onError: (error: unknown) => void) {
    const executeSql = (text: string, values?: unknown[]) => db.$client.query(text, values as unknown[])
    this.#boss = new PgBoss({ db: { executeSql }, schedule: false })
    this.#boss.on('error', (error) => onError(asError(error)))
  }

  /** Creates the queues, and the library's own tables when they are missing. */
  async start(queues: readonly Queue[]): Promise<void> {
    await this.#boss.start()
    for (const { name, firstPause, longestPause, tries, patience } of queues) {
      const options = {
        retryLimit: tries,
        retryDelay: firstPause,
        retryDelayMax: longestPause,
        retryBackoff: true,
        expireInSeconds: patience,
        retentionSeconds: RETENTION_SECONDS,
      }
      await this.#boss.createQueue(name, options)
      await this.#boss.updateQueue(name, options)
      // The library now looks a changed queue up by a connection beside the transaction that sends to it. When all the pool's
      // connections wait for that transaction's locks, none is left: so the look-up is done here, and remembered.
      await this.#boss.findJobs(name, { id: NO_JOB })
    }
  }

  /** Stores a job, which exists if and only if the transaction commits; gives its id. Higher priorities are done first. */
  async add(tx: Tx, queue: string, data: object, priority = 0): Promise<string | null> {
    return this.#boss.send(queue, data, { db: fromDrizzle(tx, sql), priority })
  }

  /** Removes a job in the transaction that added it. Null removes none by the same statement, so that both cost the same. */
  async takeBack(tx: Tx, queue: string, id: string | null): Promise<void> {
    await tx.execute(sql`delete from pgboss.job where name = ${queue} and id = ${id}::uuid`)
  }

  /**
   * Deletes the jobs about an account, which name its id, and those that name its address alone, case ignored. A try that is
   * under way goes on, and is the last one: the library finds no job to store its failure in.
   */
  async forget(tx: Tx, { id, email }: { id: AccountId; email: string }): Promise<void> {
    await tx.execute(sql`
      delete from pgboss.job
      where data->'accountId' = to_jsonb(${id}::int)
        or lower(${email}) in (lower(data->>'email'), lower(data->'to'->>'address'))`)
  }

  /** Stores a job of a backup under its former id: adding it a second time adds nothing. */
  async addAgain(client: QueryClient, { id, queue, data, startAfter, priority = 0 }: WaitingJob): Promise<void> {
    const executeSql = (text: string, values?: unknown[]) => client.query({ text }, values)
    await this.#boss.send(queue, data, { id, priority, startAfter: new Date(startAfter), db: { executeSql } })
  }

  /** Works through a queue, batch after batch. A job whose handler throws is tried again after a pause, it alone. */
  async work<Data extends object>({ name, atOnce }: Queue, handler: (data: Data) => Promise<void>): Promise<void> {
    const options = {
      batchSize: BATCH,
      perJobResults: true,
      burstWhenBatchFull: true,
      pollingIntervalSeconds: 1,
    } as const
    await this.#boss.work<Data, void, typeof options>(name, options, (jobs) => doAll(jobs, atOnce, handler))
  }

  /** Gives running jobs two seconds to finish; whatever is not done then is tried again later. */
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

/** Makes an `Error` of the plain copies that the library hands out for some of its errors. */
const asError = (given: Error): Error =>
  given instanceof Error ? given : Object.assign(new Error((given as Error).message), given)
