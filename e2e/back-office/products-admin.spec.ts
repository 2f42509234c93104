import { readFileSync, writeFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { answered, beLoggedInAs, expect, expectNoAxeViolations, logIn, OFFLINE, test } from '../fixtures.ts'
import { PEOPLE } from '../running-shop.ts'
import { endSessionAt, logInBeside, loseAnswer, NB, wordsOf } from '../steps.ts'

const list = (page: Page): Locator => page.getByRole('region', { name: 'Liste des produits' })
const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: `Modifier ${name}`, exact: true }) })
const form = (page: Page, title = 'Ajouter un produit'): Locator => page.getByRole('dialog', { name: title })
const imports = (page: Page): Locator => page.getByRole('dialog', { name: 'Importer des produits' })

const picture = async (colour: string) => ({
  name: 'photo.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 300, height: 200, channels: 3, background: colour } })
    .png()
    .toBuffer(),
})

const chooser = (dialog: Locator): Locator => dialog.getByLabel('Images (facultatif)')

/** One that is no square: its square is chosen before it leaves. */
async function addPicture(dialog: Locator, file: Awaited<ReturnType<typeof picture>>): Promise<void> {
  const views = dialog.getByRole('img', { name: /^Vue / })
  const before = await views.count()
  await chooser(dialog).setInputFiles(file)
  await dialog.getByRole('button', { name: 'Valider le cadrage' }).click()
  await expect(views).toHaveCount(before + 1)
  await expect(dialog.getByRole('progressbar')).toHaveCount(0)
}

const csv = (text: string) => ({ name: 'produits.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

const names: string[] = []
function freshName(what: string): string {
  const name = `${what} ${process.pid.toString(36)}${names.length.toString(36)}`
  names.push(name)
  return name
}

const search = (page: Page): Locator => page.getByRole('searchbox', { name: 'Recherche par nom' })

async function find(page: Page, name: string): Promise<void> {
  await page.goto(`/produits-admin?search=${encodeURIComponent(name)}`)
  await expect(page.getByText(/^\d+–\d+ sur \d+$|^Aucun produit ne correspond$/).first()).toBeVisible()
}

async function fill(dialog: Locator, typed: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(typed)) await dialog.getByLabel(label).fill(text)
}

/** Opens a form or a field, and waits for the stock of now that it begins with. */
async function openWithStock(page: Page, id: number, opener: Locator): Promise<void> {
  const known = page.waitForResponse(`**/api/admin/products/${id}`)
  await opener.click()
  await (await known).finished()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

/** The list with one row: axe takes a second over twenty-five, also behind a form. */
const SHORT_LIST = '/produits-admin?search=spiruline'

const TYPED = {
  Description: 'Un gel qui ne sert qu’aux essais.',
  'Prix client (DH)': '149.50',
  'Prix distributeur / influenceur (DH)': '110',
  'Quantité en stock': '20',
}

const boutique = (page: Page, name: string) => wordsOf(page, `/Boutique?q=${encodeURIComponent(name)}`)

test.beforeEach(async ({ page, shop }) => {
  await beLoggedInAs(page, shop, 'admin')
})

test.afterEach(async ({ shop }) => {
  await shop.db.execute(sql`
    update products set deleted_at = now() where deleted_at is null and (name in ${[...names, '']} or name like '%(copie)')`)
})

test('a product is added with a picture, and a visitor sees it at once; the next form is empty; it is edited, then deleted', async ({
  page,
}) => {
  const name = freshName('Gel')
  expect(await boutique(page, name)).toContain('Aucun produit ne correspond')

  await page.goto('/produits-admin')
  await expect(page).toHaveTitle(/^Tableau de bord Admin - Produits/)
  await expect(page.getByRole('heading', { level: 1, name: 'Tableau de bord Admin - Produits' })).toBeVisible()
  await page.getByRole('button', { name: 'Ajouter un produit' }).click()
  await fill(form(page), { Nom: name, ...TYPED })
  await expect(form(page).getByText(`Gain fournisseur par unité${NB}: 39,50${NB}DH`)).toBeVisible()
  await form(page).getByLabel('Catégorie').selectOption('Packs')
  await addPicture(form(page), await picture('#c93582'))
  await form(page).getByRole('button', { name: 'Ajouter', exact: true }).click()
  await expect(page.getByText('Succès!')).toBeVisible()
  await expect(page.getByText(`${name} a été ajouté.`)).toBeVisible()
  await expect(form(page)).toBeHidden()
  await expect(rowOf(page, name)).toContainText(`149,50${NB}DH`)
  await expect(rowOf(page, name)).toContainText(`39,50${NB}DH`)

  await page.getByRole('button', { name: 'Ajouter un produit' }).click()
  for (const label of ['Nom', ...Object.keys(TYPED)]) await expect(form(page).getByLabel(label)).toHaveValue('')
  await expect(form(page).getByLabel('Catégorie')).toHaveValue('cosmetic')
  await expect(form(page).getByText('Déposez une image ici')).toBeVisible()
  await form(page).getByRole('button', { name: 'Ajouter', exact: true }).click()
  await expect(form(page).getByText('Indiquez le nom du produit.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form(page)).toBeHidden()

  const seen = await boutique(page, name)
  expect(seen).toContain(`149,50${NB}DH`)
  expect(seen).not.toContain('110,00')

  await page.getByRole('button', { name: `Modifier ${name}`, exact: true }).click()
  const edit = form(page, 'Modifier le produit')
  const width = (img: HTMLImageElement) => img.decode().then(() => img.naturalWidth)
  await expect(edit.getByRole('img', { name: 'Vue 1, principale' })).toBeVisible()
  expect(await edit.getByRole('img', { name: 'Vue 1, principale' }).evaluate(width)).toBeGreaterThan(0)
  await expect(edit.getByLabel('Prix client (DH)')).toHaveValue('149.50')
  await fill(edit, { 'Prix client (DH)': '120', 'Quantité en stock': '3' })
  await edit.getByRole('button', { name: 'Modifier', exact: true }).click()
  await expect(page.getByText(`${name} a été modifié.`)).toBeVisible()
  await expect(rowOf(page, name)).toContainText('Plus que 3')
  expect(await boutique(page, name)).toContain(`120,00${NB}DH`)

  await page.getByRole('button', { name: `Supprimer ${name}`, exact: true }).click()
  await page.getByRole('dialog', { name: 'Êtes-vous sûr?' }).getByRole('button', { name: 'Oui, supprimer!' }).click()
  await expect(page.getByText('Supprimé!')).toBeVisible()
  await expect(rowOf(page, name)).toHaveCount(0)
  expect(await boutique(page, name)).toContain('Aucun produit ne correspond')
})

test('what is typed outlives the session, and is stored once somebody logged in beside it', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(answered(401))
  const { token } = await shop.session('admin')
  await page.goto(SHORT_LIST)
  await page.getByRole('button', { name: 'Ajouter un produit' }).click()
  const name = freshName('Gel')
  await fill(form(page), { Nom: name, ...TYPED })
  await endSessionAt(page, '**/api/admin/products', shop, token)
  const save = form(page).getByRole('button', { name: 'Ajouter', exact: true })
  await save.click()
  const ended = page.getByRole('dialog', { name: 'Votre session est terminée' })
  await expect(ended).toContainText('Ce que vous avez saisi reste ici.')
  await expectNoAxeViolations(page, 'product form, the session ended')

  await logInBeside(page, () => shop.session('admin'))
  await expect(form(page).getByLabel('Nom')).toHaveValue(name)
  await save.click()
  await expect(page.getByText(`${name} a été ajouté.`)).toBeVisible()
})

test('what is typed stays also where another tab hears of the session’s end, until somebody logs out there', async ({
  page,
  context,
  shop,
  complaints,
}) => {
  complaints.allow(answered(401))
  complaints.allow(OFFLINE)
  const { token } = await shop.session('admin')
  await page.goto(SHORT_LIST)
  await page.getByRole('button', { name: 'Ajouter un produit' }).click()
  const name = freshName('Gel')
  await fill(form(page), { Nom: name, ...TYPED })
  // This tab asks nothing itself.
  await page.route('**/api/**', (route) => route.abort())
  const other = await context.newPage()
  await other.goto(SHORT_LIST)
  await expect(other.getByRole('button', { name: 'Ajouter un produit' })).toBeVisible()
  await shop.call('POST', '/api/logout', { token })
  await other.reload()
  await expect(other).toHaveURL(/\/login\?.*session-terminee=1/)
  const ended = page.getByRole('dialog', { name: 'Votre session est terminée' })
  await expect(ended).toBeVisible()
  await expect(form(page).getByLabel('Nom')).toHaveValue(name)

  const { identifier, password } = PEOPLE.admin
  await logIn(other, identifier, password)
  await expect(ended).toBeHidden()
  await expect(form(page).getByLabel('Nom')).toHaveValue(name)
  await other.getByRole('button', { name: PEOPLE.admin.name }).click()
  await other.getByRole('button', { name: 'Se déconnecter' }).click()
  await expect(page).toHaveURL(/\/login/)
})

test('what is typed can be given up at the session’s end', async ({ page, shop, complaints }) => {
  complaints.allow(answered(401))
  const { token } = await shop.session('admin')
  await page.goto(SHORT_LIST)
  await page.getByRole('button', { name: 'Ajouter un produit' }).click()
  await fill(form(page), { Nom: freshName('Gel'), ...TYPED })
  await endSessionAt(page, '**/api/admin/products', shop, token)
  await form(page).getByRole('button', { name: 'Ajouter', exact: true }).click()
  const ended = page.getByRole('dialog', { name: 'Votre session est terminée' })
  await ended.getByRole('button', { name: 'Quitter sans enregistrer' }).click()
  await expect(page).toHaveURL(/\/login\?retour=%2Fproduits-admin.*session-terminee=1/)
  await expect(page.getByRole('heading', { level: 1, name: 'Se connecter' })).toBeVisible()
})

test('with nothing typed a session’s end leads to log in', async ({ page, shop, complaints }) => {
  complaints.allow(answered(401))
  const { token } = await shop.session('admin')
  await page.goto(SHORT_LIST)
  await expect(page.getByRole('button', { name: 'Ajouter un produit' })).toBeVisible()
  await shop.call('POST', '/api/logout', { token })
  await page.reload()
  await expect(page).toHaveURL(/\/login\?retour=%2Fproduits-admin.*session-terminee=1/)
})

test('what is wrong is said beside its field, and nothing typed is lost; nor by a save that gets no answer', async ({
  page,
  complaints,
}) => {
  complaints.allow(answered(422))
  complaints.allow(/net::ERR_FAILED/)
  await page.goto(SHORT_LIST)
  await page.getByRole('button', { name: 'Ajouter un produit' }).click()
  const dialog = form(page)
  await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click()
  await expect(dialog.getByLabel('Nom')).toBeFocused()
  await expect(dialog.getByText('Indiquez le nom du produit.')).toBeVisible()
  await expectNoAxeViolations(page, 'product form, errors of the page')
  await fill(dialog, { Nom: freshName('Gel'), ...TYPED, 'Prix distributeur / influenceur (DH)': '200' })
  await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click()
  await expect(dialog.getByText('Le prix distributeur ne peut pas dépasser le prix client.')).toBeVisible()
  await fill(dialog, { 'Prix distributeur / influenceur (DH)': '110' })
  await chooser(dialog).setInputFiles({
    name: 'photo.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  })
  await expect(dialog.getByText('Choisissez une image JPEG, PNG, WebP ou AVIF.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click()
  await expect(dialog.getByText(/Une image n’est pas encore envoyée/)).toBeVisible()
  await expect(dialog.getByLabel('Prix client (DH)')).toHaveValue('149.50')
  await expectNoAxeViolations(page, 'product form, refused by the shop')

  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('button', { name: 'Continuer la saisie' })).toBeFocused()
  await expectNoAxeViolations(page, 'product form, leaving')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Nom')).toBeFocused()
  await expect(dialog.getByLabel('Nom')).not.toHaveValue('')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Quitter sans enregistrer' }).click()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Ajouter un produit' }).click()
  await fill(form(page), { Nom: freshName('Gel'), ...TYPED })
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/api/admin/products', async (route) => {
    await held
    await route.abort()
  })
  await form(page).getByRole('button', { name: 'Ajouter', exact: true }).click()
  await expect(form(page).getByRole('button', { name: 'En cours...' })).toBeVisible()
  letGo()
  await expect(form(page).getByRole('alert')).toContainText('Problème de connexion réseau')
  await expect(form(page).getByLabel('Description')).toHaveValue(TYPED.Description)
})

test('the way back out of the page asks before what was typed is lost', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/reglages')
  await page.getByRole('link', { name: 'Produits', exact: true }).click()
  await page.getByRole('button', { name: 'Ajouter un produit' }).click()
  await form(page).getByLabel('Nom').fill('Un brouillon')
  await page.goBack()
  await expect(form(page).getByRole('button', { name: 'Continuer la saisie' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/produits-admin/)
  await expect(form(page).getByLabel('Nom')).toHaveValue('Un brouillon')
  await page.goBack()
  await form(page).getByRole('button', { name: 'Quitter sans enregistrer' }).click()
  await expect(page).toHaveURL('/reglages')
})

test('a form that is opened again begins with what the shop knows, and saves no stock that it did not change', async ({
  page,
  shop,
}) => {
  const { id, name } = await shop.addProduct({ stock: 50 })
  await find(page, name)
  const open = page.getByRole('button', { name: `Modifier ${name}`, exact: true })
  const dialog = form(page, 'Modifier le produit')
  const save = dialog.getByRole('button', { name: 'Modifier', exact: true })
  await open.click()
  await fill(dialog, { Nom: 'Un brouillon' })
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  await dialog.getByRole('button', { name: 'Quitter sans enregistrer' }).click()
  await expect(dialog).toBeHidden()
  await shop.placeOrder({ productId: id, quantity: 5 })
  await search(page).fill('zzzz')
  await expect(page.getByText('Aucun produit ne correspond').first()).toBeAttached()
  await search(page).fill(name)

  await openWithStock(page, id, open)
  await expect(dialog.getByLabel('Nom')).toHaveValue(name)
  await expect(dialog.getByLabel('Quantité en stock')).toHaveValue('45')
  await shop.placeOrder({ productId: id, quantity: 3 })
  await fill(dialog, { Description: 'Une autre description.' })
  await save.click()
  await expect(page.getByText(`${name} a été modifié.`)).toBeVisible()
  expect(await shop.stockOf(id)).toBe(42)
})

test('a stock that orders have taken is not given again; a save without an answer, sent again from a new form, is done once', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(answered(422))
  complaints.allow(/net::ERR_FAILED/)
  const { id, name } = await shop.addProduct({ stock: 10 })
  await find(page, name)
  const dialog = form(page, 'Modifier le produit')
  const open = page.getByRole('button', { name: `Modifier ${name}`, exact: true })
  const save = async (stock: string) => {
    await fill(dialog, { 'Quantité en stock': stock })
    await dialog.getByRole('button', { name: 'Modifier', exact: true }).click()
  }
  await openWithStock(page, id, open)
  await shop.placeOrder({ productId: id, quantity: 8 })
  await save('5')
  await expect(dialog.getByText(/il en reste 2/)).toBeVisible()
  await save('15')
  await expect(page.getByText(`${name} a été modifié.`)).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await shop.stockOf(id)).toBe(7)

  await loseAnswer(page, `**/api/admin/products/${id}?*`)
  await openWithStock(page, id, open)
  await save('12')
  await expect(dialog.getByRole('alert')).toContainText('Problème de connexion réseau')
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  await dialog.getByRole('button', { name: 'Quitter sans enregistrer' }).click()
  await expect(dialog).toBeHidden()
  await openWithStock(page, id, open)
  await save('12')
  await expect(dialog).toBeHidden()
  expect(await shop.stockOf(id)).toBe(12)
})

test('a figure of a row is changed where it stands: Enter stores, Escape gives up, and orders meanwhile count', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(answered(409, 422))
  const { id, name } = await shop.addProduct({ price: 100, stock: 10 })
  await find(page, name)
  const opened = (what: string) => page.getByRole('button', { name: new RegExp(`changer ${what} de ${name}$`) })
  const price = page.getByRole('textbox', { name: `Changer le prix client de ${name}` })
  await opened('le prix client').click()
  await expect(price).toBeFocused()
  await expect(price).toHaveValue('100')
  await price.fill('95')
  await page.keyboard.press('Escape')
  await expect(opened('le prix client')).toBeFocused()
  await expect(opened('le prix client')).toContainText(`100,00${NB}DH`)
  await page.keyboard.press('Enter')
  await price.fill('dix')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Écrivez un montant, par exemple 149,50.')).toBeVisible()
  await expectNoAxeViolations(page, 'products, a figure with a problem')
  await price.fill('89,90')
  await page.keyboard.press('Enter')
  await expect(opened('le prix client')).toContainText(`89,90${NB}DH`)
  await expect(opened('le prix client')).toBeFocused()

  await openWithStock(page, id, opened('le stock'))
  const stock = page.getByRole('textbox', { name: `Changer le stock de ${name}` })
  await shop.placeOrder({ productId: id, quantity: 8 })
  await stock.fill('5')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/il en reste 2/)).toBeVisible()
  await stock.fill('12')
  await page.keyboard.press('Enter')
  await expect(opened('le stock')).toContainText('12')
  expect(await shop.stockOf(id)).toBe(12)
  await expect(page.getByText(/^~\d+\sjours$/)).toBeVisible()
})

test('a stock that orders took since the list was loaded is counted from what it is now, in its row and in its form', async ({
  page,
  shop,
}) => {
  const { id, name } = await shop.addProduct({ stock: 20 })
  await find(page, name)
  await shop.placeOrder({ productId: id, quantity: 5 })
  const cell = page.getByRole('button', { name: new RegExp(`changer le stock de ${name}$`) })
  const stock = page.getByRole('textbox', { name: `Changer le stock de ${name}` })
  await expect(cell).toContainText('20')
  await cell.click()
  await expect(page.getByText(`Le stock a changé${NB}: il est maintenant de 15.`)).toBeVisible()
  await expect(stock).toHaveValue('15')
  await expectNoAxeViolations(page, 'products, a figure that has changed')
  await page.keyboard.press('Enter')
  await expect(cell).toContainText('15')
  expect(await shop.stockOf(id)).toBe(15)

  // It is typed and sent before the shop has answered what the stock is now.
  await shop.placeOrder({ productId: id, quantity: 2 })
  const sent = Promise.withResolvers<void>()
  await page.route(
    `**/api/admin/products/${id}`,
    async (route) => {
      await sent.promise
      await route.continue()
    },
    { times: 1 },
  )
  await cell.click()
  await stock.fill('14')
  await page.keyboard.press('Enter')
  await expect(stock).toHaveAttribute('aria-busy', 'true')
  sent.resolve()
  await expect(page.getByText(`Le stock a changé${NB}: il est maintenant de 13.`)).toBeVisible()
  await expect(stock).toHaveValue('14')
  expect(await shop.stockOf(id)).toBe(13)
  await page.keyboard.press('Enter')
  await expect(cell).toContainText('14')
  expect(await shop.stockOf(id)).toBe(14)

  await shop.placeOrder({ productId: id, quantity: 4 })
  await page.getByRole('button', { name: `Modifier ${name}`, exact: true }).click()
  const dialog = form(page, 'Modifier le produit')
  await expect(dialog.getByText(`Le stock a changé${NB}: il est maintenant de 10.`)).toBeVisible()
  await expect(dialog.getByLabel('Quantité en stock')).toHaveValue('10')
  await fill(dialog, { 'Quantité en stock': '9' })
  await dialog.getByRole('button', { name: 'Modifier', exact: true }).click()
  await expect(page.getByText(`${name} a été modifié.`)).toBeVisible()
  expect(await shop.stockOf(id)).toBe(9)
})

test('a change whose answer was lost is not made twice, whatever is sent after it', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(/net::ERR_FAILED/)
  const { id, name } = await shop.addProduct({ stock: 20 })
  await find(page, name)
  const cell = page.getByRole('button', { name: new RegExp(`changer le stock de ${name}$`) })
  const stock = page.getByRole('textbox', { name: `Changer le stock de ${name}` })
  const send = async (typed: string) => {
    await stock.fill(typed)
    await page.keyboard.press('Enter')
  }
  await loseAnswer(page, `**/api/admin/products/${id}/figures`)
  await openWithStock(page, id, cell)
  await send('25')
  await expect(page.getByRole('alert').filter({ hasText: 'Problème de connexion réseau' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cell).toContainText('25')
  await openWithStock(page, id, cell)
  await send('25')
  await expect(cell).toBeFocused()
  expect(await shop.stockOf(id)).toBe(25)

  await loseAnswer(page, `**/api/admin/products/${id}/figures`)
  await openWithStock(page, id, cell)
  await send('30')
  await expect(page.getByRole('alert').filter({ hasText: 'Problème de connexion réseau' })).toBeVisible()
  await send('31')
  await expect(page.getByText(`Le stock a changé${NB}: il est maintenant de 30.`)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(cell).toContainText('31')
  expect(await shop.stockOf(id)).toBe(31)

  const dialog = form(page, 'Modifier le produit')
  const save = dialog.getByRole('button', { name: 'Modifier', exact: true })
  await loseAnswer(page, `**/api/admin/products/${id}?*`)
  await openWithStock(page, id, page.getByRole('button', { name: `Modifier ${name}`, exact: true }))
  await fill(dialog, { 'Quantité en stock': '41' })
  await save.click()
  await expect(dialog.getByRole('alert')).toContainText('Le produit a peut-être été modifié')
  await shop.placeOrder({ productId: id, quantity: 1 })
  await fill(dialog, { Description: 'Une autre description.' })
  await save.click()
  await expect(dialog.getByText(`Le stock a changé${NB}: il est maintenant de 40.`)).toBeVisible()
  await fill(dialog, { 'Quantité en stock': '40' })
  await save.click()
  await expect(page.getByText(`${name} a été modifié.`)).toBeVisible()
  expect(await shop.stockOf(id)).toBe(40)
})

test('a new product whose answer was lost is there once, as it was typed last', async ({ page, shop, complaints }) => {
  complaints.allow(/net::ERR_FAILED/)
  const name = freshName('Gel')
  await page.goto(SHORT_LIST)
  await page.getByRole('button', { name: 'Ajouter un produit' }).click()
  await fill(form(page), { Nom: name, ...TYPED })
  await loseAnswer(page, '**/api/admin/products')
  const save = form(page).getByRole('button', { name: 'Ajouter', exact: true })
  await save.click()
  await expect(form(page).getByRole('alert')).toContainText('Le produit a peut-être été ajouté')
  await fill(form(page), { 'Prix client (DH)': '159.50' })
  await save.click()
  await expect(page.getByText(`${name} a été ajouté.`)).toBeVisible()
  const { rows } = await shop.db.execute(sql`select user_price::int as price, stock from products where name = ${name}`)
  expect(rows).toEqual([{ price: 15_950, stock: 20 }])
})

test('pictures are framed, ordered with the keyboard, and the first one is the product’s', async ({ page, shop }) => {
  const { name } = await shop.addProduct()
  await find(page, name)
  await page.getByRole('button', { name: `Modifier ${name}`, exact: true }).click()
  const dialog = form(page, 'Modifier le produit')
  const views = dialog.getByRole('img', { name: /^Vue / })
  await expect(dialog.getByRole('heading', { name: 'Modifier le produit' })).toBeVisible()
  const before = await views.count()
  await addPicture(dialog, await picture('#c93582'))
  await chooser(dialog).setInputFiles(await picture('#3093f4'))
  await dialog.getByRole('slider', { name: 'Zoom' }).press('ArrowRight')
  await expectNoAxeViolations(page, 'product form, a picture is framed')
  // It is framed after all while it leaves, and its square is there first.
  const overtaken = Promise.withResolvers<void>()
  const uploads = '**/api/admin/product-images'
  await page.route(
    uploads,
    async (route) => {
      await overtaken.promise
      await route.continue()
    },
    { times: 1 },
  )
  await dialog.getByRole('button', { name: 'Garder l’image entière' }).click()
  await expect(views).toHaveCount(before + 2)
  await dialog.getByRole('button', { name: `Recadrer l’image ${before + 2}` }).click()
  const arrived = page.waitForResponse(uploads)
  await dialog.getByRole('button', { name: 'Valider le cadrage' }).click()
  const square = await (await arrived).json()
  await expect(dialog.getByRole('progressbar')).toHaveCount(0)
  const whole = page.waitForResponse(uploads)
  overtaken.resolve()
  await whole
  const last = await views.nth(before + 1).getAttribute('src')
  await dialog.getByRole('button', { name: `Avancer l’image ${before + 2}` }).focus()
  for (let place = before + 2; place > 1; place--) {
    await expect(dialog.getByRole('button', { name: `Avancer l’image ${place}` })).toBeFocused()
    await page.keyboard.press('Enter')
  }
  await expect(dialog.getByRole('img', { name: 'Vue 1, principale' })).toHaveAttribute('src', last!)
  await expectNoAxeViolations(page, 'product form, pictures')
  const saved = page.waitForResponse((response) => response.request().method() === 'POST')
  await dialog.getByRole('button', { name: 'Modifier', exact: true }).click()
  const { image, images } = await (await saved).json()
  expect([images.length, images[0]]).toEqual([before + 2, image])
  expect(image).toBe(square.image)
  await expect(page.getByText(`${name} a été modifié.`)).toBeVisible()
})

test('a picture is dragged to the front, and is the product’s from then on', { tag: '@desktop' }, async ({
  page,
  shop,
}) => {
  const { name } = await shop.addProduct()
  await find(page, name)
  await page.getByRole('button', { name: `Modifier ${name}`, exact: true }).click()
  const dialog = form(page, 'Modifier le produit')
  await addPicture(dialog, await picture('#c93582'))
  await addPicture(dialog, await picture('#3093f4'))
  const tiles = dialog.getByRole('list', { name: /^Images du produit/ }).getByRole('listitem')
  const sources = () =>
    dialog.getByRole('img', { name: /^Vue / }).evaluateAll((all) => all.map((each) => (each as HTMLImageElement).src))
  const before = await sources()
  const last = before.length - 1
  await tiles.nth(last).dragTo(tiles.first())
  await expect.poll(sources).toEqual([before[last], ...before.slice(0, last)])
  await expect(tiles.first()).toContainText('Principale')
  // And back behind the others.
  await tiles.first().dragTo(tiles.nth(1))
  await expect.poll(sources).toEqual([before[0], before[last], ...before.slice(1, last)])
  await tiles.nth(1).dragTo(tiles.first())
  await expect.poll(sources).toEqual([before[last], ...before.slice(0, last)])
  // The form is opened again before the list is there anew.
  const opened = Promise.withResolvers<void>()
  await page.route('**/api/admin/products?*', async (route) => {
    await opened.promise
    await route.continue()
  })
  const saved = page.waitForResponse((response) => response.request().method() === 'POST')
  await dialog.getByRole('button', { name: 'Modifier', exact: true }).click()
  const { image, images } = await (await saved).json()
  expect([images.length, images[0]]).toEqual([last + 1, image])
  await expect(page.getByText(`${name} a été modifié.`)).toBeVisible()
  await page.getByRole('button', { name: `Modifier ${name}`, exact: true }).click()
  await expect(dialog.getByRole('img', { name: 'Vue 1, principale' })).toHaveAttribute(
    'src',
    new RegExp(image.replace(/\.\w+$/, '')),
  )
  opened.resolve()
})

test('what a pack contains is chosen in its form, stored, and shown again', async ({ page, shop }) => {
  const balm = await shop.addProduct({ price: 80 })
  const soap = await shop.addProduct({ price: 40 })
  const pack = await shop.addProduct({ price: 150, category: 'pack' })
  await find(page, pack.name)
  await page.getByRole('button', { name: `Modifier ${pack.name}`, exact: true }).click()
  const dialog = form(page, 'Modifier le produit')
  const field = dialog.getByLabel('Ajouter un produit au pack (facultatif)')
  const content = dialog.getByRole('list', { name: 'Contenu du pack' })
  for (const { name } of [balm, soap]) {
    await field.fill(name)
    await field.press('Enter')
    await dialog.getByRole('button', { name: `Mettre ${name} dans le pack` }).click()
    await expect(field).toBeFocused()
    await expect(content).toContainText(name)
  }
  await dialog.getByLabel(`Unités de ${balm.name}`).fill('2')
  await expectNoAxeViolations(page, 'product form, what is in a pack')
  await dialog.getByRole('button', { name: 'Modifier', exact: true }).click()
  await expect(page.getByText(`${pack.name} a été modifié.`)).toBeVisible()

  await page.getByRole('button', { name: `Modifier ${pack.name}`, exact: true }).click()
  await expect(dialog.getByLabel(`Unités de ${balm.name}`)).toHaveValue('2')
  await expect(dialog.getByLabel(`Unités de ${soap.name}`)).toHaveValue('1')
  await dialog.getByRole('button', { name: `Retirer ${soap.name} du pack` }).click()
  await expect(content.getByRole('listitem')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Modifier', exact: true }).click()
  await expect(dialog).toBeHidden()
})

test('a product is copied as a draft, which only the back office shows', async ({ page, shop }) => {
  const { name } = await shop.addProduct({ stock: 10 })
  await find(page, name)
  await page.getByRole('button', { name: `Dupliquer ${name}`, exact: true }).click()
  await expect(form(page).getByLabel('Nom', { exact: true })).toHaveValue(`${name} (copie)`)
  await expect(form(page).getByLabel('Quantité en stock')).toHaveValue('0')
  await expect(form(page).getByLabel(/^Masquer ce produit/)).toBeChecked()
  await form(page).getByRole('button', { name: 'Ajouter', exact: true }).click()
  await expect(page.getByText(`${name} (copie) a été ajouté.`)).toBeVisible()
  await page.getByLabel('Visibilité').selectOption('Masqués')
  await expect(rowOf(page, `${name} (copie)`)).toContainText('Masqué')
  await expect(rowOf(page, name)).toHaveCount(0)
  const seen = await boutique(page, name)
  expect(seen).toContain(name)
  expect(seen).not.toContain('(copie)')
})

test('products are searched, filtered and sorted; the address holds it; one button resets it', async ({ page }) => {
  await page.goto('/produits-admin')
  await expect(page.getByRole('button', { name: /^Modifier / })).toHaveCount(25)
  await page.getByLabel('Catégorie', { exact: true }).selectOption('Cosmetique')
  await page.getByLabel('Stock', { exact: true }).selectOption('Épuisés')
  await expect(list(page).getByText('Épuisé', { exact: true }).first()).toBeVisible()
  await search(page).fill('KARITE')
  await expect(page).toHaveURL(/search=KARITE/)
  await expect(rowOf(page, 'Beurre corporel au karité')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Stock', { exact: true })).toHaveValue('out')
  await expect(page.getByRole('button', { name: /^Modifier / })).toHaveCount(1)
  await search(page).fill('zzzz')
  await expect(page.getByText('Aucun produit ne correspond').first()).toBeAttached()
  await expectNoAxeViolations(page, 'products, nothing matches')
  await page.getByRole('button', { name: 'Réinitialiser les filtres' }).click()
  await expect(page).toHaveURL('/produits-admin')
  await expect(page.getByRole('button', { name: /^Modifier / })).toHaveCount(25)
})

test('a file is looked at, then applied as it was seen; its export comes back unchanged', async ({ page, shop }) => {
  const { name } = await shop.addProduct({ price: 100, stock: 10 })
  const added = freshName('Zinc')
  await find(page, name)
  await page.getByRole('button', { name: 'Importer (CSV)' }).click()
  const dialog = imports(page)
  const file = csv(
    `Nom;Description;Catégorie;Prix client;Stock\r\n${name};;;90,5;\r\n${added};Un comprimé.;Complément;80;4\r\n`,
  )
  await dialog.getByLabel('Fichier CSV').setInputFiles(file)
  await expectNoAxeViolations(page, 'import, file chosen')
  await dialog.getByRole('button', { name: 'Voir les changements' }).click()
  await expect(dialog.getByRole('button', { name: `Nouveau${NB}: 1` })).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: name })).toContainText(`100,00${NB}DH → 90,50${NB}DH`)
  await expect(dialog.getByRole('listitem').filter({ hasText: added })).toContainText(`60,00${NB}DH`)
  await expectNoAxeViolations(page, 'import, preview')
  await dialog.getByRole('button', { name: 'Appliquer' }).click()
  await expect(page.getByText('Succès!')).toBeVisible()
  await expect(page.getByText('1 produit ajouté, 1 modifié.', { exact: true })).toBeVisible()
  await expect(rowOf(page, name)).toContainText(`90,50${NB}DH`)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exporter (CSV)' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('produits.csv')
  const text = readFileSync(await saved.path(), 'utf8')
  expect(text.split('\r\n')).toHaveLength(3)
  await page.getByRole('button', { name: 'Importer (CSV)' }).click()
  await dialog.getByLabel('Fichier CSV').setInputFiles(csv(text))
  await dialog.getByRole('button', { name: 'Voir les changements' }).click()
  await expect(dialog.getByText('Rien à importer')).toBeVisible()
  await dialog.getByRole('button', { name: 'Fermer' }).click()
})

/** Chosen files are read late, as from a slow disk: a form that does not wait for them sends what it must not. */
const slowDisk = (page: Page) =>
  page.addInitScript(() => {
    const read = Blob.prototype.arrayBuffer
    Blob.prototype.arrayBuffer = async function (this: Blob) {
      await new Promise((done) => setTimeout(done, 300))
      return read.call(this)
    }
  })

test('a file with a wrong line is not applied, a changed catalogue is looked at again, a category of elsewhere is told once', async ({
  page,
  shop,
  complaints,
}, testInfo) => {
  complaints.allow(answered(409, 422))
  const { id, name } = await shop.addProduct({ price: 100, stock: 10 })
  await slowDisk(page)
  await page.goto(SHORT_LIST)
  await page.getByRole('button', { name: 'Importer (CSV)' }).click()
  const dialog = imports(page)
  await dialog.getByRole('button', { name: 'Voir les changements' }).click()
  await expect(dialog.getByText('Choisissez un fichier CSV.')).toBeVisible()
  await dialog.getByLabel('Fichier CSV').setInputFiles(csv('Titre,Montant\nx,1\n'))
  await dialog.getByRole('button', { name: 'Voir les changements' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Les colonnes de ce fichier ne sont pas reconnues')
  const file = testInfo.outputPath('à-corriger.csv')
  writeFileSync(file, `Nom;Catégorie;Prix client\n${name};Jouets;dix\n`)
  await dialog.getByLabel('Fichier CSV').setInputFiles(file)
  await expect(dialog.getByText('à-corriger.csv')).toBeVisible()
  writeFileSync(file, 'It was saved again meanwhile.')
  await dialog.getByRole('button', { name: 'Voir les changements' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Une ligne est à corriger')
  await expect(dialog.getByText(/«\sdix\s» n’est pas un prix/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Appliquer' })).toHaveAttribute('aria-disabled', 'true')
  await expectNoAxeViolations(page, 'import, errors')
  await dialog.getByRole('button', { name: 'Choisir un autre fichier' }).click()
  await expect(dialog.getByText('Aucun fichier choisi')).toBeVisible()
  await dialog.getByLabel('Fichier CSV').setInputFiles(csv(`Nom;Stock\n${name};20\n`))
  await dialog.getByRole('button', { name: 'Voir les changements' }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: name })).toContainText('10 → 20')
  await shop.placeOrder({ productId: id, quantity: 2 })
  await dialog.getByRole('button', { name: 'Appliquer' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Le catalogue a changé depuis l’aperçu')
  await expect(dialog.getByRole('listitem').filter({ hasText: name })).toContainText('8 → 20')
  await dialog.getByRole('button', { name: 'Appliquer' }).click()
  await expect(page.getByText('0 produit ajouté, 1 modifié.', { exact: true })).toBeVisible()
  expect(await shop.stockOf(id)).toBe(20)

  const [one, two] = [freshName('Pull'), freshName('Veste')]
  await page.getByRole('button', { name: 'Importer (CSV)' }).click()
  const rows = [one, two].map((name) => `${name};Douce.;Clothing > Hoodies;100;2`)
  await dialog
    .getByLabel('Fichier CSV')
    .setInputFiles(csv(`Nom;Description;Catégorie;Prix client;Stock\n${rows.join('\n')}\n`))
  await dialog.getByRole('button', { name: 'Voir les changements' }).click()
  await expect(dialog.getByRole('button', { name: `Catégorie à choisir${NB}: 2` })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Appliquer' })).toHaveAttribute('aria-disabled', 'true')
  await expectNoAxeViolations(page, 'import, a category to choose')
  await dialog.getByLabel('Catégorie pour Clothing > Hoodies').selectOption('Cosmetique')
  await expect(dialog.getByRole('button', { name: `Nouveau${NB}: 2` })).toBeVisible()
  await dialog.getByRole('button', { name: 'Appliquer' }).click()
  await expect(page.getByText('2 produits ajoutés, 0 modifié.', { exact: true })).toBeVisible()
})

test('an import whose answer was lost is applied again without adding its stock twice', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(/ERR_FAILED|Failed to load resource/)
  const { id, name } = await shop.addProduct({ price: 100, stock: 10 })
  await find(page, name)
  await page.getByRole('button', { name: 'Importer (CSV)' }).click()
  const dialog = imports(page)
  await dialog
    .getByLabel('Fichier CSV')
    .setInputFiles(csv(`Nom;Stock;Stock à l’export;Export\n${name};15;10;export 2026-11-20T12:00:00.000Z\n`))
  await dialog.getByRole('button', { name: 'Voir les changements' }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: name })).toContainText('10 → 15')
  const call = '**/api/admin/products/import'
  await page.route(call, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await dialog.getByRole('button', { name: 'Appliquer' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Le fichier a peut-être été importé')
  await page.unroute(call)
  await dialog.getByRole('button', { name: 'Appliquer' }).click()
  await expect(page.getByText('0 produit ajouté, 1 modifié.', { exact: true })).toBeVisible()
  expect(await shop.stockOf(id)).toBe(15)
})

test('a list that cannot be had says so, and is asked for again; it, its form and its question have no flaw that axe knows', async ({
  page,
  complaints,
}) => {
  complaints.allow(/net::ERR_FAILED/)
  await page.route('**/api/admin/products?*', (route) => route.abort(), { times: 1 })
  await page.goto('/produits-admin?sort=stock')
  await expect(page.getByText('Les produits n’ont pas pu être chargés')).toBeVisible()
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByRole('button', { name: /^Modifier / })).toHaveCount(25)
  await expectNoAxeViolations(page, 'products')
  await search(page).fill('spiruline')
  await expect(page.getByRole('button', { name: /^Modifier / })).toHaveCount(1)
  await page
    .getByRole('button', { name: /^Modifier / })
    .first()
    .click()
  await expectNoAxeViolations(page, 'product form, edit')
  await form(page, 'Modifier le produit').getByRole('button', { name: 'Annuler' }).click()
  await page
    .getByRole('button', { name: /^Supprimer / })
    .first()
    .click()
  await expectNoAxeViolations(page, 'product, delete')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a product is added and deleted with the keyboard alone', { tag: '@desktop' }, async ({ page }) => {
  const name = freshName('Clavier')
  await page.goto(SHORT_LIST)
  await page.getByRole('button', { name: 'Ajouter un produit' }).focus()
  await page.keyboard.press('Enter')
  await expect(form(page).getByLabel('Nom')).toBeFocused()
  await page.keyboard.type(name)
  for (const text of ['Au clavier.', '99,50', '80', '7']) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(text)
  }
  await expect(form(page).getByText(`19,50${NB}DH`)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${name} a été ajouté.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ajouter un produit' })).toBeFocused()
  await search(page).fill(name)
  await page.getByRole('button', { name: `Supprimer ${name}`, exact: true }).focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Êtes-vous sûr?' })
  await expect(question.getByRole('button', { name: 'Annuler' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Supprimé!')).toBeVisible()
  await expect(page.getByText('Aucun produit ne correspond').first()).toBeAttached()
})
