import type { Locator, Page } from '@playwright/test'
import { answered, beLoggedInAs, expect, expectNoAxeViolations, test } from '../fixtures.ts'
import type { RunningShop } from '../running-shop.ts'
import { holdLongTimers, letPass, NB, overflow, unfoldGroups, withRoom } from '../steps.ts'

/** The bell asks every ten seconds. */
const untilItAsks = (page: Page): Promise<void> => letPass(page, 10)

const bell = (page: Page): Locator => page.getByRole('button', { name: /^Notifications/ })
const panel = (page: Page): Locator => page.getByRole('dialog', { name: 'Notifications' })
const lineOf = (page: Page, orderId: number): Locator =>
  panel(page)
    .getByRole('listitem')
    .filter({ hasText: `Nouvelle commande ${orderId}${NB}–` })

async function openBell(page: Page): Promise<void> {
  await bell(page).click()
  await unfoldGroups(page)
}

async function readAll(shop: RunningShop): Promise<void> {
  const { token } = await shop.session('admin')
  await shop.call('POST', '/api/admin/notifications/read-all', { token })
}

test.beforeEach(async ({ page, shop }) => {
  await holdLongTimers(page)
  await beLoggedInAs(page, shop, 'admin')
})

test('an order rings while the page is open: the count grows and the list with it', async ({ page, shop }) => {
  await readAll(shop)
  await page.goto('/mon-compte')
  const title = await page.title()
  await expect(bell(page)).toHaveAccessibleName(/, aucune non lue$/)
  const { OrderID } = await shop.placeOrder()
  await untilItAsks(page)
  await expect(bell(page)).toHaveAccessibleName(/, 1 non lue$/)
  await expect(page.getByRole('status').filter({ hasText: 'Nouvelle notification' })).toBeAttached()
  expect(await page.title()).toBe(title)
  await openBell(page)
  await expect(lineOf(page, OrderID)).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d/)
  const next = await shop.placeOrder()
  await untilItAsks(page)
  await expect(lineOf(page, next.OrderID)).toBeVisible()
})

test('lines of one kind and part of the day are one line, which unfolds to all of them; the bell moves nothing', async ({
  page,
}) => {
  const line = (id: number, is_read: boolean, kind = 'order') => ({
    id,
    kind,
    message: `Nouvelle commande ${id}${NB}– 145,00${NB}DH, Rabat`,
    link: `/order-admin/${id}`,
    created_at: `2026-01-05T0${(id % 4) + 6}:15:00Z`,
    is_read,
  })
  const lines = [line(9, false), line(8, false, 'audit'), line(7, false), line(6, true), line(5, true)]
  await page.route('**/api/admin/notifications', (route) => route.fulfill({ json: lines }))
  const expectStill = async () => {
    await page.goto('/mon-compte')
    const before = await bell(page).boundingBox()
    await expect(bell(page)).toHaveAccessibleName(/non lues?$/)
    expect(await bell(page).boundingBox()).toEqual(before)
  }
  await withRoom(page, expectStill)
  await expectStill()
  await bell(page).click()
  const group = panel(page)
    .getByRole('button', { name: `4${NB}nouvelles commandes le${NB}5${NB}janvier au matin` })
    .and(page.locator('[aria-expanded]'))
  await expect(group).toContainText('dont 2 non lues')
  await expect(panel(page).getByRole('listitem')).toHaveCount(2)
  await expectNoAxeViolations(page, 'bell, folded')
  await group.click()
  await expect(panel(page).getByRole('listitem')).toHaveCount(6)
  await expect(panel(page).getByRole('button', { name: 'Mark as Read' })).toHaveCount(3)
  const expectInOrder = async () => {
    await expectNoAxeViolations(page, 'bell, unfolded')
    expect(await overflow(page)).toEqual([])
  }
  await withRoom(page, expectInOrder)
  await expectInOrder()
  await group.click()
  await expect(panel(page).getByRole('listitem')).toHaveCount(2)
})

test('a group is read by one button, and stays so; lines beside it stay unread', async ({ page, shop }) => {
  await readAll(shop)
  for (let nth = 0; nth < 3; nth++) await shop.placeOrder()
  // The last piece of a product is a line of another kind.
  const { id: productId } = await shop.addProduct({ stock: 1 })
  await shop.placeOrder({ productId })
  await page.goto('/mon-compte')
  await bell(page).click()
  const group = panel(page).getByRole('listitem').filter({ hasText: `nouvelles commandes` }).first()
  const fold = group.locator('button[aria-expanded]')
  await expect(group).toHaveAttribute('data-state', 'unread')
  await group.getByRole('button', { name: /^Marquer comme lues/ }).click()
  await expect(fold).toBeFocused()
  await expect(group.getByRole('button', { name: /^Marquer comme lues/ })).toHaveCount(0)
  await expect(group).toHaveAttribute('data-state', 'read')
  await expect(panel(page).getByText('1 non lue', { exact: true })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'tout est lu' })).toBeAttached()
  await expectNoAxeViolations(page, 'bell, a group read')
  await page.reload()
  await expect(bell(page)).toHaveAccessibleName(/, 1 non lue$/)
})

test('what the shop does not take is unread again, a group and a line, and said', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(answered(500))
  await readAll(shop)
  const ids: number[] = []
  for (let nth = 0; nth < 3; nth++) ids.push((await shop.placeOrder()).OrderID)
  const failed = { status: 500, body: '{"message":"Server Error"}' }
  await page.route(/\/(read-all|mark-read)$/, (route) => route.fulfill(failed))
  await page.goto('/mon-compte')
  await bell(page).click()
  const mark = panel(page)
    .getByRole('button', { name: /^Marquer comme lues/ })
    .first()
  await mark.click()
  await expect(panel(page).getByRole('alert')).toContainText('n’ont pas été marquées comme lues')
  await expect(mark).toBeVisible()
  await unfoldGroups(page)
  const line = lineOf(page, ids[1]!).getByRole('button', { name: 'Mark as Read' })
  await line.click()
  await expect(panel(page).getByRole('alert')).toContainText('n’a pas été marquée comme lue')
  await expect(line).toBeVisible()
})

test('a line is read by its button or by its link, which leads to what it is about; all are read at once', async ({
  page,
  shop,
}) => {
  const [first, second] = [(await shop.placeOrder()).OrderID, (await shop.placeOrder()).OrderID]
  await page.goto('/mon-compte')
  await openBell(page)
  const line = lineOf(page, first)
  await line.getByRole('button', { name: 'Mark as Read' }).click()
  await expect(line.getByRole('button')).toHaveCount(0)
  await expect(line.getByRole('link')).toBeFocused()
  await expect(line).not.toContainText('Non lue')
  await lineOf(page, second).getByRole('link').click()
  await expect(page).toHaveURL(`/order-admin/${second}`)
  await expect(panel(page)).toBeHidden()
  await openBell(page)
  for (const id of [first, second]) {
    await expect(lineOf(page, id)).toBeVisible()
    await expect(lineOf(page, id).getByRole('button')).toHaveCount(0)
  }
  await page.reload()
  await openBell(page)
  await expect(lineOf(page, first)).toBeVisible()
  await expect(lineOf(page, first).getByRole('button')).toHaveCount(0)
  await panel(page).getByRole('button', { name: 'Tout marquer comme lu' }).click()
  await expect(panel(page).getByText('Tout est lu.')).toBeFocused()
  await expect(panel(page).getByRole('button', { name: 'Mark as Read' })).toHaveCount(0)
})

test('with the keyboard alone: opened, gone through, closed, and back where it was', async ({ page, shop }) => {
  const { OrderID } = await shop.placeOrder()
  await page.goto('/mon-compte')
  await bell(page).focus()
  await page.keyboard.press('Enter')
  await unfoldGroups(page)
  await expect(lineOf(page, OrderID)).toBeVisible()
  const link = lineOf(page, OrderID).getByRole('link')
  for (let step = 0; step < 12 && !(await link.evaluate((each) => each === document.activeElement)); step++)
    await page.keyboard.press('Tab')
  await expect(link).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(lineOf(page, OrderID).getByRole('button')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(bell(page)).toBeFocused()
})

test('it survives answers that fail, asking less often, and recovers by itself; it has a word for nothing, and for what could not be had', async ({
  page,
  complaints,
}) => {
  complaints.allow(answered(500, 503))
  let requestCount = 0
  await page.route('**/api/admin/notifications/unread', async (route) => {
    requestCount += 1
    if (requestCount <= 2) await route.fulfill({ status: 503, body: '{}' })
    else await route.continue()
  })
  await page.goto('/mon-compte')
  await letPass(page, 20)
  await expect.poll(() => requestCount).toBe(2)
  await letPass(page, 40)
  await expect.poll(() => requestCount).toBe(3)
  await expect(bell(page)).toHaveAccessibleName(/non lues?$/)

  const list = '**/api/admin/notifications'
  await page.route(list, (route) => route.fulfill({ json: [] }))
  await bell(page).click()
  await expect(panel(page).getByText('Aucune notification')).toBeVisible()
  await expectNoAxeViolations(page, 'bell, nothing')
  await page.keyboard.press('Escape')
  await page.unroute(list)
  await page.route(list, (route) => route.fulfill({ status: 500, body: '{"message":"Server Error"}' }))
  await bell(page).click()
  await expect(panel(page).getByRole('alert')).toBeVisible()
  await expectNoAxeViolations(page, 'bell, failed')
  await page.unroute(list)
  await panel(page).getByRole('button', { name: 'Réessayer' }).click()
  await expect(panel(page).getByRole('listitem').first()).toBeVisible()
})

test('a bell that is opened while it asks asks once more, since the answer on its way may be old', async ({
  page,
  shop,
}) => {
  await readAll(shop)
  let requestCount = 0
  let answerFirst = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    answerFirst = resolve
  })
  await page.route('**/api/admin/notifications/unread', async (route) => {
    requestCount += 1
    if (requestCount > 1) return route.continue()
    const response = await route.fetch()
    await isAnswered
    await route.fulfill({ response })
  })
  await page.goto('/mon-compte')
  await expect.poll(() => requestCount).toBe(1)
  await bell(page).click()
  await shop.placeOrder()
  answerFirst()
  await expect.poll(() => requestCount).toBe(2)
  await page.keyboard.press('Escape')
  await expect(bell(page)).toHaveAccessibleName(/, 1 non lue$/)
})

test('a bell that was refused once asks again when it is opened: another tab may have logged in', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(answered(401))
  await readAll(shop)
  let requestCount = 0
  await page.route('**/api/admin/notifications/unread', async (route) => {
    requestCount += 1
    if (requestCount === 1) await route.fulfill({ status: 401, body: '{}' })
    else await route.continue()
  })
  const refused = page.waitForResponse((response) => response.status() === 401)
  await page.goto('/mon-compte')
  await refused
  await bell(page).click()
  await expect.poll(() => requestCount).toBe(2)
  await page.keyboard.press('Escape')
  await expect(bell(page)).toHaveAccessibleName(/, aucune non lue$/)
})

test('an admin has the same menu and the bell on public pages', async ({ page }) => {
  const menu = async () => {
    await page.getByRole('banner').locator('[aria-controls="account-menu"]').click()
    await expect(page.locator('#account-menu')).toBeVisible()
    return page.locator('#account-menu').getByRole('link').allInnerTexts()
  }
  await page.goto('/mon-compte')
  const known = await menu()
  expect(known).toContain('Taux de livraison')
  await page.goto('/contact')
  expect(await menu()).toEqual(known)
  await page.keyboard.press('Escape')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Notifications/ })
    .click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
  await expectNoAxeViolations(page, 'the bell on a public page')
})
