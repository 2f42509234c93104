import { beLoggedInAs, expect, expectNoAxeViolations, test } from './fixtures.ts'

test.beforeEach(async ({ page, shop }) => {
  await beLoggedInAs(page, shop, 'admin')
})

test('rates of delivery by city, product and supplier, found from the menu', async ({ page }) => {
  await page.goto('/order-admin')
  await page.getByRole('button', { name: 'Amina Berrada' }).click()
  await page.getByRole('link', { name: 'Taux de livraison' }).click()
  await expect(page).toHaveURL('/statistiques')
  const list = page.getByRole('region', { name: 'Taux de livraison' })
  const rows = list.getByRole('row')
  await expect(rows.filter({ hasText: 'Casablanca' })).toContainText('%')
  await expectNoAxeViolations(page, 'rates by city')
  await page.getByRole('link', { name: 'Par produit' }).click()
  await expect(page).toHaveURL(/by=product/)
  await expect(rows.filter({ hasText: /huile|Pack|Crème|Lait/i }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Par fournisseur' }).click()
  await expect(rows.filter({ hasText: 'F-1001' })).toContainText('%')
  await page.getByLabel('Période', { exact: true }).selectOption('365 jours')
  await expect(page).toHaveURL(/days=365/)
  await expectNoAxeViolations(page, 'rates by supplier')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exporter (CSV)' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('taux-de-livraison.csv')
})
