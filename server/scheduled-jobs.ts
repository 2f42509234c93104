import { setTimeout as sleep } from 'node:timers/promises'
import { deleteExpired } from '#features/accounts/index.ts'
import { sweepImages } from '#features/catalogue/images/drawn-images.ts'
import { sweepShareCards } from '#features/catalogue/share-card/share-card-store.ts'
import { deleteReadNotifications } from '#features/notifications/index.ts'
import { anonymiseOldOrders, forgetUnusedRecords, isClockPlausible } from '#features/privacy/index.ts'
import { forgetOldKeys } from '#platform/http/idempotency.ts'
import { forgetOldTries } from '#platform/http/limits.ts'
import type { Shop } from '#platform/http/shop.ts'
import { HOUR_MS, MINUTE_MS } from '#platform/kernel/durations.ts'
import { type DailyBackups, runBackup, writeDailyBackup } from './backup/daily-backup.ts'
import { checkInvariants } from './books/check-invariants.ts'

type OnError = (error: unknown) => void

export interface ScheduledJob {
  name: string
  pauseMs: number
  work: () => Promise<unknown>
}

/** Starts the jobs that repeat. Every copy of the program runs them, which does no harm. Returns the function that ends them. */
export function runScheduledJobs(shop: Shop, onError: OnError, backups: DailyBackups | null): () => void {
  const stopping = new AbortController()
  const repeat = async ({ name, pauseMs, work }: ScheduledJob) => {
    while (!stopping.signal.aborted) {
      await work().catch((cause) => {
        if (!stopping.signal.aborted) onError(new Error(`A scheduled job failed: ${name}`, { cause }))
      })
      await sleep(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }
  const saveShop = (path: string) => runBackup(path, stopping.signal)
  for (const job of scheduledJobs(shop, onError, backups, saveShop)) repeat(job)
  return () => stopping.abort()
}

/** The jobs, each run at once and then after each pause. Those that delete wait while the clock is not plausible. */
export function scheduledJobs(
  shop: Shop,
  onError: OnError,
  backups: DailyBackups | null,
  saveShop: (path: string) => Promise<void>,
): ScheduledJob[] {
  const mayDelete = () => isClockPlausible(shop)
  const deletingJob = (name: string, run: () => Promise<unknown>): ScheduledJob => ({
    name,
    pauseMs: HOUR_MS,
    work: async () => (await mayDelete()) && run(),
  })
  return [
    deletingJob('cleaning', () => cleanUp(shop)),
    deletingJob('records without an order', () => forgetUnusedRecords(shop.db, shop.now())),
    deletingJob('people in old orders', () => anonymiseOldOrders(shop)),
    {
      name: 'invariants of the books',
      pauseMs: HOUR_MS,
      work: async () => {
        for (const { name } of await checkInvariants(shop)) onError(new Error(`The books do not add up: ${name}`))
      },
    },
    ...(backups
      ? [
          {
            name: 'backup of the day',
            pauseMs: 5 * MINUTE_MS,
            work: () => writeDailyBackup(backups, shop.now(), saveShop, mayDelete),
          },
        ]
      : []),
  ]
}

async function cleanUp(shop: Shop): Promise<void> {
  await forgetOldKeys(shop.db, shop.now())
  await forgetOldTries(shop.db, shop.now())
  await deleteExpired(shop.db, shop.now())
  await deleteReadNotifications(shop.db, shop.now())
  await sweepImages(shop, shop.now())
  await sweepShareCards(shop, shop.now())
  await shop.postOffice.deleteOldFiles(shop.now())
}
