import { accessSync, chmodSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const ROOM_BYTES = 4 * 1024 ** 3

/**
 * A new folder for a run of tests. It lies in memory where there is room: every test file copies a database, and a disk
 * spends a good part of the tests' time on making the copy's files.
 */
export function makeScratchFolder(prefix: string): string {
  const folder = mkdtempSync(join(hasRoomInMemory() ? MEMORY : tmpdir(), prefix))
  // Made for us alone; when we are root, another user runs PostgreSQL in it.
  chmodSync(folder, 0o755)
  return folder
}

function hasRoomInMemory(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ROOM_BYTES
  } catch {
    return false
  }
}
