import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** A program of the project's own packages, run by this very Node; the first that fails ends the whole. */
export function step(
  title: string,
  script: string,
  words: string[] = [],
  environment: Record<string, string> = {},
): void {
  process.stdout.write(`\n— ${title}\n`)
  const { status } = spawnSync(process.execPath, [join(ROOT, script), ...words], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  if (status === 0) return
  process.stdout.write(`\n${title}: failed\n`)
  process.exit(1)
}
