import { statfsSync } from 'node:fs'

/** PostgreSQL writes its log in files of 16 MB and stops when there is no room for the next one. */
const LEAST_BYTES = 32 * 1024 * 1024

/** Bytes that a user other than root may still write; null when the system does not say. */
export function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return null
  }
}

/** True when a database on this disk soon has to refuse writes. An unknown amount counts as enough. */
export const isDiskNearlyFull = (folder: string): boolean => (freeBytes(folder) ?? LEAST_BYTES) < LEAST_BYTES
