import type { Page } from '@playwright/test'
import { expect, OFFLINE, test } from '../fixtures.ts'
import { freshPhone, type RunningShop } from '../running-shop.ts'
import { confirmButton, placedDialog, putInCart, stored } from '../steps.ts'

const SUNSCREEN = 8
const HELD = 'data-held'

/** Opens a page whose scripts stay on their way until they are let go, as on a slow line. */
async function openWithoutScripts(
  page: Page,
  shop: RunningShop,
  address: string,
  ending: 'continue' | 'abort' = 'continue',
): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route[ending]().catch(() => undefined)
  })
  await page.evaluate((to) => window.location.assign(to), new URL(address, shop.url).href)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForFunction(() => document.readyState !== 'loading')
  return async () => {
    release()
    await expect(page.locator(`[${HELD}]`)).toHaveCount(0)
  }
}

const cartOf = async (page: Page): Promise<{ quantity: number }[]> => JSON.parse((await stored(page)).cart ?? '[]')

test('a product that is added before the page is alive is in the cart once', async ({ page, shop }) => {
  const letGo = await openWithoutScripts(page, shop, '/Boutique')
  const add = page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^Ajout.* au panier/ })
  await add.dblclick()
  await expect(add).toHaveAttribute(HELD)
  expect(await cartOf(page)).toEqual([])
  await letGo()
  await expect(page.getByText(/^Produit ajouté au panier/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Panier, 1 article' })).toBeAttached()
  expect(await cartOf(page)).toMatchObject([{ quantity: 1 }])
  await add.click()
  await expect(page.getByRole('link', { name: 'Panier, 2 articles' })).toBeAttached()
})

test('an order that is confirmed before its late parts are there is placed once they are', async ({ page }) => {
  await putInCart(page, SUNSCREEN)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/late-parts-*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/checkout')
  await page.getByLabel('Nom complet').fill('Salma Idrissi')
  await page.getByLabel('Téléphone').fill(freshPhone())
  await page.getByRole('button', { name: /^Casablanca/ }).click()
  await page.getByLabel('Adresse').fill('12, rue des Lilas')
  await confirmButton(page).click()
  await expect(page.getByRole('button', { name: 'Envoi…' })).toBeVisible()
  release()
  await expect(placedDialog(page)).toBeVisible()
})

test('an order that is confirmed before the page is alive is placed once, as it was typed', async ({ page, shop }) => {
  const phone = freshPhone()
  await putInCart(page, SUNSCREEN)
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/orders/create')) sent += 1
  })
  const letGo = await openWithoutScripts(page, shop, '/checkout')
  await page.getByLabel('Nom complet').fill('Salma Idrissi')
  await page.getByLabel('Téléphone').fill(phone)
  await page.getByLabel('Ville').selectOption('Casablanca')
  await page.getByLabel('Adresse').fill('12, rue des Lilas')
  await confirmButton(page).dblclick()
  await expect(confirmButton(page)).toHaveAttribute(HELD)
  await letGo()
  await expect(placedDialog(page)).toBeVisible()
  expect(sent).toBe(1)
  expect(await shop.ordersOf(phone)).toHaveLength(1)
})

test('what is typed and tapped early is taken in that order', async ({ page, shop }) => {
  const letGo = await openWithoutScripts(page, shop, `/product-details/${SUNSCREEN}`)
  await page.getByRole('spinbutton', { name: 'Quantité' }).fill('3')
  await page.getByRole('button', { name: 'Augmenter, Quantité' }).click()
  await page.getByRole('button', { name: 'Ajouter au panier', exact: true }).click()
  await letGo()
  await expect(page.getByRole('spinbutton', { name: 'Quantité' })).toHaveValue('4')
  await expect.poll(() => cartOf(page)).toMatchObject([{ quantity: 4 }])
})

test('who goes to the checkout early finds the product there', async ({ page, shop }) => {
  const letGo = await openWithoutScripts(page, shop, `/product-details/${SUNSCREEN}`)
  await page.getByRole('spinbutton', { name: 'Quantité' }).fill('2')
  const toCheckout = page.getByRole('link', { name: 'Passer à la caisse' })
  await toCheckout.click()
  await expect(toCheckout).toHaveAttribute(HELD)
  await letGo()
  await expect(page).toHaveURL('/checkout')
  await expect.poll(() => cartOf(page)).toMatchObject([{ quantity: 2 }])
})

test('the menu opens by itself once it can', async ({ page, shop }) => {
  const letGo = await openWithoutScripts(page, shop, '/')
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  await letGo()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
})

test('a tap is not taken along to another page, nor given to a button that has gone', async ({ page, shop }) => {
  await openWithoutScripts(page, shop, '/Boutique')
  const card = page.getByRole('article').first()
  await card.getByRole('button', { name: /^Ajout.* au panier/ }).click()
  await card.getByRole('link').first().click()
  await expect(page).toHaveURL(/product-details/)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await expect(page.getByRole('link', { name: 'Panier, 0 article' })).toBeAttached()
  expect(await cartOf(page)).toEqual([])

  const letGo = await openWithoutScripts(page, shop, '/checkout')
  await confirmButton(page).click()
  await letGo()
  await expect(page.getByText('Votre panier est vide.')).toBeVisible()
})

test('no button waits for scripts that cannot be had', async ({ page, shop, complaints }) => {
  complaints.allow(OFFLINE)
  const letGo = await openWithoutScripts(page, shop, '/Boutique', 'abort')
  const add = page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^Ajout.* au panier/ })
  await add.click()
  await expect(add).toHaveAttribute(HELD)
  await letGo()
  await add.click()
  await expect(add).not.toHaveAttribute(HELD)
  expect(await cartOf(page)).toEqual([])
})
