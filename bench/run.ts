import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { buildPages, isBuildFresh } from '../scripts/pages-build.ts'
import { startShop, stopAll } from './child.ts'
import { type Measure, table } from './figures.ts'
import { measureOrders } from './orders.ts'
import { measurePages } from './pages.ts'
import { measureStarts, memoryMeasures } from './starts.ts'

const LONGEST_MS = 240_000

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

async function measureAll(dataDir: string, folder: string): Promise<Measure[]> {
  const shop = startShop(dataDir)
  const address = await shop.address()
  say('Pages …')
  const [pages, bare] = await measurePages(shop, address, folder)
  say('Orders …')
  const orders = await measureOrders(shop, address, dataDir)
  const memory = memoryMeasures(await shop.memory(), await bare.memory())
  await stopAll()
  say('Starts …')
  return [...pages, ...orders, await measureStarts(dataDir), ...memory]
}

function keep(measures: readonly Measure[]): string {
  const file = join(import.meta.dirname, 'results', 'latest.json')
  mkdirSync(join(import.meta.dirname, 'results'), { recursive: true })
  const machine = { processors: cpus().length, model: cpus()[0]?.model, node: process.version }
  // Notes in one text: the formatter, which looks at this file too, would write a short list otherwise than JSON does.
  const written = measures.map((each) => ({ ...each, notes: each.notes.join('; ') }))
  writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), machine, measures: written }, null, 2)}\n`)
  return relative(process.cwd(), file)
}

if (!isBuildFresh()) {
  say('The pages are built …')
  buildPages()
}
const folder = mkdtempSync(join(tmpdir(), 'shop-bench-'))
// When we are root, another user runs PostgreSQL in it.
chmodSync(folder, 0o755)

async function cleanUp(): Promise<void> {
  await stopAll()
  rmSync(folder, { recursive: true, force: true })
}

async function giveUp(why: string): Promise<never> {
  say(why)
  await cleanUp()
  process.exit(1)
}

process.once('SIGINT', () => giveUp('Interrupted.'))
process.once('SIGTERM', () => giveUp('Interrupted.'))
setTimeout(() => giveUp(`Given up after ${LONGEST_MS / 1000} s.`), LONGEST_MS).unref()

try {
  const measures = await measureAll(join(folder, 'data'), folder)
  say(`\n${table(measures)}\n`)
  say(`Median (least–most) of five rounds, shop and bare program in turns. Written to ${keep(measures)}.`)
} finally {
  await cleanUp()
}
