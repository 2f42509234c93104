import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { stopAll } from '../bench/shops/child-process.ts'
import { openTemporaryFolder, say } from '../bench/shops/temporary-folder.ts'
import { saveResults } from './results.ts'
import { table } from './table.ts'
import { TRIALS, type TrialName } from './trials.ts'
import { exitCodeOf, summaryOf, type Verdict } from './verdict.ts'

const LONGEST_MINUTES = 45

const NAMES = Object.keys(TRIALS) as TrialName[]

function selectedTrials(): TrialName[] {
  const { values } = parseArgs({ options: { only: { type: 'string' } } })
  const selected = values.only?.split(',') ?? NAMES
  const unknown = selected.find((name) => !NAMES.includes(name as TrialName))
  if (unknown === undefined) return NAMES.filter((name) => selected.includes(name))
  say(`--only knows ${NAMES.join(', ')}, not ${unknown}`)
  process.exit(2)
}

const names = selectedTrials()
const { folder, cleanUp } = openTemporaryFolder('trust', LONGEST_MINUTES)

/** Runs a trial. One that throws becomes a verdict that does not hold; the others still run. */
async function tryPart(name: TrialName): Promise<Verdict[]> {
  try {
    return await (await TRIALS[name]())(join(folder, name))
  } catch (error) {
    const figure = String((error as Error).stack ?? error)
    return [{ claim: `the part “${name}” runs to its end`, tried: 'all of it', held: false, figure }]
  } finally {
    await stopAll()
  }
}

try {
  const found: Partial<Record<TrialName, Verdict[]>> = {}
  for (const name of names) {
    const begin = performance.now()
    say(`${name} …`)
    found[name] = await tryPart(name)
    say(`${name}: ${((performance.now() - begin) / 1000).toFixed(0)} s`)
  }
  const rows = Object.values(found).flat()
  say(`\n${table(rows)}\n`)
  say(summaryOf(rows))
  say(relative(process.cwd(), saveResults(found, new Date())))
  await cleanUp()
  // A trial that threw may have left something open here.
  process.exit(exitCodeOf(rows))
} finally {
  await cleanUp()
}
