import type { Locator, Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { answered, beLoggedInAs, expect, expectNoAxeViolations, SIZES, test } from '../fixtures.ts'
import { freshPhone } from '../running-shop.ts'
import { holdLongTimers, letPass, NB, overflow, withRoom } from '../steps.ts'

const statusOf = (page: Page, orderId: number): Locator =>
  page.getByRole('combobox', { name: `Statut de la commande ${orderId}`, exact: true })
const rows = (page: Page): Locator => page.getByRole('combobox', { name: /^Statut de la commande/ })

const searchbox = (page: Page) => page.getByRole('searchbox', { name: `Rechercher${NB}: n°, téléphone, nom` })
const listLink = (page: Page, orderId: number) => page.getByRole('link', { name: `Commande ${orderId}`, exact: true })
const panelOf = (page: Page, orderId: number) =>
  page.getByRole('region', { name: `Commande n°${NB}${orderId}`, exact: true })

const search = async (page: Page, text: string) => {
  await searchbox(page).fill(text)
  await expect(page).toHaveURL(new RegExp(`search=${text}`))
}

test.beforeEach(async ({ page, shop }) => {
  await beLoggedInAs(page, shop, 'admin')
})

test('orders are filtered by status, period and ID; the address holds it; one button resets it, also where nothing is found', async ({
  page,
}) => {
  await page.goto('/order-admin')
  await expect(rows(page)).toHaveCount(25)
  await page.getByLabel('Statut', { exact: true }).selectOption('livré')
  await expect(page).toHaveURL(/status=livr/)
  await expect(rows(page).first()).toHaveValue('delivered')
  for (const select of await rows(page).all()) {
    await expect(select).toHaveValue('delivered')
    await expect(select).toBeDisabled()
  }
  await page.getByLabel('Date', { exact: true }).selectOption('30 jours')
  await search(page, 'F-1001')
  await expect(page.getByRole('row').filter({ hasText: 'F-1002' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByLabel('Statut', { exact: true })).toHaveValue('livré')
  await expect(page.getByLabel('Date', { exact: true })).toHaveValue('30')
  await expect(searchbox(page)).toHaveValue('F-1001')
  await page.getByRole('button', { name: 'Réinitialiser les filtres' }).click()
  await expect(page).toHaveURL('/order-admin')
  await expect(searchbox(page)).toHaveValue('')
  await expect(rows(page)).toHaveCount(25)

  await search(page, 'zzzz')
  await expect(page.getByRole('status').filter({ hasText: 'Aucune commande ne correspond' })).toBeAttached()
  await page.getByRole('button', { name: 'Effacer les filtres' }).click()
  await expect(page).toHaveURL('/order-admin')
  await expect(rows(page)).toHaveCount(25)
})

test('twenty-five orders a page or as many as are asked for, and pages that can be linked; on a phone an order has the page to itself, and the list is there again after it', async ({
  page,
}) => {
  await page.goto('/order-admin')
  await expect(rows(page)).toHaveCount(25)
  const link = page
    .getByRole('row')
    .nth(12)
    .getByRole('link', { name: /^Commande \d/ })
  await link.scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => Math.round(scrollY))
  expect(scrolled).toBeGreaterThan(0)
  const id = Number((await link.innerText()).replace(/\D/g, ''))
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: `Commande n°${NB}${id}` })).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await page.goBack()
  await expect(rows(page)).toHaveCount(25)
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(scrolled)

  const pages = page.getByRole('navigation', { name: 'Pages des commandes' })
  const first = await rows(page).first().getAttribute('aria-label')
  await pages.getByRole('link', { name: 'Suivant' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(rows(page).first()).not.toHaveAttribute('aria-label', first!)
  await expect(page.getByText(/26–50 sur \d+/)).toBeVisible()
  await page.getByRole('link', { name: /^À remettre/ }).click()
  await expect(page.getByText(/^1–(\d+) sur \1$/)).toBeVisible()
  await page.goBack()
  await expect(page.getByText(/26–50 sur \d+/)).toBeVisible()
  await expect(page).toHaveURL(/page=2/)
  await page.goBack()
  await expect(page.getByText(/1–25 sur \d+/)).toBeVisible()
  await expect(page).toHaveURL('/order-admin')
  await page.getByRole('combobox', { name: 'Lignes par page' }).selectOption('50')
  await expect(rows(page)).toHaveCount(50)
  await page.reload()
  await expect(rows(page)).toHaveCount(50)
})

test('an order that waits is deleted after a question, another is cancelled with a reason, and the stock is back', async ({
  page,
  shop,
}) => {
  const phone = freshPhone()
  const { id: productId } = await shop.addProduct({ stock: 5 })
  const { OrderID: deleted } = await shop.placeOrder({ productId, phone, quantity: 2 })
  const { OrderID: cancelled } = await shop.placeOrder({ productId, phone })
  expect(await shop.stockOf(productId)).toBe(2)
  await page.goto(`/order-admin?search=${phone}`)
  const remove = (id: number) => page.getByRole('button', { name: `Supprimer la commande ${id}`, exact: true })
  await test.step('deleted: then it is gone', async () => {
    page.once('dialog', (question) => question.dismiss())
    await remove(deleted).click()
    await expect(statusOf(page, deleted)).toBeVisible()
    page.once('dialog', (question) => question.accept())
    await remove(deleted).click()
    await expect(page.getByText('Commande supprimée avec succès.')).toBeVisible()
    await expect(statusOf(page, deleted)).toHaveCount(0)
    expect(await shop.stockOf(productId)).toBe(4)
  })
  await test.step('cancelled, for good', async () => {
    const status = statusOf(page, cancelled)
    await status.selectOption('annulé')
    const question = page.getByRole('dialog', { name: `Annuler la commande ${cancelled}${NB}?` })
    await question.getByRole('radio', { name: 'rupture' }).check()
    await question.getByRole('button', { name: 'Garder la commande' }).click()
    await expect(status).toHaveValue('pending')
    await status.selectOption('annulé')
    await expect(question.getByRole('radio', { checked: true })).toHaveCount(0)
    await question.getByRole('button', { name: 'Annuler la commande' }).click()
    await expect(question.getByRole('alert')).toContainText('Choisissez un motif')
    await expect(status).toHaveValue('pending')
    await question.getByRole('radio', { name: 'injoignable' }).check()
    await question.getByRole('button', { name: 'Annuler la commande' }).click()
    await page.getByRole('button', { name: 'Appliquer maintenant' }).click()
    await expect(page.getByText(`Commande ${cancelled}${NB}: annulé`)).toBeVisible()
    await expect(status).toHaveValue('cancelled')
    await expect(status).toBeDisabled()
    await expect(remove(cancelled)).toBeDisabled()
    expect(await shop.stockOf(productId)).toBe(5)
  })
})

test('a change that the shop refuses is rolled back with its reason', async ({ page, shop, complaints }) => {
  complaints.allow(answered(409))
  const { OrderID } = await shop.placeOrder()
  await page.goto(`/order-admin?search=${OrderID}`)
  await expect(statusOf(page, OrderID)).toHaveValue('pending')
  const { token } = await shop.session('admin')
  await shop.call('PUT', `/api/admin/orders/${OrderID}/tracking`, { token, body: { CurrentStatus: 'livré' } })
  await statusOf(page, OrderID).selectOption('en transit')
  await expect(page.getByRole('alert')).toContainText(`Le statut de la commande ${OrderID} n’a pas été changé`)
  await expect(page.getByRole('alert')).toContainText('La commande est déjà livrée')
  await expect(statusOf(page, OrderID)).toHaveValue('delivered')
})

test('a row shows what a visitor wrote as text, Casablanca’s time, and quietly how many orders of its phone were refused', async ({
  page,
  shop,
}) => {
  const phone = freshPhone()
  const { token } = await shop.session('admin')
  for (let nth = 0; nth < 2; nth++) {
    const { OrderID } = await shop.placeOrder({ phone })
    const body = { CurrentStatus: 'annulé', Reason: 'refusé à la livraison' }
    await shop.call('PUT', `/api/admin/orders/${OrderID}/tracking`, { token, body })
  }
  const name = '<img src=x onerror=alert(1)>"\'</td><script>alert(2)</script>'
  const { OrderID } = await shop.placeOrder({ phone, name })
  const { rows: orders } = await shop.db.execute<{ at: number }>(
    sql`select (extract(epoch from created_at) * 1000)::float8 as at from orders where id = ${OrderID}`,
  )
  const inCasablanca = new Intl.DateTimeFormat('fr-FR', {
    timeZone: 'Africa/Casablanca',
    dateStyle: 'short',
    timeStyle: 'short',
  })
  await page.goto(`/order-admin?search=${phone}`)
  const row = page.getByRole('row').filter({ has: statusOf(page, OrderID) })
  await expect(row.getByText(name)).toBeVisible()
  await expect(row.getByRole('time')).toHaveText(`il y a 1${NB}min`)
  await expect(row.getByRole('time')).toHaveAttribute('title', inCasablanca.format(orders[0]!.at))
  await expect(row).toContainText('2 refus')
  await expect(page.getByText('2 refus')).toHaveCount(1)
})

/** Where each row stands. */
const placesOf = (page: Page): Promise<number[]> =>
  page.locator('tbody tr').evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().top)))

/** Rows that are wholly in sight, above whatever stays at the foot of the screen. */
const rowsInSight = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const foot = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--thumb-bar')) || 0
    const header = document.querySelector('header')!.getBoundingClientRect().bottom
    return [...document.querySelectorAll('tbody tr')].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return top >= header && bottom <= innerHeight - foot
    }).length
  })

for (const { size, tag } of SIZES)
  test(`the list stays where it is when its rows arrive, ten on a desktop and four on a phone; each part has a link (${size})`, {
    tag,
  }, async ({ page }) => {
    const held = Promise.withResolvers<void>()
    await page.route('**/api/admin/orders?*', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto('/order-admin')
    const list = page.getByRole('region', { name: 'Liste des commandes' })
    const before = (await list.boundingBox())!.y
    held.resolve()
    await expect(page.getByRole('checkbox', { name: /^Sélectionner les \d/ })).toBeVisible()
    expect((await list.boundingBox())!.y).toBe(before)

    await expect(rows(page)).toHaveCount(25)
    const { width } = page.viewportSize()!
    expect(await rowsInSight(page)).toBeGreaterThanOrEqual(width < 640 ? 4 : 10)
    expect(await overflow(page)).toEqual([])

    const parts = page.getByRole('navigation', { name: 'Étapes des commandes' })
    await expect(parts.getByRole('link', { name: 'Toutes' })).toHaveAttribute('aria-current', 'page')
    await parts.getByRole('link', { name: 'À remettre' }).click()
    await expect(page.getByLabel('Statut', { exact: true })).toHaveValue('attribué')
    await expect(parts.getByRole('link', { name: 'À remettre' })).toHaveAttribute('aria-current', 'page')
    await expect(parts.locator('[aria-current]')).toHaveCount(1)
  })

test('a row that goes to the next step stays in its place, and so do the others, until the list is asked for anew', async ({
  page,
  shop,
}) => {
  const phone = freshPhone()
  const ids: number[] = []
  for (let nth = 0; nth < 3; nth++) ids.push((await shop.placeOrder({ phone })).OrderID)
  const [, second] = ids as [number, number, number]
  await page.goto(`/order-admin?search=${phone}&status=en+attente`)
  await expect(rows(page)).toHaveCount(3)
  const toConfirm = page
    .getByRole('navigation', { name: 'Étapes des commandes' })
    .getByRole('link', { name: /^À confirmer \d/ })
  await expect(toConfirm).toBeVisible()
  const counted = Number((await toConfirm.innerText()).replace(/\D/g, ''))
  const placesAtBothSizes = async () => {
    const places: number[][] = [await placesOf(page)]
    await withRoom(page, async () => void places.push(await placesOf(page)))
    return places
  }
  const before = await placesAtBothSizes()
  const row = page.getByRole('row').filter({ has: statusOf(page, second) })
  await row.getByRole('button', { name: `Attribuer, commande ${second}` }).click()
  await expect(statusOf(page, second)).toHaveValue('assigned')
  expect(await placesAtBothSizes()).toEqual(before)
  expect((await shop.ordersOf(phone)).map(({ status }) => status)).toEqual(['pending', 'pending', 'pending'])
  await row.getByRole('button', { name: /^Revenir/ }).click()
  await expect(statusOf(page, second)).toHaveValue('pending')
  await row.getByRole('button', { name: `Attribuer, commande ${second}` }).click()
  await page.getByRole('button', { name: 'Appliquer maintenant' }).click()
  await expect(row.getByRole('button', { name: `En transit, commande ${second}` })).toBeVisible()
  await expect(toConfirm).toContainText(String(counted - 1))
  expect(await placesAtBothSizes()).toEqual(before)
  await page.getByRole('button', { name: 'Actualiser la liste' }).click()
  await expect(statusOf(page, second)).toHaveCount(0)
  await expect(rows(page)).toHaveCount(2)
})

test('orders go from waiting to assigned by one key each, and one for all of them', { tag: '@desktop' }, async ({
  page,
  shop,
}) => {
  const name = `Six Touches ${freshPhone()}`
  const phones = Array.from({ length: 6 }, () => freshPhone())
  for (const phone of phones) await shop.placeOrder({ phone, name })
  await holdLongTimers(page)
  await page.goto(`/order-admin?search=${encodeURIComponent(name)}`)
  await expect(rows(page)).toHaveCount(6)
  await page.keyboard.press('j')
  for (let more = 1; more < 6; more++) await page.keyboard.press('Shift+J')
  await expect(page.getByRole('region', { name: 'Commandes sélectionnées' })).toContainText('6 commandes')
  await page.keyboard.press('2')
  await letPass(page, 10)
  await expect(page.getByText(`6 commandes${NB}: attribué.`).first()).toBeVisible()
  for (const phone of phones) expect((await shop.ordersOf(phone)).map(({ status }) => status)).toEqual(['assigned'])
})

test('the orders are worked through by keys alone; each is heard, and the focus is never lost', {
  tag: '@desktop',
}, async ({ page, shop }) => {
  const phone = freshPhone()
  const ids: number[] = []
  for (let nth = 0; nth < 4; nth++) ids.unshift((await shop.placeOrder({ phone })).OrderID)
  const [first, second, third, fourth] = ids as [number, number, number, number]
  const heard = (text: string | RegExp) => expect(page.locator('#live-region')).toHaveText(text)
  await holdLongTimers(page)
  await page.goto(`/order-admin?search=${phone}&status=en+attente`)
  await expect(rows(page)).toHaveCount(4)
  const before = await placesOf(page)
  const { keyboard } = page
  for (const id of [first, second, third]) {
    await keyboard.press('j')
    await expect(listLink(page, id)).toBeFocused()
  }
  await keyboard.press('k')
  await expect(listLink(page, second)).toBeFocused()

  await keyboard.press('2')
  await heard(
    `La commande ${second} passe à «${NB}attribué${NB}» dans 10 secondes. Le bouton Annuler revient en arrière.`,
  )
  await expect(listLink(page, second)).toBeFocused()
  await letPass(page, 10)
  await expect(page.getByText(`Commande ${second}${NB}: attribué.`).first()).toBeVisible()
  await expect(listLink(page, second)).toBeFocused()
  expect(await placesOf(page)).toEqual(before)
  // It is there already.
  await keyboard.press('2')
  await heard(`Commande ${second}${NB}: rien à changer.`)

  await keyboard.press('j')
  await keyboard.press('x')
  await heard('1 commande sélectionnée')
  await keyboard.press('j')
  await keyboard.press('x')
  await heard('2 commandes sélectionnées')
  await keyboard.press('3')
  await heard(/^2 commandes passent à «\sen transit\s»/)
  await expect(listLink(page, fourth)).toBeFocused()
  await letPass(page, 10)
  await expect(page.getByText(`2 commandes${NB}: en transit.`).first()).toBeVisible()
  await expect(listLink(page, fourth)).toBeFocused()

  await keyboard.press('k')
  await keyboard.press('5')
  const question = page.getByRole('dialog', { name: `Annuler la commande ${third}${NB}?` })
  await expect(question).toBeVisible()
  await keyboard.press('j')
  await keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(listLink(page, third)).toBeFocused()
  await keyboard.press('4')
  await expect(statusOf(page, third)).toHaveValue('delivered')
  await keyboard.press('3')
  await heard(`Commande ${third}${NB}: un changement est en cours.`)
  await letPass(page, 10)
  await expect(page.getByText(`Commande ${third}${NB}: livré.`).first()).toBeVisible()
  await keyboard.press('1')
  await heard(`Commande ${third}${NB}: rien à changer.`)

  await keyboard.press('Enter')
  await expect(panelOf(page, third)).toBeFocused()
  await keyboard.press('k')
  await expect(listLink(page, second)).toBeFocused()
  await expect(panelOf(page, second)).toBeVisible()
  await keyboard.press('Escape')
  await expect(panelOf(page, second)).toHaveCount(0)
  await expect(listLink(page, second)).toBeFocused()
  await keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Raccourcis clavier' })
  await expect(help.getByRole('region', { name: 'Commandes' })).toContainText('Ligne suivante')
  await keyboard.press('Escape')
  await expect(help).toBeHidden()
  await expect(listLink(page, second)).toBeFocused()
  expect(await placesOf(page)).toEqual(before)
  expect((await shop.ordersOf(phone)).map(({ status }) => status).sort()).toEqual([
    'assigned',
    'delivered',
    'in_transit',
    'pending',
  ])
  await expect(statusOf(page, first)).toHaveValue('pending')
})

test('a row that leaves gives its focus to the one that takes its place', { tag: '@desktop' }, async ({
  page,
  shop,
}) => {
  const phone = freshPhone()
  const ids: number[] = []
  for (let nth = 0; nth < 3; nth++) ids.unshift((await shop.placeOrder({ phone })).OrderID)
  const [first, second, third] = ids as [number, number, number]
  await page.goto(`/order-admin?search=${phone}`)
  await expect(rows(page)).toHaveCount(3)
  page.on('dialog', (question) => question.accept())
  for (const [gone, next] of [
    [second, third],
    [third, first],
  ] as const) {
    await page.getByRole('button', { name: `Supprimer la commande ${gone}`, exact: true }).press('Enter')
    await expect(statusOf(page, gone)).toHaveCount(0)
    await expect(listLink(page, next)).toBeFocused()
    await expect(page.getByText(/^1–(\d+) sur \1$/)).toBeVisible()
  }
  await page.keyboard.press('x')
  await expect(page.getByRole('checkbox', { name: `Sélectionner la commande ${first}` })).toBeChecked()
})

test('a step without orders leads to the next one that has some', async ({ page, shop }) => {
  const { OrderID } = await shop.placeOrder()
  const calls = {
    to_call: 0,
    none: 0,
    promised: 0,
    later: 0,
    tomorrow: 0,
    unreachable: 0,
    wrong_number: 0,
    confirmed: 0,
  }
  const counts = { to_confirm: 0, to_hand_over: 8, on_the_way: 0, to_collect: 0, ...calls }
  await page.route('**/api/admin/orders/counts', (route) => route.fulfill({ json: counts }))
  await page.route('**/api/admin/orders?*', async (route) => {
    const { searchParams } = new URL(route.request().url())
    const isEmpty = searchParams.get('status') === 'en attente'
    if (!isEmpty) return route.continue()
    await route.fulfill({ json: { data: [], current_page: 1, last_page: 1, per_page: 25, total: 0 } })
  })
  await page.goto('/order-admin?status=en+attente&confirmation=open')
  await expect(page.getByText('Plus aucune commande à confirmer').last()).toBeVisible()
  await expectNoAxeViolations(page, 'a step without orders')
  await page.getByRole('link', { name: 'À remettre (8)' }).click()
  await expect(page).toHaveURL('/order-admin?status=attribu%C3%A9')
  await page.unroute('**/api/admin/orders?*')

  // The last one of a page goes on: its row stays, and below it stands what comes next.
  await page.route('**/api/admin/orders?*', async (route) => {
    const address = new URL(route.request().url())
    if (address.searchParams.get('status') === 'en attente') {
      address.searchParams.delete('status')
      address.searchParams.delete('confirmation')
      address.searchParams.set('ids', String(OrderID))
    }
    await route.continue({ url: address.href })
  })
  await page.goto('/order-admin?status=en+attente&confirmation=open')
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'À remettre (8)' })).toHaveCount(0)
  await statusOf(page, OrderID).selectOption('attribué')
  await expect(page.getByRole('link', { name: 'À remettre (8)' })).toBeVisible()
  await expect(statusOf(page, OrderID)).toHaveValue('assigned')
  await expectNoAxeViolations(page, 'a page of orders that is done')
})

test('an order opens beside the list, which stays as it is, and leaves it by Escape', { tag: '@desktop' }, async ({
  page,
  shop,
}) => {
  const phone = freshPhone()
  const ids: number[] = []
  for (let nth = 0; nth < 3; nth++) ids.push((await shop.placeOrder({ phone })).OrderID)
  const [oldest, middle, newest] = ids as [number, number, number]
  await page.goto(`/order-admin?search=${phone}`)
  await expect(rows(page)).toHaveCount(3)
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await expect(listLink(page, middle)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(
    panelOf(page, middle).getByRole('heading', { level: 2, name: `Commande n°${NB}${middle}` }),
  ).toBeVisible()
  await expect(panelOf(page, middle)).toBeFocused()
  await expect(panelOf(page, middle).getByRole('region', { name: 'Client', exact: true })).toContainText(
    '3, rue des Essais',
  )
  await expect(page).toHaveURL(`/order-admin/${middle}?search=${phone}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tableau de bord - commandes')
  await expect(page.getByRole('region', { name: 'Commandes sélectionnées' })).toContainText('1 commande')
  await expect(page.locator('tr[aria-current]')).toContainText(String(middle))
  await expectNoAxeViolations(page, 'orders, one beside the list')
  await page.getByRole('link', { name: 'Commande suivante' }).click()
  await expect(panelOf(page, oldest)).toBeFocused()
  await expect(page.getByRole('link', { name: 'Commande suivante' })).toHaveAttribute('aria-disabled', 'true')
  // Keys act on the order that is open.
  await expect(page.locator('tr[aria-current]')).toContainText(String(oldest))
  await page.keyboard.press('x')
  await expect(page.getByRole('checkbox', { name: `Sélectionner la commande ${oldest}` })).toBeChecked()
  await page.keyboard.press('x')
  await expect(page.getByRole('checkbox', { name: `Sélectionner la commande ${oldest}` })).not.toBeChecked()

  // What is done in the panel shows in the list.
  await panelOf(page, oldest)
    .getByRole('combobox', { name: `Statut de la commande ${oldest}` })
    .selectOption('attribué')
  const row = page.getByRole('row').filter({ has: listLink(page, oldest) })
  await expect(row.getByRole('combobox')).toHaveValue('assigned')
  await panelOf(page, oldest).getByRole('heading', { level: 2 }).first().click()
  await page.keyboard.press('Escape')
  await expect(panelOf(page, oldest)).toHaveCount(0)
  await expect(listLink(page, oldest)).toBeFocused()
  await expect(page).toHaveURL(`/order-admin?search=${phone}`)
  await expect(page.getByRole('checkbox', { name: `Sélectionner la commande ${newest}` })).toBeChecked()
})
