import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { bodyOf, restockProducts } from '../../bench/load/shop-orders.ts'
import { median, percentile } from '../../bench/report/figures.ts'
import { brokenInvariants, customersOf, INVARIANT_COUNT } from '../shop.ts'
import type { Trial, Verdict } from '../verdict.ts'
import { asFastAs, atRate, Connections } from './open-loop.ts'
import { type RawAnswer, requestOf } from './raw-http.ts'
import { isAlive, logInAs, type Target, withTarget } from './target.ts'

const TIMES = 4
const SECONDS = 20
const MEASURING_SECONDS = 4
const CONNECTIONS = 32
const MOSTLY_REFUSED_WITHIN_MS = 100
const REFUSED_WITHIN_MS = 1_000
const MOST_MEGABYTES = 512
const NORMAL_WITHIN_MS = 5_000
const CACHED_PER_SECOND = 20

type RequestKind = 'call' | 'page' | 'order'
/** The mix of requests when many people come at once. */
const MIX: readonly RequestKind[] = ['call', 'order', 'call', 'page', 'call', 'order', 'call', 'page', 'call', 'order']

interface SentRequest {
  kind: RequestKind
  heard: RawAnswer | null
}

/** Four times what the shop can answer of what it has no copy of, whatever its answers take. */
export const tryOverload: Trial = (folder) =>
  withTarget(folder, {}, async (target) => {
    const { port, sql } = target
    const connections = new Connections(port)
    const send = await sender(target, connections)
    const every = (nth: number) => send(MIX[nth % MIX.length]!)
    await asFastAs(CONNECTIONS, MEASURING_SECONDS, every)
    const perSecond = await asFastAs(CONNECTIONS, MEASURING_SECONDS, every)
    await sleep(1_000)
    const before = await singly(send)
    const usual = forgetMost(target)

    const pages = atRate(CACHED_PER_SECOND, SECONDS, () => connections.exchange(requestOf({ path: '/Boutique' })))
    const end = performance.now() + SECONDS * 1000
    const sent = await atRate(TIMES * perSecond, SECONDS, every)
    const memory = mostMegabytes(target)
    const normalAfter = await untilNormal(send, 2 * before, end)
    const cachedPages = await pages
    connections.close()
    const alive = await isAlive(target)
    const broken = await brokenInvariants(sql)

    const tried = `${Math.round(TIMES * perSecond)} calls, pages and orders a second for ${SECONDS} s, ${TIMES} × what is answered of them`
    return [
      refusals(sent, tried),
      {
        claim: 'Cached pages are served all the while',
        tried: `${CACHED_PER_SECOND} a second beside it`,
        held: cachedPages.every((heard) => heard?.status === 200),
        figure: `${cachedPages.filter((heard) => heard?.status === 200).length} of ${cachedPages.length} served, p99 ${p99(cachedPages)} ms`,
      },
      {
        claim: `Memory is bounded: ${MOST_MEGABYTES} MB of the process at most`,
        tried: 'the same',
        held: memory === null ? null : memory <= MOST_MEGABYTES,
        figure:
          usual === null || memory === null
            ? 'only Linux tells'
            : `${usual.toFixed(0)} MB before, ${memory.toFixed(0)} MB at most`,
      },
      {
        claim: 'Within 5 s of its end, everything is as before: a single call takes twice the time at most',
        tried: `the median of single calls, pages and orders, ${INVARIANT_COUNT} invariants checked`,
        held: alive && broken.length === 0 && normalAfter <= NORMAL_WITHIN_MS,
        figure: `normal after ${(normalAfter / 1000).toFixed(1)} s (before: ${before.toFixed(1)} ms); ${broken.length} invariants broken`,
      },
    ]
  })

async function sender(
  { port, sql }: Target,
  connections: Connections,
): Promise<(kind: RequestKind) => Promise<SentRequest>> {
  const products = await restockProducts(sql)
  const customerIds = await customersOf(port, 8)
  const token = await logInAs(port, 'sara')
  let nth = 0
  const requests: Record<RequestKind, () => string> = {
    // A supplier sees its own prices, so nothing is cached.
    call: () =>
      requestOf({
        path: `/api/products/${products[nth % products.length]!.id}`,
        headers: { authorization: `Bearer ${token}` },
      }),
    page: () => requestOf({ path: `/Boutique?q=huile${nth % 50}` }),
    order: () =>
      requestOf({
        method: 'POST',
        path: '/api/orders/create',
        body: bodyOf([products[nth % products.length]!], customerIds[nth % customerIds.length]!),
      }),
  }
  return async (kind) => {
    nth++
    return { kind, heard: await connections.exchange(requests[kind]()) }
  }
}

function refusals(sent: readonly SentRequest[], tried: string): Verdict {
  const heard = sent.map((each) => each.heard)
  const served = heard.filter((each) => each !== null && each.status < 400)
  const refused = heard.filter((each) => each?.status === 503)
  const rest = sent.length - served.length - refused.length
  const hasRetryAfter = refused.every((each) => Number(each!.headers.get('retry-after')) > 0)
  const share = (kind: RequestKind) => {
    const own = sent.filter((each) => each.kind === kind)
    return `${Math.round((100 * own.filter(({ heard }) => heard?.status === 503).length) / own.length)} %`
  }
  const waits = refused.map((each) => each!.milliseconds)
  const slow = percentile(waits, 0.95)
  const isQuick = median(waits) <= MOSTLY_REFUSED_WITHIN_MS && slow <= REFUSED_WITHIN_MS
  return {
    claim:
      'What is too much gets 503 with Retry-After at once: half within 100 ms, 95 % within 1 s; nothing else happens to it',
    tried,
    held: refused.length > 0 && served.length > 0 && rest === 0 && hasRetryAfter && isQuick,
    figure:
      `${Math.round(served.length / SECONDS)} a second served (p99 ${p99(served)} ms), ${Math.round(refused.length / SECONDS)} refused (median ${median(waits).toFixed(0)} ms, p95 ${slow.toFixed(0)} ms, p99 ${p99(refused)} ms), ${rest} otherwise; ` +
      `refused of calls ${share('call')}, pages ${share('page')}, orders ${share('order')}`,
  }
}

const p99 = (heard: readonly (RawAnswer | null)[]): string =>
  percentile(
    heard.map((each) => each?.milliseconds ?? 0),
    0.99,
  ).toFixed(0)

/** The median time of one call at a time, in milliseconds. */
async function singly(send: (kind: RequestKind) => Promise<SentRequest>): Promise<number> {
  const times: number[] = []
  for (let nth = 0; nth < 3 * MIX.length; nth++) {
    const { heard } = await send(MIX[nth % MIX.length]!)
    times.push(heard !== null && heard.status < 400 ? heard.milliseconds : Number.POSITIVE_INFINITY)
  }
  return median(times)
}

/** Milliseconds after `end` until single calls take `atMostMs` at most. */
async function untilNormal(
  send: (kind: RequestKind) => Promise<SentRequest>,
  atMostMs: number,
  end: number,
): Promise<number> {
  while (performance.now() - end < 2 * NORMAL_WITHIN_MS) {
    const started = performance.now() - end
    if ((await singly(send)) <= atMostMs) return started
    await sleep(200)
  }
  return Number.POSITIVE_INFINITY
}

/** The process's peak memory since `forgetMost`; null where it is unknown. */
function mostMegabytes({ shop }: Target): number | null {
  if (process.platform !== 'linux') return null
  return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${shop.pid}/status`, 'utf8'))![1]) / 1024
}

/** Megabytes that it has from here on. */
function forgetMost(target: Target): number | null {
  if (process.platform === 'linux') writeFileSync(`/proc/${target.shop.pid}/clear_refs`, '5')
  return mostMegabytes(target)
}
