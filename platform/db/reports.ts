import type { Db, Queries } from './database.ts'
import { isUnavailable } from './errors.ts'

/** Reads something that may be a moment old. */
export type Reports = <T>(read: (db: Queries) => Promise<T>) => Promise<T>

/**
 * Sends reads to a standby that follows the database, and to the database itself where there is none or it cannot
 * answer. For files and statistics: never for stock, money that moves, sessions or limits, which must not lag.
 */
export const reportsFrom =
  (db: Db, standby: Db | null): Reports =>
  async (read) => {
    if (standby === null) return read(db)
    try {
      return await read(standby)
    } catch (error) {
      if (!isUnavailable(error)) throw error
      return read(db)
    }
  }
