import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { answered, beLoggedInAs, expect, expectNoAxeViolations, test } from '../fixtures.ts'
import { overflow } from '../steps.ts'

test.beforeEach(async ({ page, shop }) => {
  await beLoggedInAs(page, shop, 'admin')
})

test('who changed what, from which value to which, with its link', async ({ page, shop }) => {
  const { OrderID } = await shop.placeOrder()
  const { token } = await shop.session('admin')
  await shop.call('PUT', `/api/admin/orders/${OrderID}/tracking`, { token, body: { CurrentStatus: 'livré' } })
  await page.goto('/journal')
  await expect(page.getByRole('heading', { level: 1, name: 'Journal' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Recherche' }).fill(String(OrderID))
  await expect(page).toHaveURL(new RegExp(`search=${OrderID}$`))
  const row = page.getByRole('row').filter({ hasText: `Commande ${OrderID}` })
  await expect(row).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d/)
  await expect(row).toContainText('Amina Berrada')
  await expect(row).toContainText(/Statut\s*en attente\s*devient\s*livré/)
  await expectNoAxeViolations(page, 'journal')
  await row.getByRole('link', { name: `Commande ${OrderID}` }).click()
  await expect(page).toHaveURL(`/order-admin/${OrderID}`)
})

test('it is narrowed by subject, days and author, and the address holds it', async ({ page }) => {
  await page.goto('/journal')
  await page.getByLabel('Objet').selectOption('Retrait')
  await expect(page).toHaveURL(/subject=withdrawal/)
  await expect(page.getByRole('row').filter({ hasText: /^.*Commande \d+/ })).toHaveCount(0)
  await page.getByLabel('Date').selectOption('30 jours')
  await page.reload()
  await expect(page.getByLabel('Objet')).toHaveValue('withdrawal')
  await expect(page.getByLabel('Date')).toHaveValue('30')
  for (const label of ['Objet', 'Date']) await page.getByLabel(label).selectOption({ index: 0 })
  await expect(page).toHaveURL('/journal')
  await page
    .getByRole('link', { name: /^ADMIN/ })
    .first()
    .click()
  await expect(page).toHaveURL('/journal?actor=ADMIN')
  await expect(page.getByLabel('Auteur')).toHaveValue('ADMIN')
  await page.getByLabel('Auteur').fill('F-0')
  await expect(page.getByRole('status').filter({ hasText: 'Aucun changement ne correspond' })).toBeAttached()
  await expectNoAxeViolations(page, 'journal, none')
  await page.getByRole('button', { name: 'Effacer les filtres' }).click()
  await expect(page).toHaveURL('/journal')
})

test('a log that cannot be had says so; it is exported as a table for spreadsheets', async ({ page, complaints }) => {
  complaints.allow(answered(500))
  const failed = { status: 500, body: '{"message":"Server Error"}' }
  await page.route('**/api/admin/audit?*', (route) => route.fulfill(failed))
  await page.goto('/journal?subject=order')
  await expect(page.getByRole('alert').filter({ hasText: 'Il y a eu un problème' })).toBeVisible()
  await expectNoAxeViolations(page, 'journal, failed')
  await page.unroute('**/api/admin/audit?*')
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exporter (CSV)' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('journal.csv')
  const lines = readFileSync(await download.path(), 'utf8').split('\r\n')
  expect(lines[0]).toContain('Objet;Action;Champ;Avant;Après')
  expect(lines[1]).toContain(';Commande ')
})

test('a long name stays within the screen, here and wherever it is listed', async ({ page, shop }) => {
  const { id, name } = await shop.addProduct()
  const long = `${name} nourrissante au beurre de karité, à l’huile d’argan et à l’eau de rose`
  await shop.changeProduct(id, sql`name = ${long}`)
  const { OrderID } = await shop.placeOrder({
    productId: id,
    name: 'Abdelmoughit-Benabderrahmane El Idrissi El Bouzidi',
  })
  for (const path of ['/journal?subject=product', `/order-admin?search=${OrderID}`, `/order-admin/${OrderID}`]) {
    await page.goto(path)
    await expect(page.getByText(long).or(page.getByTitle(long)).first()).toBeAttached()
    expect.soft(await overflow(page), path).toEqual([])
  }
  await page.goto(`/produits-admin?search=${encodeURIComponent(name)}`)
  await expect(page.getByText(long).first()).toBeVisible()
  expect.soft(await overflow(page), 'products').toEqual([])
})
