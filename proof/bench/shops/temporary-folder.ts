import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPages, isBuildFresh } from '../../../scripts/pages-build.ts'
import { stopAll } from './child-process.ts'

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

export interface TemporaryFolder {
  /** For what shops leave behind; it goes with them. */
  folder: string
  cleanUp: () => Promise<void>
}

/** Built pages and a folder, for shops that are started here. Interrupted, or after so many minutes, it is all given up. */
export function openTemporaryFolder(name: string, longestMinutes: number): TemporaryFolder {
  if (!isBuildFresh()) {
    say('The pages are built …')
    buildPages()
  }
  const folder = mkdtempSync(join(tmpdir(), `shop-${name}-`))
  // When we are root, another user runs PostgreSQL in it.
  chmodSync(folder, 0o755)
  const cleanUp = async () => {
    await stopAll()
    rmSync(folder, { recursive: true, force: true })
  }
  const giveUp = async (why: string) => {
    say(why)
    await cleanUp()
    process.exit(1)
  }
  process.once('SIGINT', () => giveUp('Interrupted.'))
  process.once('SIGTERM', () => giveUp('Interrupted.'))
  setTimeout(() => giveUp(`Given up after ${longestMinutes} minutes.`), longestMinutes * 60_000).unref()
  return { folder, cleanUp }
}
