import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import {
  answered,
  beLoggedInAs,
  expect,
  expectNoAxeViolations,
  logIn,
  OFFLINE,
  storeSession,
  test,
} from '../fixtures.ts'
import { freshPhone, PEOPLE, type RunningShop, type Session } from '../running-shop.ts'
import { confirmButton, endSessionAt, fillRecipient, logInBeside, loseAnswer, putInCart, stored } from '../steps.ts'

test.use({ ownShop: true })

const PASSWORD = 'la mer en novembre'

const freshEmail = (): string => `e2e-${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}@mail.example`

const person = () => ({
  name: 'Ilham Essaidi',
  email: freshEmail(),
  phone: freshPhone(),
  address: '6, rue des Orangers, Kénitra',
})

async function fillSignup(page: Page, { name, email, phone, address }: ReturnType<typeof person>) {
  await page.getByLabel('Nom complet').fill(name)
  await page.getByLabel('Adresse e-mail').fill(email)
  await page.getByLabel('Téléphone').fill(phone)
  await page.getByLabel('Adresse', { exact: true }).fill(address)
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirmer le mot de passe', { exact: true }).fill(PASSWORD)
}

const signupButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Créer un compte' })
const loginButton = (page: Page) => page.getByRole('button', { name: 'Se connecter', exact: true })

/** A supplier of this test's own, over the API. */
async function register(shop: RunningShop): Promise<{ email: string; password: string; customId: string; id: number }> {
  const { email, ...rest } = person()
  const body = { ...rest, email, password: PASSWORD, role: 'supplier' }
  const { user } = await shop.call('POST', '/api/register', { body })
  return { email, password: PASSWORD, customId: user.custom_id, id: user.id }
}

const ban = (shop: RunningShop, id: number) =>
  shop.db.execute(sql`update accounts set banned_at = now() where id = ${id}`)

/** On a phone: the offer, its reckoning and the first two fields in the first screen, the way to the gains after the form. */
async function expectOfferAndForm(page: Page): Promise<void> {
  await expect(page.getByText(/^Gagnez de/)).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('slider')).toBeInViewport({ ratio: 1 })
  for (const field of ['Nom complet', 'Téléphone']) await expect(page.getByLabel(field)).toBeInViewport({ ratio: 1 })
  const steps = await page.getByRole('region', { name: 'Comment ça marche' }).boundingBox()
  expect(steps!.y).toBeGreaterThan((await signupButton(page).boundingBox())!.y)
}

test('somebody signs up, logs in with the mailed identifier, changes the profile and comes back', async ({
  page,
  shop,
}) => {
  const who = person()
  await page.goto('/signup')
  await expectOfferAndForm(page)
  await expect(page.getByText(/^Gagnez de \d+ à \d+\sDH par article vendu$/)).toBeVisible()
  const slider = page.getByRole('slider', { name: /^10 commandes par mois × \d+\sDH = \d+\sDH$/ })
  const [orders, gain, sum] = (await slider.getAttribute('aria-valuetext'))!.match(/\d+/g)!.map(Number)
  expect(sum).toBe(orders! * gain!)
  await slider.press('ArrowRight')
  await expect(page.getByRole('slider', { name: new RegExp(`= ${11 * gain!}\\sDH$`) })).toBeVisible()
  // What stands before a password is the name by which a browser keeps it.
  const tokens = (inputs: (HTMLElement | SVGElement)[]) => inputs.map((each) => each.getAttribute('autocomplete'))
  expect(await page.locator('main form').getByRole('textbox').evaluateAll(tokens)).toEqual([
    'name',
    'tel-national',
    'street-address',
    'email',
    'new-password',
    'new-password',
  ])
  await fillSignup(page, who)
  await page.getByLabel('Téléphone').clear()
  await page.getByLabel('Téléphone').pressSequentially(who.phone.replace(/(\d\d)(?=\d)/g, '$1 '))
  await expect(page.getByLabel('Téléphone')).toHaveValue(who.phone)
  await expectNoAxeViolations(page, 'sign-up, filled in')
  await expect(signupButton(page)).toBeDisabled()
  await expect(page.getByText('Acceptez les conditions pour continuer.')).toBeVisible()
  await page.getByRole('checkbox', { name: /conditions d’utilisation/ }).check()
  await expect(page.getByText('Acceptez les conditions pour continuer.')).toBeHidden()
  await signupButton(page).click()
  const welcome = page.getByRole('dialog', { name: 'Inscription réussie!' })
  await expect(welcome).toContainText(
    'Utilisateur créé avec succès. Veuillez vérifier votre email pour obtenir votre identifiant.',
  )
  await expectNoAxeViolations(page, 'sign-up, done')
  await welcome.getByRole('button', { name: "D'accord" }).click()
  await expect(page).toHaveURL('/login')

  const letter = await shop.letterTo(who.email, /^Bienvenue/)
  const identifier = /Identifiant\s:\s(F-\d+)/.exec(letter)?.[1]
  expect(letter).toContain(`${shop.url}/login`)
  expect(letter).not.toContain(PASSWORD)
  await expect(page.getByLabel('Identifiant ou e-mail')).toHaveValue(who.email)
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
  await loginButton(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mon Tableau de Bord' })).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
  await page.getByRole('button', { name: who.name }).click()
  await page.getByRole('button', { name: /déconne/i }).click()
  await expect(page.getByRole('link', { name: 'Connexion' }).first()).toBeVisible()
  await logIn(page, identifier!, PASSWORD)
  await expect(page).toHaveURL('/')
  // The address is ahead of the page, and a menu that opens on the page before closes with it.
  await expect(page.getByRole('heading', { name: 'Nos produits', exact: true })).toBeVisible()

  await page.getByRole('button', { name: who.name }).click()
  await page.getByRole('link', { name: 'Profil', exact: true }).first().click()
  await expect(page.getByText(identifier!)).toBeVisible()
  await expect(page.getByLabel('Nom complet')).toBeDisabled()
  await expect(page.getByLabel('Adresse', { exact: true })).toHaveValue(who.address)
  await expectNoAxeViolations(page, 'profile')
  await page.getByLabel('Adresse', { exact: true }).fill('8, rue des Citronniers, Kénitra')
  await expect(page.getByLabel('Mot de passe actuel')).toHaveCount(0)
  await page.getByLabel(/^RIB/).fill('007780000112000000345678')
  await page.getByRole('button', { name: 'Sauvegarder' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Saisissez votre mot de passe actuel.' })).toBeFocused()
  // Half under the header, the banner's buttons would be too small.
  await page.evaluate(() => scrollTo(0, 0))
  await expectNoAxeViolations(page, 'profile, the password is asked for')
  await page.getByLabel('Mot de passe actuel').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sauvegarder' }).click()
  const done = page.getByRole('dialog', { name: 'Mise à jour réussie' })
  await expect(done).toBeVisible()
  expect(await stored(page)).not.toHaveProperty('authToken')
  expect(await stored(page)).not.toHaveProperty('user')
  await done.getByRole('button', { name: 'Se connecter' }).click()
  await expect(page).toHaveURL(/\/login/)

  await logIn(page, who.email.toUpperCase(), PASSWORD)
  await page.goto('/profile')
  await expect(page.getByLabel('Adresse', { exact: true })).toHaveValue('8, rue des Citronniers, Kénitra')
  await expect(page.getByText(/5678$/).first()).toBeAttached()
  await expect(page.getByText('007780000112000000345678')).toHaveCount(0)
})

test('what is typed in the profile outlives the session', async ({ page, shop, complaints }) => {
  complaints.allow(answered(401))
  const who = await register(shop)
  const enter = (): Promise<Session> =>
    shop.call('POST', '/api/login', { body: { identifier: who.email, password: PASSWORD } })
  const session = await enter()
  await storeSession(page, session)
  await page.goto('/profile')
  const address = page.getByLabel('Adresse', { exact: true })
  await address.fill('8, rue des Citronniers, Kénitra')
  await endSessionAt(page, '**/api/user/update', shop, session.token)
  const save = page.getByRole('button', { name: 'Sauvegarder' })
  await save.click()
  const ended = page.getByRole('dialog', { name: 'Votre session est terminée' })
  await expect(ended).toContainText('Ce que vous avez saisi reste ici.')

  await logInBeside(page, enter)
  await expect(address).toHaveValue('8, rue des Citronniers, Kénitra')
  await save.click()
  await expect(page.getByRole('dialog', { name: 'Mise à jour réussie' })).toBeVisible()
})

test('a person changes its password, and ends its sessions elsewhere', async ({ page, shop, complaints }) => {
  complaints.allow(answered(422))
  const who = await register(shop)
  const enter = (password: string): Promise<Session> =>
    shop.call('POST', '/api/login', { body: { identifier: who.email, password } })
  const { token: first } = await enter(PASSWORD)
  await storeSession(page, await enter(PASSWORD))
  await page.goto('/profile')
  const sessions = page.getByRole('region', { name: 'Mes sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByRole('listitem').first()).toContainText('Cette session')

  await page.getByRole('button', { name: 'Changer mon mot de passe' }).click()
  const dialog = page.getByRole('dialog', { name: 'Changer mon mot de passe' })
  await expect(dialog.getByLabel('Mot de passe actuel')).toBeFocused()
  await dialog.getByLabel('Mot de passe actuel').fill('pas celui-là')
  await dialog.getByLabel('Nouveau mot de passe', { exact: true }).fill('un soleil tout neuf')
  await dialog.getByLabel('Confirmer le nouveau mot de passe').fill('un soleil tout neuf')
  await dialog.getByRole('button', { name: 'Changer', exact: true }).click()
  await expect(dialog.getByLabel('Mot de passe actuel')).toHaveAccessibleDescription(/pas votre mot de passe actuel/)
  await expectNoAxeViolations(page, 'profile, a wrong password')
  await dialog.getByLabel('Mot de passe actuel').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Changer', exact: true }).click()
  await expect(page.getByText('Vos autres sessions sont fermées.')).toBeVisible()
  await expect(sessions).toContainText('Vous n’êtes connecté nulle part ailleurs.')
  await expect(shop.call('GET', '/api/sessions', { token: first })).rejects.toThrow(/401/)

  const { token: second } = await enter('un soleil tout neuf')
  await page.reload()
  await sessions.getByRole('button', { name: 'Fermer les autres' }).click()
  await expect(page.getByText('Les autres sessions sont fermées')).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(shop.call('GET', '/api/sessions', { token: second })).rejects.toThrow(/401/)
})

test('sign-up says what to correct, field by field, and keeps what was typed', async ({ page, complaints }) => {
  complaints.allow(answered(422))
  await page.goto('/signup')
  await fillSignup(page, { ...person(), email: 'sara@demo.example', phone: '06 12 AB' })
  await page.getByLabel('Confirmer le mot de passe', { exact: true }).fill('autre chose')
  await page.getByRole('checkbox', { name: /conditions d’utilisation/ }).check()
  await signupButton(page).click()
  const summary = page.getByRole('alert').filter({ hasText: 'Vérifiez vos informations et réessayez.' })
  await expect(summary).toContainText('Les mots de passe ne correspondent pas')
  await expect(summary).toContainText('Le numéro de téléphone ne doit contenir que des chiffres.')
  await expect(summary).toBeFocused()
  await page.getByLabel('Téléphone').fill('0612345678')
  await page.getByLabel('Mot de passe', { exact: true }).fill('court')
  await page.getByLabel('Confirmer le mot de passe', { exact: true }).fill('court')
  await signupButton(page).click()
  await expect(summary).toContainText('Le mot de passe doit comporter au moins 8 caractères.')
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirmer le mot de passe', { exact: true }).fill(PASSWORD)
  await signupButton(page).click()
  await expect(summary).toContainText('Cet email est utilisé.')
  await expect(page.getByLabel('Nom complet')).toHaveValue('Ilham Essaidi')
})

test('a forgotten password is changed by the mailed link, once, and every session ends', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(answered(401, 422))
  const who = await register(shop)
  const { token } = await shop.call('POST', '/api/login', { body: { identifier: who.customId, password: PASSWORD } })
  await page.goto('/login')
  await page.getByRole('link', { name: 'Mot de passe oublié ?' }).click()
  await page.getByLabel('Adresse e-mail').fill(who.email)
  await page.getByRole('button', { name: 'Envoyer le lien' }).click()
  await expect(page.getByText('Password reset link sent! Check your email.')).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Aide' }).getByRole('link')).toHaveAttribute('href', /wa\.me/)
  await expectNoAxeViolations(page, 'forgotten password, sent')

  const letter = await shop.letterTo(who.email, /nouveau mot de passe/)
  const link = /^http\S+\/reset-password\?\S+$/m.exec(letter)![0]
  await page.goto(link)
  await expect(page).toHaveURL('/reset-password')
  await expect(page.getByText(who.email)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Revenir à la connexion' })).toHaveAttribute('href', '/login')
  // The length is told while somebody types.
  await page.getByLabel('New Password').fill('soleil')
  await expect(page.getByText('Encore 2 caractères')).toBeVisible()
  await page.getByLabel('New Password').fill('un soleil tout neuf')
  await expect(page.getByText('8 caractères au moins')).toBeVisible()
  await page.getByLabel('Confirm Password').fill('un soleil tout neuf')
  await page.getByRole('button', { name: 'Changer le mot de passe' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Se connecter' }).click()
  await expect(page).toHaveURL('/login')

  const answer = await page.request.get(`/api/suppliers/${who.id}`, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status()).toBe(401)
  await page.getByLabel('Identifiant ou e-mail').fill(who.customId)
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
  await loginButton(page).click()
  await expect(page.getByRole('alert')).toHaveText('L identifiant ou le mot de passe est incorrect.')
  await page.getByLabel('Mot de passe', { exact: true }).fill('un soleil tout neuf')
  await loginButton(page).click()
  await expect(page).toHaveURL('/')

  await page.goto(link)
  await page.getByLabel('New Password').fill('encore un autre ciel')
  await page.getByLabel('Confirm Password').fill('encore un autre ciel')
  await page.getByRole('button', { name: 'Changer le mot de passe' }).click()
  await expect(page.getByRole('dialog', { name: 'Erreur!' })).toBeVisible()
  await expectNoAxeViolations(page, 'new password, refused')
})

test('a password can be looked at; without a connection the forms say so and lose nothing; no address is told from another', async ({
  page,
  context,
  complaints,
}) => {
  complaints.allow(OFFLINE)
  await page.goto('/login')
  const password = page.getByLabel('Mot de passe', { exact: true })
  await password.fill(PEOPLE.sara.password)
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Afficher le mot de passe' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Masquer le mot de passe' }).click()
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByLabel('Identifiant ou e-mail').fill('F-1001')
  await password.fill(PASSWORD)
  await context.setOffline(true)
  await loginButton(page).click()
  await expect(page.getByRole('alert')).toHaveText('Impossible de se connecter. Veuillez vérifier votre connexion.')
  await expect(page.getByLabel('Identifiant ou e-mail')).toHaveValue('F-1001')
  await context.setOffline(false)
  await page.goto('/forgot-password')
  await page.getByLabel('Adresse e-mail').fill('sara@demo.example')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Envoyer le lien' }).click()
  await expect(page.getByText('Unable to connect to the server. Please check your connection.')).toBeVisible()
  await expect(page.getByLabel('Adresse e-mail')).toHaveValue('sara@demo.example')
  await context.setOffline(false)
  await page.getByLabel('Adresse e-mail').fill(freshEmail())
  await page.getByRole('button', { name: 'Envoyer le lien' }).click()
  await expect(page.getByText('Password reset link sent! Check your email.')).toBeVisible()
})

test('a banned supplier is told at the log-in, and the browser forgets everything', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(answered(403))
  const who = await register(shop)
  await ban(shop, who.id)
  await putInCart(page, 8)
  await page.goto('/login')
  await page.getByLabel('Identifiant ou e-mail').fill(who.customId)
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
  await loginButton(page).click()
  await expect(page.getByRole('dialog', { name: 'Erreur!' })).toContainText('Votre compte a été supprimé.')
  expect(await stored(page)).toEqual({})
})

test('a supplier who is banned at the checkout is told, orders nothing and is led to sign up', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(answered(403))
  const who = await register(shop)
  const phone = freshPhone()
  await putInCart(page, 8)
  await storeSession(
    page,
    await shop.call('POST', '/api/login', { body: { identifier: who.customId, password: PASSWORD } }),
  )
  await page.goto('/checkout')
  await fillRecipient(page, { name: 'Client', phone, city: 'Safi', address: '1, rue du Port' })
  await ban(shop, who.id)
  await confirmButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Erreur!' })
  await expect(dialog).toContainText('Votre compte a été supprimé.')
  expect(await stored(page)).toEqual({})
  await dialog.getByRole('button', { name: 'Créer un compte' }).click()
  await expect(page).toHaveURL('/signup')
  expect(await shop.ordersOf(phone)).toEqual([])
})

test('a log-out in one tab is one in all', async ({ page, context, shop }) => {
  await beLoggedInAs(page, shop, 'youssef')
  await page.goto('/à-props')
  const other = await context.newPage()
  await other.goto('/contact')
  await expect(other.getByRole('button', { name: PEOPLE.youssef.name })).toBeVisible()
  await page.getByRole('button', { name: PEOPLE.youssef.name }).click()
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
  await expect(other.getByRole('button', { name: PEOPLE.youssef.name })).toBeHidden()
  await expect(other.getByRole('link', { name: /^Panier/ })).toBeVisible()
})

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

test('an admin comes from the log-in page to the back office and to the shop in one document, and logs out', {
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

  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Tableau de bord' })).toBeVisible()
  const { authToken, ...storage } = await stored(page)
  expect(storage).toMatchObject({ isAdmin: '1', role: 'admin' })
  await openAccountMenu(page, PEOPLE.admin.name)
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
  await page.waitForURL('/')
  expect(Object.keys(await stored(page))).toEqual(['browser-key'])
  const answer = await page.request.get('/api/admin/orders', { headers: { authorization: `Bearer ${authToken}` } })
  expect(answer.status()).toBe(401)
})

test.describe('the second factor of an admin', () => {
  test.afterEach(async ({ shop }) => {
    await shop.db.execute(sql`delete from second_factors`)
    await shop.db.execute(sql`delete from settings where name = 'adminSecondFactor'`)
  })

  const codeField = (page: Page) => page.getByLabel('Code de vérification')

  // Not the button that takes it away, whose name ends alike.
  const begin = (page: Page) => page.getByRole('button', { name: 'Activer la double authentification', exact: true })
  const activate = (page: Page) => page.getByRole('button', { name: 'Activer', exact: true })

  /** From the panel's first button to the first code, which is sent. The next code is of the half minute after. */
  async function scan(page: Page, look?: (what: string) => Promise<void>): Promise<() => string> {
    await begin(page).click()
    const password = page.getByLabel('Mot de passe actuel')
    await expect(password).toBeFocused()
    await password.fill(PEOPLE.admin.password)
    await page.getByRole('button', { name: 'Continuer' }).click()
    await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
    await look?.('second factor, to be scanned')
    const secret = Secret.fromBase32((await page.getByRole('main').locator('code').innerText()).replace(/\s/g, ''))
    const timestamp = Date.now()
    const first = page.getByLabel('Code à 6 chiffres')
    await expect(first).toBeFocused()
    await first.fill(TOTP.generate({ secret, timestamp }))
    await activate(page).click()
    return () => TOTP.generate({ secret, timestamp: timestamp + 30_000 })
  }

  /** From the panel's first button to its codes. */
  async function setUp(
    page: Page,
    look?: (what: string) => Promise<void>,
  ): Promise<{ next: () => string; codes: string[] }> {
    const next = await scan(page, look)
    await expect(page.getByRole('heading', { name: 'Vos codes de secours' })).toBeFocused()
    await look?.('recovery codes')
    const codes = await page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: /^\d{4} / })
      .allInnerTexts()
    expect(codes).toHaveLength(10)
    return { next, codes }
  }

  /** In the dialog that the panel opens. */
  async function remove(page: Page, code: string) {
    await page.getByRole('button', { name: 'Désactiver la double authentification' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Mot de passe actuel').fill(PEOPLE.admin.password)
    await dialog.getByLabel('Code de l’application').fill(code)
    await dialog.getByRole('button', { name: 'Désactiver' }).click()
    await expect(begin(page)).toBeVisible()
  }

  async function typePair(page: Page) {
    await page.goto('/login')
    await page.getByLabel('Identifiant ou e-mail').fill(PEOPLE.admin.identifier)
    await page.getByLabel('Mot de passe', { exact: true }).fill(PEOPLE.admin.password)
    await loginButton(page).click()
    await expect(codeField(page)).toBeFocused()
  }

  const leave = (page: Page) => page.evaluate(() => localStorage.clear())

  test('is set up, asked for at log-in, and given away for a recovery code', async ({ page, shop, complaints }) => {
    complaints.allow(answered(401))
    await beLoggedInAs(page, shop, 'admin')
    await page.goto('/mon-compte')
    const { next, codes } = await setUp(page, (what) => expectNoAxeViolations(page, what))
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Télécharger' }).click()
    const text = readFileSync(await (await saved).path(), 'utf8')
    for (const code of codes) expect(text).toContain(code)
    await page.getByRole('button', { name: 'J’ai gardé mes codes' }).click()
    await expect(page.getByText(/Il vous reste 10 codes de secours/)).toBeVisible()
    await leave(page)

    await typePair(page)
    await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code')
    await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric')
    await expectNoAxeViolations(page, 'log-in, second step')
    await codeField(page).fill('00 00')
    await page.keyboard.press('Enter')
    await expect(codeField(page)).toBeFocused()
    await expect(codeField(page)).toHaveAccessibleDescription(/Ce code n’est pas valable/)
    await codeField(page).fill(next())
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/dashbord-admin')
    await leave(page)

    await typePair(page)
    await page.getByRole('button', { name: 'Annuler' }).click()
    await expect(page.getByLabel('Identifiant ou e-mail')).toHaveValue(PEOPLE.admin.identifier)
    await page.getByLabel('Mot de passe', { exact: true }).fill(PEOPLE.admin.password)
    await loginButton(page).click()
    await codeField(page).fill(codes[7]!)
    await page.getByRole('button', { name: 'Valider' }).click()
    await expect(page).toHaveURL('/dashbord-admin')

    await page.goto('/mon-compte')
    await expect(page.getByText(/Il vous reste 9 codes de secours/)).toBeVisible()
    await remove(page, codes[2]!)
  })

  test('says that its codes were not shown where their answer was lost', async ({ page, shop, complaints }) => {
    complaints.allow(OFFLINE)
    complaints.allow(answered(409))
    const loseCodes = () => loseAnswer(page, '**/api/second-factor/confirm')
    const failure = page.getByRole('alert')
    await beLoggedInAs(page, shop, 'admin')
    await page.goto('/mon-compte')
    await expect(begin(page)).toBeVisible()
    await loseCodes()
    await page.route('**/api/second-factor', (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    )
    const next = await scan(page)
    await expect(failure).toContainText('Problème de connexion réseau')
    await page.unroute('**/api/second-factor')
    await activate(page).click()
    await expect(failure).toContainText('Vos codes de secours n’ont pas pu être affichés')
    await expect(failure).toContainText('désactivez la double authentification, puis activez-la de nouveau')
    await expect(page.getByText('Il vous reste')).toHaveCount(0)
    await expect(activate(page)).toHaveCount(0)
    await expectNoAxeViolations(page, 'second factor, codes not shown')
    await remove(page, next())

    await loseCodes()
    const later = await scan(page)
    await expect(failure).toContainText('Vos codes de secours n’ont pas pu être affichés')
    await remove(page, later())
    await setUp(page)
    await page.getByRole('button', { name: 'J’ai gardé mes codes' }).click()
    await expect(page.getByText(/Il vous reste 10 codes de secours/)).toBeVisible()
  })

  test('is what an admin without one is led to where the shop asks it of all', async ({ page, shop, complaints }) => {
    complaints.allow(answered(403))
    const { token } = await shop.session('admin')
    await shop.call('PUT', '/api/admin/settings', { token, body: { adminSecondFactor: 'required' } })
    await logIn(page, PEOPLE.admin.identifier, PEOPLE.admin.password)
    await expect(page.getByRole('heading', { level: 1, name: 'Avant de continuer' })).toBeVisible()
    await expectNoAxeViolations(page, 'second factor, demanded')
    await page.goto('/order-admin?search=7')
    await expect(page.getByRole('heading', { level: 1, name: 'Avant de continuer' })).toBeVisible()
    await setUp(page)
    await page.getByRole('button', { name: 'J’ai gardé mes codes' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Commandes' })).toBeVisible()
    await expect(page).toHaveURL(/search=7/)
    // The counts are read again, too.
    await expect(page.getByRole('button', { name: /^Notifications, / })).toBeVisible()
  })
})
