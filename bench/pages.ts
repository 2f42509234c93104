import { writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import autocannon from 'autocannon'
import type { KeptAnswer } from './bare-pages.ts'
import { Child } from './child.ts'
import { compared, type Measure, median } from './figures.ts'

const PATHS = ['/', '/product-details/1', '/api/cosmetique']
const CONNECTIONS = 32
const ROUNDS = 5
const ROUND_SECONDS = 2
const WARM_UP_SECONDS = 1
const GOAL_PERCENT = 55

/** As browsers ask. */
const HEADERS = { accept: 'text/html,application/json;q=0.9,*/*;q=0.8', 'accept-encoding': 'gzip, deflate, br, zstd' }

/** Node adds these to every answer by itself. */
const ADDED_BY_NODE = new Set(['date', 'connection', 'keep-alive'])

/** How many answers a second the shop gives of what is the same for every visitor, beside a server that does nothing else. */
export async function measurePages(shop: Child, shopAddress: string, folder: string): Promise<[Measure[], Child]> {
  const answers: KeptAnswer[] = []
  for (const path of PATHS) {
    // The first answer is made, the second is the one that all others get.
    await fetchAnswer(shopAddress, path)
    answers.push(await fetchAnswer(shopAddress, path))
  }
  const file = join(folder, 'answers.json')
  writeFileSync(file, JSON.stringify(answers))
  const bare = new Child('bench/bare-pages.ts', {}, [file])
  const bareAddress = await bare.address()
  for (const answer of answers) mustBeSame(answer, await fetchAnswer(bareAddress, answer.path))

  const measures: Measure[] = []
  for (const answer of answers)
    measures.push(
      await measurePage(answer, { child: shop, address: shopAddress }, { child: bare, address: bareAddress }),
    )
  return [measures, bare]
}

interface Server {
  child: Child
  address: string
}

interface Round {
  perSecond: number
  p99Ms: number
  cpuMicroseconds: number
}

async function measurePage({ path, body }: KeptAnswer, shop: Server, bare: Server): Promise<Measure> {
  for (const { address } of [shop, bare]) await fire(address, path, WARM_UP_SECONDS)
  const rounds: { shop: Round; bare: Round }[] = []
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ shop: await fireRound(shop, path), bare: await fireRound(bare, path) })
  const of = (which: 'shop' | 'bare', what: keyof Round) => rounds.map((round) => round[which][what])
  const [cpu, bareCpu] = [median(of('shop', 'cpuMicroseconds')), median(of('bare', 'cpuMicroseconds'))]
  return compared(
    { name: path, unit: 'requests/s', goalPercent: GOAL_PERCENT },
    of('shop', 'perSecond'),
    of('bare', 'perSecond'),
    [
      `p99 ${median(of('shop', 'p99Ms'))} ms, bare ${median(of('bare', 'p99Ms'))} ms`,
      `processor time of an answer ${cpu.toFixed(1)} µs, bare ${bareCpu.toFixed(1)} µs (${Math.round((100 * bareCpu) / cpu)} %)`,
      `${Buffer.byteLength(body, 'base64')} bytes of body`,
    ],
  )
}

async function fireRound({ child, address }: Server, path: string): Promise<Round> {
  const before = await child.processorMs()
  const { total, seconds, p99Ms } = await fire(address, path, ROUND_SECONDS)
  const after = await child.processorMs()
  return {
    perSecond: total / seconds,
    p99Ms,
    cpuMicroseconds: (1000 * (after - before)) / total,
  }
}

async function fire(address: string, path: string, seconds: number) {
  const begin = performance.now()
  const result = await autocannon({
    url: address + path,
    connections: CONNECTIONS,
    duration: seconds,
    headers: HEADERS,
    timeout: 5,
  })
  const wrong = result.non2xx + result.errors + result.timeouts
  if (wrong > 0) throw new Error(`${wrong} of the answers to ${path} were none`)
  return {
    total: result['2xx'],
    seconds: Math.min(result.duration, (performance.now() - begin) / 1000),
    p99Ms: result.latency.p99,
  }
}

async function fetchAnswer(address: string, path: string): Promise<KeptAnswer> {
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    get(address + path, { headers: HEADERS, timeout: 10_000 }, resolve).once('error', reject)
  })
  const body = await buffer(response)
  if (response.statusCode !== 200) throw new Error(`${path} is answered ${response.statusCode}`)
  const head: string[] = []
  for (let index = 0; index < response.rawHeaders.length; index += 2) {
    const [name, value] = response.rawHeaders.slice(index, index + 2) as [string, string]
    if (!ADDED_BY_NODE.has(name.toLowerCase())) head.push(name, value)
  }
  return { path, head, body: body.toString('base64') }
}

function mustBeSame(shop: KeptAnswer, bare: KeptAnswer): void {
  if (JSON.stringify(shop) !== JSON.stringify(bare)) throw new Error(`The bare server answers ${shop.path} otherwise`)
}
