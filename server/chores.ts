import { forgetExpired } from '#features/accounts/index.ts'
import { sweepPictures } from '#features/catalogue/index.ts'
import { forgetReadNotifications } from '#features/notifications/index.ts'
import { foldTallies, refreshOutcomes } from '#features/orders/index.ts'
import { forgetOldKeys } from '#platform/http/idempotency.ts'
import { forgetOldTries } from '#platform/http/limits.ts'
import type { Shop } from '#platform/http/shop.ts'

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS

/** What is done again and again, by one process of the shop. Ends with the function that it gives. */
export function startChores(shop: Shop, onError: (error: unknown) => void): () => void {
  const chores = [
    every(HOUR_MS, 'cleaning', () => cleanUp(shop)),
    every(MINUTE_MS, 'tallies', () => foldTallies(shop.db)),
    every(5 * MINUTE_MS, 'outcomes', () => refreshOutcomes(shop.db, shop.now())),
  ]
  attempt('outcomes', () => refreshOutcomes(shop.db, shop.now()))
  return () => {
    for (const stop of chores) stop()
  }

  function attempt(name: string, work: () => Promise<void>): void {
    work().catch((cause) => onError(new Error(`A chore failed: ${name}`, { cause })))
  }

  function every(milliseconds: number, name: string, work: () => Promise<void>): () => void {
    const timer = setInterval(() => attempt(name, work), milliseconds).unref()
    return () => clearInterval(timer)
  }
}

async function cleanUp(shop: Shop): Promise<void> {
  await forgetOldKeys(shop.db, shop.now())
  await forgetOldTries(shop.db, shop.now())
  await forgetExpired(shop.db, shop.now())
  await forgetReadNotifications(shop.db, shop.now())
  await sweepPictures(shop, shop.now())
}
