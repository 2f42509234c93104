import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { mailResetLink, RESET_QUEUE } from '#features/accounts/actions/reset-password.ts'
import type { Db } from '#platform/db/database.ts'
import type { Shop } from '#platform/http/shop.ts'
import { Jobs } from '#platform/jobs/jobs.ts'
import { SHOP_NAME } from '#platform/kernel/brand.ts'
import { MAIL_QUEUE, PostOffice } from '#platform/mail/post-office.ts'
import type { Config } from './config.ts'

export interface ShopDependencies {
  now: () => Date
  say: (text: string) => void
  /** Receives errors of background work. */
  onError: (error: unknown) => void
}

/** Builds what the rooms work with. Jobs can be stored from then on; `startWork` begins to run them. */
export async function buildShop(config: Config, db: Db, { now, say, onError }: ShopDependencies): Promise<Shop> {
  const jobs = new Jobs(db, onError)
  await jobs.start([MAIL_QUEUE, RESET_QUEUE])
  const postOffice = new PostOffice(jobs, {
    smtpUrl: config.smtpUrl,
    from: { name: SHOP_NAME, address: config.mailFrom },
    shop: { name: SHOP_NAME, publicUrl: config.publicUrl },
    mailDir: join(config.dataDir, 'mail'),
    randomBytes,
    say,
  })
  return {
    name: SHOP_NAME,
    db,
    storageDir: join(config.dataDir, 'storage'),
    now,
    randomBytes,
    publicUrl: config.publicUrl,
    jobs,
    postOffice,
    rateLimits: config.rateLimits,
    ordersPerProduct: config.ordersPerProduct,
    orderRetentionYears: config.orderRetentionYears,
  }
}

/** Starts to run stored jobs: mails and links for new passwords. `shop.jobs.stop()` ends it. */
export async function startWork(shop: Shop): Promise<void> {
  await shop.postOffice.open()
  await shop.jobs.work(RESET_QUEUE, (job: { email: string }) => mailResetLink(shop, job))
}
