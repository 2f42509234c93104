import type { Locator } from '@playwright/test'
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
import { freshPhone, PEOPLE } from '../running-shop.ts'
import {
  asTyped,
  cityField,
  confirmButton,
  endSessionAt,
  figure,
  fillRecipient,
  NB,
  openCart,
  openCodeField,
  placedDialog,
  putInCart,
  receiptOf,
  stored,
} from '../steps.ts'

const toFill = () => ({ name: 'Meryem Tahiri', phone: freshPhone(), city: 'Rabat', address: '4, avenue Ibn Sina' })

test('a sold-out product says why it cannot be added, and leaves one act: to be told when it is back', async ({
  page,
  shop,
}) => {
  const { id, name } = await shop.addProduct({ stock: 0 })
  const refusal = page.getByRole('dialog', { name: 'Stock épuisé!' })
  const expectRefusal = async () => {
    await expect(refusal).toContainText('Ce produit n’est plus disponible pour le moment.')
    await refusal.getByRole('button', { name: 'D’accord' }).click()
    await expect(refusal).toBeHidden()
    expect((await stored(page)).cart ?? '[]').toBe('[]')
  }
  await page.goto(`/product-details/${id}`)
  await expect(page.getByText('Produit en rupture de stock')).toBeVisible()
  await expectNoAxeViolations(page, 'sold-out product')
  const href = await page.getByRole('link', { name: 'Me prévenir sur WhatsApp' }).getAttribute('href')
  const words = new URL(href!).searchParams.get('text')!
  expect(words).toContain(name)
  expect(words).toContain(`${shop.url}/product-details/${id}`)
  await expect(page.getByRole('spinbutton', { name: 'Quantité' })).toHaveCount(0)
  await expect(page.getByLabel('Livraison')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: 'Passer à la caisse' })).toHaveCount(0)
  await page.getByRole('main').getByRole('button', { name: 'Épuisé' }).click()
  await expectRefusal()

  await page.goto('/Boutique?tri=nouveautes')
  const card = page.getByRole('article', { name })
  await expect(card.getByText('Épuisé')).toBeVisible()
  await card.getByRole('button', { name: `Me prévenir, ${name}` }).click()
  await expect(refusal.getByRole('link', { name: 'Me prévenir sur WhatsApp' })).toHaveAttribute('href', href!)
  await expectRefusal()
})

test('a line whose product sold out keeps its quantity and says what to do', async ({ page, shop }) => {
  const { id, name } = await shop.addProduct({ stock: 2 })
  await putInCart(page, id)
  await shop.changeProduct(id, sql`stock = 0`)
  await page.goto('/checkout')
  await expect(page.getByText('Stock épuisé\u00A0: retirez ce produit pour commander.')).toBeVisible()
  await expect(page.getByRole('spinbutton', { name: `Quantité de ${name}` })).toHaveValue('1')
  await expect(confirmButton(page)).toBeVisible()
})

test('a quantity below one is ignored, and one above the stock refused with the shop’s own words', async ({
  page,
  shop,
}) => {
  const { id } = await shop.addProduct({ stock: 3 })
  await page.goto(`/product-details/${id}`)
  const quantity = page.getByRole('spinbutton', { name: 'Quantité' })
  for (const typed of ['0', '-2', '']) {
    await quantity.fill(typed)
    await quantity.blur()
    await expect(quantity).toHaveValue('1')
  }
  // The largest whole number: what it costs is none any more.
  for (const typed of ['9007199254740991', '4']) {
    await quantity.fill(typed)
    await expect(page.getByText('Il ne reste que 3 unités en stock.')).toBeVisible()
  }
  await page.getByRole('button', { name: 'Ajouter au panier', exact: true }).click()
  const refusal = page.getByRole('dialog', { name: 'Quantité insuffisante!' })
  await expect(refusal).toContainText('Il ne reste que 3 unités en stock.')
  await expectNoAxeViolations(page, 'product, refusal')
  await refusal.getByRole('button', { name: 'D’accord' }).click()
  await expect(refusal).toBeHidden()
  expect((await stored(page)).cart ?? '[]').toBe('[]')

  await quantity.fill('3')
  await page.getByRole('button', { name: 'Ajouter au panier', exact: true }).click()
  await page.getByRole('button', { name: 'Ajouter au panier', exact: true }).click()
  await expect(refusal).toContainText('Il ne reste que 3 unités en stock.')
  await expect(page.getByRole('link', { name: 'Panier, 3 articles' })).toBeAttached()
})

test('a price that changed is told, and the cart takes today’s', async ({ page, shop }) => {
  const { id, name } = await shop.addProduct({ price: 100 })
  await putInCart(page, id, 2)
  await shop.changeProduct(id, sql`user_price = 12050`)
  await page.goto('/checkout')
  const news = page.getByRole('status').filter({ hasText: 'Votre panier a changé' })
  await expect(news).toContainText(
    `Le prix de ${name} a changé. Ancien prix${NB}: 100,00${NB}DH, nouveau prix${NB}: 120,50${NB}DH.`,
  )
  await expect(figure(page, /^Sous-total/)).toHaveText(`241,00${NB}DH`)
  await news.getByRole('button', { name: 'J’ai compris' }).click()
  await expect(news).toBeHidden()
})

test('a price that changes while the form is filled in stops the order and heals the cart', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(answered(422))
  const recipient = toFill()
  const { id, name } = await shop.addProduct({ price: 100 })
  await putInCart(page, id)
  await page.goto('/checkout')
  await fillRecipient(page, recipient)
  await shop.changeProduct(id, sql`user_price = 9000`)
  await confirmButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Une information est à corriger' })).toBeVisible()
  const line = page.getByRole('list', { name: 'Articles du panier' }).getByRole('listitem')
  await expect(line).toContainText(`Le prix de ${name} a changé.`)
  await expect(page.getByText(`nouveau prix${NB}: 90,00${NB}DH`)).toBeVisible()
  await expect(figure(page, /^Total/)).toHaveText(`125,00${NB}DH`)
  expect(await shop.ordersOf(recipient.phone)).toEqual([])
  await confirmButton(page).click()
  await expect(placedDialog(page)).toBeVisible()
  expect(await shop.ordersOf(recipient.phone)).toMatchObject([{ total: 12500 }])
})

test('a product that left the shop leaves the cart, with a word', async ({ page, shop, complaints }) => {
  complaints.allow(answered(404))
  const { id, name } = await shop.addProduct()
  await putInCart(page, id)
  await putInCart(page, 8)
  await shop.changeProduct(id, sql`deleted_at = now()`)
  await page.goto('/checkout')
  await expect(page.getByText(`${name} n’est plus en vente et a été retiré de votre panier.`)).toBeVisible()
  await openCart(page)
  await expect(page.getByRole('list', { name: 'Articles du panier' }).getByRole('listitem')).toHaveCount(1)
})

test('a stock that is too small is said at the line, until there are few enough', async ({ page, shop }) => {
  const recipient = toFill()
  const { id, name } = await shop.addProduct({ stock: 9 })
  await putInCart(page, id, 3)
  await shop.changeProduct(id, sql`stock = 2`)
  await page.goto('/checkout')
  const line = page.getByRole('list', { name: 'Articles du panier' }).getByRole('listitem')
  await expect(line).toContainText('Il ne reste que 2 unités en stock.')
  await fillRecipient(page, recipient)
  await confirmButton(page).click()
  const quantity = page.getByRole('spinbutton', { name: `Quantité de ${name}` })
  await expect(page.getByRole('alert').filter({ hasText: 'Une information est à corriger' })).toBeVisible()
  await expect(quantity).toBeFocused()
  expect(await shop.ordersOf(recipient.phone)).toEqual([])
  await quantity.fill('2')
  await expect(line).not.toContainText('Il ne reste que')
  await confirmButton(page).click()
  await expect(placedDialog(page)).toBeVisible()
  expect(await shop.stockOf(id)).toBe(0)
})

test('the last piece that somebody else takes meanwhile is not sold twice', async ({ page, shop, complaints }) => {
  complaints.allow(answered(422))
  const recipient = toFill()
  const { id, name } = await shop.addProduct({ stock: 1 })
  await putInCart(page, id)
  await page.goto('/checkout')
  await fillRecipient(page, recipient)
  await shop.placeOrder({ productId: id })
  await confirmButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Une information est à corriger' })).toBeVisible()
  const line = page.getByRole('list', { name: 'Articles du panier' }).getByRole('listitem')
  await expect(line.filter({ hasText: name })).toContainText('Il ne reste que 0 unités en stock.')
  expect(await shop.ordersOf(recipient.phone)).toEqual([])
  expect(await shop.stockOf(id)).toBe(0)
})

test('an empty cart says so and leads to the shop', async ({ page }) => {
  await page.goto('/checkout')
  await expect(page.getByText('Votre panier est vide.')).toBeVisible()
  await expect(confirmButton(page)).toHaveCount(0)
  await expectNoAxeViolations(page, 'checkout, empty')
  await page.getByRole('link', { name: 'Voir la boutique' }).click()
  await expect(page).toHaveURL('/Boutique')
})

test('a promo code that is missing, wrong, or cannot be checked says which', async ({ page, context, complaints }) => {
  complaints.allow(OFFLINE)
  await putInCart(page, 8)
  await page.goto('/checkout')
  const code = await openCodeField(page)
  await expect(code).toBeFocused()
  const apply = page.getByRole('button', { name: 'Appliquer le code promo' })
  await apply.click()
  await expect(page.getByText('Veuillez entrer un code promo.')).toBeVisible()
  await code.fill('RIEN99')
  await apply.click()
  await expect(page.getByText('Code promo invalide.')).toBeVisible()
  await context.setOffline(true)
  await code.fill('SARA10')
  await apply.click()
  await expect(page.getByText('Erreur lors de la vérification du code promo.')).toBeVisible()
  await expect(code).toHaveValue('SARA10')
  await context.setOffline(false)
  await apply.click()
  await expect(page.getByRole('main').getByText('Code SARA10 appliqué')).toBeVisible()
})

test('a wrong code stops the order with a dialog, and nothing is ordered', async ({ page, shop }) => {
  const recipient = toFill()
  await putInCart(page, 8)
  await page.goto('/checkout')
  await fillRecipient(page, recipient)
  await (await openCodeField(page)).fill('RIEN99')
  await confirmButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Erreur!' })
  await expect(dialog).toContainText('Code promo invalide ou expiré.')
  await dialog.getByRole('button', { name: 'Corriger le code' }).click()
  await expect(page.getByLabel('Code promo')).toBeFocused()
  expect(await shop.ordersOf(recipient.phone)).toEqual([])
})

test('an unusual phone number is asked about, not refused', async ({ page, shop }) => {
  const phone = `33${freshPhone()}`
  await putInCart(page, 8)
  await page.goto('/checkout')
  await fillRecipient(page, { ...toFill(), phone: `+${phone}` })
  await confirmButton(page).click()
  const question = page.getByRole('dialog', { name: /^Ce numéro est-il exact/ })
  await question.getByRole('button', { name: 'Oui, il est exact' }).click()
  await expect(placedDialog(page)).toBeVisible()
  expect(await shop.ordersOf(phone)).toHaveLength(1)
})

test('a cart is priced anew for whoever logs in, and again at log-out', async ({ page }) => {
  await putInCart(page, 1, 2)
  await logIn(page, PEOPLE.sara.identifier, PEOPLE.sara.password)
  await page.goto('/checkout')
  await expect(figure(page, /^Sous-total/)).toHaveText(`220,00${NB}DH`)
  await page.getByRole('button', { name: PEOPLE.sara.name }).click()
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
  await page.waitForURL('/')
  await expect(page.getByRole('link', { name: 'Panier, 2 articles' })).toBeVisible()
  await page.goto('/checkout')
  await expect(figure(page, /^Sous-total/)).toHaveText(`299,00${NB}DH`)
})

test('a session that ends by itself leaves its prices and its customers to its own account alone', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(answered(401))
  const ordered = { ...toFill(), name: 'Nadia Essai' }
  const unfinished = { ...toFill(), name: 'Hind Essai' }
  const token = await beLoggedInAs(page, shop, 'youssef')
  await putInCart(page, 1)
  await page.goto('/checkout')
  await fillRecipient(page, ordered)
  await confirmButton(page).click()
  await placedDialog(page).getByRole('button', { name: 'Voir le récapitulatif' }).click()
  await receiptOf(page)
  await putInCart(page, 1)
  await page.goto('/checkout')
  await expect(figure(page, /^Sous-total/)).toHaveText(`110,00${NB}DH`)
  await fillRecipient(page, unfinished)
  await endSessionAt(page, '**/api/customers/create', shop, token)
  await confirmButton(page).click()
  await page.waitForURL(/\/login\?/)

  const name = page.getByLabel('Nom complet')
  const expectNothingOfYoussef = async (isAlive: Locator) => {
    await page.goto('/Boutique')
    // All that the browser stores is shown at once.
    await expect(isAlive).toBeAttached()
    // A receipt stands in its place.
    await expect(page.getByRole('heading', { level: 1, name: 'Boutique' })).toBeVisible()
    const priced = page.waitForResponse('**/api/products/1')
    await page.goto('/checkout')
    await (await priced).finished()
    await openCart(page)
    await expect(cityField(page)).toHaveValue('')
    for (const field of [name, page.getByLabel('Téléphone'), page.getByLabel('Adresse')])
      await expect(field).toHaveValue('')
    await expect(page.getByText('Votre panier a changé')).toHaveCount(0)
  }
  await expectNothingOfYoussef(page.getByRole('link', { name: 'Panier, 1 article' }))
  await expect(figure(page, /^Sous-total/)).toHaveText(`149,50${NB}DH`)
  await expect(page.getByText(`110,00${NB}DH`)).toHaveCount(0)
  await storeSession(page, await shop.session('sara'))
  await expectNothingOfYoussef(page.getByRole('button', { name: PEOPLE.sara.name }))

  await storeSession(page, await shop.session('youssef'))
  await page.goto('/checkout')
  await expect(name).toHaveValue(unfinished.name)
  await expect(page.getByLabel('Téléphone')).toHaveValue(asTyped(unfinished.phone))
  await page.goto('/Boutique')
  await expect((await receiptOf(page)).panel).toContainText(ordered.name)
})

test('what a supplier adds before its own prices are there is at its own price once they are', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(OFFLINE)
  await beLoggedInAs(page, shop, 'sara')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/supplier/prices?*', async (route) => {
    await held.promise
    await route.continue()
  })
  // The cart asks for itself as well: it gets no answer.
  await page.route('**/api/products/*', (route) => route.abort())
  await page.goto('/product-details/1')
  await page.getByRole('button', { name: 'Ajouter au panier', exact: true }).click()
  const price = async () => JSON.parse((await stored(page)).cart ?? '[]')[0]?.productPrice
  expect(await price()).toBe(149.5)
  held.resolve()
  await expect(page.getByText(/^Votre gain/).first()).toBeVisible()
  // Those of the other products may have come first.
  await expect.poll(price).toBe(110)
  await expectNoAxeViolations(page, 'product, supplier')
  await page.goto('/checkout')
  await openCart(page)
  await expect(page.getByRole('list', { name: 'Articles du panier' })).toContainText(`110,00${NB}DH`)
  await page.getByRole('button', { name: /^Augmenter/ }).click()
  await expect(page.getByText('l’unité')).toHaveText(`110,00${NB}DH l’unité`)
  await expect(page.getByText('Votre panier a changé')).toHaveCount(0)
})
