import type { Locator, Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import {
  answered,
  beLoggedInAs,
  expect,
  expectNoAxeViolations,
  logIn,
  OFFLINE,
  openBlankPage,
  storeSession,
  test,
} from '../fixtures.ts'
import { freshPhone, PEOPLE, type RunningShop, type Session } from '../running-shop.ts'
import { escapeFrom, expectStill, loseAnswer, NB, shiftsOf, stored, watchShifts, withRoom } from '../steps.ts'

test.use({ ownShop: true })

interface Buyer extends Session {
  id: number
}

/** A buyer of this test's own, invited by the admin, without a password yet. */
async function invite(shop: RunningShop): Promise<{ id: number; email: string }> {
  const email = `acheteur-${crypto.randomUUID()}@exemple.ma`
  const body = { name: 'Samir Alami', email, phone: freshPhone(), address: '4, rue des Essais, Rabat' }
  const { user } = await asAdmin(shop, 'POST', '/api/admin/buyers', body)
  await shop.db.execute(sql`update accounts set rib = '007780000123456789012345' where id = ${user.id}`)
  return { id: user.id, email }
}

async function session(shop: RunningShop, identifier: string, password: string): Promise<Buyer> {
  const { token, user } = await shop.call('POST', '/api/login', { body: { identifier, password } })
  return { id: user.id, token, user }
}

/** One who chose a password by the mailed link. */
async function buyerByLetter(shop: RunningShop): Promise<Buyer & { email: string; password: string }> {
  const { email } = await invite(shop)
  const password = 'un stock bien rangé'
  const letter = await shop.letterTo(email, /espace acheteur/)
  const link = new URLSearchParams(/reset-password\?(\S+)/.exec(letter)![1])
  const chosen = { password, password_confirmation: password }
  await shop.call('POST', '/api/password/reset', { body: { ...Object.fromEntries(link), ...chosen } })
  return { ...(await session(shop, email, password)), email, password }
}

/** One who has the password of another, so that nobody waits for letters. */
async function newBuyer(shop: RunningShop): Promise<Buyer> {
  const { id, email } = await invite(shop)
  await shop.db.execute(sql`
    update accounts set password_hash = (select password_hash from accounts where custom_id = ${PEOPLE.karim.identifier})
    where id = ${id}`)
  return session(shop, email, PEOPLE.karim.password)
}

const beBuyer = async (page: Page, shop: RunningShop): Promise<Buyer> => {
  const buyer = await newBuyer(shop)
  await storeSession(page, buyer)
  await page.goto('/buyer')
  return buyer
}

const asAdmin = async (shop: RunningShop, method: string, path: string, body: object = {}) =>
  shop.call(method, path, { token: (await shop.session('admin')).token, body })

/** Stock of a buyer that was approved. */
async function bought(shop: RunningShop, { token }: Buyer, amount: number): Promise<void> {
  const { purchase } = await shop.call('POST', '/api/buyer/request-stock', { token, body: { amount } })
  await asAdmin(shop, 'PUT', `/api/approve-request/${purchase.id}`)
}

const sold = (shop: RunningShop, { id }: Buyer, amount: number) =>
  asAdmin(shop, 'PUT', '/api/admin/sell-stock', { buyer_id: id, amount })

const history = async (shop: RunningShop, { token }: Buyer): Promise<{ kind: string; id: number; amount: number }[]> =>
  shop.call('GET', '/api/buyer/history', { token })

const card = (page: Page, name: string): Locator =>
  page
    .locator('dl > div')
    .filter({ has: page.getByRole('term').filter({ hasText: name }) })
    .getByRole('definition')
    .first()
const due = (page: Page): Locator => card(page, 'Disponible pour un retrait')
const rows = (page: Page): Locator => page.getByRole('table').locator('tbody tr')
const buyButton = (page: Page): Locator => page.getByRole('button', { name: 'Acheter un nouveau stock' })
const withdrawButton = (page: Page): Locator => page.getByRole('button', { name: 'Demander un retrait' })
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Ajouter du stock' })
const send = (page: Page): Locator => dialog(page).getByRole('button', { name: 'Demander ce stock' })
const review = (page: Page): Locator => page.getByRole('dialog', { name: 'Demander un retrait' })
const confirmWithdrawal = (page: Page): Locator => review(page).getByRole('button', { name: 'Demander ce retrait' })
const toast = (page: Page, title: string): Locator => page.getByRole('status').filter({ hasText: title })

const dh = (amount: string): string => `${amount.replaceAll(' ', NB)}${NB}DH`

test('stock is bought, sold and withdrawn, and the history tells it', async ({ page, shop }) => {
  const buyer = await buyerByLetter(shop)
  await logIn(page, buyer.email, buyer.password)
  await expect(page).toHaveURL('/buyer')
  await expect(page.getByRole('heading', { level: 1, name: 'Tableau de bord' })).toBeVisible()
  await expect(page.getByText('Aucune opération pour le moment')).toBeVisible()
  for (const name of ['Stock total acheté', 'Montant vendu', 'Montant restant'])
    await expect(card(page, name)).toHaveText(dh('0,00'))
  await expectNoAxeViolations(page, 'buyer, nothing yet')

  await buyButton(page).click()
  await expect(dialog(page).getByLabel('Montant')).toBeFocused()
  expect(await dialog(page).getByRole('option').allTextContents()).toEqual([
    'Choisir un montant',
    ...['5 000,00', '10 000,00', '15 000,00', '20 000,00'].map(dh),
  ])
  await send(page).click()
  await expect(dialog(page).getByLabel('Montant')).toHaveAccessibleDescription(/Choisissez un montant\./)
  await expectNoAxeViolations(page, 'buyer, no amount')
  await dialog(page).getByLabel('Montant').selectOption(dh('10 000,00'))
  await send(page).click()
  await expect(toast(page, 'Stock demandé')).toContainText(dh('10 000,00'))
  await expect(dialog(page)).toBeHidden()
  await expect(buyButton(page)).toBeFocused()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).first()).toContainText('En attente')
  await expect(card(page, 'Stock total acheté')).toHaveText(dh('0,00'))

  const [requested] = await history(shop, buyer)
  expect(requested).toMatchObject({ kind: 'purchase', amount: 10_000 })
  await asAdmin(shop, 'PUT', `/api/approve-request/${requested!.id}`)
  await sold(shop, buyer, 2600.5)
  await page.reload()
  await expect(card(page, 'Stock total acheté')).toHaveText(dh('10 000,00'))
  await expect(card(page, 'Montant vendu')).toHaveText(dh('2 600,50'))
  await expect(card(page, 'Montant restant')).toHaveText(dh('7 399,50'))
  await expect(page.getByText(`Vendu 26${NB}%`)).toBeVisible()
  await expect(page.getByText(`Restant 74${NB}%`)).toBeVisible()
  await expect(due(page)).toHaveText(dh('2 600,50'))

  await withdrawButton(page).click()
  await expect(review(page)).toContainText(dh('2 600,50'))
  await expect(review(page)).toContainText('2345')
  await expectNoAxeViolations(page, 'buyer, withdrawal reviewed')
  await confirmWithdrawal(page).click()
  await expect(toast(page, 'Demande de retrait')).toContainText(dh('2 600,50'))
  await expect(due(page)).toHaveText(dh('0,00'))
  await expect(page.getByText('Tout ce qui a été vendu a déjà été demandé.')).toBeVisible()
  await expect(rows(page)).toHaveCount(3)

  const withdrawal = (await history(shop, buyer)).find(({ kind }) => kind === 'withdrawal')!
  await asAdmin(shop, 'PUT', `/api/admin/buyer/approve-withdrawal/${withdrawal.id}`, { reference: 'VIR-77' })
  await page.reload()
  await expect(rows(page)).toHaveText([
    /Retrait.*2.600,50.*Approuvé.*Référence du virement.: VIR-77/,
    /Vente.*2.600,50.*Enregistrée/,
    /Achat de stock.*10.000,00.*Approuvé/,
  ])
  await expectNoAxeViolations(page, 'buyer, history')
})

test('a sale is declared, again after a lost answer, and counts once the shop approves it', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(OFFLINE)
  const buyer = await newBuyer(shop)
  await bought(shop, buyer, 5000)
  await storeSession(page, buyer)
  await page.goto('/buyer')
  await page.getByRole('button', { name: 'Déclarer une vente' }).click()
  const form = page.getByRole('dialog', { name: 'Déclarer une vente' })
  const amount = form.getByLabel('Montant vendu')
  await amount.fill('5000.01')
  await form.getByRole('button', { name: 'Déclarer' }).click()
  await expect(amount).toHaveAccessibleDescription(/Il ne reste que/)
  await expectNoAxeViolations(page, 'buyer, sale above the stock')
  await amount.fill('1200.5')
  await form.getByLabel('Note').fill('Trois coffrets, marché de Fès')
  await form.getByRole('button', { name: 'Déclarer' }).click()
  await expect(toast(page, 'Vente déclarée')).toContainText(dh('1 200,50'))
  await expect(form).toBeHidden()
  await expect(rows(page).first()).toHaveText(/Vente déclarée.*1.200,50.*En attente.*Trois coffrets/)
  await expect(card(page, 'Montant vendu')).toHaveText(dh('0,00'))

  await loseAnswer(page, '**/api/buyer/declare-sale')
  const declare = async () => {
    await page.getByRole('button', { name: 'Déclarer une vente' }).click()
    await amount.fill('300')
    await form.getByRole('button', { name: 'Déclarer' }).click()
  }
  await declare()
  await expect(form.getByRole('alert')).toContainText('La vente n’a pas été déclarée')
  await expect(rows(page)).toHaveCount(3)
  // The page shows it by now, and yet the second try is of the same sale.
  await form.getByRole('button', { name: 'Déclarer' }).click()
  await expect(form).toBeHidden()
  await expect(rows(page)).toHaveCount(3)
  await loseAnswer(page, '**/api/buyer/declare-sale')
  await declare()
  await expect(form.getByRole('alert')).toContainText('La vente n’a pas été déclarée')
  await expect(rows(page)).toHaveCount(4)
  await escapeFrom(form)
  // A form that was opened beside the first one is about another sale, however equal.
  await declare()
  await expect(form).toBeHidden()
  await expect(rows(page)).toHaveCount(5)
  await loseAnswer(page, '**/api/buyer/declare-sale')
  await declare()
  await expect(rows(page)).toHaveCount(6)
  await escapeFrom(form)
  const { id } = (await history(shop, buyer)).find(({ kind }) => kind === 'declaration')!
  await asAdmin(shop, 'PUT', `/api/admin/sale-declarations/${id}/reject`, { reason: 'Le reçu manque.' })
  await buyButton(page).click()
  await dialog(page).getByLabel('Montant').selectOption(dh('5 000,00'))
  await send(page).click()
  await expect(rows(page)).toHaveCount(7)
  // As much can be declared as before the refused one, and yet this sale is another.
  await declare()
  await expect(form).toBeHidden()
  await expect(rows(page)).toHaveCount(8)

  await beLoggedInAs(page, shop, 'admin')
  await page.goto('/buyerAdmin')
  const declared = page.getByRole('region', { name: 'Ventes déclarées à traiter' }).first()
  await expect(declared).toContainText('Trois coffrets, marché de Fès')
  await expectNoAxeViolations(page, 'buyers, a declared sale')
  const row = declared.getByRole('row').filter({ hasText: dh('1 200,50') })
  await row.getByRole('button', { name: /^Approuver/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approuver' }).click()
  await expect(toast(page, 'Vente enregistrée')).toContainText(dh('1 200,50'))
  await expect(row).toHaveCount(0)

  await storeSession(page, buyer)
  await page.goto('/buyer')
  await expect(card(page, 'Montant vendu')).toHaveText(dh('1 200,50'))
  await expect(due(page)).toHaveText(dh('1 200,50'))
})

test('a purchase that waits says where to pay it and what to write; without a RIB there is a way to add one', async ({
  page,
  shop,
}) => {
  const buyer = await newBuyer(shop)
  await shop.db.execute(sql`update accounts set rib = null where id = ${buyer.id}`)
  await storeSession(page, buyer)
  await page.goto('/buyer')
  await expect(page.getByRole('link', { name: 'Ajouter mon RIB' })).toBeVisible()
  await buyButton(page).click()
  await dialog(page).getByLabel('Montant').selectOption(dh('5 000,00'))
  await send(page).click()
  const toPay = page.getByRole('region', { name: 'Votre achat à payer' })
  await expect(toPay.getByRole('link', { name: 'Contactez la boutique' })).toBeVisible()
  const [purchase] = await history(shop, buyer)
  await expect(toPay).toContainText(`ACHAT n°${NB}${purchase!.id}`)
  await asAdmin(shop, 'PUT', '/api/admin/settings', {
    bankHolder: 'Rosalia SARL',
    bankName: 'Banque du Souss',
    bankRib: '007780000123456789012396',
    current_password: PEOPLE.admin.password,
  })
  await page.reload()
  await expect(toPay).toContainText('007 780 0001234567890123 96')
  await expect(toPay).toContainText('Rosalia SARL')
  await expectNoAxeViolations(page, 'buyer, to pay')

  // What is to be paid comes last, and nothing gives way to it.
  await watchShifts(page)
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/buyer/to-pay', async (route) => {
    await answer.promise
    await route.continue()
  })
  await withRoom(page, async () => {
    // Where the page is left, it opens again.
    await page.evaluate(() => scrollTo(0, 0))
    const others = ['**/api/buyer/history?*', '**/api/get-stock-data'].map((each) => page.waitForResponse(each))
    await page.reload()
    await Promise.all(others)
    await shiftsOf(page)
    answer.resolve()
    await expect(toPay).toBeVisible()
    await expect(rows(page).first()).toBeVisible()
    await expectStill(page)
  })
})

test('while it loads there are skeletons; what fails can be asked for again', async ({ page, shop, complaints }) => {
  complaints.allow(OFFLINE)
  await beLoggedInAs(page, shop, 'karim')
  const held = Promise.withResolvers<void>()
  const calls = /\/api\/(get-stock-data|buyer\/history\?.*)$/
  await page.route(calls, async (route) => {
    await held.promise
    await route.abort()
  })
  await page.goto('/buyer')
  await expect(page.getByRole('region', { name: 'Votre stock' })).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByText('Chargement de l’historique…')).toBeVisible()
  await expectNoAxeViolations(page, 'buyer, on its way')
  held.resolve()
  const failure = page.getByRole('alert')
  await expect(failure).toContainText('Votre tableau de bord n’a pas pu être chargé')
  await expectNoAxeViolations(page, 'buyer, failed')
  await page.unroute(calls)
  await failure.getByRole('button', { name: 'Réessayer' }).click()
  await expect(rows(page).first()).toBeVisible()
  await expect(failure).toBeHidden()

  await page.route('**/api/buyer/history?*', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Votre historique n’a pas pu être chargé')
  await expect(card(page, 'Montant vendu')).toHaveText(/DH$/)
  await expectNoAxeViolations(page, 'buyer, half of it failed')
})

test('with nothing to withdraw, the page says why; a request for stock that got no answer is made once; a log-out leaves nothing', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(answered(422))
  complaints.allow(OFFLINE)
  const buyer = await beBuyer(page, shop)
  await expect(page.getByText('La boutique n’a encore enregistré aucune vente de votre stock.')).toBeVisible()
  await withdrawButton(page).click()
  await confirmWithdrawal(page).click()
  const failure = page.getByRole('alert')
  await expect(failure).toContainText('Erreur')
  await expect(failure).toContainText("Une erreur s'est produite lors de la demande de retrait.")
  await expect(failure).toContainText('Rien à retirer. La boutique n’a encore enregistré aucune vente')
  await expectNoAxeViolations(page, 'buyer, nothing to withdraw')
  expect(await history(shop, buyer)).toEqual([])
  await escapeFrom(review(page))

  const askForStock = async () => {
    await buyButton(page).click()
    await dialog(page).getByLabel('Montant').selectOption(dh('5 000,00'))
    await send(page).click()
  }
  await loseAnswer(page, '**/api/buyer/request-stock')
  await askForStock()
  await expect(dialog(page).getByRole('alert')).toContainText("Une erreur s'est produite lors de la demande de stock.")
  await expectNoAxeViolations(page, 'buyer, stock not asked for')
  await expect(rows(page)).toHaveCount(1)
  // The page shows it by now, and yet the second try is of the same purchase.
  await send(page).click()
  await expect(toast(page, 'Stock demandé')).toContainText(dh('5 000,00'))
  await expect(dialog(page)).toBeHidden()
  expect(await history(shop, buyer)).toHaveLength(1)
  await loseAnswer(page, '**/api/buyer/request-stock')
  await askForStock()
  await expect(dialog(page).getByRole('alert')).toContainText("Une erreur s'est produite lors de la demande de stock.")
  await expect(rows(page)).toHaveCount(2)
  // Until the page has all of its figures anew, the dialog does not close.
  await expect(send(page)).not.toHaveAttribute('aria-busy')
  await dialog(page).getByRole('button', { name: 'Annuler' }).click()
  await expect(dialog(page)).toBeHidden()
  // A form that was opened beside the first one is about another purchase, however equal.
  await askForStock()
  await expect(dialog(page)).toBeHidden()
  await expect(rows(page)).toHaveCount(3)

  await page.getByRole('button', { name: 'Samir Alami' }).click()
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
  await expect(page).toHaveURL('/')
  expect(await stored(page)).not.toHaveProperty('authToken')
})

test('a long history has pages; a withdrawal that got no answer is made once, and again once it was refused', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(OFFLINE)
  const buyer = await newBuyer(shop)
  await bought(shop, buyer, 5000)
  for (let sale = 1; sale <= 24; sale++) await sold(shop, buyer, sale)
  await storeSession(page, buyer)
  await page.goto('/buyer')
  await expect(rows(page)).toHaveCount(20)
  await expect(page.getByText('1–20 sur 25')).toBeVisible()
  await expect(due(page)).toHaveText(dh('300,00'))
  await page.getByRole('navigation', { name: 'Pages de l’historique' }).getByRole('link', { name: 'Suivant' }).click()
  await expect(page).toHaveURL('/buyer?page=2')
  await expect(page.getByText('21–25 sur 25')).toBeVisible()
  await expect(rows(page)).toHaveCount(5)
  await expect(rows(page).last()).toContainText('Achat de stock')
  await expect(page.getByRole('heading', { name: 'Historique' })).toBeFocused()
  await expect(due(page)).toHaveText(dh('300,00'))
  await expectNoAxeViolations(page, 'buyer, second page of the history')
  await page.goto('/buyer?page=9')
  await expect(page).toHaveURL('/buyer?page=2')

  await loseAnswer(page, '**/api/buyer/request-withdrawal')
  await withdrawButton(page).click()
  await confirmWithdrawal(page).click()
  await expect(page.getByRole('alert')).toContainText("Une erreur s'est produite lors de la demande de retrait.")
  await expect(due(page)).toHaveText(dh('0,00'))
  await confirmWithdrawal(page).click()
  await expect(toast(page, 'Demande de retrait')).toContainText(dh('300,00'))
  const withdrawals = async () => (await history(shop, buyer)).filter(({ kind }) => kind === 'withdrawal')
  const [first] = await withdrawals()
  expect(await withdrawals()).toEqual([first])

  const refuse = ({ id }: { id: number }) =>
    asAdmin(shop, 'POST', `/api/admin/withdrawals/${id}/reject`, { reason: 'Le RIB est celui d’une autre banque.' })
  await refuse(first!)
  await page.reload()
  await expect(due(page)).toHaveText(dh('300,00'))
  await loseAnswer(page, '**/api/buyer/request-withdrawal')
  await withdrawButton(page).click()
  await confirmWithdrawal(page).click()
  await expect(due(page)).toHaveText(dh('0,00'))
  await escapeFrom(review(page))
  await refuse((await withdrawals())[0]!)
  await buyButton(page).click()
  await dialog(page).getByLabel('Montant').selectOption(dh('5 000,00'))
  await send(page).click()
  // The sum is the refused one's again, and the request another.
  await expect(due(page)).toHaveText(dh('300,00'))
  await withdrawButton(page).click()
  await confirmWithdrawal(page).click()
  await expect(due(page)).toHaveText(dh('0,00'))
  expect(await withdrawals()).toHaveLength(3)
})

test('the page is the buyers’: a visitor and a supplier are sent to log in', async ({ page, shop }) => {
  await page.goto('/buyer')
  await expect(page).toHaveURL(/^[^?]*\/login\?retour=%2Fbuyer$/)
  await beLoggedInAs(page, shop, 'sara')
  await page.goto('/buyer')
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText('Stock total acheté')).toHaveCount(0)
  // A supplier who logs in from there must not end in a loop of redirects.
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login?retour=%2Fbuyer')
  await page.getByLabel('Identifiant ou e-mail').fill(PEOPLE.sara.identifier)
  await page.getByLabel('Mot de passe', { exact: true }).fill(PEOPLE.sara.password)
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click()
  await expect(page).toHaveURL('/')
})

test('a buyer that is banned while the page is open is told so', async ({ page, shop, complaints }) => {
  complaints.allow(answered(401, 403))
  const buyer = await beBuyer(page, shop)
  await asAdmin(shop, 'DELETE', `/api/admin/user/${buyer.id}`)
  await page.reload()
  const dialog = page.getByRole('dialog', { name: 'Erreur!' })
  await expect(dialog).toContainText('Votre compte a été supprimé.')
  await dialog.getByRole('button', { name: 'Fermer', exact: true }).last().click()
  await expect(page).toHaveURL(/\/login/)
  expect(await stored(page)).toEqual({})
})

test('a buyer is told on product pages that it cannot order, and cannot', async ({ page, shop }) => {
  const token = await beLoggedInAs(page, shop, 'karim')
  await page.goto('/product-details/1')
  await expect(page.getByText('Vous ne pouvez pas passer des commandes en tant que acheteur')).toBeVisible()
  await expect(page.getByText(dh('149,50')).first()).toBeVisible()
  await expectNoAxeViolations(page, 'product, buyer')
  for (const name of ['Ajouter au panier', 'Passer à la caisse'])
    await expect(page.getByRole('button', { name, exact: true }).or(page.getByRole('link', { name }))).toBeHidden()
  await page.goto('/Boutique')
  await expect(page.getByRole('button', { name: /^Ajouter au panier/ })).toHaveCount(0)
  await page.goto('/checkout')
  await expect(page.getByText('Vous ne pouvez pas passer des commandes en tant que acheteur')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirmer la commande' })).toHaveCount(0)
  await openBlankPage(page)
  const order = { product_ids: [1], prices: [149.5], priceGain: [149.5], quantities: [1], customer_id: 1 }
  await expect(shop.call('POST', '/api/orders/create', { token, body: order })).rejects.toThrow(/403/)
})
