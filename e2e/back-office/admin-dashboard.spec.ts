import type { Page } from '@playwright/test'
import { answered, beLoggedInAs, expect, expectNoAxeViolations, test } from '../fixtures.ts'
import { expectStill, NB, overflow, watchShifts, withRoom } from '../steps.ts'

const NOTHING = {
  calls: { to_call: 0, none: 0, promised: 0, later: 0, tomorrow: 0, unreachable: 0, wrong_number: 0, confirmed: 0 },
  pendingOrders: 0,
  oldOrders: 0,
  flaggedOrders: 0,
  parcels: { chase: 0, silent: 0 },
  withdrawals: { count: 0, amount: 0 },
  purchases: { count: 0, amount: 0 },
  declaredSales: { count: 0, amount: 0 },
  returns: { count: 0, amount: 0 },
  openStatements: 0,
  lowStock: { count: 0, products: [] },
}
const MUCH = {
  calls: { to_call: 14, none: 8, promised: 3, later: 6, tomorrow: 2, unreachable: 5, wrong_number: 0, confirmed: 0 },
  pendingOrders: 22,
  oldOrders: 3,
  flaggedOrders: 1,
  parcels: { chase: 6, silent: 3 },
  withdrawals: { count: 2, amount: 1234.5 },
  purchases: { count: 1, amount: 5000 },
  declaredSales: { count: 2, amount: 1200.5 },
  returns: { count: 11, amount: 1240 },
  openStatements: 2,
  lowStock: {
    count: 7,
    products: [
      { ProductID: 1, Name: 'Crème mains', StockQuantity: 0 },
      { ProductID: 2, Name: 'Sérum', StockQuantity: 4 },
    ],
  },
}

const figures = (page: Page) => page.getByRole('region', { name: 'Commandes en chiffres' })
const toDo = (page: Page) => page.getByRole('region', { name: 'À traiter' })

test.describe('the admin’s dashboard', () => {
  test.beforeEach(async ({ page, shop }) => {
    await beLoggedInAs(page, shop, 'admin')
  })

  test('draws thirty days, which the keyboard goes through, compares with the days before, and has six figures, each a link to what it counts', async ({
    page,
    shop,
  }) => {
    await shop.placeOrder()
    await page.goto('/dashbord-admin')
    const days = page.getByRole('region', { name: '30 derniers jours' })
    await expect(days.getByRole('img')).toHaveCount(2)
    await expect(days.getByText(/(de plus|de moins|Comme|Rien).*30\sjours d’avant/).first()).toBeVisible()
    await expect(days.getByRole('img').first()).toHaveAccessibleName(/Le meilleur jour/)
    const today = days.getByRole('slider').first()
    await today.focus()
    await page.keyboard.press('ArrowLeft')
    await expect(today).toHaveAttribute('aria-valuetext', new RegExp(`${NB}: [\\d${NB}]+,\\d\\d${NB}DH$`))
    await expect(today).toHaveValue('28')
    const bars = days.getByRole('slider').last()
    await bars.focus()
    await expect(bars.locator('..')).toContainText(/\d+\s(commande|commandes)$/)
    await expectNoAxeViolations(page, 'dashboard, a day chosen')
    const products = page.getByRole('region', { name: 'Meilleurs produits, 30 jours' })
    await expect(products.getByRole('listitem').first()).toContainText(/\d\spièces?$/)
    const cities = page.getByRole('region', { name: 'Livraison par ville, 90 jours' })
    await cities.getByText('Voir les chiffres').click()
    await expect(cities.getByRole('row', { name: /^Rabat/ })).toBeVisible()
    await days.getByText('Voir les chiffres').click()
    await expect(days.getByRole('table').getByRole('row').nth(5)).toBeVisible()
    const expectInOrder = async () => {
      await expectNoAxeViolations(page, 'dashboard, tables of days and cities')
      expect(await overflow(page)).toEqual([])
    }
    await withRoom(page, expectInOrder)
    await expectInOrder()

    const links = figures(page).getByRole('link')
    await expect(links).toHaveCount(6)
    for (const [name, address] of [
      ['Commandes', /\/order-admin$/],
      ['En attente', /\/order-admin\?status=en\+attente$/],
      ['Livrées', /\/order-admin\?status=livr%C3%A9$/],
      ['En attente de paiement', /\/payment-admin\?status=livr%C3%A9&payment=en\+attente$/],
      ['Payées', /\/payment-admin\?payment=pay%C3%A9$/],
      ['Annulées', /\/order-admin\?status=annul%C3%A9$/],
    ] as const)
      await expect(links.filter({ hasText: name }).first()).toHaveAttribute('href', address)
    await expect(links.filter({ hasText: 'Livrées' }).first()).toHaveText(/\d/)
    const delivered = await links.filter({ hasText: 'Livrées' }).first().innerText()
    await links.filter({ hasText: 'Livrées' }).first().click()
    await expect(page.getByText(new RegExp(` sur ${/\d+/.exec(delivered)![0]}$`))).toBeVisible()
    await page.goBack()
    await cities.getByRole('link', { name: /^Rabat/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Tableau de bord - commandes' })).toBeVisible()
    await expect(page).toHaveURL('/order-admin?city=Rabat')
  })

  test('says what waits, each with its link, or that nothing does', async ({ page }) => {
    await page.route('**/api/admin/to-do', (route) => route.fulfill({ json: MUCH }))
    await watchShifts(page)
    await page.goto('/dashbord-admin')
    const tasks = toDo(page).getByRole('link')
    await expect(tasks).toHaveCount(12)
    await expectStill(page)
    await expect(tasks.nth(0)).toContainText('14 commandes à appeler')
    await expect(tasks.nth(0)).toContainText('Rappels promis 3 · Reportées 6, dont 2 demain · Injoignables 5')
    await expect(tasks.nth(0)).toHaveAttribute('href', '/confirmation')
    await expect(tasks.nth(1)).toContainText('22 commandes à confirmer')
    await expect(tasks.nth(2)).toContainText(`3 commandes en attente depuis plus de 48${NB}h`)
    await expect(tasks.nth(3)).toContainText('1 commande à vérifier')
    await expect(tasks.nth(4)).toContainText('6 colis à relancer')
    await expect(tasks.nth(4)).toHaveAttribute('href', '/suivi-colis')
    await expect(tasks.nth(5)).toContainText(`3 colis sans nouvelles depuis 48${NB}h`)
    await expect(tasks.nth(6)).toContainText('11 retours attendus')
    await expect(tasks.nth(6)).toContainText(`1${NB}240,00${NB}DH`)
    await expect(tasks.nth(7)).toContainText('2 relevés de livreur à clore')
    await expect(tasks.nth(7)).toHaveAttribute('href', '/versements')
    await expect(tasks.nth(8)).toContainText(`1${NB}234,50${NB}DH`)
    await expect(tasks.nth(9)).toContainText('1 achat de stock à approuver')
    await expect(tasks.nth(10)).toContainText('2 ventes déclarées à approuver')
    await expect(tasks.nth(10)).toHaveAttribute('href', '/buyerAdmin')
    await expect(tasks.nth(11)).toContainText('Crème mains (épuisé), Sérum (4), et 5 autres')
    await expectNoAxeViolations(page, 'dashboard, much to do')
    await expect(tasks.nth(3)).toHaveAttribute('href', /^\/order-admin\?status=en\+attente&flagged=1/)
    await page.unroute('**/api/admin/to-do')
    await page.route('**/api/admin/to-do', (route) => route.fulfill({ json: NOTHING }))
    await page.goto('/dashbord-admin')
    await expect(toDo(page).getByText('Tout est à jour')).toBeVisible()
    await expectStill(page)
    await expectNoAxeViolations(page, 'dashboard, nothing to do')
  })

  test('says what could not be loaded, and tries again', async ({ page, complaints }) => {
    complaints.allow(answered(500))
    const failed = { status: 500, body: '{"message":"Server Error"}' }
    await page.route(/\/api\/admin\/(to-do|ordersDashbord)/, (route) => route.fulfill(failed))
    await page.goto('/dashbord-admin')
    await expect(page.getByRole('alert')).toHaveCount(2)
    await expectNoAxeViolations(page, 'dashboard, failed')
    await page.unroute(/\/api\/admin\/(to-do|ordersDashbord)/)
    for (let left = 2; left > 0; left--) {
      await page.getByRole('button', { name: 'Réessayer' }).first().click()
      await expect(page.getByRole('alert')).toHaveCount(left - 1)
    }
    await expect(figures(page).getByRole('link')).toHaveCount(6)
  })

  test('rates of delivery by city, product and supplier, found from the menu', async ({ page }) => {
    await page.goto('/mon-compte')
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
})
