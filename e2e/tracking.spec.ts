import type { BrowserContext, Page } from '@playwright/test'
import { answered, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { freshPhone, type RunningShop } from './running-shop.ts'
import { addFromProductPage, confirmButton, fillRecipient, NB, placedDialog, receiptOf } from './steps.ts'

const CREAM = 12

/** Buys through the pages, down to the receipt. Gives the order's number and the link that the receipt shows. */
async function buy(page: Page): Promise<{ orderId: string; link: string }> {
  await addFromProductPage(page, CREAM)
  await page.goto('/checkout')
  const address = '12, rue des Lilas, Maârif'
  await fillRecipient(page, { name: 'Salma Idrissi', phone: freshPhone(), city: 'Casablanca', address })
  await confirmButton(page).click()
  await placedDialog(page).getByRole('button', { name: 'Voir le récapitulatif' }).click()
  const { panel, orderId } = await receiptOf(page)
  const link = await panel.getByText(/\/suivi\//).innerText()
  const { pathname } = new URL(link)
  await expect(panel.getByRole('link', { name: 'Suivre ma commande' })).toHaveAttribute('href', pathname)
  const shared = await panel.getByRole('link', { name: 'Envoyer par WhatsApp' }).getAttribute('href')
  expect(new URL(shared!).searchParams.get('text')).toBe(`Suivi de la commande n° ${orderId}${NB}: ${link}`)
  return { orderId, link: pathname }
}

async function move(shop: RunningShop, orderId: string, CurrentStatus: string): Promise<void> {
  const { token } = await shop.session('admin')
  await shop.call('PUT', `/api/admin/orders/${orderId}/tracking`, { token, body: { CurrentStatus } })
}

const currentStep = (page: Page) => page.getByRole('listitem').and(page.locator('[aria-current=step]'))

test('whoever has the link of a receipt sees the order go its way, on a device that knows nothing', async ({
  page,
  browser,
  shop,
}) => {
  const { orderId, link } = await buy(page)
  await expectNoAxeViolations(page, 'the receipt with its link')
  const elsewhere: BrowserContext = await browser.newContext({ viewport: page.viewportSize() })
  const reader = await elsewhere.newPage()
  await reader.goto(shop.url + link)
  await expect(reader.getByRole('heading', { level: 1, name: `Commande n°${NB}${orderId}` })).toBeVisible()
  await expect(currentStep(reader)).toContainText('en attente')
  await expect(reader.getByText('Salma, Casablanca')).toBeVisible()
  await expect(reader.locator('body')).not.toContainText(/Idrissi|Lilas/)
  await expectNoAxeViolations(reader, 'an order that waits')

  await move(shop, orderId, 'en transit')
  await reader.getByRole('link', { name: 'Actualiser' }).click()
  await expect(currentStep(reader)).toContainText('en transit')
  await expectNoAxeViolations(reader, 'an order on its way')

  await move(shop, orderId, 'annulé')
  await reader.reload()
  await expect(reader.getByText(`Cette commande est annulée${NB}:`)).toBeVisible()
  await expect(reader.getByText('Espèces à préparer')).toHaveCount(0)
  await expectNoAxeViolations(reader, 'a cancelled order')
  await elsewhere.close()
})

test('the link is copied from the receipt', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { link } = await buy(page)
  await page.getByRole('button', { name: 'Copier le lien de suivi' }).click()
  await expect(page.getByRole('button', { name: 'Copié le lien de suivi' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`${link}$`))
})

test('a link that opens nothing says what to do', async ({ page, complaints }) => {
  complaints.allow(answered(404))
  await page.goto(`/suivi/1-${'A'.repeat(22)}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Ce lien ne correspond à aucune commande' })).toBeVisible()
  await expect(page.getByText('Écrivez-nous avec le numéro de votre commande')).toBeVisible()
  await expectNoAxeViolations(page, 'a link that opens nothing')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the order is followed all the same', async ({ page, shop }) => {
    const { OrderID, tracking } = await shop.placeOrder()
    await page.goto(tracking)
    await expect(page.getByRole('heading', { level: 1, name: `Commande n°${NB}${OrderID}` })).toBeVisible()
    await move(shop, String(OrderID), 'attribué')
    await page.getByRole('link', { name: 'Actualiser' }).click()
    await expect(currentStep(page)).toContainText('attribué')
  })
})
