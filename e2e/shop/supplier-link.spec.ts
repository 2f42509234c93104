import type { Locator, Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { beLoggedInAs, expect, expectNoAxeViolations, openBlankPage, SIZES, test, withholdFonts } from '../fixtures.ts'
import { freshPhone } from '../running-shop.ts'
import {
  addFromProductPage,
  confirmButton,
  expectStill,
  figure,
  fillRecipient,
  NB,
  openCart,
  placedDialog,
  putInCart,
  stored,
  watchShifts,
} from '../steps.ts'

const strip = (page: Page) => page.getByRole('complementary', { name: 'Votre remise' })
const card = (page: Page, name: string) => page.getByRole('article', { name })
const offer = (name: string, code = 'SARA10') =>
  new RegExp(`${name} vous offre 5\\s% (?:· )?remise déjà déduite · code ${code}`, 'i')
const REDUCED = `94,05${NB}DH`
const FULL = `Au lieu de 99,00${NB}DH`

test('a supplier’s link says at once what it gives, and the order costs what the pages showed', async ({
  page,
  shop,
}) => {
  const { id, name } = await shop.addProduct({ price: 99 })
  const phone = freshPhone()
  await watchShifts(page)
  await page.goto(`/Boutique?q=${encodeURIComponent(name)}&promo=sara10`)
  await expect(strip(page)).toContainText(offer('Sara'))
  await expect(card(page, name).getByText(REDUCED)).toBeVisible()
  await expect(card(page, name).getByText(FULL)).toBeVisible()
  await expectStill(page)

  await addFromProductPage(page, id, 2)
  await expect(page.getByRole('article').first().getByText(REDUCED).first()).toBeVisible()
  await expect(page.getByText(`Vous économisez 4,95${NB}DH`)).toBeVisible()
  await page.goto('/checkout')
  await openCart(page)
  await expect(page.getByRole('main').getByText('Code SARA10 appliqué')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Articles du panier' })).toContainText(`188,10${NB}DH`)
  await expect(figure(page, /^Remise/)).toHaveText(`−9,90${NB}DH`)
  await fillRecipient(page, { name: 'Nadia Lien', phone, city: 'Casablanca', address: '3, rue des Essais' })
  await expect(figure(page, /^Total/)).toHaveText(`208,10${NB}DH`)
  await confirmButton(page).click()
  await expect(placedDialog(page)).toBeVisible()
  expect((await shop.ordersOf(phone)).map(({ total }) => total)).toEqual([20_810])
})

test('a code that another tab ordered with leaves this one’s prices too', async ({ page, context, shop }) => {
  const { id } = await shop.addProduct({ price: 99 })
  await page.goto(`/product-details/${id}?promo=SARA10`)
  const reduced = page.getByRole('article').first().getByText(REDUCED).first()
  await expect(reduced).toBeVisible()
  const other = await context.newPage()
  await openBlankPage(other)
  await other.evaluate(() => localStorage.removeItem('promo'))
  await expect(reduced).toBeHidden()
  await expect(strip(page)).toBeHidden()
})

test('from the link of a story to an order it is at most nine taps, and three fields are typed', async ({
  page,
  shop,
}) => {
  const { id } = await shop.addProduct({ price: 149.5 })
  const phone = freshPhone()
  // The first one is the link's.
  let taps = 1
  const tap = async (what: Locator) => {
    taps++
    await what.tap()
  }
  const type = async (label: string, text: string) => {
    if (!(await form.getByLabel(label).evaluate((field) => field === document.activeElement)))
      await tap(form.getByLabel(label))
    await page.keyboard.type(text)
    taps++
    await page.keyboard.press('Enter')
  }
  await page.goto(`/product-details/${id}?promo=SARA10`)
  const form = page.getByRole('region', { name: 'Commander en une minute' })
  await tap(page.getByRole('button', { name: 'Commander en une minute' }))
  await type('Nom complet', 'Nadia Story')
  await type('Téléphone', phone)
  await tap(form.getByRole('button', { name: /^Casablanca/ }))
  await expect(form.getByRole('button', { name: `Commander · 162,02${NB}DH à${NB}la${NB}livraison` })).toBeVisible()
  await type('Adresse', '3, rue des Essais')
  // The key of the last field sends the form.
  await expect(placedDialog(page)).toBeVisible()
  expect(taps).toBeLessThanOrEqual(9)
  expect((await shop.ordersOf(phone)).map(({ total }) => total)).toEqual([16_202])
})

test('a discount of half a centime is rounded once: on one piece, on two, and never line by line', async ({
  page,
  shop,
}) => {
  const [one, other] = [await shop.addProduct({ price: 149.5 }), await shop.addProduct({ price: 129.5 })]
  const lines = page.getByRole('list', { name: 'Articles du panier' })
  await page.goto(`/product-details/${one.id}?promo=SARA10`)
  const main = page.getByRole('article').first()
  await expect(main.getByText(`149,50${NB}DH`).first()).toBeVisible()
  await expect(main.getByText(`142,02${NB}DH`).first()).toBeVisible()

  // Twice 142,02 would be a centime less.
  await putInCart(page, one.id, 2)
  await page.goto('/checkout')
  await openCart(page)
  await expect(lines).toContainText(`299,00${NB}DH 284,05${NB}DH avec le code`)
  await expect(page.getByRole('main').getByText('Code SARA10 appliqué')).toBeVisible()
  await expect(figure(page, /^Remise/)).toHaveText(`−14,95${NB}DH`)

  await putInCart(page, other.id)
  await page.goto('/checkout')
  await openCart(page)
  // The lines add up to the sum, to the centime.
  await expect(lines).toContainText(`299,00${NB}DH 284,05${NB}DH avec le code`)
  await expect(lines).toContainText(`129,50${NB}DH 123,02${NB}DH avec le code`)
  await expect(page.getByRole('main').getByText('Code SARA10 appliqué')).toBeVisible()
  await expect(figure(page, /^Remise/)).toHaveText(`−21,43${NB}DH`)

  // Alone, a piece costs what its page says.
  await page.getByRole('button', { name: `Retirer ${other.name}` }).click()
  await page.getByRole('spinbutton', { name: `Quantité de ${one.name}` }).fill('1')
  await expect(lines).toContainText(`149,50${NB}DH 142,02${NB}DH avec le code`)
})

for (const { size, tag } of SIZES)
  test(`a later page shows it before its script runs, and nothing moves (${size})`, { tag }, async ({
    page,
    shop,
    complaints,
  }) => {
    await withholdFonts(page, complaints)
    const { name } = await shop.addProduct({ price: 99 })
    await page.goto('/?promo=SARA10')
    await expect(strip(page)).toContainText(offer('Sara'))
    await expect.poll(async () => (await stored(page)).promo).toContain('"by":"Sara"')
    await watchShifts(page)
    await page.goto(`/Boutique?q=${encodeURIComponent(name)}`)
    await expect(strip(page)).toContainText(offer('Sara'))
    await expectStill(page, 0.0005)

    // Without any script but the one in the head.
    await page.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
    await page.evaluate((query) => location.assign(`/Boutique?q=${query}&again`), encodeURIComponent(name))
    await page.waitForURL(/again/)
    await expect(card(page, name).getByText(REDUCED)).toBeVisible()
    await expect(strip(page)).toBeVisible()
    expect(await strip(page).ariaSnapshot()).toMatch(offer('Sara'))
  })

test('the code of a link can be put away, and is nothing to a supplier', async ({ page, shop }) => {
  await page.goto('/?code=SARA10')
  await expect(strip(page)).toContainText(offer('Sara'))
  // Below the strip too, something can be put into the cart in a phone's first screen.
  const add = page.getByRole('button', { name: /^Ajouter au panier/ }).first()
  await expect(add).toBeInViewport({ ratio: 1 })
  await strip(page).getByRole('button', { name: 'Retirer le code promo' }).click()
  await expect(strip(page)).toBeHidden()
  expect(await stored(page)).not.toHaveProperty('promo')
  await page.goto('/Boutique')
  await expect(strip(page)).toBeHidden()

  await beLoggedInAs(page, shop, 'youssef')
  await page.goto('/Boutique?promo=SARA10')
  await expect(page.getByText('Votre gain').first()).toBeVisible()
  await expect(strip(page)).toBeHidden()
})

test.afterEach(({ shop }) => shop.db.execute(sql`update accounts set banned_at = null where custom_id = 'F-1002'`))

test('the code of a banned supplier is told once and forgotten', async ({ page, shop }) => {
  await page.goto('/?promo=YOUSSEF5')
  await expect(strip(page)).toContainText(offer('Youssef', 'YOUSSEF5'))
  await expect.poll(async () => (await stored(page)).promo).toContain('"by"')
  await shop.db.execute(sql`update accounts set banned_at = now() where custom_id = 'F-1002'`)
  await page.goto('/Boutique')
  await expect(strip(page).getByText('Ce code promo n’est pas valable.')).toBeVisible()
  expect(await stored(page)).not.toHaveProperty('promo')
  await page.goto('/')
  await expect(strip(page)).toBeHidden()
  await page.goto('/?promo=RIEN99')
  await expect(strip(page).getByText('Ce code promo n’est pas valable.')).toBeVisible()
  expect(await stored(page)).not.toHaveProperty('promo')
})

test('a wrong code in a link keeps nobody from ordering on a product’s page, nor does one that is taken out come back', async ({
  page,
  shop,
}) => {
  const { id } = await shop.addProduct({ price: 149.5 })
  const phone = freshPhone()
  const quickly = page.getByRole('button', { name: 'Commander en une minute' })
  const form = page.getByRole('region', { name: 'Commander en une minute' })
  await page.goto(`/product-details/${id}?promo=SARA10`)
  await expect(strip(page)).toBeVisible()
  // The form asks about the code as well, and is answered once that has been taken out.
  const CHECK = '**/api/supplier-from-code/*'
  const { promise: removed, resolve: remove } = Promise.withResolvers<void>()
  await page.route(CHECK, (route) => removed.then(() => route.continue()))
  const late = page.waitForResponse(CHECK)
  await quickly.click()
  await expect(form.getByText(`1 × 149,50${NB}DH − 7,48${NB}DH + livraison`)).toBeVisible()
  await page.getByRole('button', { name: 'Retirer le code promo' }).click()
  remove()
  await late
  await page.unroute(CHECK)
  await expect(form.getByText(`1 × 149,50${NB}DH + livraison`)).toBeVisible()
  await quickly.click()
  await quickly.click()
  await expect(form.getByText(`1 × 149,50${NB}DH + livraison`)).toBeVisible()
  await expect(strip(page)).toBeHidden()

  await page.goto(`/product-details/${id}?promo=RIEN99`)
  await expect(strip(page).getByText('Ce code promo n’est pas valable.')).toBeVisible()
  await quickly.click()
  await fillRecipient(page, { name: 'Nadia Lien', phone, city: 'Casablanca', address: '3, rue des Essais' })
  await form.getByRole('button', { name: /^Commander/ }).click()
  await expect(placedDialog(page)).toBeVisible()
  expect((await shop.ordersOf(phone)).map(({ total }) => total)).toEqual([16_950])
})

test('a code that was heard is typed where one product is ordered; one that ends meanwhile is corrected there', async ({
  page,
  shop,
}) => {
  const { id } = await shop.addProduct({ price: 149.5 })
  const phone = freshPhone()
  const form = page.getByRole('region', { name: 'Commander en une minute' })
  await page.goto(`/product-details/${id}`)
  await page.getByRole('button', { name: 'Commander en une minute' }).click()
  await fillRecipient(page, { name: 'Nadia Code', phone, city: 'Casablanca', address: '3, rue des Essais' })
  await form.getByRole('button', { name: 'J’ai un code promo' }).click()
  const code = form.getByLabel('Code promo')
  await code.fill('rien99')
  await code.press('Enter')
  await expect(form.getByText('Code promo invalide.')).toBeVisible()
  await code.fill('sara10')
  await form.getByRole('button', { name: 'Appliquer le code promo' }).click()
  await expect(form.getByText('Code SARA10 appliqué')).toBeVisible()
  await expect(form.getByText(`1 × 149,50${NB}DH − 7,48${NB}DH + livraison 20${NB}DH`)).toBeVisible()
  await expectNoAxeViolations(page, 'a code in the order of a product')
  const order = form.getByRole('button', { name: /^Commander ·/ })
  await shop.db.execute(sql`update accounts set banned_at = now() where custom_id = 'F-1001'`)
  await order.click()
  const refusal = page.getByRole('dialog', { name: 'Erreur!' })
  await expect(refusal).toContainText('Code promo invalide ou expiré.')
  await refusal.getByRole('button', { name: 'Corriger le code' }).click()
  await expect(code).toBeFocused()
  await shop.db.execute(sql`update accounts set banned_at = null where custom_id = 'F-1001'`)
  await order.click()
  await expect(placedDialog(page)).toBeVisible()
  expect((await shop.ordersOf(phone)).map(({ total }) => total)).toEqual([16_202])
})
