import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname, join } from 'node:path'
import { TRIALS, type TrialName } from './trials.ts'
import type { Verdict } from './verdict.ts'

const FILE = join(import.meta.dirname, '..', '..', 'results', 'resilience.json')

type SavedVerdict = Verdict & { part: TrialName; at: string }

/** Writes what was found; what an earlier run found of the other parts stays, with its date. Gives the file. */
export function saveResults(found: Partial<Record<TrialName, Verdict[]>>, now: Date): string {
  mkdirSync(dirname(FILE), { recursive: true })
  const at = now.toISOString()
  const earlier = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as { rows: SavedVerdict[] }).rows : []
  const rows = (Object.keys(TRIALS) as TrialName[]).flatMap(
    (part) =>
      found[part]?.map((row): SavedVerdict => ({ part, ...row, at })) ?? earlier.filter((row) => row.part === part),
  )
  const machine = { processors: cpus().length, model: cpus()[0]?.model, node: process.version }
  writeFileSync(FILE, `${JSON.stringify({ at, machine, rows }, null, 2)}\n`)
  return FILE
}
