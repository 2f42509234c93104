import type { Page } from '@playwright/test'
import { answered, beLoggedInAs, expect, expectNoAxeViolations, test } from './fixtures.ts'
import type { RunningShop } from './running-shop.ts'
import { NB } from './steps.ts'

test.beforeEach(async ({ page, shop }) => {
  await beLoggedInAs(page, shop, 'admin')
})

const paymentOf = (page: Page, id: number) =>
  page.getByRole('combobox', { name: `Paiement de la commande ${id}`, exact: true })
const payments = (page: Page) => page.getByRole('combobox', { name: /^Paiement de la commande/ })

async function delivered(shop: RunningShop): Promise<number> {
  const { OrderID } = await shop.placeOrder()
  const { token } = await shop.session('admin')
  await shop.call('PUT', `/api/admin/orders/${OrderID}/tracking`, { token, body: { CurrentStatus: 'livré' } })
  return OrderID
}

test('a delivered order is paid or not; another one cannot be settled', async ({ page, shop }) => {
  const waiting = (await shop.placeOrder()).OrderID
  const id = await delivered(shop)
  await page.goto(`/payment-admin?search=${waiting}`)
  await expect(page.getByRole('heading', { name: 'Tableau de bord - Paiements' })).toBeVisible()
  await expect(paymentOf(page, waiting)).toBeDisabled()
  await page.goto(`/payment-admin?search=${id}`)
  const select = paymentOf(page, id)
  await expect(select).toHaveValue('')
  await expect(select.getByRole('option')).toHaveText(['Aucun', 'payé', 'No Payé'])
  await select.selectOption('payé')
  await expect(page.getByText(`Paiement de la commande ${id}${NB}: payé`)).toBeVisible()
  const row = page.getByRole('row').filter({ has: select })
  await expect(row.getByRole('time')).toHaveCount(3)
  await select.selectOption('No Payé')
  await expect(page.getByText(`Paiement de la commande ${id}${NB}: No Payé`)).toBeVisible()
  await expect(row.getByRole('time')).toHaveCount(2)
  await page.reload()
  await expect(select).toHaveValue('void')
  await expectNoAxeViolations(page, 'payments, searched')
})

test('payments are filtered; the address holds it; its pages can be walked through', async ({ page }) => {
  await page.goto('/payment-admin')
  await expect(payments(page)).toHaveCount(10)
  await expectNoAxeViolations(page, 'payments')
  const pages = page.getByRole('navigation', { name: 'Pages des paiements' })
  await pages.getByRole('link', { name: 'Suivant' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(pages.getByRole('link', { name: 'Page 2', exact: true })).toHaveAttribute('aria-current', 'page')
  await page.getByLabel('Paiement', { exact: true }).selectOption('À régler')
  await expect(page).toHaveURL('/payment-admin?status=livr%C3%A9&payment=en+attente')
  await expect(payments(page).first()).toBeEnabled()
  for (const select of await payments(page).all()) await expect(select).toHaveValue('')
  await page.getByLabel('Paiement', { exact: true }).selectOption('payé')
  await expect(payments(page).first()).toHaveValue('paid')
  for (const select of await payments(page).all()) await expect(select).toHaveValue('paid')
  await page.reload()
  await expect(page.getByLabel('Paiement', { exact: true })).toHaveValue('payé')
  await page.goto('/payment-admin?search=zzzz')
  await page.getByRole('button', { name: 'Effacer les filtres' }).click()
  await expect(payments(page)).toHaveCount(10)
})

test('money whose gain is being withdrawn cannot be given up: the row goes back and says why', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(answered(409))
  const { rows } = await shop.db.execute<{ id: number; withdrawal: number }>(
    'select id, withdrawal_id as withdrawal from orders where withdrawal_id is not null order by id desc limit 1',
  )
  const { id, withdrawal } = rows[0]!
  await page.goto(`/payment-admin?search=${id}`)
  const select = paymentOf(page, id)
  const before = await select.inputValue()
  await select.selectOption('No Payé')
  await expect(page.getByRole('alert')).toContainText(`Le paiement de la commande ${id} n’a pas été changé`)
  await expect(page.getByRole('alert')).toContainText(`retrait n° ${withdrawal}`)
  await expect(select).toHaveValue(before)
  await expectNoAxeViolations(page, 'payments, refused')
})

test('the list as it is filtered is saved as a table', async ({ page }) => {
  await page.goto('/payment-admin?payment=pay%C3%A9')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exporter (CSV)' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('paiements.csv')
})
