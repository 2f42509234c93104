import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildPages, isBuildFresh } from '../scripts/pages-build.ts'
import { Child, stopAll } from './child.ts'
import { median } from './figures.ts'

// Two questions about log-in: does a flood of garbage keep honest people out, and does the time of an answer tell
// whether an address has an account? `npm run bench:people`, about a minute and a half.

const FLOOD_PER_SECOND = 200
const FLOOD_SECONDS = 20
const BROWSING_PER_SECOND = 50
const ATTACKERS = 1_000
const PAIRS = 500
const RESAMPLES = 2_000

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

interface Reply {
  status: number
  text: string
  milliseconds: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 400 })

function call(port: number, method: string, path: string, body?: object, from?: string): Promise<Reply> {
  const begin = performance.now()
  const text = body === undefined ? '' : JSON.stringify(body)
  const headers = {
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    ...(from === undefined ? {} : { 'x-forwarded-for': from }),
  }
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
      let received = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        received += chunk
      })
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, text: received, milliseconds: performance.now() - begin }),
      )
    })
    sent.on('error', reject)
    sent.end(text)
  })
}

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

/** As a person does it: told to come back later, it tries again. */
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

/** The 95 % interval of the median of differences, by resampling, in percent of the median time. */
function interval(differences: readonly number[], typical: number): [number, number] {
  const medians = Array.from({ length: RESAMPLES }, () =>
    median(differences.map(() => differences[Math.floor(Math.random() * differences.length)]!)),
  ).sort((a, b) => a - b)
  const at = (share: number) => (100 * medians[Math.floor(RESAMPLES * share)]!) / typical
  return [at(0.025), at(0.975)]
}

async function measurePairs(port: number, name: string, path: string, bodyOf: (isKnown: boolean) => object) {
  const known: number[] = []
  const unknown: number[] = []
  const texts = new Set<string>()
  for (let pair = 0; pair < PAIRS; pair++) {
    // In turns which of the two comes first: whatever drifts weighs on both.
    for (const isKnown of pair % 2 === 0 ? [true, false] : [false, true]) {
      const reply = await call(port, 'POST', path, bodyOf(isKnown))
      texts.add(`${reply.status} ${reply.text}`)
      ;(isKnown ? known : unknown).push(reply.milliseconds)
    }
  }
  const typical = median([...known, ...unknown])
  const [low, high] = interval(
    known.map((time, pair) => time - unknown[pair]!),
    typical,
  )
  say(
    `${name}: known ${median(known).toFixed(2)} ms, unknown ${median(unknown).toFixed(2)} ms, median difference within ${low.toFixed(1)} % and ${high.toFixed(1)} % (95 %), ${texts.size} kind of answer`,
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
