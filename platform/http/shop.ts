import type { Db } from '#platform/db/database.ts'

/** What the server hands to every room: the database, and what makes a run different from the next. */
export interface Shop {
  /** What the shop is called in documents and mails. */
  name: string
  db: Db
  /** The folder of what is served under `/storage/`. */
  storageDir: string
  now: () => Date
  randomBytes: (count: number) => Buffer
  /** False switches every limit on tries off, for benchmarks and tests. */
  rateLimits: boolean
  /** Visitors' orders of one product in ten minutes. */
  ordersPerProduct: number
}
