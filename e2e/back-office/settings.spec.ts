import type { Page } from '@playwright/test'
import { answered, beLoggedInAs, expect, expectNoAxeViolations, test } from '../fixtures.ts'
import { PEOPLE, type RunningShop } from '../running-shop.ts'
import { addFromProductPage, figure, fillRecipient, NB, wordsOf } from '../steps.ts'

test.use({ ownShop: true })

const change = async (shop: RunningShop, body: object) => {
  const { token } = await shop.session('admin')
  await shop.call('PUT', '/api/admin/settings', { token, body })
}

const agency = (page: Page) => page.getByLabel('Agence web')
const save = (page: Page) => page.getByRole('button', { name: 'Enregistrer' })

test.beforeEach(async ({ page, shop }) => {
  // The demo has all of them.
  await change(shop, { sellerCompany: null, sellerRc: null, sellerIce: null, sellerAddress: null, openingHours: null })
  await beLoggedInAs(page, shop, 'admin')
})

test.afterEach(async ({ shop }) => {
  await change(shop, { agencyName: null, videoUrl: null, cityFees: null, sellerCompany: null, openingHours: null })
})

const home = (page: Page) => wordsOf(page, '/')

test('what is saved is on the shop at once, and can be taken back', async ({ page }) => {
  expect(await home(page)).toContain('Votre agence web')
  await page.goto('/reglages')
  await expect(save(page)).toHaveAttribute('aria-disabled', 'true')
  await agency(page).fill('Atelier Zellige')
  await expect(page.getByText('1 modification non enregistrée')).toBeVisible()
  await save(page).click()
  await expect(page.getByText('Réglages enregistrés')).toBeVisible()
  await expect(page.getByText('Tout est enregistré.')).toBeVisible()
  expect(await home(page)).toContain('Atelier Zellige')
  await page.reload()
  await expect(agency(page)).toHaveValue('Atelier Zellige')
  await page.getByRole('button', { name: `Revenir à la valeur par défaut${NB}: Agence web` }).click()
  await expect(agency(page)).toHaveValue('Votre agence web')
  await expect(agency(page)).toBeFocused()
  await save(page).click()
  await expect(page.getByText('Tout est enregistré.')).toBeVisible()
  expect(await home(page)).toContain('Votre agence web')
})

test('the film of the home page is there once it has an address, and ends with its dialog', async ({ page, shop }) => {
  await page.route('https://video.example/**', (route) => route.fulfill({ contentType: 'text/html', body: 'Film' }))
  expect(await home(page)).not.toContain('Voir la vidéo')
  await change(shop, { videoUrl: 'https://video.example/embed/7' })
  expect(await home(page)).toContain('Voir la vidéo')
  await page.goto('/')
  await page.getByRole('button', { name: 'Voir la vidéo' }).click()
  await expect(page.locator('iframe').contentFrame().getByText('Film')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Fermer' }).click()
  await expect(page.locator('iframe')).toHaveCount(0)
  expect(page.frames().map((frame) => frame.url())).toEqual([page.url()])
})

test('settings that cannot be had say so; what cannot be, what the shop refuses or cannot take is said, and stays typed', async ({
  page,
  complaints,
}) => {
  complaints.allow(answered(422, 500, 503))
  const failed = { status: 500, body: '{"message":"Server Error"}' }
  await page.route('**/api/admin/settings', (route) => route.fulfill(failed))
  await page.goto('/reglages')
  await expect(page.getByRole('alert')).toContainText('Les réglages n’ont pas pu être chargés')
  await expectNoAxeViolations(page, 'settings, failed')
  await page.unroute('**/api/admin/settings')
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(agency(page)).toBeVisible()

  await page.getByLabel('Numéro WhatsApp').fill('06 12 34 56 78')
  await page.getByLabel('Vidéo de l’accueil').fill('http://video.example')
  await agency(page).fill('Studio')
  await save(page).click()
  const summary = page.getByRole('alert').filter({ hasText: 'informations sont à corriger' })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveCount(2)
  await expectNoAxeViolations(page, 'settings, refused')
  await summary.getByRole('link').last().click()
  await expect(page.getByLabel('Vidéo de l’accueil')).toBeFocused()
  await expect(page.getByLabel('Vidéo de l’accueil')).toHaveAccessibleDescription(/commence par https/)
  await expect(agency(page)).toHaveValue('Studio')
  await page.getByRole('button', { name: 'Annuler' }).click()
  await expect(page.getByText('Tout est enregistré.')).toBeVisible()

  await agency(page).fill('Studio')
  let status = 422
  await page.route('**/api/admin/settings', (route) => {
    const errors = { agencyName: ['The agencyName field must not be greater than 5 characters.'] }
    const codes = { agencyName: ['max_length'] }
    return route.fulfill({ status, json: { message: 'x', ...(status === 422 ? { errors, codes } : {}) } })
  })
  await save(page).click()
  await expect(agency(page)).toHaveAccessibleDescription(/Écrivez 5 caractères au plus/)
  status = 503
  await save(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'n’ont pas été enregistrés' })).toBeVisible()
  await expect(agency(page)).toHaveValue('Studio')
  await page.unroute('**/api/admin/settings')

  await page
    .getByRole('navigation', { name: 'Groupes de réglages' })
    .getByRole('link', { name: 'Frais et remise' })
    .click()
  await expect(page.getByRole('heading', { name: 'Frais et remise' })).toBeInViewport()
  await expect(agency(page)).toHaveValue('Studio')
})

test('a fee for Agadir is what a visitor pays there; seller and hours are in the footer', async ({ page, browser }) => {
  await page.goto('/reglages')
  await page.getByLabel('Agadir (DH)').fill('28,5')
  await page.getByLabel('Raison sociale').fill('Rosalia SARL')
  await page.getByRole('checkbox', { name: 'samedi' }).check()
  await expect(page.getByText(`Samedi de 9${NB}h à 18${NB}h.`)).toBeVisible()
  await page.getByLabel('samedi, fermeture').fill('08:00')
  await save(page).click()
  const summary = page.getByRole('alert').filter({ hasText: 'informations sont à corriger' })
  await expect(summary.getByRole('link')).toHaveText(/Le samedi, chaque heure vient après la précédente/)
  await page.getByLabel('samedi, fermeture').fill('13:30')
  await expectNoAxeViolations(page, 'settings, fees and hours')
  await save(page).click()
  await expect(page.getByText('Tout est enregistré.')).toBeVisible()
  await expect(page.getByLabel('Agadir (DH)')).toHaveValue('28,50')

  const context = await browser.newContext()
  const visitor = await context.newPage()
  await addFromProductPage(visitor, 12)
  await expect(visitor.getByText(/28,50\sDH à\sAgadir/).first()).toBeVisible()
  await visitor.goto('/checkout')
  await fillRecipient(visitor, {
    name: 'Salma Idrissi',
    phone: '0612345678',
    city: 'Agadir',
    address: 'Talborjt, rue 4',
  })
  await expect(figure(visitor, /^Livraison \(Agadir\)/)).toHaveText(`28,50${NB}DH`)
  const footer = visitor.getByRole('contentinfo')
  await expect(footer).toContainText('Rosalia SARL')
  await expect(footer).toContainText(`Samedi de 9${NB}h à 13${NB}h${NB}30.`)
  await context.close()
})

test('the bank account that buyers pay to is changed with the password alone', async ({ page, complaints }) => {
  complaints.allow(answered(422))
  await page.goto('/reglages')
  const password = page.getByLabel('Mot de passe actuel')
  await agency(page).fill('Studio')
  await expect(password).toBeHidden()
  await page.getByLabel('Banque').fill('Banque du Souss')
  await expect(password).toHaveAccessibleDescription('Il protège le compte où les acheteurs paient.')
  await save(page).click()
  const summary = page.getByRole('alert').filter({ hasText: 'à corriger' })
  await expect(summary.getByRole('link')).toHaveText('Saisissez votre mot de passe actuel.')
  await expectNoAxeViolations(page, 'settings, bank account')
  await password.fill('pas celui-là')
  await save(page).click()
  await expect(password).toHaveAccessibleDescription(/Ce n’est pas votre mot de passe actuel/)
  await password.fill(PEOPLE.admin.password)
  await save(page).click()
  await expect(page.getByText('Tout est enregistré.')).toBeVisible()
  await expect(password).toBeHidden()
  await page.reload()
  await expect(page.getByLabel('Banque')).toHaveValue('Banque du Souss')

  const held = Promise.withResolvers<void>()
  await page.route('**/api/admin/settings', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByLabel('Banque').fill('Banque du Rif')
  await password.fill(PEOPLE.admin.password)
  await save(page).click()
  await expect(page.getByRole('button', { name: 'Envoi…' })).toBeVisible()
  await page.getByLabel('Banque').fill('Banque du Sud')
  await agency(page).fill('Typé pendant l’envoi')
  await password.fill('un autre')
  held.resolve()
  await expect(page.getByText('Réglages enregistrés')).toBeVisible()
  await expect(page.getByText('2 modifications non enregistrées')).toBeVisible()
  await expect(page.getByLabel('Banque')).toHaveValue('Banque du Sud')
  await expect(agency(page)).toHaveValue('Typé pendant l’envoi')
  await expect(password).toHaveValue('un autre')
})

test('leaving with changes asks first; a question that is asked again while the last one fades keeps its buttons', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/reglages')
  await agency(page).fill('Studio')
  const leave = page.getByRole('link', { name: 'Commandes', exact: true })
  await leave.click()
  const question = page.getByRole('dialog', { name: `Quitter sans enregistrer${NB}?` })
  await expect(question.getByRole('button', { name: 'Rester' })).toBeFocused()
  await expectNoAxeViolations(page, 'settings, leaving')
  await question.getByRole('button', { name: 'Rester' }).click()
  await expect(page).toHaveURL('/reglages')
  await expect(agency(page)).toHaveValue('Studio')
  await leave.click()
  await expect(question.getByRole('button', { name: 'Rester' })).toBeFocused()
  // Drawing the question anew takes until after the last one's fading would have ended.
  await page.evaluate(async () => {
    const named = (selector: string, name: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].find(({ textContent }) => textContent?.startsWith(name))!
    const dialog = document.querySelector('dialog[open]')!
    const append = dialog.appendChild.bind(dialog)
    named('dialog[open] button', 'Rester').click()
    const closed = performance.now()
    dialog.appendChild = (child) => {
      while (performance.now() < closed + 400);
      return append(child)
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
    named('nav a', 'Commandes').click()
  })
  await question.getByRole('button', { name: 'Quitter sans enregistrer' }).click()
  await expect(page).toHaveURL(/\/order-admin/)
})
