import type { Page } from '@playwright/test'
import { beLoggedInAs, expect, test } from './fixtures.ts'
import { PEOPLE } from './running-shop.ts'

const MARK = 'markOfTheDocument'

const mark = (page: Page) => page.evaluate((name) => Object.assign(window, { [name]: true }), MARK)
const expectSameDocument = async (page: Page) =>
  expect(await page.evaluate((name) => name in window, MARK), 'the document is the one that was marked').toBe(true)

const openAccountMenu = (page: Page, name: string) => page.getByRole('button', { name }).click()

test('from the shop into a dashboard, back, and out again nothing is loaded anew', async ({ page, shop }) => {
  await beLoggedInAs(page, shop, 'sara')
  await page.goto('/')
  await mark(page)
  await openAccountMenu(page, PEOPLE.sara.name)
  await page.getByRole('link', { name: 'Tableau de bord' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mon Tableau de Bord' })).toBeVisible()
  await expect(page.getByLabel('Statut', { exact: true })).toBeVisible()
  await expect(page.locator('#contenu')).toBeFocused()
  await expectSameDocument(page)

  await page
    .getByRole('banner')
    .getByRole('link', { name: /accueil$/ })
    .click()
  await expect(page).toHaveURL('/')
  await expectSameDocument(page)

  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Mon Tableau de Bord' })).toBeVisible()
  await openAccountMenu(page, PEOPLE.sara.name)
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
  await expect(page).toHaveURL('/')
  await expectSameDocument(page)

  // Nothing of the person is left to come back to.
  await page.goBack()
  await expect(page).toHaveURL(/\/login\?retour=/)
  await expect(page.getByLabel('Statut', { exact: true })).toHaveCount(0)
})

test('an admin comes from the log-in page to the back office and to the shop in one document', {
  tag: '@once',
}, async ({ page }) => {
  await page.goto('/login')
  await mark(page)
  const { identifier, password } = PEOPLE.admin
  await page.getByLabel('Identifiant ou e-mail').fill(identifier)
  await page.getByLabel('Mot de passe', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click()
  await expect(page).toHaveURL('/dashbord-admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Tableau de bord' })).toBeVisible()
  await expectSameDocument(page)
  await page
    .getByRole('banner')
    .getByRole('link', { name: /accueil$/ })
    .click()
  await expect(page).toHaveURL('/')
  await expectSameDocument(page)
})
