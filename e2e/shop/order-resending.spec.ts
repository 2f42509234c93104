import type { Page, Route } from '@playwright/test'
import { answered, expect, OFFLINE, openBlankPage, test } from '../fixtures.ts'
import { openRestartableShop, type Restartable, type RestartableShop } from '../restartable-shop.ts'
import { freshPhone, type RunningShop } from '../running-shop.ts'
import { asTyped, confirmButton, fillRecipient, placedDialog } from '../steps.ts'

const HAND_CREAM = 12
const ADDRESS = '12, rue des Lilas, Maârif'

/** A checkout with a product in it, as the pages store it, and a recipient. */
async function openCheckout(page: Page, phone: string): Promise<void> {
  await openBlankPage(page)
  await page.evaluate(async (id) => {
    const { Name, image, user_price } = await (await fetch(`/api/products/${id}`)).json()
    const product = { productID: id, productName: Name, productImage: image, productPrice: user_price }
    localStorage.setItem('cart', JSON.stringify([{ ...product, priceGain: user_price, quantity: 1 }]))
  }, HAND_CREAM)
  await page.goto('/checkout')
  await fillRecipient(page, { name: 'Salma Idrissi', phone, city: 'Casablanca', address: ADDRESS })
}

const notice = (page: Page, text: string) => page.getByText(text).filter({ visible: true })
const retrying = (page: Page) => notice(page, 'Nous réessayons…')
const again = (page: Page) => page.getByRole('button', { name: 'Réessayer', exact: true })

/** The keys of all the calls that leave this page, in their order. */
function keysOf(page: Page): { of: (path: string) => string[] } {
  const calls: [string, string][] = []
  page.on('request', (request) => calls.push([request.url(), request.headers()['idempotency-key'] ?? '']))
  return { of: (path) => calls.filter(([url]) => url.endsWith(path)).map(([, key]) => key) }
}

/** On the checkout a pause between two tries takes a tenth of its time: how long it is, `web/api/retry.test.ts` holds. */
const hurry = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { setTimeout: start } = window
    const startSooner = (run: () => void, milliseconds = 0, ...given: []) => {
      const isPause = location.pathname === '/checkout' && milliseconds >= 1000 && milliseconds < 10_000
      return start(run, isPause ? milliseconds / 10 : milliseconds, ...given)
    }
    Object.assign(window, { setTimeout: startSooner })
  })

const CUSTOMER = '/api/customers/create'
const ORDER = '/api/orders/create'

async function expectOrderThrough(page: Page, shop: RunningShop, part: Restartable): Promise<void> {
  const phone = freshPhone()
  const keys = keysOf(page)
  await hurry(page)
  await openCheckout(page, phone)
  await part.stop()
  await confirmButton(page).click()
  await expect(retrying(page)).toBeVisible()
  await expect.poll(() => keys.of(CUSTOMER).length).toBeGreaterThan(2)
  await part.start()
  await expect(placedDialog(page)).toBeVisible()
  await expect(retrying(page)).toHaveCount(0)
  expect(new Set([...keys.of(CUSTOMER), ...keys.of(ORDER)]).size).toBe(1)
  expect(await shop.ordersOf(phone)).toHaveLength(1)
}

test.describe('an order waits', () => {
  let own: RestartableShop | undefined

  test.use({
    // biome-ignore lint/correctness/noEmptyPattern: how a fixture says that it needs no other
    shop: async ({}, use) => {
      own ??= await openRestartableShop()
      await use(own.shop)
    },
  })

  test.afterAll(() => own?.shop.close())

  test('for a database that cannot be reached, and is placed once', async ({ page, shop, complaints }) => {
    complaints.allow(answered(503))
    await expectOrderThrough(page, shop, own!.database)
  })

  test('for a program that starts again, and is placed once', async ({ page, shop, complaints }) => {
    complaints.allow(/net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE)/)
    await expectOrderThrough(page, shop, own!.program)
  })
})

test('an order leaves by itself when the network is back', async ({ page, context, shop, complaints }) => {
  complaints.allow(OFFLINE)
  const phone = freshPhone()
  await openCheckout(page, phone)
  await context.setOffline(true)
  await expect(notice(page, 'Vous êtes hors ligne.')).toBeVisible()
  await confirmButton(page).click()
  await expect(retrying(page)).toBeVisible()
  await expect(notice(page, 'La connexion est coupée.')).toBeVisible()
  await expect(page.getByLabel('Nom complet')).toHaveValue('Salma Idrissi')
  expect(await shop.ordersOf(phone)).toEqual([])
  await context.setOffline(false)
  await expect(placedDialog(page)).toBeVisible()
  expect(await shop.ordersOf(phone)).toHaveLength(1)
})

test('an order whose answer was lost, or came from a proxy without a shop behind it, is sent again under the same key and placed once', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(OFFLINE)
  complaints.allow(answered(502, 503))
  const phone = freshPhone()
  const keys = keysOf(page)
  await hurry(page)
  await openCheckout(page, phone)
  // The shop gets both and answers; the line breaks on the way back.
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route(`**${CUSTOMER}`, lose, { times: 1 })
  await page.route(`**${ORDER}`, lose, { times: 2 })
  // Before them, a proxy's own answers.
  const bare = { contentType: 'text/html', body: '<h1>503</h1>', headers: { 'Retry-After': '1' } }
  await page.route(`**${CUSTOMER}`, (route) => route.fulfill({ ...bare, status: 502 }), { times: 1 })
  await page.route(`**${ORDER}`, (route) => route.fulfill({ ...bare, status: 503 }), { times: 1 })
  await confirmButton(page).click()
  await expect(placedDialog(page)).toBeVisible()
  expect(keys.of(CUSTOMER)).toHaveLength(3)
  expect(new Set(keys.of(ORDER)).size).toBe(1)
  expect(keys.of(ORDER)).toHaveLength(4)
  expect(await shop.ordersOf(phone)).toHaveLength(1)
})

test('who leaves before the answer comes back to the same checkout and the same key', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(OFFLINE)
  const phone = freshPhone()
  const keys = keysOf(page)
  await openCheckout(page, phone)
  await page.route(`**${ORDER}`, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await confirmButton(page).click()
  await expect(retrying(page)).toBeVisible()
  await page.goto('/Boutique')
  await page.unroute(`**${ORDER}`)
  await page.goto('/checkout')
  await expect(notice(page, 'Cette commande est restée sans réponse')).toBeVisible()
  await expect(page.getByLabel('Téléphone')).toHaveValue(asTyped(phone))
  await expect(page.getByLabel('Adresse')).toHaveValue(ADDRESS)
  await again(page).filter({ visible: true }).click()
  await expect(placedDialog(page)).toBeVisible()
  expect(new Set(keys.of(ORDER)).size).toBe(1)
  expect(await shop.ordersOf(phone)).toHaveLength(1)
})

test('a changed order is said to be another one, as long as the first got no answer', async ({ page, complaints }) => {
  complaints.allow(OFFLINE)
  const phone = freshPhone()
  await openCheckout(page, phone)
  await page.route(`**${ORDER}`, (route) => route.abort())
  await confirmButton(page).click()
  await notice(page, 'Arrêter').click()
  await expect(notice(page, 'L’envoi est arrêté')).toBeVisible()
  await expect(again(page).filter({ visible: true })).toBeVisible()
  await page.getByLabel('Adresse').fill('13, rue des Lilas')
  await expect(notice(page, 'celle-ci en serait une autre')).toBeVisible()
  await page.getByLabel('Adresse').fill(ADDRESS)
  await expect(notice(page, 'Renvoyez-la telle quelle')).toBeVisible()
  await page.unroute(`**${ORDER}`)
  await again(page).filter({ visible: true }).click()
  await expect(placedDialog(page)).toBeVisible()
})

test('after 45 seconds the person is told, and sends it again when she likes', async ({ page, shop, complaints }) => {
  complaints.allow(OFFLINE)
  const phone = freshPhone()
  await openCheckout(page, phone)
  await page.route(`**${CUSTOMER}`, (route) => route.abort())
  await page.clock.install()
  await confirmButton(page).click()
  await expect(retrying(page)).toBeVisible()
  await expect(async () => {
    await page.clock.runFor(10_000)
    await expect(page.getByRole('alert').filter({ visible: true })).toContainText(
      'Problème de connexion réseau, veuillez réessayer',
      { timeout: 100 },
    )
  }).toPass()
  await expect(notice(page, 'elle ne sera enregistrée qu’une fois')).toBeVisible()
  expect(await shop.ordersOf(phone)).toEqual([])
  await page.unroute(`**${CUSTOMER}`)
  await page.clock.resume()
  await again(page).filter({ visible: true }).click()
  await expect(placedDialog(page)).toBeVisible()
  expect(await shop.ordersOf(phone)).toHaveLength(1)
})
