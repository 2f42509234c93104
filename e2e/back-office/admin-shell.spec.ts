import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { beLoggedInAs, expect, expectNoAxeViolations, SIZES, test } from '../fixtures.ts'
import { freshPhone, PEOPLE } from '../running-shop.ts'
import { NB, openNavigation, overflow } from '../steps.ts'

const finder = (page: Page) => page.getByRole('dialog', { name: 'Rechercher partout' })
const field = (page: Page) => finder(page).getByRole('combobox')
const options = (page: Page) => finder(page).getByRole('option')

test.beforeEach(async ({ page, shop }) => {
  await beLoggedInAs(page, shop, 'admin')
})

for (const { size, tag } of SIZES)
  test(`the navigation counts what waits for a person, and leads to the rows that it counts; the chat button in it covers nothing of a list or of a link (${size})`, {
    tag,
  }, async ({ page, shop }) => {
    const { OrderID } = await shop.placeOrder()
    const token = (await shop.session('admin')).token
    const { pendingOrders, calls } = await shop.call('GET', '/api/admin/to-do', { token })
    const link = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).first()
    await page.goto(`/order-admin/${OrderID}?search=${OrderID}`)
    await expect(link('Commandes')).toHaveAccessibleDescription(`${pendingOrders} à confirmer`)
    await expect(link('Commandes')).toHaveAttribute('aria-current', 'page')
    // On a desktop the row beside it has the same control.
    await page
      .getByRole('combobox', { name: `Statut de la commande ${OrderID}` })
      .last()
      .selectOption('attribué')
    await expect(link('Commandes')).toHaveAccessibleDescription(`${pendingOrders - 1} à confirmer`)

    await page.goto('/journal')
    await expect(link('Commandes')).toHaveAccessibleDescription(/à confirmer$/)
    await link('Commandes').click()
    await expect(page).toHaveURL('/order-admin?status=en+attente&confirmation=open')
    const steps = page.getByRole('navigation', { name: 'Étapes des commandes' })
    await expect(steps.getByRole('link', { name: /^À confirmer/ })).toHaveAttribute('aria-current', 'page')
    await expect(link('Commandes')).toHaveAttribute('aria-current', 'page')

    await expect(page.getByRole('combobox', { name: /^Statut de la commande/ }).first()).toBeVisible()
    const viewport = page.viewportSize()!
    const chat = page.getByRole('link', { name: 'Nous écrire sur WhatsApp' })
    await expect(chat).toBeInViewport({ ratio: 1 })
    for (const height of [900, 740, 480]) {
      await page.setViewportSize({ ...viewport, height })
      const covered = await chat.evaluate((button) => {
        const box = button.getBoundingClientRect()
        const meets = (other: DOMRect) =>
          other.left < box.right && other.right > box.left && other.top < box.bottom && other.bottom > box.top
        const bar = [...document.querySelectorAll('nav')].find((each) => {
          const { left, right, top, bottom } = each.getBoundingClientRect()
          return left <= box.left && right >= box.right && top <= box.top && bottom >= box.bottom
        })
        // Links that are scrolled behind the foot of the bar are behind its button too.
        const foot = bar?.lastElementChild
        const near = foot ? [...foot.querySelectorAll('a, button')] : []
        return { isInBar: bar !== undefined, met: near.filter((each) => meets(each.getBoundingClientRect())).length }
      })
      expect(covered, `at ${height} px`).toEqual({ isInBar: true, met: 0 })
    }
    await page.setViewportSize(viewport)
    expect(await overflow(page)).toEqual([])

    for (const [name, address, rows] of [
      ['Produits', '/produits-admin?stock=low', 'Liste des produits'],
      ['Retrait', '/retraite?status=en+attente', 'Liste des retraits'],
      ['Achats de stock', '/purchase?status=en+attente', 'Liste des achats'],
    ] as const) {
      await openNavigation(page)
      const words = await link(name).getAttribute('aria-description')
      await link(name).click()
      await expect(page).toHaveURL(address)
      const count = page.getByRole('status').filter({ hasText: / sur / })
      await expect(count.first(), rows).toHaveText(new RegExp(`sur ${Number.parseInt(words!, 10)}$`))
    }
    await openNavigation(page)
    // The assigned order is nobody's turn any more.
    await expect(link('Confirmation')).toHaveAccessibleDescription(`${calls.to_call - 1} à appeler`)
    await expect(link('Clients')).toHaveAttribute('href', '/client-admin')
  })

for (const { size, tag } of SIZES)
  test(`every page of the back office is a tap or two away; announcements are for suppliers (${size})`, {
    tag,
  }, async ({ page }) => {
    const banner = page.locator('aside[aria-label="Annonces"]')
    await page.goto('/contact')
    await expect(banner).toHaveCount(1)
    await page.goto('/journal')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(banner).toHaveCount(0)
    for (const [name, heading] of [
      ['Clients', /Clients/],
      ['Tableau de bord', 'Tableau de bord'],
      ['Réglages', 'Réglages'],
      ['Achats de stock', /Achat/],
    ] as const) {
      await openNavigation(page)
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    }
    await openNavigation(page)
    await expectNoAxeViolations(page, 'the navigation of the back office')
    expect(await overflow(page)).toEqual([])
  })

test('Ctrl K finds an order by its phone in any spelling, and opens it', { tag: '@desktop' }, async ({
  page,
  shop,
}) => {
  const { OrderID } = await shop.placeOrder({ phone: '0698765432', name: 'Hind Ouazzani' })
  await page.goto('/reglages')
  await expect(page.getByRole('button', { name: 'Rechercher partout' })).toContainText('Ctrl')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await expect(options(page).first()).toHaveText('Tableau de bord')
  await field(page).fill('+212 698-76 54')
  const hit = options(page).filter({ hasText: `n°${NB}${OrderID}` })
  await expect(hit).toContainText('Hind Ouazzani')
  await expect(hit).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(options(page).nth(1)).toContainText('1 commande')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `Commande n°${NB}${OrderID}` })).toBeVisible()
  await expect(finder(page)).toBeHidden()
})

test('the search goes to pages as well, finds a former promo code, and Enter waits for the answer that it is meant for', async ({
  page,
  shop,
}) => {
  const code = `ANCIEN${freshPhone().slice(-6)}`
  const sara = (await shop.session('sara')).user.id
  await shop.db.execute(sql`insert into promo_codes (code, account_id, since) values (${code}, ${sara}, now())`)
  const withCode = await shop.placeOrder({ promoCode: code })
  const { OrderID } = await shop.placeOrder({ name: 'Ghita Sefrioui' })
  await page.goto('/mon-compte')
  await page.getByRole('button', { name: 'Rechercher partout' }).click()
  await field(page).fill('livraison')
  await expect(options(page).first()).toHaveText('Taux de livraison')
  await field(page).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Taux de livraison' })).toBeVisible()
  await page.getByRole('button', { name: 'Rechercher partout' }).click()
  await field(page).fill('ghita sef')
  await field(page).press('Enter')
  await expect(page.getByRole('heading', { name: `Commande n°${NB}${OrderID}` })).toBeVisible()
  await page.getByRole('button', { name: 'Rechercher partout' }).click()
  await field(page).fill('xyzxyz')
  await expect(finder(page).getByRole('status')).toContainText('Rien ne correspond')
  await field(page).press('Escape')
  await expect(finder(page)).toBeHidden()

  await page.getByRole('button', { name: 'Rechercher partout' }).click()
  await field(page).fill(code.toLowerCase())
  await expect(options(page)).toHaveCount(2)
  await expect(options(page).first()).toContainText(`n°${NB}${withCode.OrderID}`)
  await expect(options(page).first()).toContainText(`code ${code}`)
  await expect(options(page).last()).toContainText(`ancien code ${code}`)
  await expectNoAxeViolations(page, 'the search over everything')
  await options(page).last().click()
  await expect(page).toHaveURL(`/user-admin/${sara}`)
  await expect(page.getByRole('heading', { name: PEOPLE.sara.name }).first()).toBeVisible()
})

test('? lists the keys of this page, and none acts while somebody types', { tag: '@desktop' }, async ({ page }) => {
  const help = page.getByRole('dialog', { name: 'Raccourcis clavier' })
  await page.goto('/user-admin')
  const search = page.getByRole('searchbox').first()
  await search.fill('sara?')
  await search.press('?')
  await expect(search).toHaveValue('sara??')
  await expect(help).toBeHidden()
  await search.blur()
  await page.keyboard.press('?')
  await expect(help.getByRole('region', { name: 'Partout' })).toContainText('Chercher, ou aller à une page')
  await expectNoAxeViolations(page, 'the keys')
  await help.getByRole('checkbox', { name: /Touches seules/ }).uncheck()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await expect(help).toBeHidden()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Raccourcis' }).click()
  await help.getByRole('checkbox', { name: /Touches seules/ }).check()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.keyboard.press('?')
  await expect(help).toBeVisible()
})
