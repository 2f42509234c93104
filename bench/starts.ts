import { setTimeout as sleep } from 'node:timers/promises'
import { Child, startShop } from './child.ts'
import { compared, type Measure } from './figures.ts'
import type { Memory } from './probe.ts'

const ROUNDS = 5
/** Whatever happened to it, a shop is back within this. */
const GOAL_MS = 3_000
const MEMORY_GOAL_MB = 256
const MB = 1_048_576

/** From the start of the process to its first page, beside a server that starts the same database and shows nothing. */
export async function measureStarts(dataDir: string): Promise<Measure> {
  const shop: number[] = []
  const bare: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    shop.push(await startOnce(() => startShop(dataDir)))
    bare.push(await startOnce(() => new Child('bench/bare-start.ts', {}, [dataDir])))
  }
  const measure = compared({ name: 'start to first page', unit: 'ms', goalPercent: null }, shop, bare)
  return { ...measure, goal: `≤ ${GOAL_MS} ms`, met: measure.shop.median <= GOAL_MS }
}

async function startOnce(start: () => Child): Promise<number> {
  const begin = performance.now()
  const child = start()
  try {
    const address = await child.address()
    const end = begin + 60_000
    while (performance.now() < end) {
      const answer = await fetch(`${address}/`, { headers: { connection: 'close' } })
      await answer.arrayBuffer()
      if (answer.status === 200) return performance.now() - begin
      await sleep(5)
    }
    throw new Error('There was no first page within a minute')
  } finally {
    await child.stop()
  }
}

/** Memory of the processes that have just served the pages and orders. */
export function memoryMeasures(shop: Memory, bare: Memory): Measure[] {
  const of = (name: string, key: 'rssBytes' | 'heapBytes') =>
    compared({ name, unit: 'MB', goalPercent: null }, [shop[key] / MB], [bare[key] / MB])
  const resident = of('memory after the load', 'rssBytes')
  return [
    { ...resident, goal: `≤ ${MEMORY_GOAL_MB} MB`, met: resident.shop.median <= MEMORY_GOAL_MB },
    of('live heap after the load', 'heapBytes'),
  ]
}
