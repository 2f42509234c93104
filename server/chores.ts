import { setTimeout as sleep } from 'node:timers/promises'
import { forgetExpired } from '#features/accounts/index.ts'
import { sweepPictures } from '#features/catalogue/index.ts'
import { forgetReadNotifications } from '#features/notifications/index.ts'
import { foldTallies, refreshOutcomes } from '#features/orders/index.ts'
import { anonymiseOldOrders, unusedCustomersForgetter } from '#features/privacy/index.ts'
import { forgetOldKeys } from '#platform/http/idempotency.ts'
import { forgetOldTries } from '#platform/http/limits.ts'
import { foldListTallies } from '#platform/http/list-tallies.ts'
import type { Shop } from '#platform/http/shop.ts'
import { runAuditRound } from './audit-rounds.ts'
import { type DailyBackups, keepDailyBackup, runBackup } from './daily-backup.ts'

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS

/** Beside the first run, no chore takes more than a twentieth of the time. */
const PAUSES_PER_WORK = 20

/** What is done again and again, by one process of the shop. Ends with the function that it gives. */
export function startChores(shop: Shop, onError: (error: unknown) => void, backups: DailyBackups | null): () => void {
  const stopping = new AbortController()
  const repeat = async (name: string, pauseMs: number, work: () => Promise<void>) => {
    while (!stopping.signal.aborted) {
      const begin = performance.now()
      await work().catch((cause) => {
        if (!stopping.signal.aborted) onError(new Error(`A chore failed: ${name}`, { cause }))
      })
      const pause = Math.max(pauseMs, PAUSES_PER_WORK * (performance.now() - begin))
      await sleep(pause, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }
  repeat('cleaning', HOUR_MS, () => cleanUp(shop))
  const forgetUnused = unusedCustomersForgetter(shop.db)
  repeat('records without an order', HOUR_MS, () => forgetUnused(shop.now()))
  repeat('people in old orders', HOUR_MS, async () => {
    await anonymiseOldOrders(shop.db, shop.now(), shop.keepOrdersYears)
  })
  repeat('tallies', MINUTE_MS, () => foldTallies(shop.db))
  repeat('tallies of lists', MINUTE_MS, () => foldListTallies(shop.db))
  repeat('outcomes', 5 * MINUTE_MS, () => refreshOutcomes(shop.db, shop.now()))
  repeat('audits', HOUR_MS, async () => {
    for (const { name } of await runAuditRound(shop)) onError(new Error(`The books do not add up: ${name}`))
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
  await sweepPictures(shop, shop.now())
}
