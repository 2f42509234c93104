import { answered, beLoggedInAs, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { freshPhone } from './running-shop.ts'
import { applyCode, cityField, confirmButton, fillRecipient, openNavigation, placedDialog, putInCart } from './steps.ts'

// The public pages as they are opened are looked at in `header.spec.ts`, which opens them all.

test('home on another tab, its menu open', async ({ page }) => {
  await page.goto('/?onglet=packs')
  await openNavigation(page)
  await expectNoAxeViolations(page, 'home, packs, menu open')
})

test('Boutique: filtered, empty', async ({ page }) => {
  await page.goto('/Boutique?categorie=packs&q=pack&tri=nom')
  await expectNoAxeViolations(page, 'Boutique, filtered')
  await page.goto('/Boutique?q=zzzz')
  // A category leaves a search that finds nothing anywhere.
  const categories = page.getByRole('navigation', { name: 'Catégories' })
  await expect(categories.getByRole('link', { name: 'Packs', exact: true })).toHaveAttribute(
    'href',
    '/Boutique?categorie=packs',
  )
  await expect(page.getByText('Aucun produit ne correspond')).toBeVisible()
  await expectNoAxeViolations(page, 'Boutique, empty')
})

test('the checkout: filled, refused, and its dialogs', async ({ page }) => {
  await putInCart(page, 8)
  await page.goto('/checkout')
  await cityField(page).fill('ta')
  await expect(page.getByRole('option', { name: 'Tanger' })).toBeVisible()
  await expectNoAxeViolations(page, 'checkout, cities')
  await cityField(page).fill('')
  await expect(page.getByRole('option').last()).toHaveText(/^autre/)
  await confirmButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Il manque 4 informations' })).toBeFocused()
  await expectNoAxeViolations(page, 'checkout, refused')
  await fillRecipient(page, { name: 'Rim', phone: '12345678', city: 'Tanger', address: '9, rue Haute' })
  await confirmButton(page).click()
  await expect(page.getByRole('dialog', { name: /numéro est-il exact/ })).toBeVisible()
  await expectNoAxeViolations(page, 'checkout, question')
  await page.getByRole('button', { name: 'Corriger le numéro' }).click()
  await page.getByLabel('Téléphone').fill(freshPhone())
  await applyCode(page, 'SARA10')
  await expect(page.getByRole('main').getByText('Code SARA10 appliqué')).toBeVisible()
  await expectNoAxeViolations(page, 'checkout, filled')
  await confirmButton(page).click()
  await expect(placedDialog(page)).toBeVisible()
  await expectNoAxeViolations(page, 'checkout, placed')
})

test('logging in and signing up, with errors', async ({ page, complaints }) => {
  complaints.allow(answered(401))
  await page.goto('/login')
  const send = page.getByRole('button', { name: 'Se connecter', exact: true })
  await send.click()
  await expect(page.getByText('Saisissez votre mot de passe.')).toBeVisible()
  await expectNoAxeViolations(page, 'login, empty')
  await page.getByLabel('Identifiant ou e-mail').fill('F-1001')
  await page.getByLabel('Mot de passe', { exact: true }).fill('pas le bon')
  await send.click()
  await expect(page.getByRole('alert')).toHaveText('L identifiant ou le mot de passe est incorrect.')
  await expectNoAxeViolations(page, 'login, refused')

  await page.goto('/signup')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: /Créer|inscri/i }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectNoAxeViolations(page, 'sign-up, refused')
})

test('the admin’s orders: on their way, there, none', async ({ page, shop }) => {
  await beLoggedInAs(page, shop, 'admin')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/admin/orders?*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/order-admin')
  await expect(page.getByRole('region', { name: 'Liste des commandes' })).toHaveAttribute('aria-busy', 'true')
  await expectNoAxeViolations(page, 'orders, on their way')
  held.resolve()
  await expect(page.getByRole('combobox', { name: /^Statut de la commande/ })).toHaveCount(25)
  await expectNoAxeViolations(page, 'orders')
  await page.unroute('**/api/admin/orders?*')
  await page.goto('/order-admin?search=zzzz')
  await expect(page.getByRole('paragraph').filter({ hasText: 'Aucune commande ne correspond' }).last()).toBeVisible()
  await expectNoAxeViolations(page, 'orders, none')
})
