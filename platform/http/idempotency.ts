import { createHash } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Db, type DbOrTx, inTransaction, sqlState, type Tx } from '#platform/db/database.ts'
import { invalidField } from '#platform/kernel/refusal.ts'
import { Overload } from './errors.ts'
import { idempotencyKeys } from './tables.ts'

export interface StoredAnswer {
  status: number
  /** The JSON text, ready to send. */
  body: string
}

const KEY_HEADER = 'idempotency-key'
const DAY_MS = 24 * 60 * 60 * 1000
/** All that the claim of a key waits for is a twin that claimed it before. */
const LOCK_TIMEOUT = '55P03'

/**
 * Does the work in one transaction, at most once for each `Idempotency-Key` of a caller on a route: the same key with
 * the same body is answered with the first answer's bytes, with another body 422; a call that is still running is
 * waited for (2 s, then 409). Without a key the work is simply done.
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
  if (replayed) reply.header('idempotent-replayed', 'true')
  return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body)
}

/** Keys answer for a day. */
export const forgetOldKeys = (db: DbOrTx, now: Date) =>
  db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, new Date(now.getTime() - DAY_MS)))

/** Answers of a route that begin with one of these texts: the call would be done anew. */
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
  bodyHash: Buffer
}

/** The call by its key; null without one. Refuses (422) what is no key. */
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
      // Of a form, its file; nothing on routes that take none.
      .update(request.uploaded ?? '')
      .digest(),
  }
}

/** Takes the key, or finds the answer that it was given. A twin that is still running holds the row: wait for it. */
async function claimKey(tx: Tx, { bodyHash, ...key }: CallWithKey, now: Date): Promise<StoredAnswer | null> {
  const claim = { ...key, bodyHash, createdAt: now }
  const { rowCount } = await tx.insert(idempotencyKeys).values(claim).onConflictDoNothing().catch(stillRunning)
  if (rowCount === 1) return null
  const [earlier] = await tx.select().from(idempotencyKeys).where(isKey(key))
  if (!earlier || earlier.status === null || earlier.answer === null) throw stillRunningNow()
  if (!earlier.bodyHash.equals(bodyHash))
    throw invalidField('Idempotency-Key', 'idempotency_key_reused', 'This Idempotency-Key was used with another body.')
  return { status: earlier.status, body: earlier.answer }
}

const storeAnswer = (tx: Tx, call: CallWithKey, { status, body }: StoredAnswer) =>
  tx.update(idempotencyKeys).set({ status, answer: body }).where(isKey(call))

const isKey = ({ route, caller, key }: Omit<CallWithKey, 'bodyHash'>) =>
  and(eq(idempotencyKeys.route, route), eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.key, key))

const stillRunningNow = () => new Overload(409, 'still_running', 'The first request with this key is still running.', 2)

/** A twin that takes too long is told as such (409). */
function stillRunning(error: unknown): never {
  if (sqlState(error) === LOCK_TIMEOUT) throw stillRunningNow()
  throw error
}
