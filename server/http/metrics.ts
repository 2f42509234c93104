import { timingSafeEqual } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { findInvariantCheck } from '#features/earnings/index.ts'
import type { Db } from '#platform/db/database.ts'
import { plainAnswer, sendError } from '#platform/http/errors.ts'
import { MAIL_QUEUE } from '#platform/mail/post-office.ts'
import type { Config } from '../config.ts'
import { freeBytes } from './disk-space.ts'

/** Seconds: from a page sent from memory to longer than anybody waits. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** The counters of this process, for Prometheus. */
export class Metrics {
  readonly registry = new Registry()
  /** Counted here because such pages are sent before any route, so that hooks do not count them. */
  pagesFromMemory = 0

  readonly #durations = new Histogram({
    registers: [this.registry],
    name: 'http_request_duration_seconds',
    help: 'Calls and pages that were made, by route',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS,
  })
  readonly #orders = new Counter({
    registers: [this.registry],
    name: 'shop_orders_total',
    help: 'Orders that were taken',
  })

  constructor(db: Db, { dataDir, backupDir }: Pick<Config, 'dataDir' | 'backupDir'>) {
    const counts = (name: string, help: string, value: () => number) =>
      new Counter({
        registers: [this.registry],
        name,
        help,
        collect() {
          this.reset()
          this.inc(value())
        },
      })
    counts('http_pages_from_memory_total', 'Pages that were sent from memory', () => this.pagesFromMemory)
    counts('process_cpu_seconds_total', 'Time on the processor', () => cpuSeconds())
    new Gauge({
      registers: [this.registry],
      name: 'process_resident_memory_bytes',
      help: 'Memory of the process',
      collect() {
        this.set(process.memoryUsage.rss())
      },
    })
    let before = performance.eventLoopUtilization()
    new Gauge({
      registers: [this.registry],
      name: 'event_loop_busy_ratio',
      help: 'Share of the time since the last reading in which the process was at work',
      collect() {
        const now = performance.eventLoopUtilization()
        this.set(performance.eventLoopUtilization(now, before).utilization)
        before = now
      },
    })
    new Gauge({
      registers: [this.registry],
      name: 'database_connections',
      help: 'Connections of the pool, and who waits for one',
      labelNames: ['state'] as const,
      collect() {
        const { totalCount, idleCount, waitingCount } = db.$client
        this.set({ state: 'busy' }, totalCount - idleCount)
        this.set({ state: 'idle' }, idleCount)
        this.set({ state: 'waited for' }, waitingCount)
      },
    })
    this.#addDatabaseGauges(db)
    this.#addGauge('data_dir_free_bytes', 'Room that is left on the disk of DATA_DIR', async () => freeBytes(dataDir))
    this.#addGauge(
      'backup_newest_timestamp_seconds',
      'When the newest backup of BACKUP_DIR was written; 0: never',
      () => newestBackup(backupDir),
    )
  }

  /** Gauges of the database's own figures, which one look-up answers together. */
  #addDatabaseGauges(db: Db): void {
    let running: Promise<DatabaseFigures | null> | null = null
    const figures = () => {
      running ??= readDatabaseFigures(db).finally(() => {
        running = null
      })
      return running
    }
    const add = (name: string, help: string, value: (figures: DatabaseFigures) => number) =>
      this.#addGauge(name, help, async () => {
        const read = await figures()
        return read === null ? null : value(read)
      })
    this.#addGauge('database_up', 'Whether the database answered the queries of these numbers', async () =>
      Number((await figures()) !== null),
    )
    add('mail_waiting', 'Mails that are to go out', ({ waiting }) => waiting)
    add('mail_oldest_seconds', 'Age of the mail that has waited longest', ({ oldest }) => oldest)
    add('books_broken_promises', 'Promises of the books that do not hold', ({ broken }) => broken)
    add('books_checked_timestamp_seconds', 'When the books were checked last', ({ checked }) => checked)
  }

  /** An unknown value is left out of the metrics: a zero would be believed. */
  #addGauge(name: string, help: string, value: () => Promise<number | null>): void {
    new Gauge({
      registers: [this.registry],
      name,
      help,
      async collect() {
        const known = await value()
        if (known === null) this.remove()
        else this.set(known)
      },
    })
  }

  /** Counts an answer by its route, with its duration in seconds. A replayed order is no new order. */
  answered(request: FastifyRequest, status: number, seconds: number, isReplay: boolean): void {
    const route = request.routeOptions.url ?? 'none'
    this.#durations.observe({ method: request.method, route, status }, seconds)
    if (route === '/api/orders/create' && status === 201 && !isReplay) this.#orders.inc()
  }
}

async function newestBackup(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const backups = names.filter((name) => name.endsWith('.tar.zst')).map((name) => stat(join(folder, name)))
  const written = await Promise.all(backups.map((found) => found.then(({ mtimeMs }) => mtimeMs).catch(() => 0)))
  return Math.max(0, ...written) / 1000
}

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

interface DatabaseFigures {
  waiting: number
  oldest: number
  broken: number
  checked: number
}

/** Null when the database is away, which `database_up` reports. */
async function readDatabaseFigures(db: Db): Promise<DatabaseFigures | null> {
  try {
    const { rows } = await db.execute<{ waiting: number; oldest: number }>(sql`
      select count(*)::int as waiting, coalesce(extract(epoch from now() - min(created_on)), 0)::float8 as oldest
      from pgboss.job where name = ${MAIL_QUEUE.name} and state in ('created', 'retry', 'active')`)
    const round = await findInvariantCheck(db)
    const checked = (round?.checkedAt.getTime() ?? 0) / 1000
    return { ...rows[0]!, broken: round?.broken.length ?? 0, checked }
  } catch {
    return null
  }
}

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-real-ip']

/** True for a caller with the token; when none is set, for a caller on this machine that forwards for nobody. */
function mayRead({ headers, socket }: FastifyRequest, token: string | null): boolean {
  if (token !== null) {
    const given = Buffer.from(headers.authorization ?? '')
    const wanted = Buffer.from(`Bearer ${token}`)
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  }
  return LOOPBACK.has(socket.remoteAddress ?? '') && FORWARDED.every((name) => headers[name] === undefined)
}

/** `GET /metrics` for Prometheus. */
export function serveMetrics(app: FastifyInstance, metrics: Metrics, token: string | null): void {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.answered(request, reply.statusCode, reply.elapsedTime / 1000, reply.hasHeader('idempotent-replayed'))
    done()
  })
  app.get('/metrics', { config: { access: 'public' } }, async (request, reply) => {
    // 404 rather than 403: strangers need not know that the page exists.
    if (!mayRead(request, token)) return sendError(reply, plainAnswer(404))
    const text = await metrics.registry.metrics()
    return reply.type(metrics.registry.contentType).header('cache-control', 'no-store').send(text)
  })
}
