import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { untilHydrated } from '../../e2e/fixtures.ts'

/** The browser's words when an answer of the shop is an error. */
export const REFUSED = /status of (4\d\d|500)\b/

/** A page whose script has taken over. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilHydrated(page)
}

const SHORTEST_WAIT_MS = 150
const QUIET_WITHIN_MS = 3_000

/** Until nothing on the page says that it waits for something, and nothing comes over the line any more. */
export async function settled(page: Page): Promise<void> {
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'hidden' })
  // An answer that nobody reads keeps the line busy for good.
  await page.waitForLoadState('networkidle', { timeout: QUIET_WITHIN_MS }).catch(() => undefined)
}

/** A page that never gets the data it asks for. */
export async function visitWaiting(page: Page, path: string): Promise<void> {
  await page.route('**/api/**', () => new Promise(() => undefined))
  await visit(page, path)
  await sleep(SHORTEST_WAIT_MS)
}

/** A page whose every question is answered by an error. */
export async function visitFailing(page: Page, path: string): Promise<void> {
  await page.route('**/api/**', (route) => route.fulfill({ status: 500, json: { message: 'Server Error' } }))
  await visit(page, path)
  await page.getByText('Réessayer').first().waitFor()
}

/** The first of the buttons of this name, where there is one for each row. */
export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()

export const untilDialog = (page: Page): Promise<void> => page.locator('dialog[open]').last().waitFor()

/** Two lines, so that the checkout is the long one. */
export async function fillCart(page: Page): Promise<void> {
  for (const id of [1, 8]) {
    await visit(page, `/product-details/${id}`)
    // A supplier's own prices come a moment later.
    await settled(page)
    await press(page, 'Ajouter au panier')
    await page.getByText('Produit ajouté au panier!').waitFor()
  }
}
