import type { Db } from '#platform/db/database.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { PostOffice } from '#platform/mail/post-office.ts'

/** What the server hands to every room: the database, and what makes a run different from the next. */
export interface Shop {
  /** What the shop is called in documents and mails. */
  name: string
  db: Db
  /** The folder of what is served under `/storage/`. */
  storageDir: string
  now: () => Date
  randomBytes: (count: number) => Buffer
  /** Where the shop is found from outside, without a slash at the end. */
  publicUrl: string
  jobs: Jobs
  postOffice: Pick<PostOffice, 'post' | 'open'>
  /** False switches every limit on tries off, for benchmarks and tests. */
  rateLimits: boolean
  /** Visitors' orders of one product in ten minutes. */
  ordersPerProduct: number
  /** How old a final order is when the person is taken out of it. */
  orderRetentionYears: number
}
