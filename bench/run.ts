import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { buildPages, isBuildFresh } from '../scripts/pages-build.ts'
import { stopAll } from './child.ts'
import { type Group, type Measure, table } from './figures.ts'
import { measureGrowth } from './growth.ts'
import { measureMemory } from './memory.ts'
import { measureOrders } from './orders.ts'
import { measurePages } from './pages.ts'
import { type Plan, planOf } from './plan.ts'
import { keepResults } from './results.ts'
import { measureStarts } from './starts.ts'
import { measureWorkers } from './workers.ts'

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Each part has a shop of its own: none meets what another one left behind. */
const partsOf = (plan: Plan, folder: string, filled: string): Record<Group, () => Promise<Measure[]>> => ({
  pages: () => measurePages(join(folder, 'pages'), folder, plan.rounds),
  orders: () => measureOrders(join(folder, 'orders'), plan.rounds),
  growth: () => measureGrowth(plan, filled, say),
  workers: () => measureWorkers(folder, plan.rounds),
  start: () => measureStarts(join(folder, 'start'), plan.rounds),
  memory: () => measureMemory(join(folder, 'memory'), plan.memoryMinutes),
})

/** Where filled shops stay for the next run; without it they go with the rest. */
function folderOfFilled(folder: string): string {
  const kept = process.env.BENCH_DATA
  if (kept === undefined) return folder
  mkdirSync(resolve(kept), { recursive: true })
  return resolve(kept)
}

const plan = planOf(process.argv.slice(2))
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
setTimeout(() => giveUp(`Given up after ${plan.longestMinutes} minutes.`), plan.longestMinutes * 60_000).unref()

try {
  const measures: Measure[] = []
  const parts = partsOf(plan, folder, folderOfFilled(folder))
  for (const group of plan.groups) {
    say(`${group} …`)
    measures.push(...(await parts[group]()))
  }
  say(`\n${table(measures)}\n`)
  const broken = measures.filter(({ met }) => met === false)
  say(
    `${broken.length === 0 ? 'Every limit held' : `${broken.length} limits broken`}. Median (least–most) of ${plan.rounds} rounds.`,
  )
  for (const file of keepResults(measures, new Date())) say(relative(process.cwd(), file))
} finally {
  await cleanUp()
}
