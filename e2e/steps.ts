import { expect, type Locator, type Page } from '@playwright/test'

/** The no-break space of prices and of French punctuation. */
export const NB = '\u00A0'

export interface Recipient {
  name: string
  phone: string
  city: string
  address: string
}

/** What sticks out of a page that scrolls sideways. */
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

/** Opens a product's page and puts some of it in the cart. */
export async function addFromProductPage(page: Page, productId: number, quantity = 1): Promise<void> {
  await page.goto(`/product-details/${productId}`)
  const increase = page.getByRole('button', { name: 'Augmenter, Quantité' })
  for (let more = 1; more < quantity; more++) await increase.click()
  await page.getByRole('button', { name: 'Ajouter au panier', exact: true }).click()
  await expect(page.getByText('Produit ajouté au panier!')).toBeVisible()
}

export async function fillRecipient(page: Page, { name, phone, city, address }: Recipient): Promise<void> {
  await page.getByLabel('Nom complet').fill(name)
  await page.getByLabel('Téléphone').fill(phone)
  await page.getByRole('combobox', { name: 'Ville' }).fill(city)
  await page.getByRole('option', { name: city, exact: true }).click()
  await page.getByLabel('Adresse').fill(address)
}

export const confirmButton = (page: Page): Locator => page.getByRole('button', { name: 'Confirmer la commande' })

/** The amount that a summary gives under a label. */
export const figure = (page: Page, label: RegExp): Locator =>
  page
    .locator('dl > div')
    .filter({ has: page.getByRole('term').filter({ hasText: label }) })
    .getByRole('definition')

export const placedDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Commande réussie!' })

/** The receipt that Boutique shows after an order, and its number. */
export async function receiptOf(page: Page): Promise<{ panel: Locator; orderId: string }> {
  const panel = page.getByRole('region', { name: /^Commande n°/ })
  await expect(panel).toBeVisible()
  const heading = await panel.getByRole('heading').innerText()
  return { panel, orderId: /n°\s(\d+)/.exec(heading)![1]! }
}

/** Opens the navigation where it is folded. */
export async function openNavigation(page: Page): Promise<void> {
  const burger = page.getByRole('button', { name: 'Menu' })
  if (await burger.isVisible()) await burger.click()
}

/** What this browser keeps, by key. */
export const stored = (page: Page): Promise<Record<string, string>> => page.evaluate(() => ({ ...localStorage }))
