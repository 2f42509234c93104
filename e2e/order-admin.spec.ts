import type { Locator, Page } from '@playwright/test'
import { answered, beLoggedInAs, expect, test } from './fixtures.ts'
import { freshPhone } from './running-shop.ts'
import { NB } from './steps.ts'

const statusOf = (page: Page, orderId: number): Locator =>
  page.getByRole('combobox', { name: `Statut de la commande ${orderId}`, exact: true })
const rows = (page: Page): Locator => page.getByRole('combobox', { name: /^Statut de la commande/ })

const search = async (page: Page, text: string) => {
  await page.getByRole('searchbox', { name: 'Recherche par ID' }).fill(text)
  await expect(page).toHaveURL(new RegExp(`search=${text}`))
}

test.beforeEach(async ({ page, shop }) => {
  await beLoggedInAs(page, shop, 'admin')
})

test('orders are filtered by status, period and ID; the address holds it; one button resets it', {
  tag: '@both',
}, async ({ page }) => {
  await page.goto('/order-admin')
  await expect(rows(page)).toHaveCount(25)
  await page.getByLabel('Statut', { exact: true }).selectOption('livré')
  await expect(page).toHaveURL(/status=livr/)
  await expect(rows(page).first()).toHaveValue('delivered')
  for (const select of await rows(page).all()) {
    await expect(select).toHaveValue('delivered')
    await expect(select).toBeDisabled()
  }
  await page.getByLabel('Date', { exact: true }).selectOption('30 jours')
  await search(page, 'F-1001')
  await expect(page.getByRole('row').filter({ hasText: 'F-1002' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByLabel('Statut', { exact: true })).toHaveValue('livré')
  await expect(page.getByLabel('Date', { exact: true })).toHaveValue('30')
  await expect(page.getByRole('searchbox', { name: 'Recherche par ID' })).toHaveValue('F-1001')
  await page.getByRole('button', { name: 'Réinitialiser les filtres' }).click()
  await expect(page).toHaveURL('/order-admin')
  await expect(page.getByRole('searchbox', { name: 'Recherche par ID' })).toHaveValue('')
  await expect(rows(page)).toHaveCount(25)
})

test('a filter that finds nothing says so, and how to go on', async ({ page }) => {
  await page.goto('/order-admin?search=zzzz')
  await expect(page.getByRole('status').filter({ hasText: 'Aucune commande ne correspond' })).toBeAttached()
  await page.getByRole('button', { name: 'Effacer les filtres' }).click()
  await expect(page).toHaveURL('/order-admin')
  await expect(rows(page)).toHaveCount(25)
})

test('twenty-five orders a page or as many as are asked for, and pages that can be linked', async ({ page }) => {
  await page.goto('/order-admin')
  const pages = page.getByRole('navigation', { name: 'Pages des commandes' })
  const first = await rows(page).first().getAttribute('aria-label')
  await pages.getByRole('link', { name: 'Suivant' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(rows(page).first()).not.toHaveAttribute('aria-label', first!)
  await expect(page.getByText(/26–50 sur \d+/)).toBeVisible()
  await page.goBack()
  await expect(page.getByText(/1–25 sur \d+/)).toBeVisible()
  await expect(page).toHaveURL('/order-admin')
  await page.getByRole('combobox', { name: 'Lignes par page' }).selectOption('50')
  await expect(rows(page)).toHaveCount(50)
  await page.reload()
  await expect(rows(page)).toHaveCount(50)
})

test('each part of the list has a link of its own', { tag: '@both' }, async ({ page }) => {
  await page.goto('/order-admin')
  const parts = page.getByRole('navigation', { name: 'Étapes des commandes' })
  await expect(parts.getByRole('link', { name: 'Toutes' })).toHaveAttribute('aria-current', 'page')
  await parts.getByRole('link', { name: 'À remettre' }).click()
  await expect(page.getByLabel('Statut', { exact: true })).toHaveValue('attribué')
  await expect(parts.getByRole('link', { name: 'À remettre' })).toHaveAttribute('aria-current', 'page')
  await expect(parts.locator('[aria-current]')).toHaveCount(1)
})

test('an order that waits can be deleted, after a question; then it is gone and its stock is back', async ({
  page,
  shop,
}) => {
  const { id: productId } = await shop.addProduct({ stock: 5 })
  const { OrderID } = await shop.placeOrder({ productId, quantity: 2 })
  expect(await shop.stockOf(productId)).toBe(3)
  await page.goto(`/order-admin?search=${OrderID}`)
  const remove = page.getByRole('button', { name: `Supprimer la commande ${OrderID}`, exact: true })
  page.once('dialog', (question) => question.dismiss())
  await remove.click()
  await expect(statusOf(page, OrderID)).toBeVisible()
  page.once('dialog', (question) => question.accept())
  await remove.click()
  await expect(page.getByText('Commande supprimée avec succès.')).toBeVisible()
  await expect(statusOf(page, OrderID)).toHaveCount(0)
  expect(await shop.stockOf(productId)).toBe(5)
})

test('an order is cancelled with a reason, for good', async ({ page, shop }) => {
  const { id: productId } = await shop.addProduct({ stock: 5 })
  const { OrderID } = await shop.placeOrder({ productId })
  await page.goto(`/order-admin?search=${OrderID}`)
  const status = statusOf(page, OrderID)
  await status.selectOption('annulé')
  const question = page.getByRole('dialog', { name: `Annuler la commande ${OrderID}${NB}?` })
  await question.getByRole('radio', { name: 'rupture' }).check()
  await question.getByRole('button', { name: 'Garder la commande' }).click()
  await expect(status).toHaveValue('pending')
  await status.selectOption('annulé')
  await expect(question.getByRole('radio', { name: 'ne pas préciser' })).toBeChecked()
  await question.getByRole('radio', { name: 'injoignable' }).check()
  await question.getByRole('button', { name: 'Annuler la commande' }).click()
  await page.getByRole('button', { name: 'Appliquer maintenant' }).click()
  await expect(page.getByText(`Commande ${OrderID}${NB}: annulé`)).toBeVisible()
  await expect(status).toHaveValue('cancelled')
  await expect(status).toBeDisabled()
  await expect(page.getByRole('button', { name: `Supprimer la commande ${OrderID}`, exact: true })).toBeDisabled()
  expect(await shop.stockOf(productId)).toBe(5)
})

test('a change that the shop refuses is rolled back with its reason', async ({ page, shop, complaints }) => {
  complaints.allow(answered(409))
  const { OrderID } = await shop.placeOrder()
  await page.goto(`/order-admin?search=${OrderID}`)
  await expect(statusOf(page, OrderID)).toHaveValue('pending')
  const { token } = await shop.session('admin')
  await shop.call('PUT', `/api/admin/orders/${OrderID}/tracking`, { token, body: { CurrentStatus: 'livré' } })
  await statusOf(page, OrderID).selectOption('en transit')
  await expect(page.getByRole('alert')).toContainText(`Le statut de la commande ${OrderID} n’a pas été changé`)
  await expect(page.getByRole('alert')).toContainText('La commande est déjà livrée')
  await expect(statusOf(page, OrderID)).toHaveValue('delivered')
})

test('what a visitor wrote into an order is shown as text, whatever it is', async ({ page, shop }) => {
  const phone = freshPhone()
  const name = '<img src=x onerror=alert(1)>"\'</td><script>alert(2)</script>'
  const { OrderID } = await shop.placeOrder({ phone, name })
  await page.goto(`/order-admin?search=${OrderID}`)
  await expect(page.getByText(name)).toBeVisible()
})

test('times are Casablanca’s, wherever the admin sits', async ({ page, shop }) => {
  const { OrderID } = await shop.placeOrder()
  const day = new Intl.DateTimeFormat('fr-FR', { timeZone: 'Africa/Casablanca', dateStyle: 'short' }).format(new Date())
  const hour = new Intl.DateTimeFormat('fr-FR', { timeZone: 'Africa/Casablanca', hour: '2-digit' }).format(new Date())
  await page.goto(`/order-admin?search=${OrderID}`)
  const row = page.getByRole('row').filter({ has: statusOf(page, OrderID) })
  await expect(row.getByRole('time')).toHaveText(new RegExp(`^${day} ${hour.slice(0, 2)}:\\d\\d$`))
})

test('the list stays where it is when its rows arrive', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/api/admin/orders?*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/order-admin')
  const list = page.getByRole('region', { name: 'Liste des commandes' })
  const before = (await list.boundingBox())!.y
  held.resolve()
  await expect(page.getByRole('checkbox', { name: /^Sélectionner les/ })).toBeVisible()
  expect((await list.boundingBox())!.y).toBe(before)
})
