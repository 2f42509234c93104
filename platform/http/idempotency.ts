import { createHash } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  begin,
  connectBesidePool,
  type Db,
  type DbOrTx,
  inTransaction,
  sqlState,
  type Tx,
} from '#platform/db/database.ts'
import { DAY_MS } from '#platform/kernel/durations.ts'
import { invalidField } from '#platform/kernel/refusal.ts'
import { Overload } from './errors.ts'
import { idempotencyKeys } from './tables.ts'

export interface StoredAnswer {
  status: number
  /** The JSON text, ready to send. */
  body: string
}

const KEY_HEADER = 'idempotency-key'
/** A lock time-out while claiming a key means that another request claimed it and still runs. */
const LOCK_TIMEOUT = '55P03'
/** Times in which a key is waited for, and then held: its work may take minutes between two statements of this connection. */
const HOLDING = { lock: 2_000, statement: 5_000, idleInTransaction: 600_000 }

/**
 * Runs the work in one transaction, at most once for each `Idempotency-Key` of a caller on a route. The same key with the
 * same body and path gets the first answer's bytes, with another one 422. A request that still runs is waited for (2 s, then
 * 409). Without a key the work always runs.
 */
export async function answerOnce(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  now: Date,
  work: (tx: Tx) => Promise<StoredAnswer>,
): Promise<FastifyReply> {
  const call = keyedCall(request)
  const { answer, replayed } = await inTransaction(db, async (tx) => {
    const earlier = call && (await claimKey(tx, call, now))
    if (earlier) return { answer: earlier, replayed: true }
    const answer = await work(tx)
    if (call) await storeAnswer(tx, call, answer)
    return { answer, replayed: false }
  })
  return send(reply, answer, replayed)
}

/**
 * Answers as `answerOnce` does, for work of several transactions that does nothing twice by itself: a repeat waits for the
 * first, and gets its answer's bytes.
 */
export async function answerAgain(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  now: Date,
  work: () => Promise<StoredAnswer>,
): Promise<FastifyReply> {
  const call = keyedCall(request)
  if (call === null) return send(reply, await work(), false)
  return whileHeld(db, call, async () => {
    const earlier = await findAnswer(db, call)
    if (earlier) return send(reply, earlier, true)
    const answer = await work()
    await inTransaction(db, async (tx) => {
      if ((await claimKey(tx, call, now)) === null) await storeAnswer(tx, call, answer)
    })
    return send(reply, answer, false)
  })
}

/**
 * Runs the work while no other call with this key runs. The lock has a connection beside the pool, since the work needs those
 * of the pool: calls that each held one of them would wait for one another.
 */
async function whileHeld<T>(db: Db, { route, caller, key }: CallWithKey, work: () => Promise<T>): Promise<T> {
  const client = await connectBesidePool(db, HOLDING)
  try {
    await client.query(begin(HOLDING))
    const held = `select pg_advisory_xact_lock(hashtext('key of a call'), hashtext($1))`
    await client.query(held, [[route, caller, key].join(' ')]).catch(stillRunning)
    return await work()
  } finally {
    await client.end()
  }
}

function send(reply: FastifyReply, { status, body }: StoredAnswer, replayed: boolean): FastifyReply {
  if (replayed) reply.header('idempotent-replayed', 'true')
  return reply.code(status).type('application/json; charset=utf-8').send(body)
}

/** Deletes the keys that are older than a day. */
export const forgetOldKeys = (db: DbOrTx, now: Date) =>
  db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, new Date(now.getTime() - DAY_MS)))

/** Deletes the stored answers of a route that begin with one of these texts. Their calls would run again. */
export async function forgetAnswers(tx: Tx, route: string, starts: readonly string[]): Promise<void> {
  if (starts.length === 0) return
  const begins = sql`${idempotencyKeys.answer} ^@ any(${sql.param(starts)}::text[])`
  await tx.delete(idempotencyKeys).where(and(eq(idempotencyKeys.route, route), begins))
}

/** A call with an `Idempotency-Key`. */
interface CallWithKey {
  route: string
  caller: string
  key: string
  /** Hash of the body and of the parameters in the path. */
  bodyHash: Buffer
}

/** The call with its key; null without one. Throws a refusal (422) for a malformed key. */
function keyedCall(request: FastifyRequest): CallWithKey | null {
  const key = request.headers[KEY_HEADER]
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{16,200}$/.test(key))
    throw invalidField(
      'Idempotency-Key',
      'idempotency_key_format',
      'The Idempotency-Key header must be 16 to 200 visible characters.',
    )
  return {
    route: `${request.method} ${request.routeOptions.url}`,
    caller: request.caller ? String(request.caller.id) : 'visitor',
    key,
    bodyHash: createHash('sha256')
      .update(JSON.stringify(request.body ?? null))
      // The same body means something else about another order.
      .update(Object.values(request.params as Record<string, unknown>).join('/'))
      // The file of a form counts as body too.
      .update(request.uploaded ?? '')
      .digest(),
  }
}

/** Claims the key, or returns the stored answer. Another request that still runs has locked the row: the insert waits for it. */
async function claimKey(tx: Tx, { bodyHash, ...key }: CallWithKey, now: Date): Promise<StoredAnswer | null> {
  const claim = { ...key, bodyHash, createdAt: now }
  const { rowCount } = await tx.insert(idempotencyKeys).values(claim).onConflictDoNothing().catch(stillRunning)
  if (rowCount === 1) return null
  const earlier = await findAnswer(tx, { bodyHash, ...key })
  if (earlier === null) throw stillRunningNow()
  return earlier
}

/** The answer that is stored under a key; null for none. */
async function findAnswer(db: DbOrTx, { bodyHash, ...key }: CallWithKey): Promise<StoredAnswer | null> {
  const [earlier] = await db.select().from(idempotencyKeys).where(isKey(key))
  if (!earlier || earlier.status === null || earlier.answer === null) return null
  if (!earlier.bodyHash.equals(bodyHash))
    throw invalidField('Idempotency-Key', 'idempotency_key_reused', 'This Idempotency-Key was used with another body.')
  return { status: earlier.status, body: earlier.answer }
}

const storeAnswer = (tx: Tx, call: CallWithKey, { status, body }: StoredAnswer) =>
  tx.update(idempotencyKeys).set({ status, answer: body }).where(isKey(call))

const isKey = ({ route, caller, key }: Omit<CallWithKey, 'bodyHash'>) =>
  and(eq(idempotencyKeys.route, route), eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.key, key))

const stillRunningNow = () => new Overload(409, 'still_running', 'The first request with this key is still running.', 2)

/** Turns the time-out of waiting for the first request into a 409. */
function stillRunning(error: unknown): never {
  if (sqlState(error) === LOCK_TIMEOUT) throw stillRunningNow()
  throw error
}
