import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { freshPhone } from './running-shop.ts'
import { cityField, placedDialog } from './steps.ts'

/** The focused element: its role or tag, its name, and whether its focus is visible. */
interface Focus {
  name: string
  isSeen: boolean
  what: string
}

const focusOf = (page: Page): Promise<Focus> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    const labels = (element as HTMLInputElement).labels
    const name =
      element.getAttribute('aria-label') ??
      (labels?.length ? [...labels].map((label) => label.textContent).join(' ') : element.innerText)
    const isRinged = (each: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(each)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    }
    // A card's link covers the card: the ring is drawn around the whole.
    let marked: Element | null = element
    while (marked && !isRinged(marked)) marked = marked.parentElement
    const isMarked = marked !== null
    const { top, bottom, left, right, width, height } = element.getBoundingClientRect()
    const isOnScreen =
      width > 0 &&
      height > 0 &&
      bottom > 0 &&
      right > 0 &&
      top < innerHeight &&
      left < innerWidth &&
      element !== document.body
    return {
      name: (name ?? '').replace(/\s+/g, ' ').trim(),
      isSeen: isMarked && isOnScreen,
      what: `${element.tagName} ${name}, ${Math.round(top)}–${Math.round(bottom)} px, marked: ${isMarked}`,
    }
  })

/** Where the focus goes when a page arrives, so that Tab starts from its beginning. */
const content = (page: Page): Locator => page.locator('#contenu')

/** Tab after Tab to what has this name; on the way nothing may hide the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press('Tab')
    const focus = await focusOf(page)
    expect(focus.isSeen, `the focus is visible on ${focus.what}`).toBe(true)
    if (typeof name === 'string' ? focus.name === name : name.test(focus.name)) return
  }
  throw new Error(`Tab never came to ${name}`)
}

test('a whole purchase with the keyboard alone, the focus always in sight', { tag: '@desktop' }, async ({
  page,
  shop,
}) => {
  const phone = freshPhone()
  const { keyboard } = page
  await page.goto('/')
  await keyboard.press('Tab')
  expect((await focusOf(page)).name).toBe('Aller au contenu')
  await keyboard.press('Enter')
  await expect(content(page)).toBeFocused()
  await tabTo(page, /^Cosmetique/)
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/?onglet=cosmetique')
  const inTab = page.getByRole('region', { name: 'Nos produits' })
  await expect(inTab.getByRole('link', { name: /^Gel nettoyant visage/ })).toBeVisible()
  await tabTo(page, /^Gel nettoyant visage/)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Gel nettoyant visage/ })).toBeVisible()
  await expect(content(page)).toBeFocused()
  await tabTo(page, 'Quantité')
  await keyboard.press('ArrowUp')
  await expect(page.getByRole('spinbutton', { name: 'Quantité' })).toHaveValue('2')
  await tabTo(page, 'Ajouter au panier')
  await keyboard.press('Enter')
  await tabTo(page, 'Passer à la caisse')
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Votre commande' })).toBeVisible()
  await expect(content(page)).toBeFocused()

  await tabTo(page, 'Nom complet')
  await keyboard.type('Hajar Clavier')
  await tabTo(page, 'Téléphone')
  await keyboard.type(phone)
  await tabTo(page, 'Ville')
  const city = cityField(page)
  await keyboard.press('ArrowDown')
  await expect(city).toHaveAttribute('aria-expanded', 'true')
  await keyboard.press('Escape')
  await expect(city).toHaveAttribute('aria-expanded', 'false')
  await keyboard.type('fes')
  await keyboard.press('Enter')
  await expect(city).toHaveValue('Fès')
  await tabTo(page, 'Adresse')
  await keyboard.type('5, rue du Clavier')
  await tabTo(page, 'J’ai un code promo')
  await keyboard.press('Enter')
  await expect(page.getByLabel('Code promo')).toBeFocused()
  await keyboard.type('SARA10')
  await keyboard.press('Enter')
  await expect(page.getByRole('main').getByText('Code SARA10 appliqué')).toBeVisible()
  await tabTo(page, 'Confirmer la commande')
  await keyboard.press('Enter')
  await expect(placedDialog(page)).toBeVisible()
  await keyboard.press('Escape')
  await expect(page).toHaveURL('/Boutique')
  await expect(page.getByRole('region', { name: /^Commande n°/ })).toBeVisible()
  expect(await shop.ordersOf(phone)).toMatchObject([{ total: 20410 }])
})

/** As the pages store it. */
const fillCartWithFive = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const products: { ProductID: number; Name: string; image: string; user_price: number; StockQuantity: number }[] =
      await (await fetch('/api/cosmetique')).json()
    const lines = products
      .filter(({ StockQuantity }) => StockQuantity > 0)
      .slice(0, 5)
      .map(({ ProductID, Name, image, user_price }) => ({
        productID: ProductID,
        productName: Name,
        productImage: image,
        productPrice: user_price,
        priceGain: user_price,
        quantity: 1,
      }))
    localStorage.setItem('cart', JSON.stringify(lines))
  })

test('a refused form leads the keyboard to what is wrong', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/Boutique')
  await tabTo(page, /^Ajouter au panier, Lait hydratant/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Panier, 1 article' })).toBeVisible()
  await fillCartWithFive(page)
  await page.goto('/checkout')
  const lines = page.getByRole('list', { name: 'Articles du panier' })
  await expect(lines.getByRole('listitem')).toHaveCount(5)
  expect(await lines.evaluate((list) => list.scrollHeight - list.clientHeight), 'five lines are all in sight').toBe(0)
  await tabTo(page, 'Confirmer la commande')
  await page.keyboard.press('Enter')
  const summary = page.getByRole('alert').filter({ hasText: 'Il manque 4 informations' })
  await expect(summary).toBeFocused()
  await expect(page).toHaveTitle(/^Erreur/)
  await expect(summary).not.toContainText('Saisissez votre nom complet.')
  await tabTo(page, /^Commencer par «.Nom complet.»$/)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Nom complet')).toBeFocused()
})

test('the menus open and close by keyboard, and give the focus back', { tag: '@desktop' }, async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 700 })
  await page.goto('/')
  await tabTo(page, 'Menu')
  await page.keyboard.press('Enter')
  // The footer has a link of that name too, and the menu opens only once the page's script runs.
  await expect(page.getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'true')
  await tabTo(page, 'Accueil')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
  await expect(page.getByRole('navigation', { name: 'Navigation principale' })).toBeHidden()
})
