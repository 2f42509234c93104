import type { WaitingJob } from '#platform/jobs/jobs.ts'
import type { Sequence, Table } from './tables.ts'

// What the entries of a backup are called and hold.

export const FORMAT = 2

/** How the shop was made; what rows mean follows from its migrations. */
export interface BackupManifest {
  format: number
  madeAt: string
  migrations: number[]
  tables: Table[]
}

/** What is known when everything else is written. */
export interface BackupTrailer {
  rows: Record<string, number>
  sequences: Sequence[]
  jobs: WaitingJob[]
}

export const MANIFEST = 'shop.json'
export const TRAILER = 'closing.json'

/** A table's rows come in parts, cut anywhere: in the order of their names they are what COPY reads. */
export const chunkName = (table: string, part: number): string => `tables/${table}.${String(part).padStart(6, '0')}`

export const tableOf = (entry: string): string | null => /^tables\/(.+)\.\d{6,}$/.exec(entry)?.[1] ?? null
