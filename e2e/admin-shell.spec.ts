import type { Page } from '@playwright/test'
import { beLoggedInAs, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { NB, openNavigation, overflow } from './steps.ts'

const finder = (page: Page) => page.getByRole('dialog', { name: 'Rechercher partout' })
const field = (page: Page) => finder(page).getByRole('combobox')
const options = (page: Page) => finder(page).getByRole('option')

test.beforeEach(async ({ page, shop }) => {
  await beLoggedInAs(page, shop, 'admin')
})

test('the navigation counts what waits for a person, and follows what is done', { tag: '@both' }, async ({
  page,
  shop,
}) => {
  const { OrderID } = await shop.placeOrder()
  const token = (await shop.session('admin')).token
  const { pendingOrders } = await shop.call('GET', '/api/admin/to-do', { token })
  await page.goto(`/order-admin/${OrderID}`)
  const orders = page.getByRole('navigation').getByRole('link', { name: 'Commandes', exact: true })
  await expect(orders).toHaveAccessibleDescription(`${pendingOrders} à confirmer`)
  await expect(orders).toHaveAttribute('aria-current', 'page')
  // On a desktop the row beside it has the same control.
  await page
    .getByRole('combobox', { name: `Statut de la commande ${OrderID}` })
    .last()
    .selectOption('attribué')
  await expect(orders).toHaveAccessibleDescription(`${pendingOrders - 1} à confirmer`)
  await expectNoAxeViolations(page, 'the back office')
})

test('every page of the back office is a tap or two away', { tag: '@both' }, async ({ page }) => {
  await page.goto('/journal')
  for (const [name, heading] of [
    ['Achats de stock', /Achat/],
    ['Tableau de bord', 'Tableau de bord'],
    ['Réglages', 'Réglages'],
    ['Clients', /Clients/],
  ] as const) {
    await openNavigation(page)
    await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }
  await openNavigation(page)
  await expectNoAxeViolations(page, 'the navigation of the back office')
  expect(await overflow(page)).toEqual([])
})

test('Ctrl K finds an order by its phone in any spelling, and opens it', { tag: '@desktop' }, async ({
  page,
  shop,
}) => {
  const { OrderID } = await shop.placeOrder({ phone: '0698765432', name: 'Hind Ouazzani' })
  await page.goto('/reglages')
  await expect(page.getByRole('button', { name: 'Rechercher partout' })).toContainText('Ctrl')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await expect(options(page).first()).toHaveText('Tableau de bord')
  await field(page).fill('+212 698-76 54')
  const hit = options(page).filter({ hasText: `n°${NB}${OrderID}` })
  await expect(hit).toContainText('Hind Ouazzani')
  await expect(hit).toHaveAttribute('aria-selected', 'true')
  await expectNoAxeViolations(page, 'the search over everything')
  await page.keyboard.press('ArrowDown')
  await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(options(page).nth(1)).toContainText('1 commande')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `Commande n°${NB}${OrderID}` })).toBeVisible()
  await expect(finder(page)).toBeHidden()
})

test('the search goes to pages as well, and Enter waits for the answer that it is meant for', { tag: '@both' }, async ({
  page,
  shop,
}) => {
  const { OrderID } = await shop.placeOrder({ name: 'Ghita Sefrioui' })
  await page.goto('/journal')
  await page.getByRole('button', { name: 'Rechercher partout' }).click()
  await field(page).fill('livraison')
  await expect(options(page).first()).toHaveText('Taux de livraison')
  await field(page).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Taux de livraison' })).toBeVisible()
  await page.getByRole('button', { name: 'Rechercher partout' }).click()
  await field(page).fill('ghita sef')
  await field(page).press('Enter')
  await expect(page.getByRole('heading', { name: `Commande n°${NB}${OrderID}` })).toBeVisible()
  await page.getByRole('button', { name: 'Rechercher partout' }).click()
  await field(page).fill('xyzxyz')
  await expect(finder(page).getByRole('status')).toContainText('Rien ne correspond')
  await field(page).press('Escape')
  await expect(finder(page)).toBeHidden()
})

test('? lists the keys of this page, and none acts while somebody types', { tag: '@desktop' }, async ({ page }) => {
  const help = page.getByRole('dialog', { name: 'Raccourcis clavier' })
  await page.goto('/user-admin')
  const search = page.getByRole('searchbox').first()
  await search.fill('sara?')
  await search.press('?')
  await expect(search).toHaveValue('sara??')
  await expect(help).toBeHidden()
  await search.blur()
  await page.keyboard.press('?')
  await expect(help.getByRole('region', { name: 'Partout' })).toContainText('Chercher, ou aller à une page')
  await expectNoAxeViolations(page, 'the keys')
  await help.getByRole('checkbox', { name: /Touches seules/ }).uncheck()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await expect(help).toBeHidden()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Raccourcis' }).click()
  await help.getByRole('checkbox', { name: /Touches seules/ }).check()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.keyboard.press('?')
  await expect(help).toBeVisible()
})

test('announcements are for suppliers: they take no room of the back office', async ({ page }) => {
  await page.goto('/contact')
  const banner = page.locator('aside[aria-label="Annonces"]')
  await expect(banner).toHaveCount(1)
  await page.goto('/journal')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(banner).toHaveCount(0)
})
