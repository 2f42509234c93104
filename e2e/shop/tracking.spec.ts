import type { BrowserContext, Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { answered, expect, expectNoAxeViolations, test } from '../fixtures.ts'
import { freshPhone, type RunningShop } from '../running-shop.ts'
import {
  confirmButton,
  figure,
  fillRecipient,
  holdLongTimers,
  letPass,
  NB,
  openCart,
  overflow,
  placedDialog,
  putInCart,
  receiptOf,
  stored,
  withRoom,
} from '../steps.ts'

const CREAM = 12

/** Buys through the pages, down to the receipt. Gives the order's number and the link that the receipt shows. */
async function buy(page: Page): Promise<{ orderId: string; link: string }> {
  await putInCart(page, CREAM)
  await page.goto('/checkout')
  const address = '12, rue des Lilas, Maârif'
  await fillRecipient(page, { name: 'Salma Idrissi', phone: freshPhone(), city: 'Casablanca', address })
  await confirmButton(page).click()
  await placedDialog(page).getByRole('button', { name: 'Voir le récapitulatif' }).click()
  const { panel, orderId } = await receiptOf(page)
  await expect(panel.getByRole('link', { name: 'Confirmer par WhatsApp' })).toBeInViewport({ ratio: 1 })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await panel.getByRole('button', { name: 'Copier le lien de suivi' }).click()
  await expect(panel.getByRole('button', { name: 'Copié le lien de suivi' })).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const { pathname } = new URL(link)
  await expect(panel.getByRole('link', { name: 'Suivre ma commande' })).toHaveAttribute('href', pathname)
  const chat = await panel.getByRole('link', { name: 'Recevoir le suivi sur WhatsApp' }).getAttribute('href')
  expect(new URL(chat!).searchParams.get('text')).toContain(`ma commande n° ${orderId}${NB}: ${link}`)
  // The confirmation leaves the link in her own messages too.
  const confirmation = await panel.getByRole('link', { name: 'Confirmer par WhatsApp' }).getAttribute('href')
  expect(new URL(confirmation!).searchParams.get('text')).toContain(`Suivi${NB}: ${link}`)
  return { orderId, link: pathname }
}

async function move(shop: RunningShop, orderId: string, CurrentStatus: string, Reason?: string): Promise<void> {
  const { token } = await shop.session('admin')
  await shop.call('PUT', `/api/admin/orders/${orderId}/tracking`, { token, body: { CurrentStatus, Reason } })
}

const edgesOfSteps = (page: Page, edge: 'left' | 'top'): Promise<number[]> =>
  page
    .getByRole('region', { name: 'Avancement' })
    .getByRole('listitem')
    .evaluateAll((steps, side) => steps.map((step) => step.getBoundingClientRect()[side]), edge)

const currentStep = (page: Page) => page.getByRole('listitem').and(page.locator('[aria-current=step]'))

test('whoever has the link that a receipt copies sees the order go its way, on a device that knows nothing', async ({
  page,
  context,
  browser,
  shop,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { orderId, link } = await buy(page)
  await page.getByRole('button', { name: 'Copier le lien de suivi' }).click()
  await expect(page.getByRole('button', { name: 'Copié le lien de suivi' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`${link}$`))
  await expectNoAxeViolations(page, 'the receipt with its link')
  expect(await overflow(page)).toEqual([])
  // The product, at the thanks and in its line.
  await expect((await receiptOf(page)).panel.locator('img')).toHaveCount(2)
  const elsewhere: BrowserContext = await browser.newContext({ viewport: page.viewportSize() })
  const reader = await elsewhere.newPage()
  await holdLongTimers(reader)
  await reader.goto(shop.url + link)
  await expect(reader.getByRole('heading', { level: 1, name: `Commande n°${NB}${orderId}` })).toBeVisible()
  await expect(currentStep(reader)).toContainText(/^Reçueaujourd’hui /)
  await expect(figure(reader, /^Destinataire/)).toHaveText('Salma, Casablanca')
  await expect(reader.locator('body')).not.toContainText(/Idrissi|Lilas/)
  await expect(reader.getByText('Par exemple 1 billet de')).toBeAttached()
  expect(await overflow(reader)).toEqual([])
  await expectNoAxeViolations(reader, 'an order that waits')
  // One below the other on a phone, across the page where it has room.
  expect(new Set(await edgesOfSteps(reader, 'left')).size).toBe(1)
  await withRoom(reader, async () => expect(new Set(await edgesOfSteps(reader, 'top')).size).toBe(1))

  await move(shop, orderId, 'attribué')
  await letPass(reader, 60)
  await expect(currentStep(reader)).toContainText('Préparée')
  await move(shop, orderId, 'en transit')
  await reader.getByRole('link', { name: 'Actualiser' }).click()
  await expect(currentStep(reader)).toContainText('Chez le livreur')
  await reader.getByText('Je ne serai pas là').click()
  const day = (await reader.getByLabel('Livrez-moi le').locator('option').nth(2).innerText()).trim()
  await reader.getByLabel('Livrez-moi le').selectOption({ label: day })
  await reader.getByRole('button', { name: 'Demander ce jour' }).click()
  await expect(reader.getByText('Jour souhaité')).toContainText(day)
  await expectNoAxeViolations(reader, 'an order on its way')

  await move(shop, orderId, 'annulé', 'injoignable')
  await letPass(reader, 60)
  await expect(reader.getByText(`Cette commande est annulée${NB}:`)).toBeVisible()
  await expect(reader.getByText('Nous n’avons pas réussi à vous joindre.')).toBeVisible()
  await expect(reader.getByText(/Le livreur rend|^À payer à la livraison/)).toHaveCount(0)
  await expect(reader.getByText('Par exemple')).toHaveCount(0)
  await expectNoAxeViolations(reader, 'a cancelled order')
  await elsewhere.close()
})

test('a receipt shows the link where the browser has no clipboard', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await putInCart(page, CREAM)
  await page.goto('/checkout')
  await fillRecipient(page, {
    name: 'Salma Idrissi',
    phone: freshPhone(),
    city: 'Casablanca',
    address: '12, rue des Lilas',
  })
  await confirmButton(page).click()
  await placedDialog(page).getByRole('button', { name: 'Voir le récapitulatif' }).click()
  const { panel } = await receiptOf(page)
  const link = panel.getByText(/\/suivi\//)
  await expect(link).toBeHidden()
  await panel.getByRole('button', { name: 'Copier le lien de suivi' }).click()
  await expect(link).toBeVisible()
  expect(await page.evaluate(() => String(getSelection()))).toMatch(/\/suivi\/\d+-/)
})

test('the order stays on the page while the shop does not answer', async ({ page, shop, complaints }) => {
  complaints.allow(answered(503))
  await holdLongTimers(page)
  const { tracking } = await shop.placeOrder()
  await page.goto(tracking)
  await page.route('**/*.data*', (route) => route.fulfill({ status: 503, body: '' }))
  const asked = page.waitForResponse(/\.data/)
  await letPass(page, 60)
  await asked
  await page.waitForLoadState('networkidle')
  await expect(currentStep(page)).toContainText('Reçue')
})

test('a parcel that the courier holds promises no day', async ({ page, shop }) => {
  const { OrderID, tracking } = await shop.placeOrder({ city: 'Casablanca' })
  await move(shop, String(OrderID), 'en transit')
  await page.goto(tracking)
  const last = page.getByRole('region', { name: 'Avancement' }).getByRole('listitem').last()
  await expect(last).toContainText('prévue')
  await shop.db.execute(sql`update parcels set state = 'no_answer' where order_id = ${OrderID}`)
  await page.reload()
  await expect(last).toHaveText('Livrée')
  await expect(page.getByText(/prévue/)).toHaveCount(0)
})

test('the cash to prepare is drawn, with the change that the courier gives back', async ({ page, shop }) => {
  const { id } = await shop.addProduct({ price: 283.1 })
  const { tracking } = await shop.placeOrder({ productId: id })
  await page.goto(tracking)
  await expect(figure(page, /^À payer à la livraison/)).toHaveText(`318,10${NB}DH`)
  const words = `Par exemple 1 billet de 200${NB}DH, 1 billet de 100${NB}DH, 1 billet de 20${NB}DH.`
  await expect(page.getByText(words)).toBeAttached()
  await expect(page.getByText(`Le livreur rend 1,90${NB}DH sur 320.`)).toBeVisible()
  const drawn = page.locator('[data-value]:visible')
  await expect(drawn).toHaveText(['200', '100', '20', '1', '½', `20${NB}c`, `20${NB}c`])
})

test('what is still sold is ordered again, and what is gone is said', async ({ page, shop, complaints }) => {
  complaints.allow(answered(404))
  const [cream, gone] = [await shop.addProduct(), await shop.addProduct()]
  const one = await shop.placeOrder({ productId: cream.id, quantity: 2 })
  const other = await shop.placeOrder({ productId: gone.id })
  for (const { OrderID } of [one, other]) await move(shop, String(OrderID), 'annulé')
  await shop.changeProduct(cream.id, sql`user_price = 12345`)
  await shop.changeProduct(gone.id, sql`deleted_at = now()`)

  await page.goto(other.tracking)
  await page.getByRole('button', { name: 'Commander à nouveau' }).click()
  await expect(page.getByText(`${gone.name} n’est plus en vente.`)).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Voir la boutique' })).toBeVisible()

  await page.goto(one.tracking)
  await page.getByRole('button', { name: 'Commander à nouveau' }).click()
  await expect(page).toHaveURL('/checkout')
  await openCart(page)
  await expect(page.getByRole('listitem').filter({ hasText: cream.name })).toContainText(`246,90${NB}DH`)
  expect(JSON.parse((await stored(page)).cart!)).toMatchObject([{ productID: cream.id, quantity: 2 }])

  // The one that is left is in the cart already: there is something to order all the same.
  await shop.changeProduct(cream.id, sql`stock = 1`)
  await page.goto(one.tracking)
  await page.getByRole('button', { name: 'Commander à nouveau' }).click()
  await expect(page.getByRole('link', { name: 'Commander le reste' })).toBeVisible()
})

test('whoever lost the link finds the order by its number and its phone', async ({ page, shop, complaints }) => {
  complaints.allow(answered(404))
  const { OrderID } = await shop.placeOrder({ phone: '0698761234' })
  await page.goto('/contact')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Suivre ma commande' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Suivre ma commande' })).toBeVisible()
  await page.getByLabel('Numéro de commande').fill(`n° ${OrderID}`)
  await page.getByLabel('Téléphone').fill('06 98 76 12 35')
  await page.getByRole('button', { name: 'Voir ma commande' }).click()
  await expect(page.getByRole('alert')).toContainText('Aucune commande ne correspond')
  expect(await overflow(page)).toEqual([])
  await expectNoAxeViolations(page, 'an order that is not found')
  await page.getByLabel('Téléphone').fill('+212 698-761234')
  await page.getByRole('button', { name: 'Voir ma commande' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Commande n°${NB}${OrderID}` })).toBeVisible()
  expect(page.url()).not.toContain('698')
})

test('a link that opens nothing says what to do, and finds the order by its number', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(answered(404))
  const { OrderID } = await shop.placeOrder({ phone: '0698761235' })
  await page.goto(`/suivi/1-${'A'.repeat(22)}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Ce lien ne correspond à aucune commande' })).toBeVisible()
  await expect(page.getByText('Écrivez-nous avec le numéro de votre commande')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Pourquoi ce lien ne s’ouvre pas' })).toContainText(`90${NB}jours`)
  await expectNoAxeViolations(page, 'a link that opens nothing')
  expect(await overflow(page)).toEqual([])
  await page.getByLabel('Numéro de commande').fill(String(OrderID))
  await page.getByLabel('Téléphone').fill('0698761235')
  await page.getByRole('button', { name: 'Voir ma commande' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Commande n°${NB}${OrderID}` })).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the order is followed all the same', async ({ page, shop }) => {
    const { OrderID, tracking } = await shop.placeOrder()
    await page.goto(tracking)
    await expect(page.getByRole('heading', { level: 1, name: `Commande n°${NB}${OrderID}` })).toBeVisible()
    await move(shop, String(OrderID), 'attribué')
    await page.getByRole('link', { name: 'Actualiser' }).click()
    await expect(currentStep(page)).toContainText('Préparée')
  })
})
