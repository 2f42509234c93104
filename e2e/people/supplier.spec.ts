import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
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
import { applyCode, expectStill, figure, loseAnswer, NB, openCart, putInCart, watchShifts } from '../steps.ts'

test.use({ ownShop: true })

const SUNSCREEN = `Crème solaire invisible SPF${NB}50`
const PASSWORD = 'fournisseur-2026'

interface NewSupplier extends Session {
  email: string
  promoCode: string
}

const RIB = '007780000123456789012345'

/** One whose figures no other test changes. */
async function newSupplier(shop: RunningShop, rib: string | null = RIB): Promise<NewSupplier> {
  const email = `f${crypto.randomUUID()}@exemple.ma`
  await shop.call('POST', '/api/register', {
    body: { name: 'Hind Essai', email, phone: '0612345678', address: 'Agadir', password: PASSWORD },
  })
  const { token, user } = await shop.call('POST', '/api/login', { body: { identifier: email, password: PASSWORD } })
  await shop.db.execute(sql`update accounts set rib = ${rib} where id = ${user.id}`)
  const { promo_code } = await shop.call('GET', `/api/suppliers/${user.id}`, { token })
  return { email, token, user, promoCode: promo_code }
}

/** An order of the supplier's own: two sunscreens to Rabat, which bring it 79 DH. */
async function placeOwnOrder(shop: RunningShop, { token }: NewSupplier): Promise<number> {
  const { customer } = await shop.call('POST', '/api/customers/create', {
    token,
    body: { Name: 'Nadia Essai', Phone: freshPhone(), Address: '3, rue des Essais', City: 'Rabat' },
  })
  const body = {
    product_ids: [1],
    prices: [110],
    priceGain: [149.5],
    quantities: [2],
    customer_id: customer.CustomerID,
  }
  const { order } = await shop.call('POST', '/api/orders/create', { token, body })
  return order.OrderID
}

async function deliver(shop: RunningShop, orderId: number): Promise<void> {
  const { token } = await shop.session('admin')
  await shop.call('PUT', `/api/admin/orders/${orderId}/tracking`, { token, body: { CurrentStatus: 'livré' } })
  await shop.call('PUT', `/api/admin/orders/${orderId}/payment-status`, { token, body: { PaymentStatus: 'payé' } })
}

const balance = (page: Page): Locator => page.getByRole('region', { name: 'Disponible pour un retrait' })
const orders = (page: Page): Locator => page.getByRole('region', { name: 'Liste de vos commandes' })
const rowOf = (page: Page, orderId: number | string): Locator =>
  orders(page)
    .getByRole('row')
    .filter({ has: page.getByText(String(orderId), { exact: true }) })
const withdraw = (page: Page) => page.getByRole('button', { name: 'Demander un retrait' }).click()
/** Looks at the request once more, and sends it. */
async function withdrawAll(page: Page, amount: string): Promise<void> {
  await withdraw(page)
  const review = page.getByRole('dialog', { name: 'Vérifiez votre retrait' })
  await review.getByRole('button', { name: `Demander ${amount}` }).click()
  await expect(review).toBeHidden()
}
const unfold = (page: Page, name: string) => page.locator('summary').filter({ hasText: name }).click()
/** A step of the way from the order to the bank. */
const gainAt = (page: Page, name: string): Locator =>
  page
    .getByRole('region', { name: 'Le parcours de vos gains' })
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) })

test('the code of a shared link brings an order, its delivery a gain, and a withdrawal the money', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(answered(422))
  const supplier = await newSupplier(shop, null)
  await storeSession(page, supplier)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Mon Tableau de Bord' })).toBeVisible()
  await expect(page.getByText(supplier.promoCode, { exact: true })).toBeVisible()
  await unfold(page, 'Lien et QR code')
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await unfold(page, 'Détails')
  await expect(balance(page)).toContainText('vos gains deviennent disponibles après la livraison')
  await expectNoAxeViolations(page, 'dashboard, no order yet')

  // Who follows it and buys is in `supplier-link.spec.ts`.
  await expect(page.getByText(/\?promo=/)).toHaveText(`${shop.url}/?promo=${supplier.promoCode}`)
  const { OrderID: orderId } = await shop.placeOrder({
    productId: 1,
    quantity: 2,
    promoCode: supplier.promoCode,
    name: 'Salma Idrissi',
  })
  await page.reload()
  const row = rowOf(page, orderId)
  await expect(row).toContainText('Salma I.')
  await expect(row).toContainText(`64,05${NB}DH`)
  await expect(row.getByRole('button', { name: /^(Modifier|Supprimer)/ })).toHaveCount(0)
  await expect(row).toContainText('Avec votre code')
  await expect(row.locator('[data-column="actions"]')).toHaveText('')
  await expect(gainAt(page, 'commandé')).toContainText(`64,05${NB}DH`)
  await expect(balance(page)).toContainText(`64,05${NB}DH deviendront disponibles`)
  await row.getByRole('button', { name: /^Pourquoi ce montant/ }).click()
  const why = page.getByRole('dialog', { name: /^Pourquoi ce montant/ })
  await expect(why).toContainText(`2${NB}× ${SUNSCREEN}`)
  await expect(why).toContainText(`Prix client 149,50${NB}DH − votre prix 110,00${NB}DH = 39,50${NB}DH par pièce`)
  await expect(figure(page, /^Marge/)).toHaveText(`79,00${NB}DH`)
  await expect(figure(page, /^Remise/)).toHaveText(`−14,95${NB}DH`)
  await expect(figure(page, /^Votre gain/)).toHaveText(`64,05${NB}DH`)
  await expectNoAxeViolations(page, 'dashboard, why this amount')
  await page.keyboard.press('Escape')
  await expect(why).toBeHidden()

  const setRib = (rib: string | null) =>
    shop.db.execute(sql`update accounts set rib = ${rib} where id = ${supplier.user.id}`)
  await setRib(RIB)
  await page.reload()
  await expect(balance(page)).toContainText(`0,00${NB}DH`)
  await deliver(shop, orderId)
  // The page is older than the delivery: it says so, and shows what is there now.
  await withdraw(page)
  await expect(page.getByRole('alert').filter({ hasText: 'Échec de la demande de retrait.' })).toContainText(
    `64,05${NB}DH`,
  )
  await expect(gainAt(page, 'disponible')).toContainText(`64,05${NB}DH`)
  await withdraw(page)
  const review = page.getByRole('dialog', { name: 'Vérifiez votre retrait' })
  await expect(figure(page, /^Montant/)).toHaveText(`64,05${NB}DH`)
  await expect(figure(page, /^Sur le RIB/)).toContainText('2345')
  await expect(figure(page, /^Prochain jour de virement/)).toContainText('jeudi')
  await expectNoAxeViolations(page, 'dashboard, a withdrawal looked at again')
  // Removed on another device: the server says it, and nothing is requested.
  await setRib(null)
  await review.getByRole('button', { name: `Demander 64,05${NB}DH` }).click()
  const noRib = page.getByRole('alert').filter({ hasText: "Ajoutez d'abord votre RIB dans votre profil." })
  await expect(noRib.getByRole('link', { name: 'Ajouter mon RIB' })).toHaveAttribute('href', '/profile')
  await page.reload()
  await expect(balance(page)).toContainText(`64,05${NB}DH`)
  await expect(balance(page).getByRole('link', { name: 'Ajouter mon RIB' })).toHaveAttribute('href', '/profile')
  await expect(page.getByRole('button', { name: 'Demander un retrait' })).toHaveCount(0)
  // Half under the header, the banner's buttons would be too small.
  await page.evaluate(() => scrollTo(0, 0))
  await expectNoAxeViolations(page, 'dashboard, no RIB')
  await setRib(RIB)
  await page.reload()
  await withdrawAll(page, `64,05${NB}DH`)
  await expect(balance(page).getByRole('status')).toContainText('Votre demande de retrait a été envoyée avec succès.')
  await expect(balance(page)).toContainText(`votre demande de 64,05${NB}DH est en cours de traitement`)
  await expect(gainAt(page, 'demandé')).toContainText(`64,05${NB}DH`)
  await expect(row).toContainText('Dans un retrait')
  await expect(row).toHaveAttribute('data-state', 'withdrawn')
  await expect(row.locator('a, button')).toHaveCount(0)
  await withdraw(page)
  await expect(page.getByRole('alert').filter({ hasText: 'Votre balance est vide.' })).toContainText(
    'Votre solde est à zéro.',
  )
  // Half under the header, the banner's buttons would be too small.
  await page.evaluate(() => scrollTo(0, 0))
  await expectNoAxeViolations(page, 'dashboard, withdrawn')

  const { token } = await shop.session('admin')
  const { data } = await shop.call('GET', `/api/withdrawals?per_page=100`, { token })
  const requested = data.find((each: { amount: number; user: { name: string } }) => each.user.name === 'Hind Essai')
  await shop.call('POST', `/api/admin/withdrawals/${requested.id}/approve`, { token, body: {} })
  await page.reload()
  await expect(gainAt(page, 'versé')).toContainText(`64,05${NB}DH`)
  await expect(gainAt(page, 'demandé')).toContainText(`0,00${NB}DH`)
})

test('a request that got no answer is sent again under the same key, and made once', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(OFFLINE)
  const supplier = await newSupplier(shop)
  await deliver(shop, await placeOwnOrder(shop, supplier))
  await storeSession(page, supplier)
  await page.goto('/dashboard')
  await expect(balance(page)).toContainText(`79,00${NB}DH`)
  const keys: (string | undefined)[] = []
  await page.route('**/api/withdraw', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  // The figures stay as they were, as they do where the line breaks for longer.
  await page.route('**/api/supplier/**', (route) => route.abort())
  await withdrawAll(page, `79,00${NB}DH`)
  await expect(page.getByRole('alert').filter({ hasText: 'Échec de la demande de retrait.' })).toBeVisible()
  await page.unroute('**/api/supplier/**')
  await withdrawAll(page, `79,00${NB}DH`)
  await expect(page.getByText('Votre demande de retrait a été envoyée avec succès.')).toBeVisible()
  expect(keys[1]).toBe(keys[0])
  const { stats } = await shop.call('GET', '/api/supplier/get-ordersAdmin', { token: supplier.token })
  expect(stats).toMatchObject({ withdrawable: 0, withdrawn: 79 })
})

test('a request whose answer was lost and that was refused is made anew for the same sum', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(OFFLINE)
  const supplier = await newSupplier(shop)
  await deliver(shop, await placeOwnOrder(shop, supplier))
  await storeSession(page, supplier)
  await page.goto('/dashboard')
  await expect(balance(page)).toContainText(`79,00${NB}DH`)
  await loseAnswer(page, '**/api/withdraw')
  await withdrawAll(page, `79,00${NB}DH`)
  await expect(page.getByRole('alert').filter({ hasText: 'Échec de la demande de retrait.' })).toBeVisible()
  await expect(balance(page)).toContainText(`votre demande de 79,00${NB}DH est en cours de traitement`)

  const { token } = await shop.session('admin')
  const ofHers = async () => {
    const { rows } = await shop.db.execute<{ id: number }>(
      sql`select id from withdrawals where account_id = ${supplier.user.id}`,
    )
    return rows
  }
  const [lost] = await ofHers()
  await shop.call('POST', `/api/admin/withdrawals/${lost!.id}/reject`, { token, body: { reason: 'Le RIB est faux.' } })
  // The figures come with every list of orders.
  await gainAt(page, 'demandé').getByRole('link').click()
  // The request bore the same amount.
  await expect(balance(page)).not.toContainText('est en cours de traitement')
  await expect(balance(page)).toContainText(`79,00${NB}DH`)
  await withdrawAll(page, `79,00${NB}DH`)
  await expect(page.getByText('Votre demande de retrait a été envoyée avec succès.')).toBeVisible()
  expect(await ofHers()).toHaveLength(2)
})

test('an own order is changed, and deleted after a question', async ({ page, shop, complaints }) => {
  complaints.allow(answered(409))
  const supplier = await newSupplier(shop)
  const orderId = await placeOwnOrder(shop, supplier)
  await storeSession(page, supplier)
  await page.goto('/dashboard')
  const row = rowOf(page, orderId)
  await expect(row).toContainText(`334,00${NB}DH`)
  const dialog = page.getByRole('dialog', { name: 'Modifier Commande' })
  const save = dialog.getByRole('button', { name: 'Enregistrer' })

  await row.getByRole('button', { name: `Modifier la commande ${orderId}` }).click()
  await dialog.getByLabel('Nom complet').fill('Un brouillon')
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  await expect(dialog).toBeHidden()
  await row.getByRole('button', { name: `Modifier la commande ${orderId}` }).click()
  await expect(dialog.getByLabel('Nom complet')).not.toHaveValue('Un brouillon')
  await dialog.getByLabel('Nom complet').fill(' ')
  await save.click()
  await expect(dialog.getByText('Saisissez le nom complet du destinataire.')).toBeVisible()
  await expect(dialog.getByLabel('Nom complet')).toBeFocused()
  await expectNoAxeViolations(page, 'dashboard, a change refused')
  await dialog.getByLabel('Nom complet').fill('Nadia Nouvelle')
  await dialog.getByLabel('Téléphone').fill('+212 6 11 22 33 44')
  await dialog.getByLabel('Ville').selectOption('Casablanca')
  await save.click()
  await expect(page.getByText('Commande mise à jour avec succès!')).toBeVisible()
  await expect(dialog).toBeHidden()
  // Another part of the list is no other page: what was said stays.
  await gainAt(page, 'commandé').getByRole('link').click()
  await expect(page).toHaveURL(/step=/)
  await expect(page.getByText('Commande mise à jour avec succès!')).toBeVisible()
  await page.goBack()
  await expect(row).toContainText('Nadia Nouvelle')
  await expect(row).toContainText('06 11 22 33 44')
  await expect(row).toContainText(`319,00${NB}DH`)

  await row.getByRole('button', { name: `Supprimer la commande ${orderId}` }).click()
  const question = page.getByRole('dialog', { name: 'Êtes-vous sûr?' })
  await expect(question).toContainText('Cette action est irréversible!')
  await expectNoAxeViolations(page, 'dashboard, deleting')
  await question.getByRole('button', { name: 'Annuler' }).click()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: `Supprimer la commande ${orderId}` }).click()
  await question.getByRole('button', { name: 'Oui, supprimer!' }).click()
  await expect(page.getByText('Supprimé!')).toBeVisible()
  await expect(page.getByText('Aucune commande pour le moment').filter({ visible: true }).last()).toBeVisible()

  // Delivered while the page was open: the server refuses both, and then nothing of it can be tapped.
  const late = await placeOwnOrder(shop, supplier)
  await page.reload()
  await rowOf(page, late)
    .getByRole('button', { name: `Modifier la commande ${late}` })
    .click()
  await deliver(shop, late)
  await save.click()
  await expect(dialog.getByRole('alert')).toContainText('Impossible de modifier la commande.')
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  await rowOf(page, late)
    .getByRole('button', { name: `Supprimer la commande ${late}` })
    .click()
  await question.getByRole('button', { name: 'Oui, supprimer!' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Impossible de supprimer la commande.' })).toBeVisible()
  for (const action of ['Modifier', 'Supprimer'])
    await expect(rowOf(page, late).getByRole('button', { name: `${action} la commande ${late}` })).toBeDisabled()

  // Never paid: its gain is lost, not to come.
  const { token } = await shop.session('admin')
  await shop.call('PUT', `/api/admin/orders/${late}/payment-status`, { token, body: { PaymentStatus: 'annulé' } })
  await page.reload()
  await expect(balance(page)).toContainText('vos gains deviennent disponibles après la livraison')
})

test('orders are searched and filtered, and the address holds it', async ({ page, shop }) => {
  await beLoggedInAs(page, shop, 'sara')
  await page.goto('/dashboard')
  await expect(orders(page).getByRole('row')).toHaveCount(11)
  await expectNoAxeViolations(page, 'dashboard, many orders')
  await unfold(page, 'Détails')
  // Half under the header, a step would be too small.
  await page.evaluate(() => scrollTo(0, 0))
  await expectNoAxeViolations(page, 'dashboard, details')
  await page.getByRole('link', { name: /^Commandes livrées/ }).click()
  await expect(page).toHaveURL(/status=livr/)
  await expect(page.getByLabel('Statut', { exact: true })).toHaveValue('livré')
  await expect(orders(page).getByText('annulé', { exact: true })).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Recherche' }).fill('zzzz')
  await expect(page).toHaveURL(/search=zzzz/)
  await expect(page.getByText('Aucune commande ne correspond').filter({ visible: true }).last()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('searchbox', { name: 'Recherche' })).toHaveValue('zzzz')
  await page.getByRole('button', { name: 'Effacer les filtres' }).click()
  await expect(orders(page).getByRole('row')).toHaveCount(11)
  await page.getByRole('navigation', { name: 'Pages de vos commandes' }).getByRole('link', { name: 'Suivant' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByText(/11–20 sur \d+/)).toBeVisible()

  await gainAt(page, 'en route').getByRole('link').click()
  await expect(page.getByText('Gains à l’étape «')).toBeVisible()
  await expect(gainAt(page, 'en route').getByRole('link')).toHaveAttribute('aria-current', 'true')
  await expect(orders(page).getByText('livré', { exact: true })).toHaveCount(0)
  await expect(orders(page).getByText('en transit', { exact: true }).first()).toBeVisible()
  // Half under the header, what unfolds would be too small.
  await page.evaluate(() => scrollTo(0, 0))
  await expectNoAxeViolations(page, 'dashboard, orders of a step')
  await page.getByRole('button', { name: 'Voir toutes mes commandes' }).click()
  await expect(orders(page).getByRole('row')).toHaveCount(11)
})

test('gains by day over three periods, with the table behind them', async ({ page, shop }) => {
  const supplier = await newSupplier(shop)
  await placeOwnOrder(shop, supplier)
  await storeSession(page, supplier)
  await page.goto('/dashboard')
  await unfold(page, 'Détails')
  const gains = page.getByRole('region', { name: 'Vos gains, jour par jour' })
  for (const days of [7, 90, 30]) {
    await gains.getByText(`${days} jours`, { exact: true }).click()
    await expect(gains.getByRole('status')).toHaveText(`79,00${NB}DH pour 1 commande en ${days}${NB}jours`)
  }
  await expect(gains.getByRole('img')).toHaveAccessibleName(/79,00/)
  await gains.getByText('Voir les chiffres').click()
  await expect(gains.getByRole('table').getByRole('row')).toHaveCount(2)
  await expectNoAxeViolations(page, 'dashboard, table of gains')
})

test('the statement is a table for spreadsheets; code and link are shared, copied, or selected', async ({
  page,
  context,
  shop,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    const shared: ShareData[] = []
    Object.assign(window, { shared })
    Object.defineProperty(navigator, 'share', {
      configurable: true,
      value: async (data: ShareData) => void shared.push(data),
    })
  })
  await beLoggedInAs(page, shop, 'sara')
  await page.goto('/dashboard')
  await unfold(page, 'Détails')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Télécharger le relevé (CSV)' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('releve.csv')
  const lines = readFileSync(await download.path(), 'utf8').split('\r\n')
  expect(lines[0]).toBe('\uFEFFCommande;Date;Client;Ville;Produits;Statut;Paiement;Total;Gain;Retiré')
  expect(lines.length).toBeGreaterThan(30)

  await page.getByRole('button', { name: 'Partager mon lien' }).click()
  const link = `${shop.url}/?promo=SARA10`
  const shared = () => page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared)
  await expect.poll(shared).toMatchObject([{ url: link, text: expect.stringContaining('SARA10') }])
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  await page.getByRole('button', { name: 'Partager mon lien' }).click()
  await expect(page.getByText('Lien copié')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)

  await unfold(page, 'Lien et QR code')
  await page.getByRole('button', { name: 'Copier le lien' }).click()
  await expect(page.getByRole('button', { name: 'Copié le lien' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.getByRole('button', { name: 'Copier le code' }).click()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('SARA10')
})

test('the first day is three steps: a code of one’s own, a RIB, a product to share', async ({
  page,
  context,
  shop,
  complaints,
}) => {
  complaints.allow(answered(422))
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const supplier = await newSupplier(shop, null)
  await storeSession(page, supplier)
  await page.goto('/dashboard')
  const steps = page.getByRole('region', { name: 'Trois pas pour commencer' })
  await expect(steps.getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('region', { name: 'Le parcours de vos gains' })).toHaveCount(0)
  await expect(steps.getByRole('link', { name: 'Ajouter mon RIB' })).toHaveAttribute('href', '/profile')

  await steps.getByRole('button', { name: 'Choisir mon code' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choisissez votre code' })
  const field = dialog.getByLabel('Nouveau code')
  await expect(field).toBeFocused()
  await field.fill('sara10')
  await expect(dialog.getByText('SARA10 est déjà pris.')).toBeVisible()
  await expectNoAxeViolations(page, 'dashboard, a code that is taken')
  await dialog.getByRole('button', { name: 'Choisir ce code' }).click()
  await expect(field).toHaveAccessibleDescription(/Ce code est déjà pris/)
  const code = `HIND${supplier.user.id}`.padEnd(6, 'X')
  await field.fill(code.toLowerCase())
  await expect(dialog.getByText(`${code} est libre.`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Choisir ce code' }).click()
  await expect(dialog).toBeHidden()
  await expect(steps.getByText(`C’est ${code}.`)).toBeVisible()
  const promo = page.getByRole('region', { name: 'Votre code promo' })
  await expect(promo.getByText(code, { exact: true })).toBeVisible()
  await expect(promo).toContainText(`Votre ancien code marche toujours${NB}: ${supplier.promoCode}.`)
  await expect(promo).toContainText('Vous pourrez en changer à partir du')
  await expect(promo.getByRole('button', { name: 'Changer de code' })).toHaveCount(0)

  await steps.getByRole('button', { name: 'Choisir un produit' }).click()
  await page.getByRole('button', { name: `Partager ${SUNSCREEN}` }).click()
  await expect(page.getByText('Lien copié')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${shop.url}/product-details/1?promo=${code}`)
  await expect(steps.getByText('Votre première commande apparaîtra ici.')).toBeVisible()
  await expectNoAxeViolations(page, 'dashboard, first day')
})

test('a code that was typed wins over the one of a link', async ({ page, shop }) => {
  const { promoCode } = await newSupplier(shop)
  await putInCart(page, 8)
  await page.goto('/checkout')
  await applyCode(page, 'sara10')
  await expect(page.getByRole('main').getByText('Code SARA10 appliqué')).toBeVisible()
  await page.goto(`/checkout?promo=${promoCode}`)
  await openCart(page)
  await expect(page.getByRole('main').getByText('Code SARA10 appliqué')).toBeVisible()
})

test('a visitor is sent to log in; who is no supplier is told so, and logs in', async ({ page, shop }) => {
  await page.goto('/announcement')
  await expect(page).toHaveURL(/\/login\?retour=%2Fannouncement/)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login\?retour=%2Fdashboard/)
  await beLoggedInAs(page, shop, 'karim')
  await page.goto('/dashboard')
  const dialog = page.getByRole('dialog', { name: 'Non autorisé' })
  await expect(dialog).toContainText('Vous devez être connecté en tant que fournisseur pour accéder à cette page.')
  await expectNoAxeViolations(page, 'dashboard, not a supplier')
  await dialog.getByRole('button', { name: 'Se connecter' }).click()
  await expect(page).toHaveURL('/login')
})

test('a dashboard that cannot be loaded says so, and is loaded again; a token that is gone is told', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(OFFLINE)
  await beLoggedInAs(page, shop, 'sara')
  await page.route('**/api/supplier/**', (route) => route.abort())
  await page.goto('/dashboard')
  await expect(page.getByText('Votre tableau de bord n’a pas pu être chargé')).toBeVisible()
  await expectNoAxeViolations(page, 'dashboard, failed')
  await page.unroute('**/api/supplier/**')
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(orders(page).getByRole('row')).toHaveCount(11)

  await expect(balance(page)).toContainText(`${NB}DH`)
  await withdraw(page)
  await page.evaluate(() => localStorage.removeItem('authToken'))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Demander/ })
    .click()
  await expect(page.getByRole('alert').filter({ hasText: 'JWT token' })).toHaveText(
    'JWT token non trouvé dans le stockage local.',
  )
})

const banner = (page: Page): Locator => page.getByRole('complementary', { name: 'Annonces' })

test('announcements stand above the pages, one at a time, and those that are closed stay closed', async ({ page }) => {
  await watchShifts(page)
  await page.goto('/')
  await expect(banner(page)).toHaveCount(0)
  const { identifier, password } = PEOPLE.youssef
  await logIn(page, identifier, password)
  await expect(banner(page).getByText('Retraits payés le jeudi')).toBeVisible()
  for (const path of ['/', '/à-props']) {
    await page.goto(path)
    await expect(banner(page).getByRole('link')).toBeVisible()
    await expectStill(page, 0.002)
  }
  await expectNoAxeViolations(page, 'announcements, banner')
  const count = await banner(page)
    .getByText(/\d+\/\d+/)
    .innerText()
  await banner(page).getByRole('button', { name: 'Annonce suivante' }).click()
  await expect(banner(page)).toContainText(count.replace(/\d+\//, '2/'))
  await banner(page).getByRole('button', { name: 'Annonce précédente' }).click()
  await banner(page).getByRole('link').click()
  await expect(page).toHaveURL('/announcement')
  await expect(page.getByRole('heading', { level: 2, name: 'Les packs sont arrivés' })).toBeVisible()
  await expectNoAxeViolations(page, 'announcements')

  const fermer = banner(page).getByRole('button', { name: /Retraits payés le jeudi/ })
  while (!(await fermer.isVisible())) await banner(page).getByRole('button', { name: 'Annonce suivante' }).click()
  await fermer.click()
  await expect(banner(page)).not.toContainText('Retraits payés le jeudi')
  await page.goto('/dashboard')
  await expect(banner(page).getByRole('link')).toBeVisible()
  await expect(banner(page)).not.toContainText('Retraits payés le jeudi')
})

test('a supplier sees in words what the customer pays and what it gains', async ({ page, shop }) => {
  await beLoggedInAs(page, shop, 'sara')
  await page.goto('/Boutique')
  const card = page.getByRole('article').filter({ hasText: SUNSCREEN })
  await expect(card).toContainText(`110,00${NB}DH`)
  await expect(card).toContainText(`Prix client 149,50${NB}DH`)
  await expect(card).toContainText(`Votre gain 39,50${NB}DH`)
  await page.getByLabel('Rechercher un produit').fill('argane')
  const suggestions = page.getByRole('listbox', { name: 'Produits trouvés' })
  const argan = suggestions.getByRole('option', { name: 'Huile d’argan pure du Souss' })
  await expect(argan).toContainText(`Prix client 129,00${NB}DH`)
})
