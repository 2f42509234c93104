import { answered, beLoggedInAs, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { freshPhone } from './running-shop.ts'
import {
  addFromProductPage,
  applyCode,
  cityField,
  confirmButton,
  fillRecipient,
  openNavigation,
  placedDialog,
} from './steps.ts'

test('home, each of its tabs, and its open menu', async ({ page }) => {
  for (const tab of ['alimentaire', 'cosmetique', 'packs']) {
    await page.goto(`/?onglet=${tab}`)
    await expectNoAxeViolations(page, `home, ${tab}`)
  }
  await openNavigation(page)
  await expectNoAxeViolations(page, 'home, menu open')
})

test('Boutique: full, filtered, empty, with something just added', async ({ page }) => {
  await page.goto('/Boutique')
  await expectNoAxeViolations(page, 'Boutique')
  await page.getByRole('button', { name: /^Ajouter au panier, Lait hydratant/ }).click()
  await expect(page.getByText('Produit ajouté au panier !')).toBeVisible()
  await expectNoAxeViolations(page, 'Boutique, added')
  await page.goto('/Boutique?categorie=packs&q=pack&tri=nom')
  await expectNoAxeViolations(page, 'Boutique, filtered')
  await page.goto('/Boutique?q=zzzz')
  await expect(page.getByText('Aucun produit ne correspond')).toBeVisible()
  await expectNoAxeViolations(page, 'Boutique, empty')
})

test('a product, a refused quantity, a sold-out one, and one seen by a supplier and a buyer', async ({
  page,
  shop,
}) => {
  await page.goto('/product-details/6')
  await expectNoAxeViolations(page, 'product')
  await page.getByRole('spinbutton', { name: 'Quantité' }).fill('99')
  await page.getByRole('button', { name: 'Ajouter au panier', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Quantité insuffisante!' })).toBeVisible()
  await expectNoAxeViolations(page, 'product, refusal')
  await page.goto('/product-details/10')
  await expectNoAxeViolations(page, 'sold-out product')
  await beLoggedInAs(page, shop, 'youssef')
  await page.goto('/product-details/1')
  await expect(page.getByText(/^Votre gain/).first()).toBeVisible()
  await expectNoAxeViolations(page, 'product, supplier')
  await beLoggedInAs(page, shop, 'karim')
  await page.goto('/product-details/1')
  await expect(page.getByText('en tant que acheteur')).toBeVisible()
  await expectNoAxeViolations(page, 'product, buyer')
})

test('the checkout: empty, filled, refused, its dialogs, and the receipt', async ({ page }) => {
  await page.goto('/checkout')
  await expect(page.getByText('Votre panier est vide.')).toBeVisible()
  await expectNoAxeViolations(page, 'checkout, empty')
  await addFromProductPage(page, 8)
  await page.goto('/checkout')
  await cityField(page).fill('ta')
  await expect(page.getByRole('option', { name: 'Tanger' })).toBeVisible()
  await expectNoAxeViolations(page, 'checkout, cities')
  await cityField(page).fill('')
  await expect(page.getByRole('option').last()).toHaveText(/^autre/)
  await confirmButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'informations sont à corriger' })).toBeFocused()
  await expectNoAxeViolations(page, 'checkout, refused')
  await fillRecipient(page, { name: 'Rim', phone: '12345678', city: 'Tanger', address: '9, rue Haute' })
  await confirmButton(page).click()
  await expect(page.getByRole('dialog', { name: /numéro est-il exact/ })).toBeVisible()
  await expectNoAxeViolations(page, 'checkout, question')
  await page.getByRole('button', { name: 'Corriger le numéro' }).click()
  await page.getByLabel('Téléphone').fill(freshPhone())
  await applyCode(page, 'SARA10')
  await expect(page.getByText(/^Code SARA10.:/)).toBeVisible()
  await expectNoAxeViolations(page, 'checkout, filled')
  await confirmButton(page).click()
  await expect(placedDialog(page)).toBeVisible()
  await expectNoAxeViolations(page, 'checkout, placed')
  await placedDialog(page).getByRole('button', { name: 'Voir le récapitulatif' }).click()
  await expect(page.getByRole('region', { name: /^Commande n°/ })).toBeVisible()
  await expectNoAxeViolations(page, 'Boutique, receipt')
})

test('logging in and signing up, with and without errors; a page that is not there', async ({ page, complaints }) => {
  complaints.allow(answered(401, 404))
  await page.goto('/login')
  await expectNoAxeViolations(page, 'login')
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
  await expectNoAxeViolations(page, 'sign-up')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: /Créer|inscri/i }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectNoAxeViolations(page, 'sign-up, refused')

  await page.goto('/nulle-part')
  await expectNoAxeViolations(page, '404')
})

test('the pages that are read, and those of one field', async ({ page }) => {
  for (const path of [
    '/à-props',
    '/contact',
    '/terms-of-service',
    '/donnees-personnelles',
    '/forgot-password',
    '/reset-password',
    '/suivi',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoAxeViolations(page, path)
  }
})

test('the admin’s orders: on their way, there, none, and the question before a cancellation', async ({
  page,
  shop,
}) => {
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
  const { OrderID } = await shop.placeOrder()
  await page.goto(`/order-admin?search=${OrderID}`)
  await page.getByRole('combobox', { name: `Statut de la commande ${OrderID}` }).selectOption('annulé')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoAxeViolations(page, 'orders, cancelling')
})
