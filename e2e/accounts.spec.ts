import type { Page } from '@playwright/test'
import { answered, beLoggedInAs, expect, expectNoAxeViolations, goNowhere, logIn, OFFLINE, test } from './fixtures.ts'
import { freshPhone, PEOPLE, type RunningShop } from './running-shop.ts'
import { addFromProductPage, NB, stored } from './steps.ts'

const PASSWORD = 'jardin des oudayas'
const RIB = '011 780 0000123456789012 34'

const freshEmail = (): string => `essai-${crypto.randomUUID()}@exemple.ma`

interface Newcomer {
  email: string
  identifier: string
}

/** A supplier of this test's own, for whom a changed password or address disturbs nobody. */
async function newSupplier(shop: RunningShop): Promise<Newcomer> {
  const email = freshEmail()
  const { user } = await shop.call('POST', '/api/register', {
    body: { name: 'Amal Idrissi', email, phone: freshPhone(), address: '12, rue des Roses, Rabat', password: PASSWORD },
  })
  return { email, identifier: user.custom_id }
}

interface SignUp {
  name: string
  email: string
  phone: string
  address: string
  password: string
  confirmation: string
}

const complete = (): SignUp => ({
  name: 'Amal Idrissi',
  email: freshEmail(),
  phone: freshPhone(),
  address: '12, rue des Roses, Rabat',
  password: PASSWORD,
  confirmation: PASSWORD,
})

async function fillSignUp(page: Page, typed: Partial<SignUp>): Promise<void> {
  const labels = {
    name: 'Nom complet',
    email: 'Adresse e-mail',
    phone: 'Téléphone',
    address: 'Adresse',
    password: 'Mot de passe',
    confirmation: 'Confirmer le mot de passe',
  } as const
  for (const [field, value] of Object.entries(typed))
    await page.getByLabel(labels[field as keyof SignUp], { exact: true }).fill(value)
}

const signUpButton = (page: Page) => page.locator('main').getByRole('button', { name: 'Créer un compte' })
const summary = (page: Page) => page.locator('main').getByRole('alert')

test.describe('signing up', () => {
  test('waits for the terms, says what is missing, and leads by mail to the first log-in', async ({ page, shop }) => {
    const typed = complete()
    await page.goto('/signup')
    await expect(signUpButton(page)).toBeDisabled()
    await expect(page.getByRole('link', { name: /conditions d’utilisation/ }).first()).toHaveAttribute(
      'href',
      '/terms-of-service',
    )
    await page.getByRole('checkbox').check()
    await signUpButton(page).click()
    await expect(summary(page)).toBeFocused()
    await expect(summary(page).getByRole('link')).toHaveCount(6)
    await summary(page).getByRole('link', { name: "L'adresse email est obligatoire." }).click()
    await expect(page.getByLabel('Adresse e-mail')).toBeFocused()

    await fillSignUp(page, { ...typed, phone: '06 12 34', confirmation: 'autre chose' })
    await signUpButton(page).click()
    await expect(summary(page).getByRole('link')).toHaveText([
      'Le numéro de téléphone ne doit contenir que des chiffres.',
      'Les mots de passe ne correspondent pas',
    ])
    await expect(page.getByLabel('Téléphone')).toHaveAccessibleDescription(/ne doit contenir que des chiffres/)

    await fillSignUp(page, { phone: typed.phone, confirmation: PASSWORD })
    const held = Promise.withResolvers<void>()
    await page.route('**/api/register', async (route) => {
      await held.promise
      await route.continue()
    })
    await signUpButton(page).click()
    await expect(page.locator('main').getByRole('button', { name: 'Loading...' })).toBeVisible()
    held.resolve()
    const dialog = page.getByRole('dialog', { name: 'Inscription réussie!' })
    await expect(dialog).toContainText(
      'Utilisateur créé avec succès. Veuillez vérifier votre email pour obtenir votre identifiant.',
    )
    await expectNoAxeViolations(page, 'sign-up, done')
    await dialog.getByRole('button', { name: "D'accord" }).click()
    await expect(page).toHaveURL('/login')

    const letter = await shop.letterTo(typed.email, /Bienvenue/)
    await logIn(page, /F-\d+/.exec(letter)![0], PASSWORD)
    expect(await stored(page)).toMatchObject({ role: 'supplier', isAdmin: '0' })
  })

  test('says in French what the server refuses', { tag: '@once' }, async ({ page, complaints }) => {
    complaints.allow(answered(422))
    await page.goto('/signup')
    await fillSignUp(page, { ...complete(), password: 'azerty123', confirmation: 'azerty123' })
    await page.getByRole('checkbox').check()
    await signUpButton(page).click()
    await expect(summary(page)).toContainText('Vérifiez vos informations et réessayez.')
    await expect(summary(page).getByRole('link')).toHaveText(
      `Ce mot de passe est trop courant${NB}: choisissez-en un autre.`,
    )
    await fillSignUp(page, { email: 'sara@demo.example', password: PASSWORD, confirmation: PASSWORD })
    await signUpButton(page).click()
    await expect(summary(page).getByRole('link')).toHaveText('Cet email est utilisé.')
    await expect(page.getByLabel('Adresse e-mail')).toHaveAccessibleDescription(/Cet email est utilisé\./)
    await expectNoAxeViolations(page, 'sign-up, address taken')
  })

  test('shows a message that it does not know as it is', { tag: '@once' }, async ({ page, complaints }) => {
    complaints.allow(answered(422))
    const errors = { phone: ['The phone has already been taken.'] }
    await page.route('**/api/register', (route) => route.fulfill({ status: 422, json: { message: 'x', errors } }))
    await page.goto('/signup')
    await fillSignUp(page, complete())
    await page.getByRole('checkbox').check()
    await signUpButton(page).click()
    await expect(summary(page).getByRole('link')).toHaveText('The phone has already been taken.')
  })

  test('keeps what was typed when the line is down', { tag: '@once' }, async ({ page, complaints }) => {
    complaints.allow(OFFLINE)
    const typed = complete()
    await page.goto('/signup')
    await fillSignUp(page, typed)
    await page.getByRole('checkbox').check()
    await page.route('**/api/register', (route) => route.abort(), { times: 1 })
    await signUpButton(page).click()
    await expect(summary(page)).toContainText('Vérifiez vos informations et réessayez.')
    await expect(page.getByLabel('Nom complet')).toHaveValue(typed.name)
    await expectNoAxeViolations(page, 'sign-up, no answer')
    await signUpButton(page).click()
    await expect(page.getByRole('dialog', { name: 'Inscription réussie!' })).toBeVisible()
  })

  test('asks about a number that looks foreign, and takes it', { tag: '@once' }, async ({ page }) => {
    await page.goto('/signup')
    await fillSignUp(page, { ...complete(), phone: '33612345678' })
    await expect(page.getByText('Ce numéro est-il exact')).toBeVisible()
    await page.getByRole('checkbox').check()
    await signUpButton(page).click()
    await expect(page.getByRole('dialog', { name: 'Inscription réussie!' })).toBeVisible()
  })
})

test.describe('the profile', () => {
  const save = (page: Page) => page.getByRole('button', { name: 'Sauvegarder' })
  const rib = (page: Page) => page.getByRole('textbox', { name: /RIB/ })

  test('is changed, ends every session, and is as it was left after the next log-in', async ({
    page,
    shop,
    complaints,
  }) => {
    complaints.allow(answered(401))
    const { email, identifier } = await newSupplier(shop)
    await addFromProductPage(page, 8)
    await logIn(page, identifier, PASSWORD)
    await page.goto('/profile')
    await expect(page.getByRole('heading', { level: 1, name: 'Détails du compte' })).toBeVisible()
    await expect(page.getByLabel('Nom complet')).toBeDisabled()
    await expect(page.getByLabel('Nom complet')).toHaveValue('Amal Idrissi')
    await expect(page.getByRole('definition')).toHaveText([identifier, /^AMAL/, 'Bronze'])
    await expectNoAxeViolations(page, 'profile')

    await page.getByLabel('Adresse', { exact: true }).fill('')
    await rib(page).fill('0117')
    await save(page).click()
    await expect(summary(page)).toBeFocused()
    await expect(summary(page).getByRole('link')).toHaveText([
      'Saisissez votre adresse.',
      `Un RIB compte 24 chiffres${NB}: vous en avez saisi 4.`,
    ])
    await expectNoAxeViolations(page, 'profile, refused')

    const { authToken } = await stored(page)
    await page.getByLabel('Adresse', { exact: true }).fill('14, rue des Roses, Salé')
    await rib(page).fill(RIB)
    await save(page).click()
    const dialog = page.getByRole('dialog', { name: 'Mise à jour réussie' })
    await expect(dialog).toContainText('connectez-vous de nouveau')
    expect(Object.keys(await stored(page))).toEqual(['cart'])
    await expectNoAxeViolations(page, 'profile, changed')
    await dialog.getByRole('button', { name: 'Se connecter' }).click()
    await expect(page).toHaveURL('/login')
    const answer = await page.request.get('/api/announcement', { headers: { authorization: `Bearer ${authToken}` } })
    expect(answer.status()).toBe(401)
    await shop.letterTo(email, /profil a été modifié/)

    await logIn(page, email, PASSWORD)
    await page.goto('/profile')
    await expect(page.getByLabel('Adresse', { exact: true })).toHaveValue('14, rue des Roses, Salé')
    await expect(page.getByText('•••• 1234')).toBeVisible()
    await expect(page.locator('main')).not.toContainText('0123456789')
    await expectNoAxeViolations(page, 'profile, with RIB')
    await page.getByLabel('Supprimer le RIB enregistré').check()
    await save(page).click()
    await dialog.getByRole('button', { name: 'Se connecter' }).click()
    await logIn(page, email, PASSWORD)
    await page.goto('/profile')
    await expect(rib(page)).toBeVisible()
    await expect(page.getByText('RIB enregistré')).toHaveCount(0)
  })

  test('of a buyer has no code and no grade', { tag: '@once' }, async ({ page, shop }) => {
    await beLoggedInAs(page, shop, 'karim')
    await page.goto('/profile')
    await expect(page.getByRole('definition')).toHaveText([PEOPLE.karim.identifier])
    await expectNoAxeViolations(page, 'profile of a buyer')
  })

  test('that does not load can be asked for again', { tag: '@once' }, async ({ page, shop, complaints }) => {
    complaints.allow(OFFLINE)
    await beLoggedInAs(page, shop, 'youssef')
    await page.route('**/api/suppliers/*', (route) => route.abort(), { times: 1 })
    await page.goto('/profile')
    await expect(summary(page)).toContainText('Vos informations n’ont pas pu être chargées')
    await expectNoAxeViolations(page, 'profile, not loaded')
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await expect(page.getByLabel('Nom complet')).toHaveValue(PEOPLE.youssef.name)
  })

  test('logging out of it leads home, not to the log-in', { tag: '@once' }, async ({ page, shop }) => {
    await beLoggedInAs(page, shop, 'youssef')
    await page.goto('/profile')
    await expect(page.getByLabel('Nom complet')).toHaveValue(PEOPLE.youssef.name)
    await page.getByRole('button', { name: PEOPLE.youssef.name }).click()
    await page.getByRole('button', { name: 'Se déconnecter' }).click()
    await expect(page).toHaveURL('/')
  })

  test('a flag without anybody logged in is told so, and led to the log-in', { tag: '@once' }, async ({ page }) => {
    await goNowhere(page)
    await page.evaluate(() => localStorage.setItem('isAdmin', '0'))
    await page.goto('/profile')
    await expect(summary(page)).toHaveText('Vous devez être connecté pour accéder à votre profil.')
    await page.waitForURL('/login?retour=%2Fprofile')
  })

  for (const [what, forged] of Object.entries({ token: { authToken: 'forged' }, id: { id: '1' } }))
    test(`a forged ${what} shows nothing of a person`, { tag: '@once' }, async ({ page, shop, complaints }) => {
      complaints.allow(answered(401, 403))
      const seen: string[] = []
      page.on('response', async (response) => {
        if (response.url().includes('/api/')) seen.push(await response.text().catch(() => ''))
      })
      await beLoggedInAs(page, shop, 'youssef')
      await page.evaluate((values) => {
        for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value)
      }, forged)
      await page.goto('/profile')
      await page.waitForURL((url) => url.pathname === '/login')
      await expect(page.getByText('Votre session est terminée')).toBeVisible()
      expect(seen.join('')).not.toMatch(/custom_id|promo_code/)
      expect(await stored(page)).not.toHaveProperty('authToken')
    })
})

test.describe('a forgotten password', () => {
  const ask = (page: Page) => page.getByRole('button', { name: 'Envoyer le lien' })
  const SENT = 'Password reset link sent! Check your email.'

  async function askForLink(page: Page, shop: RunningShop, email: string): Promise<string> {
    await page.goto('/forgot-password')
    await page.getByLabel('Adresse e-mail').fill(email)
    await ask(page).click()
    await expect(page.getByRole('status').filter({ hasText: SENT })).toBeVisible()
    return /\/reset-password\?\S+/.exec(await shop.letterTo(email, /nouveau mot de passe/))![0]
  }

  async function fillPasswords(page: Page, password: string, confirmation = password): Promise<void> {
    await page.getByLabel('New Password').fill(password)
    await page.getByLabel('Confirm Password').fill(confirmation)
    await page.getByRole('button', { name: 'Changer le mot de passe' }).click()
  }

  test('is replaced through the mailed link, which works once', async ({ page, shop, complaints }) => {
    complaints.allow(answered(422))
    const { email, identifier } = await newSupplier(shop)
    const link = await askForLink(page, shop, email)
    await expectNoAxeViolations(page, 'forgotten password, sent')

    const response = await page.goto(link)
    expect(response?.headers()['referrer-policy']).toBe('no-referrer')
    await expect(page.getByText(email)).toBeVisible()
    await expect(page).toHaveURL('/reset-password')
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')

    await fillPasswords(page, 'les roses de mai', 'les roses de juin')
    await expect(page.getByLabel('Confirm Password')).toHaveAccessibleDescription(
      /Les mots de passe ne correspondent pas/,
    )
    await expectNoAxeViolations(page, 'new password, different')
    await fillPasswords(page, 'azerty123')
    const failed = page.getByRole('dialog', { name: 'Erreur!' })
    await expect(failed).toContainText('Ce mot de passe est trop courant')
    await expectNoAxeViolations(page, 'new password, refused')
    await failed.locator('button').last().click()
    await expect(page.getByLabel('New Password')).toBeFocused()
    await fillPasswords(page, 'les roses de mai')
    const done = page.getByRole('dialog').filter({ hasText: 'Votre mot de passe a été réinitialisé.' })
    await expect(done).toBeVisible()
    await expectNoAxeViolations(page, 'new password, done')
    await done.getByRole('button', { name: 'Se connecter' }).click()
    await expect(page).toHaveURL('/login')
    await logIn(page, identifier, 'les roses de mai')

    await page.goto(link)
    await fillPasswords(page, 'les roses de juin')
    await expect(failed).toContainText('Ce lien n’est plus valable')
    await failed.getByRole('link', { name: 'Demander un nouveau lien' }).click()
    await expect(page).toHaveURL('/forgot-password')
  })

  test('ends the sessions that were open, in this browser too', { tag: '@once' }, async ({
    page,
    shop,
    complaints,
  }) => {
    complaints.allow(answered(401))
    const { email, identifier } = await newSupplier(shop)
    const link = await askForLink(page, shop, email)
    await logIn(page, identifier, PASSWORD)
    const { authToken } = await stored(page)
    await page.goto(link)
    await fillPasswords(page, 'les roses de mai')
    await page.getByRole('dialog').getByRole('button', { name: 'Se connecter' }).click()
    await expect(page.getByLabel('Identifiant ou e-mail')).toBeVisible()
    expect(await stored(page)).not.toHaveProperty('authToken')
    const answer = await page.request.get('/api/announcement', { headers: { authorization: `Bearer ${authToken}` } })
    expect(answer.status()).toBe(401)
  })

  test('says the same for an address that nobody has', { tag: '@once' }, async ({ page }) => {
    await page.goto('/forgot-password')
    await page.getByLabel('Adresse e-mail').fill(freshEmail())
    const held = Promise.withResolvers<void>()
    await page.route('**/api/password/email', async (route) => {
      await held.promise
      await route.continue()
    })
    await ask(page).click()
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible()
    held.resolve()
    await expect(page.getByRole('status').filter({ hasText: SENT })).toBeVisible()
  })

  test('says why no link was sent', { tag: '@once' }, async ({ page, complaints }) => {
    complaints.allow(OFFLINE)
    complaints.allow(answered(422, 500))
    await page.goto('/forgot-password')
    await ask(page).click()
    await expect(page.getByLabel('Adresse e-mail')).toHaveAccessibleDescription(/L'adresse email est obligatoire\./)
    await expectNoAxeViolations(page, 'forgotten password, empty')
    await page.getByLabel('Adresse e-mail').fill('a@b..c')
    await ask(page).click()
    await expect(summary(page)).toHaveText('The email field must be a valid email address.')
    await page.getByLabel('Adresse e-mail').fill(freshEmail())
    await page.route('**/api/password/email', (route) => route.abort(), { times: 1 })
    await ask(page).click()
    await expect(summary(page)).toContainText('Unable to connect to the server. Please check your connection.')
    await expectNoAxeViolations(page, 'forgotten password, no answer')
    await page.route('**/api/password/email', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
    await ask(page).click()
    await expect(summary(page)).toContainText('An unknown error occurred.')
  })

  test('a failure without a word of the server’s is still said', { tag: '@once' }, async ({ page, complaints }) => {
    complaints.allow(OFFLINE)
    await page.goto('/reset-password?token=essai&email=essai@exemple.ma')
    await page.route('**/api/password/reset', (route) => route.abort(), { times: 1 })
    await fillPasswords(page, PASSWORD)
    await expect(page.getByRole('dialog')).toContainText('La réinitialisation du mot de passe a échoué.')
  })

  test('a link that lacks its token leads to a new one', { tag: '@once' }, async ({ page }) => {
    await page.goto('/reset-password?email=essai@exemple.ma')
    await expect(page.getByText('Ce lien est incomplet')).toBeVisible()
    await expect(page.getByLabel('New Password')).toHaveCount(0)
    await expectNoAxeViolations(page, 'new password, no link')
    await page.getByRole('link', { name: 'Demander un nouveau lien' }).click()
    await expect(page).toHaveURL('/forgot-password')
  })
})

test('each form says what its answers are for, and where the rights are told', { tag: '@once' }, async ({
  page,
  shop,
}) => {
  const told = page.getByText('Loi 09-08').filter({ hasText: 'Ces informations servent à' })
  await page.goto('/signup')
  await expect(told).toBeVisible()
  await addFromProductPage(page, 8)
  await page.goto('/checkout')
  await expect(told).toBeVisible()
  await beLoggedInAs(page, shop, 'youssef')
  await page.goto('/profile')
  await expect(told.getByRole('link')).toHaveAttribute('href', '/donnees-personnelles')
  await page.goto('/donnees-personnelles')
  await expect(page.locator('main')).toContainText('vous opposer à leur usage')
})
