import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BUILD_DIR } from '#server/pages/pages.ts'
import { buildPages } from '../scripts/pages-build.ts'

const STAMP = join(BUILD_DIR, 'stamp')
const UNDER_WAY = join(tmpdir(), `shop-build-${createHash('sha256').update(BUILD_DIR).digest('hex').slice(0, 12)}`)

/** Builds the pages when they never were; of several test files at once, one does it and the others wait. */
export async function ensureBuild(): Promise<void> {
  while (!existsSync(STAMP)) {
    try {
      mkdirSync(UNDER_WAY)
    } catch {
      await sleep(200)
      continue
    }
    try {
      if (!existsSync(STAMP)) buildPages()
    } finally {
      rmdirSync(UNDER_WAY)
    }
  }
}
