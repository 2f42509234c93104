import type { WaitingJob } from '#platform/jobs/jobs.ts'
import type { Sequence, Table } from './tables.ts'

// Names and contents of a backup's entries.

export const FORMAT = 2

/** The first entry: the shop's migrations and tables, which give the rows their meaning. */
export interface BackupManifest {
  format: number
  madeAt: string
  migrations: number[]
  tables: Table[]
}

/** The last entry: counts that are known once everything else is written. */
export interface BackupTrailer {
  rows: Record<string, number>
  sequences: Sequence[]
  jobs: WaitingJob[]
}

export const MANIFEST = 'shop.json'
export const TRAILER = 'closing.json'

/** The entry name of a chunk of a table's rows. Chunks are cut anywhere; joined in the order of their names they are what COPY reads. */
export const chunkName = (table: string, nth: number): string => `tables/${table}.${String(nth).padStart(6, '0')}`

/** The table of an entry; null for the manifest and the trailer. */
export const tableOf = (entry: string): string | null => /^tables\/(.+)\.\d{6,}$/.exec(entry)?.[1] ?? null
