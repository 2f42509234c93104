import type { Locator, Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { DAY_MS } from '#platform/kernel/durations.ts'
import { addDeliveries } from '#test/deliveries.ts'
import { answered, beLoggedInAs, expect, expectNoAxeViolations, OFFLINE, SIZES, test } from '../fixtures.ts'
import { freshPhone, type RunningShop, type TestProduct } from '../running-shop.ts'
import {
  cityField,
  expectStill,
  figure,
  fillRecipient,
  NB,
  openCart,
  overflow,
  placedDialog,
  putInCart,
  receiptOf,
  stored,
  watchShifts,
} from '../steps.ts'

/** A product with three pictures. */
async function addWithPictures(shop: RunningShop): Promise<TestProduct> {
  const product = await shop.addProduct()
  await shop.db.execute(sql`
    insert into product_images (product_id, place, image)
    select ${product.id}, (row_number() over (order by id))::int + 1, image from products where id in (1, 8)`)
  await shop.changeProduct(
    product.id,
    sql`benefit = 'Trois vues', usage = 'Le soir.', highlights = ${'Sans savon\npH doux'}`,
  )
  return product
}

const thumbnails = (page: Page) => page.getByRole('list', { name: 'Images du produit' }).getByRole('link')

for (const { size, tag } of SIZES)
  test(`a product’s pictures are chosen by their thumbnails, swiped, and shown larger (${size})`, { tag }, async ({
    page,
    shop,
  }) => {
    const { id, name } = await addWithPictures(shop)
    const slide = (nth: number) => page.getByRole('img', { name: `${name}, image ${nth} sur 3` })
    await watchShifts(page)
    await page.goto(`/product-details/${id}`)
    await expect(thumbnails(page)).toHaveCount(3)
    const { width, height } = (await thumbnails(page).first().boundingBox())!
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    await expect(slide(1)).toBeInViewport({ ratio: 0.9 })
    await expect(slide(3)).not.toBeInViewport()
    // None covers the large one. On a phone dots below it stand for them, whose room for a finger ends where the name begins, and
    // the next picture begins at the edge of the screen.
    const title = (await page.getByRole('heading', { level: 1 }).boundingBox())!
    const large = (await slide(1).boundingBox())!
    for (const thumbnail of await thumbnails(page).all()) {
      const { x, y, width, height } = (await thumbnail.boundingBox())!
      if (size === 'desktop') expect(x + width <= large.x || y >= large.y + large.height).toBe(true)
      else {
        expect(y).toBeGreaterThan(large.y + 0.8 * large.height)
        expect(y + height).toBeLessThanOrEqual(title.y)
      }
    }
    if (size === 'phone') {
      const screen = page.viewportSize()!.width
      const [first, last] = [await thumbnails(page).first().boundingBox(), await thumbnails(page).last().boundingBox()]
      expect((first!.x + last!.x + last!.width) / 2).toBeCloseTo(screen / 2, 0)
      const next = (await slide(2).boundingBox())!
      expect(next.x).toBeGreaterThan(large.x + large.width)
      expect(screen - next.x).toBeGreaterThanOrEqual(16)
    }

    await thumbnails(page).nth(2).hover()
    const place = await page.evaluate(() => scrollY)
    await thumbnails(page).nth(2).click()
    await expect(slide(3)).toBeInViewport({ ratio: 0.9 })
    await expect(slide(1)).not.toBeInViewport()
    await expect(thumbnails(page).nth(2)).toHaveAttribute('aria-current', 'true')
    await expect(thumbnails(page).first()).toHaveAttribute('aria-current', 'false')
    expect(await page.evaluate(() => scrollY)).toBe(place)

    await page.getByRole('link', { name: `${name}, image 3 sur 3` }).press('Enter')
    await expect(page.getByRole('dialog').getByRole('img', { name: `${name}, image 3 sur 3` })).toBeVisible()
    // A busy phone fades late: a dialog that is emptied meanwhile would shrink in sight.
    const fading = await page.getByRole('dialog').evaluateHandle(holdFade)
    await page.keyboard.press('Escape')
    await page.waitForFunction(({ length }) => length > 0, fading)
    await page.waitForTimeout(500)
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
    await fading.evaluate((fades) => fades.forEach((fade) => void fade.finish()))
    await expect(page.getByRole('dialog')).toBeHidden()

    // Before the test itself scrolls the pictures: a busy browser may count as a shift what it has drawn half way.
    await expectStill(page)
    // As a finger leaves it.
    await slide(1).evaluate((picture) => picture.closest('ul')!.scrollTo({ left: 0 }))
    await expect(thumbnails(page).first()).toHaveAttribute('aria-current', 'true')
    // The last picture stands beside the texts as well.
    const texts = page
      .locator('article > div')
      .filter({ has: page.getByRole('heading', { name: 'Conseils d’utilisation' }) })
    await expect(texts.locator('img')).toHaveCount(1)
    const points = page.getByRole('list', { name: 'À retenir' }).getByRole('listitem')
    await expect(points).toHaveText(['Sans savon', 'pH doux'])
    expect(await texts.locator('img').getAttribute('src')).toBe(await slide(3).getAttribute('src'))
    expect(await overflow(page)).toEqual([])
    await expectNoAxeViolations(page, 'a product with three pictures')
  })

/** The fade of a dialog, which holds still once that is closed. */
function holdFade(dialog: Element): Animation[] {
  const fading: Animation[] = []
  dialog.addEventListener('close', () => {
    for (const fade of dialog.getAnimations()) {
      fade.pause()
      fading.push(fade)
    }
  })
  return fading
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('each of a product’s pictures can be reached', async ({ page, shop }) => {
    const { id, name } = await addWithPictures(shop)
    await page.goto(`/product-details/${id}`)
    await thumbnails(page).nth(1).click()
    await expect(page.getByRole('img', { name: `${name}, image 2 sur 3` })).toBeInViewport({ ratio: 0.9 })
    const zoom = page.getByRole('link', { name: `${name}, image 2 sur 3` })
    const largest = await page.request.get((await zoom.getAttribute('href'))!)
    expect(largest.headers()['content-type']).toBe('image/webp')
    await expect(page.getByRole('button', { name: 'Partager' })).toBeHidden()
  })
})

test('a pack with one picture shows those of its products after it', async ({ page }) => {
  await page.goto('/Boutique?q=routine')
  await page.getByRole('link', { name: /^Pack Routine/ }).click()
  await expect(page.getByRole('region', { name: 'Dans ce pack' }).getByRole('listitem')).toHaveCount(3)
  await expect(thumbnails(page)).toHaveCount(4)
})

test('a pack shows what is in it and what it saves, unless some of that is not on sale', async ({ page, shop }) => {
  const [gel, serum] = [await shop.addProduct({ price: 100 }), await shop.addProduct({ price: 60.5 })]
  const pack = await shop.addProduct({ price: 150, category: 'pack' })
  await shop.db.execute(sql`
    insert into pack_items (pack_id, product_id, place, pieces)
    values (${pack.id}, ${gel.id}, 1, 1), (${pack.id}, ${serum.id}, 2, 2)`)
  await shop.changeProduct(pack.id, sql`benefit = 'Deux soins'`)
  const parts = page.getByRole('region', { name: /^Dans ce pack/ })
  await page.goto(`/product-details/${pack.id}`)
  await expect(page.getByText(`Vous économisez 71${NB}DH`)).toHaveCount(2)
  await expect(page.locator('s').first()).toContainText(`221,00${NB}DH`)
  await expect(parts.locator('s')).toContainText(`221,00${NB}DH`)
  await expect(parts.getByText('Ensemble')).toHaveText(/^Ensemble 150,00.DH$/, { useInnerText: true })
  await expect(parts.getByRole('listitem')).toHaveText(
    [new RegExp(`^${gel.name}\\s+100,00.DH$`), new RegExp(`^${serum.name}\\s+2.×.60,50.DH$`)],
    { useInnerText: true },
  )
  await expectNoAxeViolations(page, 'a pack')
  // Its products have no picture to show after its own.
  await expect(thumbnails(page)).toHaveCount(0)
  await parts.getByRole('link', { name: serum.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: serum.name })).toBeVisible()
  await expect(parts).toHaveCount(0)
  const within = page.getByRole('region', { name: 'Existe aussi en pack' })
  await expect(within).toContainText(`Vous économisez 71${NB}DH`)
  await expect(within.getByRole('link')).toHaveText([pack.name, 'Voir le pack'])
  await within.getByRole('link', { name: 'Voir le pack' }).click()
  await expect(page.getByRole('heading', { level: 1, name: pack.name })).toBeVisible()

  // What is sold out alone is still to be had in the pack.
  await shop.changeProduct(serum.id, sql`stock = 0`)
  await page.goto(`/product-details/${serum.id}`)
  await expect(page.getByRole('region', { name: 'Encore disponible en pack' })).toContainText(pack.name)

  await shop.changeProduct(gel.id, sql`hidden_at = now()`)
  await page.goto(`/product-details/${pack.id}`)
  await expect(parts.getByRole('listitem')).toHaveText([new RegExp(serum.name)])
  // What a code would take off is on the page, for whoever brings one.
  await expect(page.getByText('Vous économisez').filter({ visible: true })).toHaveCount(0)
})

test('a product that was often ordered with another is put in the cart with it', async ({ page, shop }) => {
  const [cream, serum] = [await shop.addProduct({ price: 100 }), await shop.addProduct({ price: 60.5 })]
  const orders = [await shop.placeOrder({ productId: cream.id }), await shop.placeOrder({ productId: cream.id })]
  for (const { OrderID } of orders)
    await shop.db.execute(sql`
      insert into order_lines (order_id, product_id, name, quantity, user_price, distributor_price)
      select ${OrderID}, id, name, 1, user_price, distributor_price from products where id = ${serum.id}`)
  const pair = page.getByRole('region', { name: 'Souvent commandé avec' })
  await page.goto(`/product-details/${serum.id}`)
  await expect(pair.getByRole('link', { name: cream.name })).toBeVisible()
  await expectNoAxeViolations(page, 'a product that is ordered with another')
  expect(await overflow(page)).toEqual([])
  await pair.getByRole('button', { name: `Ajouter les deux · 160,50${NB}DH` }).click()
  await expect(page.getByText('Produits ajoutés au panier')).toBeVisible()
  await expect(pair.getByRole('button', { name: 'Dans votre panier' })).toBeDisabled()
  const lines = JSON.parse((await stored(page)).cart!) as { productID: number; quantity: number }[]
  expect(lines.map((line) => [line.productID, line.quantity])).toEqual([
    [serum.id, 1],
    [cream.id, 1],
  ])
})

test('the way to the checkout takes the product along when the cart is empty', async ({ page, shop }) => {
  const [first, second] = [await shop.addProduct({ stock: 3 }), await shop.addProduct()]
  const lines = page.getByRole('list', { name: 'Articles du panier' }).getByRole('listitem')
  const toCheckout = page.getByRole('link', { name: 'Passer à la caisse' })
  await page.goto(`/product-details/${first.id}`)
  const quantity = page.getByRole('spinbutton', { name: 'Quantité' })
  await quantity.fill('4')
  await toCheckout.click()
  const refusal = page.getByRole('dialog', { name: 'Quantité insuffisante!' })
  await expect(refusal).toContainText('Il ne reste que 3 unités en stock.')
  await refusal.getByRole('button', { name: 'D’accord' }).click()
  await expect(page).toHaveURL(`/product-details/${first.id}`)
  expect((await stored(page)).cart ?? '[]').toBe('[]')

  await quantity.fill('2')
  await toCheckout.click()
  await expect(page).toHaveURL('/checkout')
  await openCart(page)
  await expect(lines).toHaveCount(1)
  await expect(page.getByRole('spinbutton', { name: `Quantité de ${first.name}` })).toHaveValue('2')

  await page.goto(`/product-details/${second.id}`)
  await toCheckout.click()
  await expect(page).toHaveURL('/checkout')
  await openCart(page)
  await expect(lines).toHaveCount(1)
})

test('a product is ordered on its own page, once, while the cart stays', async ({ page, shop }) => {
  const [wanted, other] = [await shop.addProduct({ price: 149.5 }), await shop.addProduct({ price: 60 })]
  const placed = new Date(Date.now() - 20 * DAY_MS)
  await addDeliveries(shop.db, { count: 20, city: 'Khémisset', placed, days: 2 })
  const phone = freshPhone()
  await putInCart(page, other.id)
  const cart = (await stored(page)).cart
  await page.goto(`/product-details/${wanted.id}?promo=SARA10`)
  await expect(
    page.getByText(/^Par exemple, à Casablanca.: .*\d.* 20.DH à Casablanca, 35.DH ailleurs\.$/),
  ).toBeVisible()
  await page.getByLabel('Livraison').selectOption('Khémisset')
  await expect(page.getByText(/^[a-z]+.\d.* · 35.DH$/)).toBeVisible()

  await page.getByRole('button', { name: 'Augmenter, Quantité' }).click()
  const quickly = page.getByRole('button', { name: 'Commander en une minute' })
  // The cheapest delivery, and what the code takes off.
  await expect(quickly.getByText(`304,05${NB}DH`)).toBeVisible()
  await expect(quickly.getByText(`319,00${NB}DH`)).toBeHidden()
  await quickly.click()
  const form = page.getByRole('region', { name: 'Commander en une minute' })
  await expect(cityField(page)).toHaveValue('Khémisset')
  await expect(form.locator('input:visible')).toHaveCount(4)
  await expect(form.getByText('Les articles de votre panier ne sont pas compris')).toBeVisible()
  await expect(form.getByText(`2 × 149,50${NB}DH − 14,95${NB}DH + livraison 35${NB}DH`)).toBeVisible()
  await expectNoAxeViolations(page, 'the order of a product on its page')
  expect(await overflow(page)).toEqual([])
  const order = form.getByRole('button', { name: `Commander · 319,05${NB}DH à${NB}la${NB}livraison` })
  // In sight while the form is filled, and at its end: above the words about personal data, not over them.
  await expect(order).toBeInViewport({ ratio: 1 })
  const privacy = form.getByRole('link', { name: 'Vos données personnelles' })
  await privacy.evaluate((link) => link.scrollIntoView({ block: 'center' }))
  const [button, words] = [(await order.boundingBox())!, (await privacy.boundingBox())!]
  expect(button.y + button.height).toBeLessThan(words.y)
  // The bar said the total on the way; at the end the form alone does.
  await expect(form.getByText(/^Total/).filter({ visible: true })).toHaveCount(1)
  await order.click()
  await expect(form.getByText('Saisissez votre nom complet.')).toBeVisible()
  await expect(form.getByLabel('Nom complet')).toBeFocused()
  await form.getByLabel('Nom complet').fill('Nadia Minute')
  await form.getByLabel('Nom complet').press('Enter')
  await expect(form.getByLabel('Téléphone')).toBeFocused()
  await form.getByLabel('Téléphone').fill(phone)
  await form.getByLabel('Adresse').fill('3, rue des Essais')
  await order.dblclick()
  await expect(placedDialog(page)).toContainText(/n°.\d+.*Nous vous appelons/)
  await placedDialog(page).getByRole('button', { name: 'Voir le récapitulatif' }).click()
  const { panel } = await receiptOf(page)
  await expect(panel).toContainText('Livraison prévue')
  await expect(panel).toContainText(/puis payez en espèces Préparez 319,05.DH/)
  expect((await shop.ordersOf(phone)).map(({ total }) => total)).toEqual([31_905])
  expect((await stored(page)).cart).toBe(cart)
})

test('a supplier whose price changed meanwhile is told, and orders at the one of now', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(answered(422))
  const { id, name } = await shop.addProduct({ price: 149.5 })
  const phone = freshPhone()
  await beLoggedInAs(page, shop, 'sara')
  await page.goto(`/product-details/${id}`)
  await page.getByRole('button', { name: 'Commander en une minute' }).click()
  const form = page.getByRole('region', { name: 'Commander en une minute' })
  await fillRecipient(page, { name: 'Nadia Prix', phone, city: 'Casablanca', address: '3, rue des Essais' })
  // The form compares its product with the shop as it opens: that must not be what finds the new price.
  await page.waitForLoadState('networkidle')
  await shop.changeProduct(id, sql`distributor_price = distributor_price + 700`)
  const order = form.getByRole('button', { name: /^Commander/ })
  await order.click()
  await expect(form.getByText(`Le prix de ${name} a changé.`)).toBeVisible()
  await expect(figure(page, /^Sous-total/)).toHaveText(`111,65${NB}DH`)
  await order.click()
  await expect(placedDialog(page)).toBeVisible()
  expect(await shop.ordersOf(phone)).toHaveLength(1)
})

test('an order on a product’s page stays until it is answered, and another quantity is another order', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(OFFLINE)
  const { id } = await shop.addProduct()
  const phone = freshPhone()
  await page.goto(`/product-details/${id}`)
  const quickly = page.getByRole('button', { name: 'Commander en une minute' })
  await quickly.click()
  const form = page.getByRole('region', { name: 'Commander en une minute' })
  await fillRecipient(page, { name: 'Nadia Attente', phone, city: 'Casablanca', address: '3, rue des Essais' })
  await page.route('**/api/orders/create', (route) => route.abort())
  await form.getByRole('button', { name: /^Commander/ }).click()
  const stop = form.getByRole('button', { name: 'Arrêter' }).filter({ visible: true })
  await expect(stop).toBeVisible()
  // Its head closes the form at other times.
  await expect(quickly).toHaveAttribute('aria-disabled', 'true')
  await stop.click()
  await expect(form.getByText('L’envoi est arrêté').filter({ visible: true })).toBeVisible()
  await page.getByRole('button', { name: 'Augmenter, Quantité' }).click()
  await expect(form.getByText('celle-ci en serait une autre').filter({ visible: true })).toBeVisible()
  await page.getByRole('button', { name: 'Diminuer, Quantité' }).click()
  await expect(form.getByText('elle ne sera enregistrée qu’une fois').filter({ visible: true })).toBeVisible()
  await page.unroute('**/api/orders/create')
  await form.getByRole('button', { name: 'Réessayer' }).click()
  await expect(placedDialog(page)).toBeVisible()
  expect(await shop.ordersOf(phone)).toHaveLength(1)
})

test('an example of a review stands on the page of its product, and says that it is one', async ({ page }) => {
  await page.goto('/product-details/1')
  await expect(page.getByRole('figure')).toContainText('Hind, Rabat · Exemple d’avis')
})

test('the end of an order form that is scrolled past goes below the header', async ({ page }) => {
  await page.goto('/product-details/1')
  await page.getByRole('button', { name: 'Commander en une minute' }).click()
  const end = page.getByText('Rien à payer maintenant').filter({ visible: true })
  // In steps: at first it goes along at the bottom of the screen.
  const scrollUnderHeader = () =>
    end.evaluate((words) => {
      scrollBy({ top: words.getBoundingClientRect().top - 20, behavior: 'instant' })
      return Math.round(words.getBoundingClientRect().top)
    })
  await expect.poll(scrollUnderHeader).toBe(20)
  const isBelowHeader = () => document.elementFromPoint(innerWidth / 2, 28)?.closest('header') != null
  expect(await page.evaluate(isBelowHeader)).toBe(true)
  // From further down the bar leads back to it.
  const bar = page.getByRole('button', { name: /^Ajouter au panier, Crème solaire/ })
  await expect(bar).toBeHidden()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(bar).toBeVisible()
  await page.getByRole('button', { name: 'Commander', exact: true }).last().click()
  await expect(page.getByLabel('Nom complet')).toBeInViewport({ ratio: 1 })
  await expect(bar).toBeHidden()
})

test('a product’s link is shared by the phone’s own ways, or copied', async ({ page, shop, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { id, name } = await shop.addProduct()
  const url = `${shop.url}/product-details/${id}`
  await page.goto(`/product-details/${id}`)
  await page.getByRole('button', { name: 'Partager' }).click()
  await expect(page.getByText('Lien copié')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)

  const shared = page.evaluate(
    () =>
      new Promise((resolve) => {
        navigator.share = async (link) => resolve(link)
      }),
  )
  await page.getByRole('button', { name: 'Partager' }).click()
  expect(await shared).toEqual({ title: name, text: name, url })
})

test('a phone’s first screen has the price, and the bar comes once the button has gone', async ({ page, shop }) => {
  const { id, name } = await shop.addProduct({ price: 120 })
  const bar = page.getByRole('button', { name: `Ajouter au panier, ${name}` })
  const home = await (await page.request.get('/')).text()
  await page.goto(`/product-details/${id}`)
  const [, delivered] = /commandes livrées<\/dt><dd>(\d+)/.exec(home)!
  await expect(page.getByText(`${delivered} commandes livrées au Maroc`)).toBeVisible()
  const picture = (await page.getByRole('img', { name }).boundingBox())!
  expect(picture.height / picture.width).toBeLessThanOrEqual(3.4 / 4 + 0.01)
  await expect(page.getByText(`120,00${NB}DH`).first()).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Ajouter au panier', exact: true })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Commander en une minute' })).toBeInViewport({ ratio: 1 })
  const delivery = page.getByLabel('Livraison')
  await expect(delivery).toBeInViewport({ ratio: 1 })
  // The lead to read follows the ways to order.
  const lead = (await page.getByText('Un baume qui ne sert qu’aux essais.').boundingBox())!
  expect(lead.y).toBeGreaterThan((await page.getByRole('link', { name: 'Passer à la caisse' }).boundingBox())!.y)
  await expect(bar).toBeHidden()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(bar).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(bar).toBeHidden()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page.getByRole('button', { name: 'Commander', exact: true }).click()
  const form = page.getByRole('region', { name: 'Commander en une minute' })
  await expect(form.getByLabel('Nom complet')).toBeFocused()
  await expect(form.getByLabel('Nom complet')).toBeInViewport({ ratio: 1 })
  // The form says the least that it will be, as the checkout does.
  await expect(form.getByText(/^Total dès 140,00.DH$/)).toBeVisible()
  await expect(form.getByText('Rien à payer maintenant').filter({ visible: true })).toHaveCount(1)
})

test('on a desktop the page keeps to two columns, in each state', { tag: '@desktop' }, async ({ page }) => {
  const boxOf = async (what: Locator) => (await what.boundingBox())!
  const rightOf = async (what: Locator) => {
    const { x, width } = await boxOf(what)
    return Math.round(x + width)
  }
  const article = page.getByRole('article').first()
  const trust = article.getByRole('list').filter({ hasText: 'Produits autorisés' })
  const thumbnailsOf = page.getByRole('list', { name: 'Images du produit' })
  await page.goto('/product-details/1')
  const large = article.getByRole('img').first()
  const picture = await boxOf(large)
  const edge = Math.round(picture.x + picture.width)
  expect(Math.abs((await rightOf(page.getByRole('button', { name: 'Partager' }))) - edge)).toBeLessThanOrEqual(8)
  const title = await boxOf(article.getByRole('heading', { level: 1 }))
  expect(Math.abs(title.y - picture.y)).toBeLessThanOrEqual(8)
  const thumbs = await boxOf(thumbnailsOf)
  expect([thumbs.x, thumbs.y > picture.y + picture.height]).toEqual([picture.x, true])
  const endOfPictures = thumbs.y + thumbs.height
  // The quantity beside the price, the strong button below, the two others beside each other under that.
  const quickly = page.getByRole('button', { name: 'Commander en une minute' })
  const right = await rightOf(quickly)
  expect(await rightOf(page.getByRole('button', { name: 'Augmenter, Quantité' }))).toBe(right - 1)
  expect(await rightOf(page.getByRole('link', { name: 'Passer à la caisse' }))).toBe(right)
  const add = await boxOf(page.getByRole('button', { name: 'Ajouter au panier', exact: true }))
  const strong = await boxOf(quickly)
  expect(Math.round(add.x)).toBe(Math.round(strong.x))
  expect(add.y).toBeGreaterThan(strong.y + strong.height)
  // All that there is to do and to trust is in the first window, and ends about where the picture does.
  await expect(trust).toBeInViewport({ ratio: 1 })
  const below = await boxOf(trust)
  expect([Math.round(below.x), Math.round(below.x + below.width)]).toEqual([Math.round(strong.x), right])
  expect(Math.abs(below.y + below.height - endOfPictures)).toBeLessThan(48)

  // What goes with the product has the width of both columns, and is built alike.
  const offers = [/^Souvent/, /^Existe aussi/].map((name) => page.getByRole('region', { name }))
  const expectAlike = async () => {
    const [pair, pack] = await Promise.all(offers.map(boxOf))
    expect(Math.abs(pair!.height - pack!.height)).toBeLessThanOrEqual(2)
    expect(pair!.y).toBe(pack!.y)
    expect([pair!.x < picture.x + 100, pack!.x >= strong.x]).toEqual([true, true])
  }
  await expectAlike()

  // The form is opened from the bar as well, which comes below the offer.
  const fromBar = page.getByRole('button', { name: 'Commander', exact: true })
  await expect(fromBar).toBeHidden()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await fromBar.click()
  await expect(page.getByLabel('Nom complet')).toBeFocused()
  await quickly.click()
  await expect(page.getByLabel('Nom complet')).toBeHidden()
  await page.evaluate(() => window.scrollTo(0, 0))
  await quickly.click()
  await expect(page.getByLabel('Nom complet')).toBeFocused()
  // The picture stays in sight while the form is filled; the whole form is in the window, down to its button.
  const form = page.getByRole('region', { name: 'Commander en une minute' })
  await expect(form.getByRole('button', { name: 'Commander', exact: true })).toBeInViewport({ ratio: 1 })
  await expectAlike()
  await page.getByLabel('Adresse').scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 300)
  await expect(large).toBeInViewport({ ratio: 0.99 })
  // And lies on nothing that stands below the two columns.
  await offers[0]!.evaluate((offer) => offer.scrollIntoView(false))
  const advice = await boxOf(article.getByRole('heading', { name: 'Conseils d’utilisation' }))
  const last = await boxOf(thumbnailsOf)
  expect(last.y + last.height).toBeLessThan(advice.y)

  // The pack of what is sold out is as high as its words: beside the pictures, with no hole above its button.
  await page.goto('/Boutique?q=beurre')
  await page.getByRole('link', { name: /^Beurre corporel/ }).click()
  const pack = page.getByRole('region', { name: /^Encore disponible/ })
  const pictures = await boxOf(thumbnailsOf)
  const [saving, act] = [await boxOf(pack.getByText('Vous économisez')), await boxOf(pack.getByRole('link').last())]
  expect(act.y - saving.y - saving.height).toBeLessThanOrEqual(24)
  expect(act.y + act.height).toBeLessThan(pictures.y + pictures.height)
})
