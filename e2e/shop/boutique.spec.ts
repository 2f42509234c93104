import type { Page } from '@playwright/test'
import { expect, expectNoAxeViolations, SIZES, test, untilHydrated } from '../fixtures.ts'
import { NB, overflow, stored } from '../steps.ts'

const ARGAN = 'Huile d’argan pure du Souss'
const MILK = /^Lait hydratant corps/

/** The shop's search, which becomes a combobox once it is used. */
const search = (page: Page) => page.getByLabel('Rechercher un produit')
const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Produits trouvés' })

test('an Arabic word and a French one of another spelling find the same product', async ({ page }) => {
  await page.goto('/Boutique')
  await search(page).fill('زيت أركان')
  await expect(page).toHaveURL(/\?q=/)
  await expect(page.getByRole('article', { name: ARGAN })).toBeVisible()
  await page.goto('/Boutique?q=argane')
  await expect(page.getByRole('article', { name: ARGAN })).toBeVisible()
  // Of an odd number the last has the whole row.
  const cards = page.getByRole('article')
  expect((await cards.count()) % 2).toBe(1)
  expect((await cards.last().boundingBox())!.width).toBeGreaterThan(300)
})

test('the magnifier of the header leads into the field, at each press and on each page', async ({ page }) => {
  await page.goto('/')
  const magnifier = page.getByRole('link', { name: 'Rechercher dans la boutique' })
  for (let press = 1; press <= 2; press += 1) {
    await magnifier.click()
    await expect(search(page)).toBeFocused()
    await search(page).blur()
  }
  // The way back to this page is no press.
  await page.getByRole('article', { name: ARGAN }).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: ARGAN })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('article', { name: ARGAN })).toBeVisible()
  await expect(search(page)).not.toBeFocused()
  await search(page).fill('argane')
  await expect(page).toHaveURL('/Boutique?q=argane')
  await expect(page.getByRole('article', { name: ARGAN })).toBeVisible()
})

test('what care is for leads on to the products for that, and back', async ({ page }) => {
  await page.goto('/Boutique?categorie=cosmetique')
  await page.getByRole('main').getByRole('link', { name: 'corps', exact: true }).click()
  await expect(page).toHaveURL('/Boutique?categorie=cosmetique&q=corps')
  await expect(search(page)).toHaveValue('corps')
  await expect(page.getByRole('article', { name: MILK })).toBeVisible()
  await expect(page.getByRole('article', { name: 'Beurre corporel au karité' })).toBeVisible()
  await expect(page.getByRole('article', { name: ARGAN })).toBeHidden()
  await page.getByRole('link', { name: 'Tout afficher' }).click()
  await expect(page).toHaveURL('/Boutique?categorie=cosmetique')
})

test('on a phone suggestions take the whole width, and a finger opens one or all', async ({ page }) => {
  await page.goto('/Boutique')
  const [field, order] = [search(page), page.getByRole('combobox', { name: 'Trier les produits' })]
  // One row: the search, and the order as a sign beside it.
  expect(Math.round((await field.boundingBox())!.y)).toBe(Math.round((await order.boundingBox())!.y))
  expect((await order.boundingBox())!.width).toBeGreaterThanOrEqual(44)
  await search(page).click()
  await page.keyboard.type('huile')
  const list = suggestions(page)
  await expect(list.getByRole('option')).not.toHaveCount(0)
  await expect(list.getByRole('option', { name: ARGAN })).toContainText(`129,00${NB}DH`)
  for (const option of await list.getByRole('option').all()) {
    const { width, height } = (await option.boundingBox())!
    expect([width > 300, height >= 44]).toEqual([true, true])
  }
  expect(await overflow(page)).toEqual([])
  await expectNoAxeViolations(page, 'the suggestions of the shop’s search')
  await list.getByRole('option', { name: /^Voir les \d+ résultats$/ }).click()
  await expect(list).toBeHidden()
  await expect(page).toHaveURL('/Boutique?q=huile')
  await page.getByRole('search').getByRole('link', { name: 'Effacer la recherche' }).click()
  await expect(page).toHaveURL('/Boutique')
  await expect(search(page)).toHaveValue('')
  await expect(search(page)).toBeFocused()
  await search(page).fill('argane')
  await list.getByRole('option', { name: ARGAN }).click()
  await expect(page.getByRole('heading', { level: 1, name: ARGAN })).toBeVisible()
})

test('sorting by the keyboard keeps the focus, and another list shows its own order', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.goto('/Boutique')
  const order = page.getByRole('combobox', { name: 'Trier les produits' })
  const first = await order.inputValue()
  await order.focus()
  await page.keyboard.press('ArrowDown')
  await expect(page).toHaveURL(/tri=/)
  await expect(order).toBeFocused()
  await page.getByRole('banner').getByRole('link', { name: 'Boutique', exact: true }).click()
  await expect(order).toHaveValue(first)
})

test('suggestions are gone through by keyboard', { tag: '@desktop' }, async ({ page }) => {
  const { keyboard } = page
  await page.goto('/Boutique')
  await search(page).focus()
  await keyboard.type('creme')
  const [list, field] = [suggestions(page), page.getByRole('combobox', { name: 'Rechercher un produit' })]
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  const options = list.getByRole('option')
  const chosen = list.getByRole('option', { selected: true })
  await expect(chosen).toHaveCount(0)
  await expect(options.last()).toHaveText(/^Voir les \d+ résultats$/)
  expect(await options.count()).toBeLessThanOrEqual(7)

  await keyboard.press('ArrowUp')
  await expect(chosen).toHaveText(/^Voir les/)
  await keyboard.press('ArrowDown')
  await expect(chosen).toContainText('Crème')
  await expect(field).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id'))!)
  await keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(field).toHaveValue('creme')
  await expect(field).toBeFocused()

  await keyboard.press('ArrowDown')
  const name = await chosen.locator('span').first().innerText()
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  await page.goBack()
  await expect(page).toHaveURL('/Boutique?q=creme')
  await search(page).focus()
  await keyboard.press('ArrowDown')
  await keyboard.press('ArrowUp')
  await keyboard.press('Enter')
  await expect(list).toBeHidden()
  await expect(page).toHaveURL('/Boutique?q=creme')
  await keyboard.press('Tab')
  await expect(page.getByRole('article').first().getByRole('link')).toBeFocused()
})

test('the search goes on where its suggestions cannot be had', async ({ page, complaints }) => {
  complaints.allow(/net::ERR_FAILED|Failed to fetch dynamically imported module/)
  await page.route('**/assets/suggestions-*', (route) => route.abort())
  await page.goto('/Boutique')
  await search(page).fill('argane')
  await expect(page).toHaveURL('/Boutique?q=argane')
  await expect(page.getByRole('article', { name: ARGAN })).toBeVisible()
})

test('“Ajouter” becomes − 1 + in its place, and back', async ({ page, context }) => {
  await page.goto('/Boutique')
  const card = page.getByRole('article', { name: MILK })
  const add = card.getByRole('button', { name: /^Ajouter au panier, / })
  const place = async () => {
    const [{ height, width, y }, button] = [(await card.boundingBox())!, (await add.boundingBox())!]
    return { height, width, button: [Math.round(button.y - y), button.height] }
  }
  await add.scrollIntoViewIfNeeded()
  const before = await place()
  await add.press('Enter')
  await expect(page.getByText(/^Produit ajouté au panier !/)).toBeVisible()
  await expect(card.getByText('1 au panier')).toBeVisible()
  await expect(add).toBeFocused()
  expect(await place()).toEqual(before)
  await expectNoAxeViolations(page, 'a card whose product is in the cart')
  await page.keyboard.press('Enter')
  await expect(card.getByText('2 au panier')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Panier, 2 articles' })).toBeAttached()
  for (const button of await card.getByRole('button').all()) {
    const { width, height } = (await button.boundingBox())!
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }
  // A finger that misses the buttons does not leave the page.
  await card.getByText('2 au panier').click()

  const other = await context.newPage()
  await other.goto('/Boutique')
  await untilHydrated(other)
  const there = other.getByRole('article', { name: MILK })
  await there.getByRole('button', { name: /^Enlever une unité, / }).click()
  await expect(card.getByText('1 au panier')).toBeVisible()
  await card.getByRole('button', { name: /^Retirer du panier, / }).press('Enter')
  await expect(add).toHaveText('Ajouter')
  await expect(add).toBeFocused()
  await expect(there.getByRole('button', { name: /^Ajouter au panier, / })).toHaveText('Ajouter')
  expect(await place()).toEqual(before)
  expect((await stored(page)).cart).toBe('[]')
  await expect(page).toHaveURL('/Boutique')
})

test('a card adds no more than there is, and says so', async ({ page, shop }) => {
  const { name } = await shop.addProduct({ stock: 1 })
  await page.goto('/Boutique?tri=nouveautes')
  const card = page.getByRole('article', { name })
  const add = card.getByRole('button', { name: `Ajouter au panier, ${name}` })
  await add.click()
  await expect(card.getByText('1 au panier')).toBeVisible()
  await add.click()
  const refusal = page.getByRole('dialog', { name: 'Quantité insuffisante!' })
  await expect(refusal).toContainText('Il ne reste que 1 unités en stock.')
  await refusal.getByRole('button', { name: 'D’accord' }).click()
  await expect(add).toBeFocused()
  await expect(card.getByText('1 au panier')).toBeVisible()
})

for (const { size, tag } of SIZES)
  test(`cards say in a line what a product is for, and their prices stand in one line (${size})`, { tag }, async ({
    page,
  }) => {
    await page.goto('/Boutique')
    // With what people need to decide, and without scrolling.
    const button = (await page
      .getByRole('button', { name: /^Ajouter au panier, / })
      .first()
      .boundingBox())!
    expect(button.y + button.height).toBeLessThanOrEqual(page.viewportSize()!.height)
    await expect(page.getByRole('article', { name: ARGAN })).toContainText('Pressée à froid')
    const rows = await page.getByRole('article').evaluateAll((cards) => {
      const bottoms = new Map<number, Set<number>>()
      for (const card of cards) {
        const { top } = card.getBoundingClientRect()
        const price = [...card.querySelectorAll('p')].find((each) => /^\d.*DH$/.test(each.innerText))!
        const row = bottoms.get(Math.round(top)) ?? new Set()
        bottoms.set(Math.round(top), row.add(Math.round(price.getBoundingClientRect().bottom)))
      }
      return [...bottoms.values()].map((row) => row.size)
    })
    expect(rows.every((prices) => prices === 1)).toBe(true)
    expect(await overflow(page)).toEqual([])
  })

test('on a wide screen a search without results leads on to categories', { tag: '@desktop' }, async ({ page }) => {
  const families = page.getByRole('list', { name: 'Parcourir par catégorie' }).getByRole('link')
  await page.goto('/Boutique?q=zzzz')
  await expect(families).toHaveText(['Alimentaire', 'Cosmetique', 'Packs'])
  await expect(page.getByRole('link', { name: 'Demandez-nous sur WhatsApp' })).toHaveAttribute('href', /zzzz/)
  // The card leaves room for products in the first screen.
  const others = page.getByRole('region', { name: /^Nos / }).getByRole('article').first()
  expect((await others.boundingBox())!.y).toBeLessThan(page.viewportSize()!.height)
  // Where other categories have what was searched for, the search goes along.
  await page.goto('/Boutique?categorie=cosmetique&q=spiruline')
  await families.filter({ hasText: 'Alimentaire' }).click()
  await expect(page).toHaveURL(/categorie=alimentaire&q=spiruline$/)
  await expect(page.getByRole('article', { name: /Spiruline/ }).first()).toBeVisible()
})
