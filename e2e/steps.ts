import { expect, type Locator, type Page } from '@playwright/test'
import { openBlankPage, storeSession } from './fixtures.ts'
import type { RunningShop, Session } from './running-shop.ts'

/** The no-break space of prices and of French punctuation. */
export const NB = '\u00A0'

export interface Recipient {
  name: string
  phone: string
  city: string
  address: string
}

/** The elements that overflow a page that scrolls sideways. */
export const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    // A phone lays out as wide as what sticks out.
    const width = Math.min(clientWidth, window.screen.width)
    if (scrollWidth <= width) return []
    return [...document.querySelectorAll('body *')]
      .filter((each) => each.getBoundingClientRect().right > width + 1)
      .slice(0, 5)
      .map((each) => each.outerHTML.slice(0, 120))
  })

/** Looks at the page as it stands with the room of a desktop, in the middle of what is done on a phone. */
export async function withRoom(page: Page, look: () => Promise<void>): Promise<void> {
  const phone = page.viewportSize()!
  await page.setViewportSize({ width: 1280, height: 800 })
  await look()
  await page.setViewportSize(phone)
}

/** The words of a page as the server sends it to visitors. */
export async function wordsOf(page: Page, address: string): Promise<string> {
  const answer = await page.request.get(address)
  return (await answer.text()).replace(/<(script|style)\b.*?<\/\1>|<[^>]+>/gs, '')
}

/** Opens a product's page and puts some of it in the cart. */
export async function addFromProductPage(page: Page, productId: number, quantity = 1): Promise<void> {
  await page.goto(`/product-details/${productId}`)
  const increase = page.getByRole('button', { name: 'Augmenter, Quantité' })
  for (let more = 1; more < quantity; more++) await increase.click()
  await page.getByRole('button', { name: 'Ajouter au panier', exact: true }).click()
  await expect(page.getByText('Produit ajouté au panier!')).toBeVisible()
}

/** What a visitor's cart holds of a product, as its page stores it: `visitors.spec.ts` compares the two. */
export async function cartLine(page: Page, productId: number, quantity = 1) {
  const product = await (await page.request.get(`/api/products/${productId}`)).json()
  return {
    productID: productId,
    productName: product.Name,
    productImage: product.image,
    productPrice: product.user_price,
    priceGain: product.user_price,
    quantity,
  }
}

/** Adds some of a product to a visitor's cart where the way there is not what is proved. Leaves a page without scripts. */
export async function putInCart(page: Page, productId: number, quantity = 1): Promise<void> {
  const line = await cartLine(page, productId, quantity)
  await openBlankPage(page)
  await page.evaluate((added) => {
    const lines = JSON.parse(localStorage.getItem('cart') ?? '[]')
    localStorage.setItem('cart', JSON.stringify([...lines, added]))
  }, line)
}

/** The city's field once the page's script runs; until then it is the platform's own list. */
export const cityField = (page: Page): Locator =>
  page.getByRole('combobox', { name: 'Ville' }).and(page.locator('input'))

export async function fillRecipient(page: Page, { name, phone, city, address }: Recipient): Promise<void> {
  await page.getByLabel('Nom complet').fill(name)
  await page.getByLabel('Téléphone').fill(phone)
  await cityField(page).fill(city)
  await page.getByRole('option', { name: new RegExp(`^${city} `) }).click()
  await page.getByLabel('Adresse').fill(address)
}

/** `0612345678` as the form writes it while it is typed. */
export const asTyped = (phone: string): string => phone.replace(/\d{2}(?=\d)/g, '$& ')

/** Unfolds the cart of a phone; beside the form it stands open. */
export async function openCart(page: Page): Promise<void> {
  const heading = page.getByRole('heading', { name: /^Votre panier/ })
  await expect(heading).toBeVisible()
  const folded = page.locator('details:not([open])', { has: heading })
  if ((await folded.count()) > 0) await folded.locator('summary').click()
}

/** Shows the field of the code, which a phone has behind a link. */
export async function openCodeField(page: Page): Promise<Locator> {
  await openCart(page)
  const field = page.getByLabel('Code promo')
  const link = page.getByRole('button', { name: 'J’ai un code promo' })
  await expect(field.or(link)).toBeVisible()
  if (await link.isVisible()) await link.click()
  return field
}

export async function applyCode(page: Page, code: string): Promise<void> {
  await (await openCodeField(page)).fill(code)
  await page.getByRole('button', { name: 'Appliquer le code promo' }).click()
}

export const confirmButton = (page: Page): Locator => page.getByRole('button', { name: 'Confirmer la commande' })

/** The amount that a summary gives under a label. */
export const figure = (page: Page, label: RegExp): Locator =>
  page
    .locator('dl > div')
    .filter({ has: page.getByRole('term').filter({ hasText: label }) })
    .getByRole('definition')
    .and(page.locator('dt + dd'))

/** The next call to this path arrives, but its answer is lost. */
export const loseAnswer = (page: Page, path: string): Promise<unknown> =>
  page.route(
    path,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )

/** Logs in from the question that a session's end asks over what is typed, in the tab that it opens. */
export async function logInBeside(page: Page, session: () => Promise<Session>): Promise<void> {
  const ended = page.getByRole('dialog', { name: 'Votre session est terminée' })
  const beside = page.context().waitForEvent('page')
  await ended.getByRole('link', { name: 'Se connecter' }).click()
  const other = await beside
  await expect(other.getByRole('heading', { level: 1, name: 'Se connecter' })).toBeVisible()
  await storeSession(other, await session())
  await other.close()
  await expect(ended).toBeHidden()
}

/** Ends a session as the next call to this path is on its way: no other call can tell of it before. */
export const endSessionAt = (page: Page, path: string, shop: RunningShop, token: string): Promise<unknown> =>
  page.route(
    path,
    async (route) => {
      await shop.call('POST', '/api/logout', { token })
      await route.continue()
    },
    { times: 1 },
  )

/** Closes a dialog by its key, which it does not hear while its form is under way. */
export async function escapeFrom(dialog: Locator): Promise<void> {
  await expect(dialog.locator('[aria-busy="true"]')).toHaveCount(0)
  await dialog.page().keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

export const placedDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Commande réussie!' })

/** The receipt that Boutique shows after an order, and its number. */
export async function receiptOf(page: Page): Promise<{ panel: Locator; orderId: string }> {
  const panel = page.getByRole('region', { name: /^Commande n°/ })
  await expect(panel).toBeVisible()
  const name = await panel.getAttribute('aria-label')
  return { panel, orderId: /\d+/.exec(name!)![0] }
}

/** Opens the navigation where it is folded: behind *Menu* in the shop, behind *Plus* in the back office. */
export async function openNavigation(page: Page): Promise<void> {
  const burger = page.getByRole('button', { name: /^(Menu|Plus)$/ })
  if (!(await burger.isVisible())) return
  // That of the page before is folded a moment after the next page stands; pressed earlier it would fold this one.
  await expect(burger).toHaveAttribute('aria-expanded', 'false')
  await burger.click()
}

/** Unfolds the groups of lines in the open list of notifications. */
export async function unfoldGroups(page: Page): Promise<void> {
  const list = page.getByRole('dialog', { name: 'Notifications' })
  await expect(list.getByRole('listitem').first()).toBeVisible()
  const folded = list.locator('button[aria-expanded="false"]')
  for (let left = await folded.count(); left > 0; left--) await folded.first().press('Enter')
  await expect(folded).toHaveCount(0)
}

/** The browser's local storage, by key. */
export const stored = (page: Page): Promise<Record<string, string>> => page.evaluate(() => ({ ...localStorage }))

type Waiting = Map<number, { seconds: number; run: () => void }>
declare global {
  interface Window {
    waitingTimers: Waiting
  }
}

/** From the next page on, timers of ten seconds and more run when the test lets their time pass, not before. */
export const holdLongTimers = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { setTimeout: start, clearTimeout: stop } = window
    const waiting: Waiting = new Map()
    let last = 1e9
    const startOrHold = (run: () => void, milliseconds = 0, ...given: []) => {
      if (milliseconds < 10_000) return start(run, milliseconds, ...given)
      waiting.set(++last, { seconds: milliseconds / 1000, run })
      return last
    }
    const stopOrForget = (id: number) => waiting.delete(id) || stop(id)
    Object.assign(window, { setTimeout: startOrHold, clearTimeout: stopOrForget, waitingTimers: waiting })
  })

/** Once a timer of so many seconds waits, it runs. */
export async function letPass(page: Page, seconds: number): Promise<void> {
  await page.waitForFunction((span) => {
    const due = [...window.waitingTimers].filter((each) => each[1].seconds === span)
    for (const [id, { run }] of due) {
      window.waitingTimers.delete(id)
      run()
    }
    return due.length > 0
  }, seconds)
}

interface Shifts {
  header: number
  page: number
  /** What moved, for the message of a test that fails. */
  moved: string[]
}

/** Counts what moves on the pages that are opened from now on. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: Shifts = { header: 0, page: 0, moved: [] }
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        sources?: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
      })[]) {
        shifts.page += entry.value
        const header = document.querySelector('header')
        const sources = entry.sources ?? []
        if (sources.some(({ node }) => node && header?.contains(node))) shifts.header += entry.value
        for (const { node, previousRect: from, currentRect: to } of sources) {
          const name = node instanceof Element ? node.outerHTML.slice(0, 80) : node?.textContent
          shifts.moved.push(`${name} from ${from.x}, ${from.y} to ${to.x}, ${to.y}, now ${to.width} x ${to.height}`)
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** How far everything has moved since the page was opened, as browsers count it, and what of it in the header. */
export const shiftsOf = (page: Page): Promise<Shifts> =>
  page.evaluate(async () => {
    // Two frames: one draws the last change, and after the other its shift is reported.
    for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(resolve))
    await new Promise((resolve) => setTimeout(resolve))
    return (globalThis as unknown as { shifts: Shifts }).shifts
  })

/** Fails when more of the page has moved since it was opened than browsers call good, and tells what did. */
export async function expectStill(page: Page, most = 0.02): Promise<void> {
  const { page: sum, moved } = await shiftsOf(page)
  expect(sum, `${page.url()} moves: ${moved.join('; ')}`).toBeLessThanOrEqual(most)
}
