import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildPages, isBuildFresh } from '../../../scripts/pages-build.ts'
import { comparePairs, timedCall } from '../load/compare-pairs.ts'
import { median } from '../report/figures.ts'
import { Child, stopAll } from '../shops/child-process.ts'
import { say } from '../shops/temporary-folder.ts'

// Two questions about log-in: does a flood of garbage shut honest people out, and does the time of an answer reveal
// whether an address has an account? `npm run bench:people`, about a minute and a half.

const FLOOD_PER_SECOND = 200
const FLOOD_SECONDS = 20
const BROWSING_PER_SECOND = 50
const ATTACKERS = 1_000
const PAIRS = 500

const agent = new Agent({ keepAlive: true, maxSockets: 400 })

const call = (port: number, method: string, path: string, body?: object, from?: string) =>
  timedCall({ port, agent }, method, path, body, from)

/** Sends so many a second whatever the answers take: a queue in the server shows, instead of slowing its clients. */
async function atRate<T>(perSecond: number, seconds: number, send: (nth: number) => Promise<T>): Promise<T[]> {
  const begin = performance.now()
  const all: Promise<T>[] = []
  for (let nth = 0; nth < perSecond * seconds; nth++) {
    const due = begin + (nth * 1000) / perSecond
    if (due > performance.now()) await sleep(due - performance.now())
    all.push(send(nth))
  }
  return Promise.all(all)
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!

const browse = async (port: number): Promise<number> => {
  const replies = await atRate(BROWSING_PER_SECOND, FLOOD_SECONDS, () => call(port, 'GET', '/Boutique'))
  return percentile(
    replies.map((reply) => reply.milliseconds),
    0.99,
  )
}

/** Logs in as a person does, who tries again after a 503. */
async function honestLogIn(port: number): Promise<{ milliseconds: number; tries: number }> {
  const begin = performance.now()
  const body = { identifier: 'F-1001', password: 'demo-sara-2026' }
  for (let tries = 1; ; tries++) {
    const { status } = await call(port, 'POST', '/api/login', body, '203.0.113.7')
    const milliseconds = performance.now() - begin
    if (status === 200 || milliseconds > 10_000) return { milliseconds, tries }
    await sleep(250)
  }
}

async function measureFlood(port: number): Promise<void> {
  const calm = await browse(port)
  const addressOf = (nth: number) => `198.51.${Math.floor((nth % ATTACKERS) / 250)}.${nth % 250}`
  const garbage = (nth: number) =>
    call(port, 'POST', '/api/login', { identifier: `nobody-${nth}@x.example`, password: 'garbage' }, addressOf(nth))
  const flood = atRate(FLOOD_PER_SECOND, FLOOD_SECONDS, garbage)
  const browsing = browse(port)
  const logIns: { milliseconds: number; tries: number }[] = []
  for (let second = 2; second < FLOOD_SECONDS - 2; second += 3) {
    await sleep(3_000)
    logIns.push(await honestLogIn(port))
  }
  const [statuses, flooded] = [await flood, await browsing]
  const count = (status: number) => statuses.filter((reply) => reply.status === status).length
  say(
    `/Boutique p99: ${calm.toFixed(1)} ms calm, ${flooded.toFixed(1)} ms flooded, ratio ${(flooded / calm).toFixed(2)}`,
  )
  say(`Flood answered: ${count(401)} × 401, ${count(503)} × 503, ${count(429)} × 429 of ${statuses.length}`)
  const times = logIns.map(({ milliseconds }) => milliseconds)
  say(
    `Honest log-ins during it: ${logIns.length}, slowest ${Math.max(...times).toFixed(0)} ms, median ${median(times).toFixed(0)} ms, tries at most ${Math.max(...logIns.map(({ tries }) => tries))}`,
  )
}

async function measurePairs(port: number, name: string, path: string, bodyOf: (isKnown: boolean) => object) {
  const it = await comparePairs(PAIRS, (isKnown) => call(port, 'POST', path, bodyOf(isKnown)))
  say(
    `${name}: known ${it.known.toFixed(2)} ms, unknown ${it.unknown.toFixed(2)} ms, median difference within ${it.low.toFixed(1)} % and ${it.high.toFixed(1)} % (95 %), ${it.answers} kind of answer`,
  )
}

const folder = mkdtempSync(join(tmpdir(), 'shop-people-'))
// When we are root, another user runs PostgreSQL in it.
chmodSync(folder, 0o755)

async function withShop(limits: 'on' | 'off', work: (port: number) => Promise<void>): Promise<void> {
  const settings = {
    DATA_DIR: join(folder, limits),
    PORT: '0',
    DEMO: '1',
    LOG_LEVEL: 'silent',
    TRUST_PROXY: '127.0.0.1',
  }
  const shop = new Child('scripts/start.ts', { ...settings, RATE_LIMITS: limits })
  const port = Number(new URL(await shop.address()).port)
  await call(port, 'GET', '/Boutique')
  await work(port)
  await shop.stop()
}

if (!isBuildFresh()) buildPages()
try {
  await withShop('on', measureFlood)
  await withShop('off', async (port) => {
    const password = 'not the password'
    await measurePairs(port, 'Log-in', '/api/login', (isKnown) => ({
      identifier: isKnown ? 'sara@demo.example' : 'sare@demo.example',
      password,
    }))
    await measurePairs(port, 'Reset link', '/api/password/email', (isKnown) => ({
      email: isKnown ? 'sara@demo.example' : 'sare@demo.example',
    }))
  })
} finally {
  await stopAll()
  agent.destroy()
  rmSync(folder, { recursive: true, force: true })
}
