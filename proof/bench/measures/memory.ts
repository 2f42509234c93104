import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateLoad } from '../load/load-generator.ts'
import { ORDER_CLIENTS } from '../load/order-mix.ts'
import { createCustomers, placeOrders, restockProducts } from '../load/shop-orders.ts'
import { compared, type Measure, median } from '../report/figures.ts'
import { connectTo, startShop } from '../shops/child-process.ts'
import type { Memory } from '../shops/process-agent.ts'

const MB = 1_048_576
/** The limit of the last samples compared with the first. */
const MOST_PERCENT = 110
const SAMPLES = 20
/** A heap grows until code is compiled and caches are full. */
const WARM_UP_SHARE = 0.2

/** Cached pages, pages rendered for each visit, calls that query the database. */
const PATHS = ['/', '/product-details/2', '/Boutique?q=argan', '/api/packs', '/api/products/3?anew', '/?q=x']

/** Measures the shop's live memory under load, after a collection each time. */
export async function measureMemory(dataDir: string, minutes: number): Promise<Measure[]> {
  const shop = startShop(dataDir)
  const address = await shop.address()
  const sql = await connectTo(dataDir)
  const products = await restockProducts(sql)
  await sql.end()
  const agent = new Agent({ keepAlive: true, maxSockets: ORDER_CLIENTS })
  const seconds = (minutes * 60) / SAMPLES
  const samples: Memory[] = []
  try {
    for (let sample = 0; sample < SAMPLES; sample++) {
      const door = { address, agent }
      const customerIds = await createCustomers(door, 2)
      await Promise.all([
        generateLoad(address, PATHS, seconds),
        placeOrders(door, { mix: 'spread', products, customerIds, seconds }),
      ])
      await sleep(50)
      samples.push(await shop.memory())
    }
  } finally {
    agent.destroy()
    await shop.stop()
  }
  return memoryMeasures(samples, minutes)
}

/** The last fifth of what was taken beside the first fifth after warming up. */
function memoryMeasures(samples: readonly Memory[], minutes: number): Measure[] {
  const warm = samples.slice(Math.round(samples.length * WARM_UP_SHARE))
  const fifth = Math.max(1, Math.floor(warm.length / 5))
  const of = (name: string, key: keyof Memory, limit: { atMost: number } | null) => {
    const megabytes = warm.map((memory) => memory[key] / MB)
    const first = median(megabytes.slice(0, fifth))
    const last = megabytes.slice(-fifth)
    return compared(
      { group: 'memory', name, unit: 'MB', limit },
      last,
      last.map(() => first),
      [`${minutes} min of load, ${samples.length} samples, at most ${Math.max(...megabytes).toFixed(0)} MB`],
    )
  }
  return [of('live after a collection', 'liveBytes', { atMost: MOST_PERCENT }), of('of the process', 'rssBytes', null)]
}
