import { setTimeout as sleep } from 'node:timers/promises'
import { compared, type Measure } from '../report/figures.ts'
import { Child, startShop } from '../shops/child-process.ts'

const MOST_PERCENT = 200

/** From the start of the process to the first page, beside a server that starts the same database and shows nothing. */
export async function measureStarts(dataDir: string, rounds: number): Promise<Measure[]> {
  // The first start of all fills the shop.
  await startOnce(() => startShop(dataDir))
  const shop: number[] = []
  const bare: number[] = []
  for (let round = 0; round < rounds; round++) {
    shop.push(await startOnce(() => startShop(dataDir)))
    bare.push(await startOnce(() => new Child('proof/bench/baselines/bare-start.ts', {}, [dataDir])))
  }
  return [
    compared({ group: 'start', name: 'start to first page', unit: 'ms', limit: { atMost: MOST_PERCENT } }, shop, bare),
  ]
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
