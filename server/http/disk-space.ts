import { statfsSync } from 'node:fs'

/** PostgreSQL takes its log in files of 16 MB; it stops when there is no room for the next. */
const LEAST_BYTES = 32 * 1024 * 1024

/** Room for those who are not root; null where it cannot be told. */
export function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return null
  }
}

/** Whether a database on this disk has to refuse what is written. */
export const isDiskNearlyFull = (folder: string): boolean => (freeBytes(folder) ?? LEAST_BYTES) < LEAST_BYTES
