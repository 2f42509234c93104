import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const FOLDERS = ['server', 'features', 'platform', 'web', 'demo', 'scripts', 'test', 'proof', 'e2e']

export interface Violation {
  rule: string
  from: string
  to: string
}

/** The imports of a tree that break the walls. Throws when too few modules were read, since an empty tree breaks none. */
export function brokenWalls(root = ROOT, folders = FOLDERS): Violation[] {
  const cli = join(ROOT, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs')
  const config = join(ROOT, '.dependency-cruiser.mjs')
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [cli, '--config', config, '--output-type', 'json', ...folders],
    { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
  )
  if (!stdout) throw new Error(`The walls could not be checked:\n${stderr}`)
  const { summary } = JSON.parse(stdout) as {
    summary: { totalCruised: number; violations: { rule: { name: string }; from: string; to: string }[] }
  }
  if (summary.totalCruised < folders.length) throw new Error(`Only ${summary.totalCruised} modules were read`)
  return summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }))
}
