import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { answered, beLoggedInAs, expect, expectNoAxeViolations, test } from '../fixtures.ts'
import { freshPhone, PEOPLE } from '../running-shop.ts'
import { endSessionAt, figure, logInBeside, NB, withRoom } from '../steps.ts'

test.beforeEach(async ({ page, shop }) => {
  await beLoggedInAs(page, shop, 'admin')
})

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const statusOf = (page: Page, id: number) => page.getByRole('combobox', { name: `Statut de la commande ${id}` })

/** From the top: a control that stands half behind the bar at the foot of a phone is reached by scrolling. */
async function expectNoViolationsFromTop(page: Page, what: string): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectNoAxeViolations(page, what)
}

test('the list opens an order: its prices, its people, why its supplier gains what it gains', async ({
  page,
  shop,
}) => {
  const { id: productId, name } = await shop.addProduct({ price: 100 })
  const { OrderID } = await shop.placeOrder({ productId, quantity: 2, promoCode: 'SARA10' })
  await page.goto(`/order-admin?search=${OrderID}`)
  await page.getByRole('link', { name: `Commande ${OrderID}`, exact: true }).click()
  await expect(page).toHaveURL(`/order-admin/${OrderID}?search=${OrderID}`)
  await expect(page).toHaveTitle(new RegExp(`^Commande ${OrderID} `))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Commande n°${NB}${OrderID}`)
  const menu = page.getByRole('navigation', { name: 'Navigation de l’administration', includeHidden: true })
  await expect(menu.getByRole('link', { name: 'Commandes', includeHidden: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  const products = panel(page, 'Produits')
  await expect(products.getByRole('listitem').filter({ hasText: name })).toContainText(`70,00${NB}DH`)
  await expect(products.locator('img')).toHaveCount(1)
  await expect(figure(page, /^Sous-total/)).toHaveText(`200,00${NB}DH`)
  await expect(figure(page, /^Remise de 5/).first()).toHaveText(`−10,00${NB}DH`)
  await expect(figure(page, /^Montant à encaisser/)).toHaveText(`225,00${NB}DH`)
  await page.getByText(`Gain expliqué${NB}: 50,00${NB}DH`).click()
  await expect(figure(page, /^Gain du fournisseur/)).toHaveText(`50,00${NB}DH`)
  await expect(panel(page, 'Fournisseur')).toContainText(PEOPLE.sara.name)
  await expect(panel(page, 'Fournisseur')).toContainText('SARA10')
  await expect(panel(page, 'Client')).toContainText('3, rue des Essais')
  await expectNoAxeViolations(page, 'an order')
})

test('its history says who did what, newest first, as soon as it is done', async ({ page, shop }) => {
  const { OrderID } = await shop.placeOrder()
  await page.goto(`/order-admin/${OrderID}`)
  const events = panel(page, 'Historique').getByRole('listitem')
  await expect(panel(page, 'Historique').getByText('par un visiteur')).toBeVisible()
  const calls = panel(page, 'Confirmation')
  await calls.getByRole('button', { name: 'Faux numéro' }).click()
  await expect(events.first()).toContainText('Appel')
  await calls.getByRole('button', { name: 'Rouvrir' }).click()
  await calls.getByRole('button', { name: 'Rappeler à…' }).click()
  await calls.getByRole('button', { name: `Demain 10${NB}h` }).click()
  await expect(calls.getByText(/^reportée au /)).toBeVisible()
  await expectNoViolationsFromTop(page, 'an order with calls')
  await statusOf(page, OrderID).selectOption('livré')
  await page.getByRole('button', { name: 'Appliquer maintenant' }).click()
  await expect(events.first()).toContainText('Statut changé')
  await expect(events.first()).toContainText(/en attente.*livré/)
  await expect(events.first()).toContainText(`par ${PEOPLE.admin.name} (ADMIN)`)
  await expect(statusOf(page, OrderID)).toBeDisabled()
  await page.getByRole('combobox', { name: `Paiement de la commande ${OrderID}` }).selectOption('payé')
  await expect(events.first()).toContainText(/en attente.*payé/)
  await expect(figure(page, /^Montant encaissé/)).toBeVisible()
  await expectNoViolationsFromTop(page, 'an order, delivered and paid')
})

test('a WhatsApp message is noted once what she chose on her page meanwhile was read', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(answered(409))
  const { OrderID, code } = await shop.placeOrder()
  const { token } = await shop.session('admin')
  const { url } = await shop.call('POST', `/api/confirmation/${OrderID}/link`, { token })
  const path = new URL(url).pathname.replace('/c/', '/api/confirm/')
  await page.goto(`/order-admin/${OrderID}`)
  const calls = panel(page, 'Confirmation')
  await calls.getByLabel('Code de son message').fill(code)
  await calls.getByRole('checkbox', { name: 'Le numéro WhatsApp est celui de la commande' }).check()
  const { days } = await shop.call('GET', path)
  await shop.call('POST', path, { body: { action: 'autre jour', day: days[9].day } })
  await calls.getByRole('button', { name: 'Confirmée par WhatsApp' }).click()
  await expect(calls.getByRole('alert')).toContainText('La cliente a déjà traité cette commande.')
  await expect(calls.getByLabel('Code de son message')).toHaveCount(0)
  const { rows } = await shop.db.execute<{ day: string }>(
    sql`select wish_day::text as day from confirmations where order_id = ${OrderID}`,
  )
  expect(rows).toEqual([{ day: days[9].day }])
})

test('once deleted, its page says so, and keeps its history', async ({ page, shop }) => {
  const { OrderID } = await shop.placeOrder()
  await page.goto(`/order-admin/${OrderID}`)
  page.once('dialog', (question) => question.accept())
  await page.getByRole('button', { name: 'Supprimer la commande' }).click()
  await expect(page.getByText('Cette commande est supprimée', { exact: true })).toBeVisible()
  await expect(panel(page, 'Historique').getByRole('listitem').first()).toContainText('Commande supprimée')
  await expect(panel(page, 'Suivi')).toHaveCount(0)
  await expectNoViolationsFromTop(page, 'a deleted order')
})

test('its customer is written to with a ready message, called, copied, and found again under the same phone', async ({
  page,
  shop,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const phone = freshPhone()
  const { OrderID, total } = await shop.placeOrder({ phone, name: 'Nadia Essai' })
  const second = await shop.placeOrder({ phone })
  const fixed = await shop.placeOrder({ phone: `0522${phone.slice(4)}` })
  const link = page.getByRole('link', { name: /^WhatsApp/ })
  const call = page.getByRole('link', { name: 'Appeler', exact: true })
  await page.goto(`/order-admin/${fixed.OrderID}`)
  await expect(call).toHaveAttribute('href', /^tel:0522/)
  await expect(link).toHaveCount(0)

  await page.goto(`/order-admin/${OrderID}`)
  await expect(call).toHaveAttribute('href', `tel:${phone}`)
  const address = new URL((await link.getAttribute('href'))!)
  expect(address.origin + address.pathname).toBe(`https://wa.me/212${phone.slice(1)}`)
  const words = address.searchParams.get('text')!
  for (const text of ['Bonjour Nadia Essai', `n° ${OrderID}`, `${total},00`, '3, rue des Essais, Rabat'])
    expect(words).toContain(text)
  await expect(link).toHaveAttribute('rel', /noreferrer/)

  await page.getByRole('button', { name: 'Copier l’adresse' }).click()
  await expect(page.getByRole('button', { name: 'Adresse copiée' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(['Nadia Essai', phone, '3, rue des Essais', 'Rabat'].join('\n'))

  await page.getByRole('link', { name: 'Voir l’autre commande de ce téléphone' }).click()
  await expect(page).toHaveURL(`/order-admin?search=${phone}`)
  for (const id of [OrderID, second.OrderID]) await expect(statusOf(page, id)).toBeVisible()
})

test('it is delivered and paid in one gesture, which can be taken back; both or none, also by a page that is left', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(answered(503))
  const { id: productId } = await shop.addProduct({ price: 110 })
  const { OrderID } = await shop.placeOrder({ productId })
  const both = page.getByRole('button', { name: `Livrée et encaissée 145,00${NB}DH` })
  const waiting = page.getByRole('region', { name: 'Changement en attente' })
  await page.goto(`/order-admin/${OrderID}`)
  await page.getByRole('button', { name: 'Attribuer', exact: true }).click()
  await page.getByRole('button', { name: 'Passer en transit', exact: true }).click()
  // Stored: what comes with the answer moves nothing under the pointer any more.
  await expect(panel(page, 'Historique').getByText('en transit')).toBeVisible()
  await both.click()
  await expect(waiting).toContainText('encaissée')
  await waiting.getByRole('button', { name: 'Annuler' }).click()
  await expect(statusOf(page, OrderID)).toHaveValue('in_transit')
  await both.click()
  await page.getByRole('button', { name: 'Appliquer maintenant' }).click()
  await expect(panel(page, 'Historique').getByText('Paiement changé')).toBeVisible()
  await expect(figure(page, /^Montant encaissé/)).toHaveText(`145,00${NB}DH`)

  const second = await shop.placeOrder({ productId })
  const payments = '**/api/admin/orders/payment-status'
  await page.route(payments, (route) => route.fulfill({ status: 503, json: { message: 'Busy' } }))
  await page.goto(`/order-admin/${second.OrderID}`)
  await both.click()
  await page.getByRole('button', { name: 'Appliquer maintenant' }).click()
  await expect(page.getByText('Le changement n’est pas confirmé').first()).toBeVisible()
  await expect(statusOf(page, second.OrderID)).toHaveValue('pending')
  await expectNoViolationsFromTop(page, 'an order whose change is not confirmed')
  await page.unroute(payments)
  await both.click()
  await expect(waiting).toContainText('encaissée')
  await page.reload()
  await expect(async () => {
    await page.reload()
    await expect(statusOf(page, second.OrderID)).toHaveValue('delivered', { timeout: 1000 })
  }).toPass()
  await expect(figure(page, /^Montant encaissé/)).toHaveText(`145,00${NB}DH`)
})

test('it is corrected: both sides are seen first, and what another hand changed meanwhile is told and kept', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(answered(409, 422))
  const cream = await shop.addProduct({ price: 100, stock: 5 })
  const balm = await shop.addProduct({ price: 40 })
  const { OrderID } = await shop.placeOrder({ productId: cream.id })
  await page.goto(`/order-admin/${OrderID}?search=${OrderID}`)
  await page.getByRole('button', { name: 'Corriger la commande' }).click()
  const dialog = page.getByRole('dialog', { name: `Corriger la commande ${OrderID}` })
  const look = dialog.getByRole('button', { name: 'Voir le changement' })
  await expect(look).toBeDisabled()
  await dialog.getByLabel('Téléphone').fill('06')
  await look.click()
  await expect(dialog.getByText('Saisissez un numéro à 10 chiffres')).toBeVisible()
  await dialog.getByLabel('Téléphone').fill('+212 6 17-76 54 32')
  await dialog.getByLabel('Nom complet').fill('نادية الفاسي')
  await dialog.getByLabel('Ajouter un produit').fill(balm.name)
  await dialog.getByRole('button', { name: `Ajouter ${balm.name}` }).click()
  await dialog.getByLabel(`Quantité de ${cream.name}`, { exact: true }).fill('9')
  await look.click()
  await expect(dialog.getByText('Cette commande peut en avoir 5 au plus.')).toBeVisible()
  await expectNoAxeViolations(page, 'a correction with a wrong line')
  await withRoom(page, () => expectNoAxeViolations(page, 'a correction with a wrong line, on a desktop'))
  await dialog.getByLabel(`Quantité de ${cream.name}`, { exact: true }).fill('2')
  await look.click()
  const sides = dialog.getByRole('table', { name: 'La commande avant et après' })
  const row = (name: string) =>
    sides.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
  await expect(row('À encaisser')).toContainText(`135,00${NB}DH`)
  await expect(row('À encaisser')).toContainText(`275,00${NB}DH`)
  await expect(row('Téléphone')).toContainText('06 17 76 54 32'.replaceAll(' ', NB))
  await expect(dialog.getByText(`1${NB}× ${balm.name} à 40,00${NB}DH`)).toBeVisible()
  await expectNoAxeViolations(page, 'a correction before it is stored')
  await withRoom(page, () => expectNoAxeViolations(page, 'a correction before it is stored, on a desktop'))

  // Another hand corrects the address meanwhile.
  const { token } = await shop.session('admin')
  const path = `/api/confirmation/${OrderID}/order`
  const other = { Name: 'Nadia Essai', Phone: '0611111111', Address: '7, rue Neuve', City: 'Casablanca' }
  const { digest } = await shop.call('PUT', `${path}?preview=1`, { token, body: other })
  await shop.call('PUT', path, { token, body: { ...other, digest } })
  await dialog.getByRole('button', { name: 'Enregistrer la correction' }).click()
  await expect(dialog.getByRole('alert')).toContainText(
    `Cette commande a changé entre-temps${NB}: les coordonnées et les montants.`,
  )
  await expect(dialog.getByLabel('Adresse')).toHaveValue('7, rue Neuve')
  await expect(dialog.getByLabel('Ville')).toHaveValue('Casablanca')
  await expect(dialog.getByLabel('Nom complet')).toHaveValue('نادية الفاسي')
  await expect(dialog.getByLabel(`Quantité de ${cream.name}`, { exact: true })).toHaveValue('2')
  await look.click()
  await expect(row('À encaisser')).toContainText(`260,00${NB}DH`)
  await dialog.getByRole('button', { name: 'Enregistrer la correction' }).click()
  await expect(dialog).toBeHidden()
  const client = panel(page, 'Client')
  for (const text of ['نادية الفاسي', '7, rue Neuve', 'Casablanca']) await expect(client).toContainText(text)
  await expect(figure(page, /^Montant à encaisser/)).toHaveText(`260,00${NB}DH`)
  const last = panel(page, 'Historique').getByRole('listitem').filter({ hasText: 'Commande corrigée' }).first()
  await expect(last).toContainText(`par ${PEOPLE.admin.name}`)
  await expect(last).toContainText(`${balm.name}${NB}: 1 pièce`)
  await expect(last).toContainText(/1 pièce.*2 pièces/)
  expect(await shop.stockOf(cream.id)).toBe(3)
})

test('a correction outlives the session also while its sides are looked at', async ({ page, shop, complaints }) => {
  complaints.allow(answered(401))
  const { token } = await shop.session('admin')
  const { OrderID } = await shop.placeOrder()
  await page.goto(`/order-admin/${OrderID}`)
  await page.getByRole('button', { name: 'Corriger la commande' }).click()
  const dialog = page.getByRole('dialog', { name: `Corriger la commande ${OrderID}` })
  await dialog.getByLabel('Adresse').fill('7, rue Neuve')
  const look = dialog.getByRole('button', { name: 'Voir le changement' })
  await look.click()
  const save = dialog.getByRole('button', { name: 'Enregistrer la correction' })
  await expect(save).toBeVisible()
  await endSessionAt(page, `**/api/confirmation/${OrderID}/order`, shop, token)
  await save.click()
  const ended = page.getByRole('dialog', { name: 'Votre session est terminée' })
  await expect(ended).toBeVisible()

  await logInBeside(page, () => shop.session('admin'))
  await expect(dialog.getByLabel('Adresse')).toHaveValue('7, rue Neuve')
  await look.click()
  await save.click()
  await expect(panel(page, 'Client')).toContainText('7, rue Neuve')
})

test('each city of a correction has its fee beside it, and the amount follows; the client has a page', async ({
  page,
  shop,
}) => {
  const { id: productId } = await shop.addProduct({ price: 100 })
  const { OrderID } = await shop.placeOrder({ productId })
  await page.goto(`/order-admin/${OrderID}`)
  await page.getByRole('button', { name: 'Corriger la commande' }).click()
  const dialog = page.getByRole('dialog', { name: `Corriger la commande ${OrderID}` })
  const city = dialog.getByLabel('Ville')
  const amounts = dialog.getByRole('status').filter({ hasText: 'Livraison' })
  await expect(city).toHaveValue('Rabat')
  await expect(amounts).toHaveText(`Livraison 35,00${NB}DHÀ encaisser 135,00${NB}DH`)
  await city.selectOption(`Casablanca – 20,00${NB}DH`)
  await expect(amounts).toHaveText(`Livraison 20,00${NB}DHÀ encaisser 135,00${NB}DH 120,00${NB}DH`)
  await expectNoAxeViolations(page, 'a correction to another city')
  await dialog.getByRole('button', { name: 'Voir le changement' }).click()
  await expect(dialog.getByRole('row', { name: /^À encaisser/ })).toContainText(`120,00${NB}DH`)
  await dialog.getByRole('button', { name: 'Enregistrer la correction' }).click()
  await expect(panel(page, 'Client')).toContainText('Casablanca')
  await panel(page, 'Client').getByRole('link', { name: 'Fiche du client' }).click()
  await expect(page).toHaveURL(`/client-admin/${OrderID}`)
})

test('a corrected number has a conversation of its own', async ({ page, shop }) => {
  const { OrderID } = await shop.placeOrder({ phone: '0611111111' })
  await page.goto(`/order-admin/${OrderID}`)
  const make = page.getByRole('button', { name: 'Envoyer le lien' })
  const open = page.getByRole('link', { name: 'Ouvrir la conversation' })
  await make.click()
  await expect(open).toHaveAttribute('href', /^https:\/\/wa\.me\/212611111111\?/)
  await page.getByRole('button', { name: 'Corriger la commande' }).click()
  const dialog = page.getByRole('dialog', { name: `Corriger la commande ${OrderID}` })
  await dialog.getByLabel('Téléphone').fill('0617765432')
  await dialog.getByRole('button', { name: 'Voir le changement' }).click()
  await dialog.getByRole('button', { name: 'Enregistrer la correction' }).click()
  await expect(dialog).toBeHidden()
  await make.click()
  await expect(open).toHaveAttribute('href', /^https:\/\/wa\.me\/212617765432\?/)
})

test('two orders of one phone become one, once both sides were seen', async ({ page, shop }) => {
  const phone = freshPhone()
  const { id: productId } = await shop.addProduct({ price: 100 })
  const first = await shop.placeOrder({ productId, phone })
  const second = await shop.placeOrder({ productId, phone, quantity: 2 })
  await page.goto(`/order-admin/${second.OrderID}`)
  const others = panel(page, 'Autres commandes de ce numéro')
  await expect(others.getByRole('listitem')).toContainText(['en attente'])
  await others.getByRole('button', { name: `Réunir avec la commande ${first.OrderID}` }).click()
  const dialog = page.getByRole('dialog', { name: `Réunir les commandes ${second.OrderID} et ${first.OrderID}` })
  await expect(dialog).toContainText(`La commande ${first.OrderID} garde son numéro`)
  await expect(dialog.getByRole('row', { name: /^À encaisser/ })).toContainText(`335,00${NB}DH`)
  await expectNoAxeViolations(page, 'two orders before they are one')
  await dialog.getByRole('button', { name: 'Réunir les deux commandes' }).click()
  await expect(page.getByText(`Motif${NB}: doublon.`)).toBeVisible()
  await page.getByRole('link', { name: `commande n°${NB}${first.OrderID}`, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Commande n°${NB}${first.OrderID}`)
  await expect(figure(page, /^Montant à encaisser/)).toHaveText(`335,00${NB}DH`)
  await expect(others).toContainText('Réunie avec celle-ci')
  await expect(others.getByRole('button', { name: /^Réunir/ })).toHaveCount(0)
})

test('a note says who wrote it; the delivery note is saved as a PDF; once it is cancelled, the page tells the reason', async ({
  page,
  shop,
}) => {
  const { OrderID } = await shop.placeOrder()
  await page.goto(`/order-admin/${OrderID}`)
  const notes = panel(page, 'Notes')
  await notes.getByRole('button', { name: 'Ajouter la note' }).click()
  await expect(notes.getByText('Écrivez la note.')).toBeVisible()
  await notes.getByLabel('Nouvelle note').fill('Elle préfère le soir.')
  await notes.getByRole('button', { name: 'Ajouter la note' }).click()
  await expect(notes.getByRole('listitem')).toContainText(['Elle préfère le soir.'])
  await expect(notes.getByRole('listitem')).toContainText([`par ${PEOPLE.admin.name}`])
  await expect(notes.getByLabel('Nouvelle note')).toHaveValue('')
  await expect(panel(page, 'Historique').getByRole('listitem').first()).toContainText('Note ajoutée')
  await expectNoViolationsFromTop(page, 'an order with a note')

  const deliveryNote = page.getByRole('button', { name: 'Bon de livraison (PDF)' })
  const [file] = await Promise.all([page.waitForEvent('download'), deliveryNote.click()])
  expect(file.suggestedFilename()).toBe(`bon-de-livraison-${OrderID}.pdf`)

  await statusOf(page, OrderID).selectOption('annulé')
  const question = page.getByRole('dialog', { name: `Annuler la commande ${OrderID}${NB}?` })
  await question.getByRole('radio', { name: 'injoignable' }).check()
  await question.getByRole('button', { name: 'Annuler la commande' }).click()
  await page.getByRole('button', { name: 'Appliquer maintenant' }).click()
  await expect(page.getByText(`Motif${NB}: injoignable.`)).toBeVisible()
  await expect(deliveryNote).toHaveCount(0)
  await expectNoViolationsFromTop(page, 'a cancelled order')
})

test('an order that is not there says so; one that cannot be loaded can be tried again', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(answered(404, 500))
  await page.goto('/order-admin/abc')
  await expect(page.getByText('Cette commande n’existe pas')).toBeVisible()
  await expectNoAxeViolations(page, 'an order that is not there')
  const { OrderID } = await shop.placeOrder()
  const path = `**/api/admin/orders/${OrderID}`
  await page.route(path, (route) => route.fulfill({ status: 500, json: { message: 'Server Error' } }))
  await page.goto(`/order-admin/${OrderID}`)
  await expect(page.getByRole('alert')).toContainText('La commande n’a pas pu être chargée')
  await expectNoAxeViolations(page, 'an order that could not be loaded')
  await page.unroute(path)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Commande n°${NB}${OrderID}`)
})

test('what comes back with its parcel is counted and sold again; what is lost never is', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(answered(409))
  const { id: productId, name } = await shop.addProduct({ stock: 10 })
  const { token } = await shop.session('admin')
  const refused = async (days: number): Promise<number> => {
    const { OrderID } = await shop.placeOrder({ productId, quantity: 2 })
    for (const CurrentStatus of ['en transit', 'annulé'])
      await shop.call('PUT', `/api/admin/orders/${OrderID}/tracking`, { token, body: { CurrentStatus } })
    await shop.db.execute(
      sql`update orders set left_at = left_at - make_interval(days => ${days}) where id = ${OrderID}`,
    )
    return OrderID
  }
  const [first, second, lost] = [await refused(3), await refused(3), await refused(16)]
  const stock = async () => (await shop.call('GET', `/api/products/${productId}`)).StockQuantity
  expect(await stock()).toBe(4)

  await page.goto(`/order-admin/${first}`)
  await expect(page.getByText('2 pièces reviennent avec le colis')).toBeVisible()
  await page.getByRole('link', { name: 'Voir dans les retours attendus' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Retours attendus')
  const list = page.getByRole('region', { name: 'Retours attendus' })
  await expect(list.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('button', { name: `Perdu le colis de la commande ${first}` })).toBeDisabled()
  await expectNoAxeViolations(page, 'expected returns')

  // All intact is ready: the focus is on the one tap that says so.
  const receive = page.getByRole('button', { name: `Reçu le colis de la commande ${first}` })
  await receive.click()
  const parcel = page.getByRole('dialog', { name: `Retour de la commande ${first}` })
  await expect(parcel.getByRole('button', { name: 'Reçu' })).toBeFocused()
  await expect(parcel.getByLabel('Intactes')).toHaveValue('2')
  await parcel.getByLabel('Abîmées').fill('1')
  await expect(parcel.getByLabel('Intactes')).toHaveValue('1')
  await parcel.getByLabel('Intactes').fill('2')
  await parcel.getByRole('button', { name: 'Reçu' }).click()
  await expect(parcel.getByRole('alert')).toHaveText(`${name}${NB}: 2 pièces sont parties, vous en comptez 3.`)
  await expect(parcel.getByLabel('Intactes')).toBeFocused()
  await expectNoAxeViolations(page, 'a return that does not add up')
  await parcel.getByLabel('Intactes').fill('1')
  await parcel.getByRole('button', { name: 'Reçu' }).click()
  await expect(page.getByText(`Remis en stock${NB}: 1${NB}×${NB}${name}.`).first()).toBeVisible()
  await expect(page.getByText('Aucun retour ne correspond').first()).toBeVisible()
  expect(await stock()).toBe(5)

  // Somebody else has it in his hands meanwhile.
  const searchbox = page.getByRole('searchbox')
  await searchbox.fill(String(second))
  await page.getByRole('button', { name: `Reçu le colis de la commande ${second}` }).click()
  await shop.call('POST', '/api/admin/returns', { token, body: { OrderID: second } })
  const twice = page.getByRole('dialog', { name: `Retour de la commande ${second}` })
  await twice.getByRole('button', { name: 'Reçu' }).click()
  await expect(twice.getByRole('alert')).toContainText('Déjà reçu le')
  await expect(twice.getByRole('alert')).toContainText(`par ${PEOPLE.admin.name}`)
  expect(await stock()).toBe(7)

  await page.goto(`/retours?search=${lost}`)
  await page.getByRole('button', { name: `Perdu le colis de la commande ${lost}` }).click()
  const loss = page.getByRole('dialog', { name: `Colis de la commande ${lost} perdu${NB}?` })
  await loss.getByRole('button', { name: 'Déclarer perdu' }).click()
  await expect(loss.getByText('Écrivez pourquoi ce colis ne reviendra pas.')).toBeVisible()
  await loss.getByLabel('Que s’est-il passé').fill('Réclamation 1204, sans réponse')
  await loss.getByRole('button', { name: 'Déclarer perdu' }).click()
  await expect(page.getByText('Aucun retour ne correspond').first()).toBeVisible()
  expect(await stock()).toBe(7)

  // A scanner is a keyboard: a number and Enter opens the parcel, Enter again says that all of it is intact.
  await searchbox.clear()
  await expect(page).toHaveURL('/retours')
  const scanner = page.getByLabel('Scanner un colis revenu')
  await scanner.fill(String(first))
  await scanner.press('Enter')
  await expect(page.getByText(`${first}${NB}: Déjà reçu le`)).toBeVisible()
  const { OrderID: refusedAtDoor } = await shop.placeOrder({ productId, quantity: 1 })
  await shop.call('PUT', `/api/admin/orders/${refusedAtDoor}/tracking`, {
    token,
    body: { CurrentStatus: 'en transit' },
  })
  await scanner.fill(String(refusedAtDoor))
  await scanner.press('Enter')
  const scanned = page.getByRole('dialog', { name: `Retour de la commande ${refusedAtDoor}` })
  await expect(scanned.getByLabel('Pourquoi revient-il')).toHaveValue('refused')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Retour de la commande ${refusedAtDoor} reçu`).first()).toBeVisible()
  await expect(scanner).toBeFocused()
  expect(await stock()).toBe(7)

  await page.goto(`/order-admin/${first}`)
  await expect(page.getByText(`Retour reçu${NB}: 1 intacte, 1 abîmée`)).toBeVisible()
  await expect(panel(page, 'Historique').getByRole('listitem').first()).toContainText('Retour reçu')
  await page.goto(`/order-admin/${lost}`)
  await expect(page.getByText('Colis déclaré perdu').first()).toBeVisible()
  await expect(page.getByText('Réclamation 1204, sans réponse')).toBeVisible()
})
