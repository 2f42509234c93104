import { setTimeout as sleep } from 'node:timers/promises'
import { forgetExpired } from '#features/accounts/index.ts'
import { sweepImages } from '#features/catalogue/images/sweep.ts'
import { sweepShareCards } from '#features/catalogue/share-card/share-card-store.ts'
import { forgetReadNotifications } from '#features/notifications/index.ts'
import { anonymiseOldOrders, unusedCustomersForgetter } from '#features/privacy/index.ts'
import { forgetOldKeys } from '#platform/http/idempotency.ts'
import { forgetOldTries } from '#platform/http/limits.ts'
import type { Shop } from '#platform/http/shop.ts'
import { checkInvariants } from './books/check-invariants.ts'
import { type DailyBackups, keepDailyBackup, runBackup } from './daily-backup.ts'

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS

/** What is done again and again. Every copy of the program does it, which does no harm. Ends with the function that it gives. */
export function runScheduledJobs(
  shop: Shop,
  onError: (error: unknown) => void,
  backups: DailyBackups | null,
): () => void {
  const stopping = new AbortController()
  const repeat = async (name: string, pauseMs: number, work: () => Promise<unknown>) => {
    while (!stopping.signal.aborted) {
      await work().catch((cause) => {
        if (!stopping.signal.aborted) onError(new Error(`A scheduled job failed: ${name}`, { cause }))
      })
      await sleep(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }
  repeat('cleaning', HOUR_MS, () => cleanUp(shop))
  const forgetUnused = unusedCustomersForgetter(shop.db)
  repeat('records without an order', HOUR_MS, () => forgetUnused(shop.now()))
  repeat('people in old orders', HOUR_MS, () => anonymiseOldOrders(shop.db, shop.now(), shop.keepOrdersYears))
  repeat('invariants of the books', HOUR_MS, async () => {
    for (const { name } of await checkInvariants(shop)) onError(new Error(`The books do not add up: ${name}`))
  })
  const saveShop = (path: string) => runBackup(path, stopping.signal)
  if (backups) repeat('backup of the day', 5 * MINUTE_MS, () => keepDailyBackup(backups, shop.now(), saveShop))
  return () => stopping.abort()
}

async function cleanUp(shop: Shop): Promise<void> {
  await forgetOldKeys(shop.db, shop.now())
  await forgetOldTries(shop.db, shop.now())
  await forgetExpired(shop.db, shop.now())
  await forgetReadNotifications(shop.db, shop.now())
  await sweepImages(shop, shop.now())
  await sweepShareCards(shop, shop.now())
}
