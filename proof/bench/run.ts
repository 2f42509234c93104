import { mkdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { measureGrowth } from './measures/growth.ts'
import { measureMemory } from './measures/memory.ts'
import { measureOrders } from './measures/orders.ts'
import { measurePages } from './measures/pages.ts'
import { measureStarts } from './measures/starts.ts'
import { type Plan, planOf } from './plan.ts'
import { type Group, type Measure, table } from './report/figures.ts'
import { saveResults } from './report/results.ts'
import { openTemporaryFolder, say } from './shops/temporary-folder.ts'

/** Each part has a shop of its own: none meets what another one left behind. */
const partsOf = (plan: Plan, folder: string, filled: string): Record<Group, () => Promise<Measure[]>> => ({
  pages: () => measurePages(join(folder, 'pages'), folder, plan.rounds),
  orders: () => measureOrders(join(folder, 'orders'), plan.rounds),
  growth: () => measureGrowth(plan, filled, say),
  start: () => measureStarts(join(folder, 'start'), plan.rounds),
  memory: () => measureMemory(join(folder, 'memory'), plan.memoryMinutes),
})

/** The folder in which filled shops stay for the next run; without BENCH_DATA they are deleted with the rest. */
function folderOfFilled(folder: string): string {
  const lasting = process.env.BENCH_DATA
  if (lasting === undefined) return folder
  mkdirSync(resolve(lasting), { recursive: true })
  return resolve(lasting)
}

const plan = planOf(process.argv.slice(2))
const { folder, cleanUp } = openTemporaryFolder('bench', plan.longestMinutes)

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
  // Some lines of a part would take the place of all of them.
  if (plan.screens === '') for (const file of saveResults(measures, new Date())) say(relative(process.cwd(), file))
} finally {
  await cleanUp()
}
