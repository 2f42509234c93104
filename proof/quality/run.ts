import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { Visits } from '../screens/visits.ts'
import { measureScreens } from './every-screen.ts'
import { measureShifts } from './layout-shifts.ts'
import { measureLighthouse } from './lighthouse.ts'
import { informs, type Measure, table } from './measure.ts'
import { lookAtForcedColors, measureMotion } from './motion.ts'
import { measureReflow } from './reflow.ts'
import { measureSlowPurchase } from './slow-purchase.ts'
import { measureTargets } from './touch-targets.ts'
import { measureBudgets } from './weight.ts'
import { measureWithoutJavaScript } from './without-javascript.ts'

// How good the face of the shop is, in one table, measured on a demo shop of its own. It only measures: it ends with 0.
//   --quick        Lighthouse once instead of five times
//   --only weight  some of the parts, by their names below
//   --json FILE    the figures too

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean' }, only: { type: 'string', multiple: true }, json: { type: 'string' } },
})

/** Parts that need an idle machine come first. */
const PARTS: Readonly<Record<string, (visits: Visits) => Measure[] | Promise<Measure[]>>> = {
  lighthouse: (visits) => measureLighthouse(visits, options.quick ? 1 : 5),
  purchase: measureSlowPurchase,
  weight: measureBudgets,
  shifts: measureShifts,
  reading: measureWithoutJavaScript,
  targets: measureTargets,
  reflow: measureReflow,
  motion: measureMotion,
  colors: lookAtForcedColors,
  screens: measureScreens,
}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const seconds = (since: number): string => `${Math.round((performance.now() - since) / 1000)} s`

async function run(name: string, part: (typeof PARTS)[string], visits: Visits): Promise<Measure[]> {
  const begin = performance.now()
  try {
    return await part(visits)
  } catch (error) {
    return [informs(name, 'not measured', [String(error).split('\n')[0]!])]
  } finally {
    say(`${name} … ${seconds(begin)}`)
  }
}

const begin = performance.now()
const visits = await Visits.open()
const measures: Measure[] = []
try {
  for (const [name, part] of Object.entries(PARTS))
    if (!options.only || options.only.includes(name)) measures.push(...(await run(name, part, visits)))
} finally {
  await visits.close()
}
const machine = { processors: cpus().length, model: cpus()[0]?.model, load: loadavg(), node: process.version }
say(`\n${table(measures)}\n`)
const missed = measures.filter(({ held }) => held === false).length
say(`${measures.length} measures, ${missed} not held, in ${seconds(begin)}. Load: of the last minute, when measured.`)
if (options.json) writeFileSync(options.json, `${JSON.stringify({ at: new Date(), machine, measures }, null, 2)}\n`)
