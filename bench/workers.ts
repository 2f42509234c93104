import { Agent } from 'node:http'
import { join } from 'node:path'
import { runningConnection } from '../platform/db/embedded.ts'
import { type Child, connectTo, startShop } from './child.ts'
import { compared, type Measure } from './figures.ts'
import { fire } from './fire.ts'
import { ORDER_CLIENTS, type SoldProduct } from './order-mix.ts'
import { processorOfTree } from './processor.ts'
import { createCustomers, fillShelves, placeOrders } from './shop-orders.ts'

const LEAST_PERCENT = 90
/** For each process. Two of them share connections by chance, and one that gets all of both turns away more than fifty. */
const CONNECTIONS = 24
const ROUND_SECONDS = 2.5
/** Of what one process can answer: so much is asked of each when they are not to be busy all the time. */
const EASY = 0.25

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

interface Load {
  name: string
  /** Answers of each process, however long it takes: one that has answered half as often has compiled less. */
  warmUp: number
  /** Clients of each process. */
  clients: number
  /** For so many seconds, each client as often as it can or every so many milliseconds; gives how many answers there were. */
  ask: (server: Server, seconds: number, everyMs: number) => Promise<number>
}

const LOADS: readonly Load[] = [
  {
    name: 'pages that are kept',
    warmUp: 40_000,
    clients: CONNECTIONS,
    ask: (server, seconds, everyMs) => countAnswers(server, KEPT, seconds, everyMs),
  },
  {
    name: 'calls that are not kept',
    warmUp: 20_000,
    clients: CONNECTIONS,
    ask: (server, seconds, everyMs) => countAnswers(server, CALLS, seconds, everyMs),
  },
  {
    name: 'orders',
    warmUp: 4_000,
    clients: ORDER_CLIENTS,
    ask: async (server, seconds, everyMs) =>
      (await placeOrders(server, { ...server, mix: 'spread', seconds, everyMs })).orders,
  },
]

const countAnswers = async (
  { address, processes }: Server,
  paths: readonly string[],
  seconds: number,
  everyMs: number,
) => (await fire(address, paths, seconds, processes * CONNECTIONS, everyMs)).total

/**
 * Answers by processor second of all processes of the shop: of two workers, of two shops of one process each that know
 * nothing of each other and are asked at once, and of one of these alone.
 */
export async function measureWorkers(folder: string, rounds: number): Promise<Measure[]> {
  const house = join(folder, 'one-process')
  const workers = await open(join(folder, 'two-workers'), 2)
  const alone = await open(house, 1)
  const beside = await open(house, 1, { DATA_DIR: join(folder, 'beside'), DATABASE_URL: databaseOf(house) })
  const servers = [workers, beside, alone]
  try {
    const measures: Measure[] = []
    for (const load of LOADS) {
      for (const server of servers) await warmUp(server, load)
      const everyMs = (1000 * ROUND_SECONDS * load.clients) / (EASY * (await load.ask(alone, ROUND_SECONDS, 0)))
      const takeTurns = (pause: number) => inTurns(rounds, { workers, beside, alone }, load, pause)
      measures.push(...comparisons(load.name, await takeTurns(0)))
      measures.push(...comparisons(`${load.name}, unhurried`, await takeTurns(everyMs)))
    }
    return measures
  } finally {
    for (const { agent, child } of servers) {
      agent.destroy()
      await child.stop()
    }
  }
}

/** Answers by processor second, of each round. */
interface Taken {
  workers: number[]
  apart: number[]
  alone: number[]
}

async function inTurns(
  rounds: number,
  { workers, beside, alone }: Record<'workers' | 'beside' | 'alone', Server>,
  load: Load,
  everyMs: number,
): Promise<Taken> {
  const taken: Taken = { workers: [], apart: [], alone: [] }
  for (let round = 0; round < rounds; round++) {
    taken.workers.push(await perProcessorSecond([workers], load, everyMs))
    taken.apart.push(await perProcessorSecond([alone, beside], load, everyMs))
    taken.alone.push(await perProcessorSecond([alone], load, everyMs))
  }
  return taken
}

function comparisons(name: string, { workers, apart, alone }: Taken): Measure[] {
  const as = { group: 'workers', unit: 'per CPU s' } as const
  return [
    compared({ ...as, name, limit: { atLeast: LEAST_PERCENT } }, workers, alone),
    compared({ ...as, name: `${name}, beside strangers`, limit: null }, workers, apart),
  ]
}

async function warmUp(server: Server, load: Load): Promise<void> {
  for (let done = 0; done < server.processes * load.warmUp; ) done += await load.ask(server, 1, 0)
}

/** The address of the database that the shop on `dataDir` runs. */
function databaseOf(dataDir: string): string {
  const { host, user, database } = runningConnection(dataDir)!
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host!)}`
}

/** A shop on the database in `dataDir`, which is its own unless `settings` say where it is. */
async function open(dataDir: string, processes: number, settings: Record<string, string> = {}): Promise<Server> {
  const child = startShop(dataDir, { WORKERS: String(processes), ...settings })
  const address = await child.address()
  const clients = processes * ORDER_CLIENTS
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const sql = await connectTo(dataDir)
  const products = await fillShelves(sql)
  await sql.end()
  return { processes, child, address, agent, products, customerIds: await createCustomers({ address, agent }, clients) }
}

async function perProcessorSecond(servers: readonly Server[], load: Load, everyMs: number): Promise<number> {
  const processorMs = () => sum(servers.map(({ child }) => processorOfTree(child.pid)))
  const before = processorMs()
  const answers = await Promise.all(servers.map((server) => load.ask(server, ROUND_SECONDS, everyMs)))
  return (1000 * sum(answers)) / (processorMs() - before)
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
