import { writeFileSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { RecordedAnswer } from '../baselines/bare-pages.ts'
import { BROWSER_HEADERS, CONNECTIONS, generateLoad, type LoadResult, warmUp } from '../load/load-generator.ts'
import { createCustomers, placeOrders, restockProducts } from '../load/shop-orders.ts'
import { compared, type Measure, median } from '../report/figures.ts'
import { Child, connectTo, startShop } from '../shops/child-process.ts'

const PATHS = { '/': 'home', '/Boutique': 'Boutique', '/product-details/1': 'product page' }
const ROUND_SECONDS = 2
const WARM_UP_ANSWERS = 10_000
const LEAST_PERCENT = 80
const MOST_P99_PERCENT = 300

/** Node adds these to every answer by itself. */
const ADDED_BY_NODE = new Set(['date', 'connection', 'keep-alive'])

/** Measures cached pages a second, beside a server that only sends the same bytes. */
export async function measurePages(dataDir: string, folder: string, rounds: number): Promise<Measure[]> {
  const shop = startShop(dataDir)
  const shopAddress = await shop.address()
  const answers: RecordedAnswer[] = []
  for (const path of Object.keys(PATHS)) answers.push(await fetchAnswer(shopAddress, path))
  const file = join(folder, 'answers.json')
  writeFileSync(file, JSON.stringify(answers))
  const bare = new Child('proof/bench/baselines/bare-pages.ts', {}, [file])
  try {
    const bareAddress = await bare.address()
    for (const answer of answers) mustBeSame(answer, await fetchAnswer(bareAddress, answer.path))
    const servers = { shop: { child: shop, address: shopAddress }, bare: { child: bare, address: bareAddress } }
    const measures: Measure[] = []
    for (const answer of answers) measures.push(...(await measurePage(answer, servers, rounds)))
    return [...measures, await measureBesideOrders(dataDir, shopAddress, rounds)]
  } finally {
    await bare.stop()
    await shop.stop()
  }
}

interface Server {
  child: Child
  address: string
}

type Which = 'shop' | 'bare'

type Round = LoadResult & { cpuMicroseconds: number }

async function measurePage(
  { path, body }: RecordedAnswer,
  servers: Record<Which, Server>,
  rounds: number,
): Promise<Measure[]> {
  for (const { address } of Object.values(servers))
    await warmUp(WARM_UP_ANSWERS, async (seconds) => (await generateLoad(address, path, seconds)).total)
  const taken: Record<Which, Round>[] = []
  for (let round = 0; round < rounds; round++)
    taken.push({ shop: await loadRound(servers.shop, path), bare: await loadRound(servers.bare, path) })
  const of = (which: Which, what: keyof Round) => taken.map((round) => round[which][what])
  const [cpu, bareCpu] = [median(of('shop', 'cpuMicroseconds')), median(of('bare', 'cpuMicroseconds'))]
  const name = PATHS[path as keyof typeof PATHS]
  return [
    compared(
      { group: 'pages', name, unit: 'requests/s', limit: { atLeast: LEAST_PERCENT } },
      of('shop', 'perSecond'),
      of('bare', 'perSecond'),
      [
        `processor time of an answer ${cpu.toFixed(1)} µs, bare ${bareCpu.toFixed(1)} µs (${Math.round((100 * bareCpu) / cpu)} %)`,
        `${Buffer.byteLength(body, 'base64')} bytes of body`,
      ],
    ),
    compared(
      { group: 'pages', name: `${name}, p99`, unit: 'ms', limit: { atMost: MOST_P99_PERCENT } },
      of('shop', 'p99Ms'),
      of('bare', 'p99Ms'),
    ),
  ]
}

async function loadRound({ child, address }: Server, path: string): Promise<Round> {
  const before = await child.processorMs()
  const fired = await generateLoad(address, path, ROUND_SECONDS)
  const after = await child.processorMs()
  return { ...fired, cpuMicroseconds: (1000 * (after - before)) / fired.total }
}

const ORDERS_PER_SECOND = 50
const VISITS_PER_SECOND = 100
/** A little more than a page lives. */
const ORDERING_SECONDS = 11
const LEAST_FROM_MEMORY = 95

/** Measures the percentage of pages from memory while orders come in: home, Boutique and each product in turn. */
async function measureBesideOrders(dataDir: string, address: string, rounds: number): Promise<Measure> {
  const sql = await connectTo(dataDir)
  const products = await restockProducts(sql)
  await sql.end()
  const agent = new Agent({ keepAlive: true })
  const customerIds = await createCustomers({ address, agent })
  const paths = products.flatMap(({ id }) => ['/', '/Boutique', `/product-details/${id}`])
  const shares: number[] = []
  const placed: number[] = []
  for (let round = 0; round < rounds; round++) {
    const before = await countPages(address)
    const [{ orders }] = await Promise.all([
      placeOrders(
        { address, agent },
        {
          mix: 'spread',
          products,
          customerIds,
          seconds: ORDERING_SECONDS,
          everyMs: (1000 * customerIds.length) / ORDERS_PER_SECOND,
        },
      ),
      generateLoad(address, paths, ORDERING_SECONDS, CONNECTIONS, (1000 * CONNECTIONS) / VISITS_PER_SECOND),
    ])
    const after = await countPages(address)
    const fromMemory = after.fromMemory - before.fromMemory
    shares.push((100 * fromMemory) / (fromMemory + after.made - before.made))
    placed.push(orders / ORDERING_SECONDS)
  }
  agent.destroy()
  return compared(
    { group: 'pages', name: 'from memory beside orders', unit: 'of 100', limit: { atLeast: LEAST_FROM_MEMORY } },
    shares,
    shares.map(() => 100),
    [`${median(placed).toFixed(0)} orders/s, ${VISITS_PER_SECOND} visits/s of ${products.length + 2} pages`],
  )
}

async function countPages(address: string): Promise<{ fromMemory: number; made: number }> {
  const text = await (await fetch(`${address}/metrics`)).text()
  const sum = (pattern: RegExp) => [...text.matchAll(pattern)].reduce((all, [, count]) => all + Number(count), 0)
  return {
    fromMemory: sum(/^http_pages_from_memory_total (\d+)$/gm),
    made: sum(/^http_request_duration_seconds_count\{[^}]*route="\/\*"[^}]*\} (\d+)$/gm),
  }
}

async function fetchAnswer(address: string, path: string): Promise<RecordedAnswer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(address + path, { headers: BROWSER_HEADERS, timeout: 10_000 }, resolve).once('error', reject)
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

function mustBeSame(shop: RecordedAnswer, bare: RecordedAnswer): void {
  if (JSON.stringify(shop) !== JSON.stringify(bare)) throw new Error(`The bare server answers ${shop.path} otherwise`)
}
