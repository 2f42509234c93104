import type { Db } from '#platform/db/database.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { PostOffice } from '#platform/mail/post-office.ts'

/** The dependencies that the server passes to every room: the database, and all that differs between runs and tests. */
export interface Shop {
  /** The shop's name in documents and mails. */
  name: string
  db: Db
  /** The folder of the files served under `/storage/`. */
  storageDir: string
  now: () => Date
  randomBytes: (count: number) => Buffer
  /** The public URL of the shop, without a slash at the end. */
  publicUrl: string
  jobs: Jobs
  postOffice: Pick<PostOffice, 'post' | 'open' | 'deleteOldFiles'>
  /** False disables limits on tries, for benchmarks and tests. Wrong digits at a customer's page are counted all the same. */
  rateLimits: boolean
  /** The number of visitors' orders of one product in ten minutes beyond which orders are flagged. */
  ordersPerProduct: number
  /** The age in years at which a final order is anonymised. */
  orderRetentionYears: number
}
