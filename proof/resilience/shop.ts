import { Agent } from 'node:http'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { invariants } from '#server/books/invariants.ts'
import { call, type Reply } from '#test/shop-process.ts'
import { createCustomers } from '../bench/load/shop-orders.ts'
import { type Child, startShop } from '../bench/shops/child-process.ts'

/** The limit for recovery after a crash or a fault, in milliseconds. */
export const BACK_WITHIN_MS = 3_000
const READY_MS = 180_000

export interface OpenShop {
  child: Child
  port: number
  /** Milliseconds from the start of the process until it was ready. */
  readyMs: number
}

/** A port that nobody has at this moment: a shop that is started again wants the same one. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Starts the production shop in a process of its own and waits until it is ready. */
export async function openShop(
  dataDir: string,
  port: number,
  settings: Record<string, string> = {},
): Promise<OpenShop> {
  const begin = performance.now()
  const child = startShop(dataDir, { PORT: String(port), ...settings })
  const hasEnded = () => !child.isRunning
  // Says what it printed when it does not open.
  await Promise.all([child.address(), untilReady(port, hasEnded)])
  return { child, port, readyMs: performance.now() - begin }
}

/** Milliseconds until it is ready, its database too. */
export async function untilReady(port: number, isHopeless: () => boolean = () => false): Promise<number> {
  const begin = performance.now()
  while (!(await isReady(port))) {
    if (isHopeless() || performance.now() - begin > READY_MS)
      throw new Error(`The shop on port ${port} is not ready: ${(await ask(port, 'GET', '/readyz')).text}`)
    await sleep(10)
  }
  return performance.now() - begin
}

export async function isReady(port: number): Promise<boolean> {
  const { status, text } = await ask(port, 'GET', '/readyz', { within: 1_000 })
  return status === 200 && JSON.parse(text).database === 'up'
}

/** An answer that did not come, or not whole. */
export const NO_ANSWER = 0

export type RequestOptions = Parameters<typeof call>[3] & { within?: number }

/** Sends a request like `call`, but returns status 0 instead of failing without an answer. */
export async function ask(port: number, method: string, path: string, asking: RequestOptions = {}): Promise<Reply> {
  const { within = 30_000, ...sending } = asking
  try {
    return await call(port, method, path, { ...sending, signal: AbortSignal.timeout(within) })
  } catch (error) {
    return { status: NO_ANSWER, headers: {}, text: String(error) }
  }
}

export async function logIn(port: number): Promise<string> {
  const { text } = await ask(port, 'POST', '/api/login', {
    body: { identifier: 'ADMIN', password: 'demo-admin-2026' },
  })
  return JSON.parse(text).token
}

export const customersOf = (port: number, count: number): Promise<number[]> =>
  createCustomers({ address: `http://127.0.0.1:${port}`, agent: new Agent() }, count)

export const countOf = async (sql: pg.Client, query: string, values: unknown[] = []): Promise<number> =>
  Number((await sql.query(query, values)).rows[0].count)

/** The names of the invariants that do not hold in the database right now. */
export async function brokenInvariants(sql: pg.Client): Promise<string[]> {
  const broken: string[] = []
  for (const { name, sql: query } of invariants) if ((await sql.query(query)).rowCount !== 0) broken.push(name)
  return broken
}

export const INVARIANT_COUNT = invariants.length

export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`
