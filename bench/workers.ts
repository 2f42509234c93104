import { Agent } from 'node:http'
import { join } from 'node:path'
import { type Child, connectTo, startShop } from './child.ts'
import { compared, type Measure } from './figures.ts'
import { CONNECTIONS, fire, warmUp } from './fire.ts'
import { ORDER_CLIENTS, type SoldProduct } from './order-mix.ts'
import { processorOfTree } from './processor.ts'
import { createCustomers, fillShelves, placeOrders } from './shop-orders.ts'

const LEAST_PERCENT = 90
const ROUND_SECONDS = 2.5
/** Enough to compile what each of two workers runs. */
const WARM_UP_ANSWERS = 8_000

const KEPT = ['/', '/Boutique', '/product-details/1', '/api/cosmetique']
/** An address with a query is never kept: each of these calls goes to the database. */
const CALLS = [1, 2, 3, 4].map((id) => `/api/products/${id}?anew`)

interface Server {
  /** Processes that answer. Each has as many clients as one that is alone: fewer would find it idle more often. */
  processes: number
  child: Child
  address: string
  agent: Agent
  products: SoldProduct[]
  customerIds: number[]
}

/** What a server is asked for so many seconds; gives how many answers there were. */
type Load = (server: Server, seconds: number) => Promise<number>

const LOADS: Readonly<Record<string, Load>> = {
  'pages that are kept': (server, seconds) => countAnswers(server, KEPT, seconds),
  'calls that are not kept': (server, seconds) => countAnswers(server, CALLS, seconds),
  orders: async (server, seconds) => (await placeOrders(server, { ...server, mix: 'spread', seconds })).orders,
}

const countAnswers = async ({ address, processes }: Server, paths: readonly string[], seconds: number) =>
  (await fire(address, paths, seconds, processes * CONNECTIONS)).total

/** Answers by processor second of all processes of the shop, with two that answer beside one that does it all. */
export async function measureWorkers(folder: string, rounds: number): Promise<Measure[]> {
  const two = await open(join(folder, 'two-workers'), 2)
  const one = await open(join(folder, 'one-process'), 1)
  try {
    const measures: Measure[] = []
    for (const [name, load] of Object.entries(LOADS)) {
      for (const server of [two, one]) await warmUp(WARM_UP_ANSWERS, (seconds) => load(server, seconds))
      const taken: { two: number; one: number }[] = []
      for (let round = 0; round < rounds; round++)
        taken.push({ two: await perProcessorSecond(two, load), one: await perProcessorSecond(one, load) })
      measures.push(
        compared(
          { group: 'workers', name, unit: 'per CPU s', limit: { atLeast: LEAST_PERCENT } },
          taken.map((round) => round.two),
          taken.map((round) => round.one),
        ),
      )
    }
    return measures
  } finally {
    for (const { agent, child } of [two, one]) {
      agent.destroy()
      await child.stop()
    }
  }
}

async function open(dataDir: string, processes: number): Promise<Server> {
  const child = startShop(dataDir, { WORKERS: String(processes) })
  const address = await child.address()
  const clients = processes * ORDER_CLIENTS
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const sql = await connectTo(dataDir)
  const products = await fillShelves(sql)
  await sql.end()
  return { processes, child, address, agent, products, customerIds: await createCustomers({ address, agent }, clients) }
}

async function perProcessorSecond(server: Server, load: Load): Promise<number> {
  const before = processorOfTree(server.child.pid)
  const answers = await load(server, ROUND_SECONDS)
  return (1000 * answers) / (processorOfTree(server.child.pid) - before)
}
