import type { Locator, Page } from '@playwright/test'
import { beLoggedInAs, expect, test, untilHydrated } from '../fixtures.ts'
import { freshPhone } from '../running-shop.ts'
import {
  addFromProductPage,
  applyCode,
  asTyped,
  cityField,
  confirmButton,
  figure,
  fillRecipient,
  NB,
  openCart,
  openNavigation,
  overflow,
  placedDialog,
  putInCart,
  receiptOf,
  stored,
  withRoom,
} from '../steps.ts'

const SUNSCREEN = `Crème solaire invisible SPF${NB}50`
const BODY_MILK = 'Lait hydratant corps à l’amande douce'
const ADDRESS = '12, rue des Lilas, Maârif'

const toFill = (phone: string) => ({ name: 'Salma Idrissi', phone, city: 'Casablanca', address: ADDRESS })

/** `0612345678` as people read it. */
const readable = (phone: string) => phone.replace(/\d{2}(?=\d)/g, `$&${NB}`)

test('a visitor buys with a code from the home page on, and the admin takes the order up', async ({ page, shop }) => {
  const phone = freshPhone()
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Familles de produits' }).getByRole('link', { name: 'Cosmetique' }).click()
  await expect(page.getByRole('region', { name: 'Nos produits' }).getByRole('link', { name: /^Gel/ })).toBeVisible()
  // What sells best is above them, and not shown twice.
  await page.getByRole('region', { name: 'Meilleures ventes' }).getByRole('link', { name: SUNSCREEN }).click()
  await expect(page.getByRole('heading', { level: 1, name: SUNSCREEN })).toBeVisible()
  await expect(page.getByText(`149,50${NB}DH`).first()).toBeVisible()
  await page.getByRole('button', { name: 'Augmenter, Quantité' }).click()
  await expect(page.getByRole('spinbutton', { name: 'Quantité' })).toHaveValue('2')
  await page.getByRole('button', { name: 'Ajouter au panier', exact: true }).click()
  await expect(page.getByText(`2 × ${SUNSCREEN}`)).toBeVisible()
  await openNavigation(page)
  await page
    .getByRole('navigation', { name: 'Navigation principale' })
    .getByRole('link', { name: 'Boutique', exact: true })
    .click()
  await page.getByRole('button', { name: `Ajouter au panier, ${BODY_MILK}` }).click()
  await page.getByRole('link', { name: 'Panier, 3 articles' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Votre commande' })).toBeVisible()
  await applyCode(page, 'sara10')
  await expect(page.getByRole('main').getByText('Code SARA10 appliqué')).toBeVisible()
  await expect(page.getByText('Rien à payer maintenant, espèces à la livraison').filter({ visible: true })).toHaveCount(
    1,
  )
  await fillRecipient(page, toFill(phone))
  await expect(figure(page, /^Sous-total$/)).toHaveText(`398,00${NB}DH`)
  await expect(figure(page, /^Remise/)).toHaveText(`−19,90${NB}DH`)
  await expect(figure(page, /^Livraison \(Casablanca\)/)).toHaveText(`20,00${NB}DH`)
  await expect(figure(page, /^Total/)).toHaveText(`398,10${NB}DH`)
  // A desktop, whose button is far from the bill, says it beside the button too.
  await withRoom(page, async () => {
    await expect(figure(page, /^Total/)).toHaveText(`398,10${NB}DH`)
    await expect(page.getByText(`Total398,10${NB}DH`).filter({ visible: true })).toHaveCount(2)
  })
  await confirmButton(page).click()

  await expect(placedDialog(page)).toContainText('Votre commande a été passée avec succès.')
  await placedDialog(page).getByRole('button', { name: 'Voir le récapitulatif' }).click()
  await expect(page).toHaveURL('/Boutique')
  const { panel, orderId } = await receiptOf(page)
  await expect(figure(page, /^À payer à la livraison/)).toHaveText(`398,10${NB}DH`)
  await expect(panel).toContainText(`puis payez en espèces Préparez 398,10${NB}DH`)
  await expect(panel).toContainText(readable(phone))
  await expect(panel).toContainText(`Salma Idrissi${ADDRESS}Casablanca`)
  await expect(page.getByRole('link', { name: 'Panier, 0 article' })).toBeVisible()
  expect((await stored(page)).cart).toBe('[]')
  expect(await shop.ordersOf(phone)).toEqual([{ id: Number(orderId), total: 39810, status: 'pending' }])
  await expectFewProductsBelow(page, panel)

  await beLoggedInAs(page, shop, 'admin')
  await page.goto('/order-admin')
  const row = page.getByRole('row').filter({ hasText: readable(phone) })
  await expect(row).toContainText(`398,10${NB}DH`)
  await expect(row).toContainText('F-1001')
  await expect(row.getByTitle(`2 × ${SUNSCREEN}`)).toHaveText('3 articles')
  await expect(row.getByTitle(`1 × ${BODY_MILK}`)).toHaveText('3 articles')
  expect(await isBeforeOlderOnes(page, orderId)).toBe(true)
  await row.getByRole('link', { name: `Commande ${orderId}`, exact: true }).click()
  const order = page.getByRole('region', { name: `Commande n°${NB}${orderId}`, exact: true })
  await expect(order).toContainText(`83,10${NB}DH`)
  await page.goBack()
  await expect(order).toHaveCount(0)

  const status = page.getByRole('combobox', { name: `Statut de la commande ${orderId}` })
  await expect(status).toHaveValue('pending')
  await status.selectOption('attribué')
  await expect(page.getByText(`Commande ${orderId}${NB}: attribué`)).toBeVisible()
  await page.reload()
  await expect(status.locator('option:checked')).toHaveText('attribué')
})

/** Four products that were not ordered stand below a receipt, and the whole shop behind a button. */
async function expectFewProductsBelow(page: Page, panel: Locator): Promise<void> {
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(4)
  await expect(page.getByRole('article', { name: SUNSCREEN })).toHaveCount(0)
  // The receipt stands at the Boutique's address: the header shows where one is once the shop is there again.
  const shopLink = page.getByRole('banner').locator('a[href="/Boutique"]').first()
  await expect(shopLink).toHaveCSS('text-decoration-line', 'none')
  await page.getByRole('button', { name: 'Voir toute la boutique' }).click()
  await expect(shopLink).toHaveCSS('text-decoration-line', 'underline')
  await expect(cards).toHaveCount(24)
  await expect(panel).toHaveCount(0)
  await page.getByRole('link', { name: 'Revoir le récapitulatif' }).click()
  await expect(panel).toBeVisible()
  // A search leads to the shop too.
  await page.getByRole('link', { name: 'Rechercher dans la boutique' }).click()
  await expect(page.getByLabel('Rechercher un produit')).toBeFocused()
  await page.getByRole('link', { name: 'Revoir le récapitulatif' }).click()
  await expect(panel).toBeVisible()
}

/** Other tests order at the same time: no order that is older may stand above. */
async function isBeforeOlderOnes(page: Page, orderId: string): Promise<boolean> {
  const selects = page.getByRole('combobox', { name: /^Statut de la commande/ })
  const labels = await selects.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''))
  const ids = labels.map((label) => Number(/\d+/.exec(label)?.[0]))
  return ids.slice(0, ids.indexOf(Number(orderId))).every((id) => id > Number(orderId))
}

test('a supplier orders at its own price and is told what to collect and what it earns', async ({ page, shop }) => {
  const phone = freshPhone()
  await beLoggedInAs(page, shop, 'sara')
  await addFromProductPage(page, 1, 2)
  await addFromProductPage(page, 2)
  await page.goto('/checkout')
  await fillRecipient(page, toFill(phone))
  await openCart(page)
  await expect(page.getByRole('button', { name: 'Appliquer le code promo' })).toBeDisabled()
  await expect(figure(page, /^Sous-total/)).toHaveText(`295,00${NB}DH`)
  await expect(figure(page, /^Total/)).toHaveText(`315,00${NB}DH`)
  await expect(figure(page, /^Montant à encaisser/)).toHaveText(`418,00${NB}DH`)
  await expect(figure(page, /^Votre gain/)).toHaveText(`103,00${NB}DH`)
  // What is always in sight is what the courier collects.
  await expect(page.getByText(/^À encaisser418,00\sDH$/).filter({ visible: true })).toHaveCount(1)
  await confirmButton(page).click()
  await placedDialog(page).getByRole('button', { name: 'Voir le récapitulatif' }).click()
  const { orderId } = await receiptOf(page)
  await expect(figure(page, /^Montant à encaisser/)).toHaveText(`418,00${NB}DH`)
  await expect(figure(page, /^Votre gain/)).toHaveText(`103,00${NB}DH`)
  expect(await shop.ordersOf(phone)).toEqual([{ id: Number(orderId), total: 31500, status: 'pending' }])
})

test('a field that is right shows a tick once it is left; a wrong number and an empty field show none', async ({
  page,
}) => {
  await putInCart(page, 1)
  await page.goto('/checkout')
  const [name, number] = [page.getByLabel('Nom complet'), page.getByLabel('Téléphone')]
  const tick = /^url\(/
  await name.fill('Salma Idrissi')
  await number.fill('0612')
  await expect(name).toHaveCSS('background-image', tick)
  await name.focus()
  await expect(number).toHaveAttribute('aria-invalid', 'true')
  await expect(number).toHaveCSS('background-image', 'none')
  await number.fill('0612345678')
  await name.focus()
  await expect(number).toHaveCSS('background-image', tick)
  const address = page.getByLabel('Adresse')
  for (const wrong of ['Rue', '']) {
    await address.fill(wrong)
    await name.focus()
    await expect(address).toHaveCSS('background-image', 'none')
  }
  await address.fill(ADDRESS)
  await name.focus()
  await expect(address).toHaveCSS('background-image', tick)
})

test('an order of four products shows a picture of each, and what to do next in the first window', async ({ page }) => {
  // No days of a year are longer.
  await page.route('**/api/delivery-dates/*', (route) =>
    route.fulfill({ json: { dates: `samedi${NB}26 ou dimanche${NB}27${NB}septembre` } }),
  )
  await page.goto('/Boutique')
  const add = page.getByRole('button', { name: /^Ajouter au panier, / })
  for (const count of [1, 2, 3, 4]) {
    await add.nth(count - 1).click()
    await expect(page.getByRole('link', { name: new RegExp(`^Panier, ${count} article`) })).toBeVisible()
  }
  await page.goto('/checkout')
  await fillRecipient(page, toFill(freshPhone()))
  await confirmButton(page).click()
  const dialog = placedDialog(page)
  await expectEachSeen(dialog.locator('img'), 4, dialog)
  await withRoom(page, () => expectEachSeen(dialog.locator('img'), 4, dialog))
  const next = dialog.getByRole('button', { name: 'Voir le récapitulatif' })
  expect(await footOf(next)).toBeLessThanOrEqual(740)
  await next.click()

  const { panel } = await receiptOf(page)
  const list = panel.getByRole('list', { name: 'Articles de la commande' })
  await expect(list.locator('img')).toHaveCount(4)
  const arches = panel.locator('img').and(page.locator(':not(ul img)'))
  await expectEachSeen(arches, 4, panel)
  await expect(panel.getByText(/^samedi.26 ou/)).toBeVisible()
  expect(await footOf(panel.getByRole('link', { name: 'Confirmer par WhatsApp' }))).toBeLessThanOrEqual(740)
  const title = (await panel.getByRole('heading', { level: 1 }).boundingBox())!
  for (const beside of [panel.getByText(/^Merci/), arches.first(), panel.getByText(/^Vous ouvrez/)])
    expect((await beside.boundingBox())!.x).toBe(title.x)
  await expect(panel.locator('strong').last()).toHaveText(/^Préparez [\d\s]+,\d\d\sDH$/)
  expect(await overflow(page)).toEqual([])
  await withRoom(page, () => expectEachSeen(arches, 4, panel))
})

/** The pictures stand in one row inside their frame; of each, more than a finger's breadth is uncovered. */
async function expectEachSeen(pictures: Locator, count: number, frame: Locator): Promise<void> {
  await expect(pictures).toHaveCount(count)
  const { x, width } = (await frame.boundingBox())!
  const lefts = await pictures.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left))
  const last = (await pictures.last().boundingBox())!
  expect(last.x + last.width).toBeLessThanOrEqual(x + width)
  for (const [nth, left] of lefts.slice(1).entries()) expect(left - lefts[nth]!).toBeGreaterThan(44)
}

const footOf = async (act: Locator): Promise<number> => {
  const { y, height } = (await act.boundingBox())!
  return y + height
}

test('a double tap makes one order', async ({ page, shop }) => {
  const phone = freshPhone()
  await putInCart(page, 8)
  await page.goto('/checkout')
  await fillRecipient(page, toFill(phone))
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/orders/create')) sent += 1
  })
  await confirmButton(page).dblclick()
  await expect(placedDialog(page)).toBeVisible()
  expect(sent).toBe(1)
  expect(await shop.ordersOf(phone)).toHaveLength(1)
})

test('two tabs share one cart', async ({ page, context }) => {
  await page.goto('/Boutique')
  const other = await context.newPage()
  await other.goto('/')
  await untilHydrated(other)
  await page.getByRole('button', { name: `Ajouter au panier, ${BODY_MILK}` }).click()
  await expect(other.getByRole('link', { name: 'Panier, 1 article' })).toBeVisible()
  await other.getByRole('link', { name: 'Panier, 1 article' }).click()
  await openCart(other)
  await other.getByRole('button', { name: 'Augmenter', exact: false }).click()
  await expect(page.getByRole('link', { name: 'Panier, 2 articles' })).toBeVisible()
  await other.getByRole('button', { name: `Retirer ${BODY_MILK}` }).click()
  await expect(other.getByText('Votre panier est vide.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Panier, 0 article' })).toBeVisible()
})

test('a page that is loaded anew right after its order says that it was placed', async ({ page }) => {
  await putInCart(page, 8)
  await page.goto('/checkout')
  await fillRecipient(page, toFill(freshPhone()))
  await confirmButton(page).click()
  await expect(placedDialog(page)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^Commande n°\s\d+ enregistrée$/)).toBeVisible()
  await page.getByRole('link', { name: 'Revoir le récapitulatif' }).click()
  await receiptOf(page)
})

test('an address that the browser fills in chooses its city, and leaves no list open', async ({ page }) => {
  await putInCart(page, 8)
  await page.goto('/checkout')
  await expect(cityField(page)).toHaveAttribute('aria-expanded', 'false')
  await page.getByLabel('Nom complet').focus()
  await cityField(page).evaluate((field: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, 'marrakesh')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await expect(cityField(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByText('Choisissez votre ville.')).toBeVisible()
  await cityField(page).evaluate((field: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, 'casablanca')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await expect(cityField(page)).toHaveValue('Casablanca')
  await expect(page.getByRole('button', { name: 'Casablanca' })).toHaveAttribute('aria-pressed', 'true')
  await expect(cityField(page)).toHaveAttribute('aria-expanded', 'false')
})

test('what another tab put in the cart while an order was on its way stays there', async ({ page, context }) => {
  await putInCart(page, 8)
  await page.goto('/checkout')
  await fillRecipient(page, toFill(freshPhone()))
  const { promise: held, resolve: go } = Promise.withResolvers<void>()
  await page.route('**/api/orders/create', async (route) => {
    await held
    await route.continue()
  })
  await confirmButton(page).click()
  const other = await context.newPage()
  await other.goto('/Boutique')
  await untilHydrated(other)
  await other.getByRole('button', { name: `Ajouter au panier, ${BODY_MILK}` }).click()
  await expect(other.getByRole('link', { name: 'Panier, 2 articles' })).toBeVisible()
  go()
  await expect(placedDialog(page)).toBeVisible()
  await expect(other.getByRole('link', { name: 'Panier, 1 article' })).toBeVisible()
})

test('what was typed survives a reload, and leaves with the order', async ({ page }) => {
  const phone = freshPhone()
  await putInCart(page, 8)
  await page.goto('/checkout')
  await expectRoomForCities(page)
  await expectFieldsInFirstWindow(page)
  await fillRecipient(page, { ...toFill(phone), city: 'autre', address: 'ici' })
  const telephone = page.getByLabel('Téléphone')
  const town = page.getByLabel('Votre ville')
  await confirmButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Il manque une information' })).toBeVisible()
  await expect(town).toBeFocused()
  await town.fill('Ifrane')
  await expect(page.getByText('Ajoutez la rue et le numéro, pour que le livreur vous trouve.')).toBeVisible()
  await page.getByLabel('Adresse').fill(ADDRESS)
  await page.reload()
  await expect(telephone).toHaveValue(asTyped(phone))
  await expect(cityField(page)).toHaveValue('autre')
  await expect(town).toHaveValue('Ifrane')
  await expect(page.getByLabel('Adresse')).toHaveValue(ADDRESS)

  // A digit in the middle stays where it was typed, and so does the caret.
  await telephone.evaluate((input: HTMLInputElement) => {
    input.focus()
    input.setSelectionRange(2, 2)
  })
  await page.keyboard.type('9')
  await expect(telephone).toHaveValue(asTyped(phone).replace(/^(..)/, '$19'))
  expect(await telephone.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(3)
  await page.keyboard.press('Backspace')

  // A city chosen above the field is shown there alone.
  await page.getByRole('button', { name: /^Casablanca/ }).click()
  await expect(page.getByRole('button', { name: /^Casablanca/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(cityField(page)).toHaveValue('')
  await expect(figure(page, /^Livraison \(Casablanca\)/)).toHaveText(`20,00${NB}DH`)
  await expect(town).toHaveCount(0)
  await cityField(page).fill('autre')
  await page.getByRole('option', { name: /^autre/ }).click()
  await confirmButton(page).click()
  await placedDialog(page).getByRole('button', { name: 'Voir le récapitulatif' }).click()
  const { panel } = await receiptOf(page)
  await expect(panel).toContainText(`Salma IdrissiIfrane, ${ADDRESS}`)
  expect(await stored(page)).not.toHaveProperty('checkout-draft')
})

/** All four fields stand above the bar as the page opens, as wide as the page's margins leave. */
async function expectFieldsInFirstWindow(page: Page): Promise<void> {
  const word = page.getByText(/^Rien à payer maintenant/).filter({ visible: true })
  const bar = (await word.boundingBox())!.y
  const cities = page.getByRole('group', { name: 'Choix rapide' })
  for (const shown of [
    page.getByLabel('Nom complet'),
    page.getByLabel('Téléphone'),
    cities,
    page.getByLabel('Adresse'),
  ]) {
    const { y, height } = (await shown.boundingBox())!
    expect(y + height).toBeLessThan(bar)
  }
  for (const field of [page.getByLabel('Nom complet'), page.getByLabel('Téléphone'), cities]) {
    const { x, width } = (await field.boundingBox())!
    expect({ x, width }).toEqual({ x: 16, width: page.viewportSize()!.width - 32 })
  }
}

/**
 * The five biggest cities in two rows of three, the list the sixth, each apart from the next, as high as a finger, with air around
 * its name.
 */
async function expectRoomForCities(page: Page): Promise<void> {
  const cities = page.getByRole('group', { name: 'Choix rapide' }).getByRole('button')
  await expect(cities).toHaveCount(5)
  const shown = await cities.evaluateAll((all) =>
    all.map((each) => {
      const { top, bottom, left, right, height, width } = each.getBoundingClientRect()
      const words = document.createRange()
      words.selectNodeContents(each)
      return { top, bottom, left, right, height, air: (width - words.getBoundingClientRect().width) / 2 }
    }),
  )
  const field = (await cityField(page).boundingBox())!
  const cells = [
    ...shown,
    { left: field.x, right: field.x + field.width, top: field.y, bottom: field.y + field.height },
  ]
  for (const [nth, { left, right, top, bottom }] of cells.entries()) {
    const before = nth % 3 === 0 ? { right: 16 - 6, top, bottom } : cells[nth - 1]!
    expect(left).toBeCloseTo(before.right + 6, 1)
    expect(top).toBeCloseTo(before.top, 0)
    expect(bottom).toBeCloseTo(before.bottom, 0)
    if (nth % 3 === 2) expect(right).toBeCloseTo(page.viewportSize()!.width - 16, 1)
  }
  expect(shown[3]!.top - shown[0]!.bottom).toBeGreaterThanOrEqual(6)
  for (const { height, air } of shown) {
    expect(height).toBeGreaterThanOrEqual(44)
    expect(air).toBeGreaterThan(8)
  }
}

test('the list among the cities opens by a tap, has a row of its own then, and goes back with a city above it', async ({
  page,
}) => {
  await putInCart(page, 8)
  await page.goto('/checkout')
  const field = cityField(page)
  const widthOf = async () => Math.round((await field.boundingBox())!.width)
  await expect.poll(widthOf).toBeLessThan(110)
  await field.click()
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  expect(await widthOf()).toBe(328)
  await expect(page.getByRole('option', { name: /^Agadir/ })).toBeInViewport({ ratio: 1 })
  await page.getByText('J’ai un code promo').click()
  await expect(page.getByLabel('Code promo')).toBeVisible()
  await expect(field).toHaveAttribute('aria-expanded', 'false')
  expect(await widthOf()).toBe(328)
  await page.getByRole('button', { name: /^Rabat/ }).click()
  await expect.poll(widthOf).toBeLessThan(110)
})

test('a link with a code brings its discount to the checkout', async ({ page }) => {
  await page.goto('/?promo=sara10')
  await page.getByRole('link', { name: 'Acheter maintenant' }).click()
  await page.getByRole('button', { name: `Ajouter au panier, ${BODY_MILK}` }).click()
  await page.getByRole('link', { name: 'Panier, 1 article' }).click()
  await openCart(page)
  await expect(page.getByRole('main').getByText(`Code SARA10 appliqué${NB}: −5${NB}%`)).toBeVisible()
  await expect(figure(page, /^Remise/)).toHaveText(`−4,95${NB}DH`)
  // Before there is a city the total lies between those of the cheapest and the dearest.
  await expect(figure(page, /^Livraison$/)).toHaveText(`20 à 35${NB}DH`)
  await expect(page.getByText(/^Par exemple, à Casablanca\s: \S+\s\d/)).toBeVisible()
  await expect(figure(page, /^Total dès$/)).toHaveText(`114,05${NB}DH`)
  // The bill and the bar say the same.
  await expect(page.getByText(`Total dès114,05${NB}DH`).filter({ visible: true })).toHaveCount(2)
  await page.getByRole('button', { name: 'Retirer le code SARA10' }).click()
  await expect(figure(page, /^Total dès$/)).toHaveText(`119,00${NB}DH`)
  await page.getByRole('button', { name: /^Rabat/ }).click()
  await expect(figure(page, /^Total$/)).toHaveText(`134,00${NB}DH`)
})
