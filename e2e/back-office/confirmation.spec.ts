import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { DAYS } from '#platform/kernel/opening-hours/opening-hours.ts'
import { answered, beLoggedInAs, expect, expectNoAxeViolations, storeSession, test } from '../fixtures.ts'
import { freshPhone, type RunningShop } from '../running-shop.ts'
import { NB, overflow } from '../steps.ts'

test.use({ ownShop: true })

const card = (page: Page, orderId: number) => page.getByRole('article').filter({ hasText: `n°${NB}${orderId} ·` })
const line = (page: Page, orderId: number, words: string) => page.getByText(`n°${NB}${orderId}${NB}: ${words}`)

async function setHours(shop: RunningShop, openingHours: string | null): Promise<void> {
  const { token } = await shop.session('admin')
  // The hour of the prayer on Fridays is one to call as well.
  const noCallsOnFriday = openingHours === null ? null : 'off'
  await shop.call('PUT', '/api/admin/settings', { token, body: { openingHours, noCallsOnFriday } })
}

/** The orders of other journeys are on nobody's card. */
const settleOthers = (shop: RunningShop) =>
  shop.db.execute(sql`
    insert into confirmations (order_id, contact, confirmed_at, confirmed_via)
      select id, 'confirmed', now(), 'phone' from orders where status = 'pending'
    on conflict (order_id) do update set contact = 'confirmed', confirmed_at = now(), confirmed_via = 'phone', due_at = null`)

/** Presses a key in the very instant in which the next card appears. */
const pressAtFirstSight = (page: Page, key: string) =>
  page.evaluate((key) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('article')) return
      observer.disconnect()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    })
    observer.observe(document.body, { childList: true, subtree: true })
  }, key)

async function heldCards(shop: RunningShop): Promise<number[]> {
  const { rows } = await shop.db.execute<{ id: number }>(
    sql`select order_id as id from confirmations where held_by is not null and held_until > now()`,
  )
  return rows.map(({ id }) => id)
}

test.afterEach(({ shop }) => setHours(shop, null))

const ROUND_THE_CLOCK = DAYS.map((day) => `${day} 00:00-23:59`).join('; ')

test('a desk takes one card at a time, and none once it is paused, however late the last one comes', async ({
  page,
  shop,
}) => {
  await setHours(shop, ROUND_THE_CLOCK)
  await settleOthers(shop)
  await beLoggedInAs(page, shop, 'admin')
  await page.goto('/confirmation')
  await expect(page.getByRole('main').getByText('Tout est appelé.')).toBeVisible()
  // Calls for cards wait here until they are let go.
  const waiting: (() => Promise<void>)[] = []
  await page.route('**/api/confirmation/next', (route) => {
    waiting.push(() => route.continue())
  })
  const counted = () => page.waitForResponse('**/api/confirmation/counts')
  const [first, second] = [await shop.placeOrder(), await shop.placeOrder()]
  await expect.poll(() => waiting.length).toBe(1)
  await counted()
  await counted()
  expect(waiting).toHaveLength(1)
  await waiting.pop()!()
  await expect(card(page, first.OrderID)).toBeVisible()

  await page.keyboard.press('1')
  await expect.poll(() => waiting.length).toBe(1)
  await page.keyboard.press('Escape')
  await expect(page.getByText('Vous êtes en pause.')).toBeVisible()
  const late = page.waitForResponse('**/api/confirmation/next')
  await waiting.pop()!()
  await late
  await expect(page.getByRole('button', { name: `Reprendre la commande ${first.OrderID}` })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect.poll(() => waiting.length).toBe(1)
  expect(await heldCards(shop)).toEqual([])
  await waiting.pop()!()
  await expect(card(page, second.OrderID)).toBeVisible()
  expect(await heldCards(shop)).toEqual([second.OrderID])
})

test('two call at once and never the same customer; keys settle, a new order comes by itself, Escape gives it back at its first sight', async ({
  page,
  browser,
  shop,
}) => {
  await setHours(shop, ROUND_THE_CLOCK)
  await settleOthers(shop)
  const [first, second, third] = [await shop.placeOrder(), await shop.placeOrder(), await shop.placeOrder()]
  await beLoggedInAs(page, shop, 'admin')
  await page.goto('/confirmation')
  await expect(card(page, first.OrderID)).toContainText('appelez maintenant.')
  await expectNoAxeViolations(page, 'the desk')

  const other = await browser.newPage({ baseURL: shop.url })
  const agent = { identifier: 'C-3001', password: 'demo-salma-2026' }
  await storeSession(other, await shop.call('POST', '/api/login', { body: agent }))
  await other.goto('/confirmation')
  await expect(card(other, second.OrderID)).toBeVisible()

  await page.keyboard.press('2')
  await expect(card(page, third.OrderID)).toBeVisible()
  await expect(line(page, first.OrderID, 'pas de réponse')).toContainText('rappel')
  await page.keyboard.press('4')
  await expect(page.getByRole('group', { name: /^Rappeler quand/ })).toBeVisible()
  await page.keyboard.press('3')
  await expect(page.getByText('Tout est appelé. Prochain rappel')).toBeVisible()
  await expect(line(page, third.OrderID, 'reportée')).toContainText(/rappel demain à.10.h/)
  await expectNoAxeViolations(page, 'the empty desk')

  await pressAtFirstSight(page, 'Escape')
  const { OrderID } = await shop.placeOrder()
  await expect(page.getByText('Vous êtes en pause.')).toBeVisible()
  await other.keyboard.press('1')
  await expect(card(other, OrderID)).toBeVisible()
  await expect(line(other, second.OrderID, 'confirmée')).toBeVisible()
  await other.close()

  const phone = freshPhone()
  const [older, newer] = [await shop.placeOrder({ phone }), await shop.placeOrder({ phone })]
  await page.keyboard.press('Enter')
  await expect(card(page, older.OrderID)).toContainText(`autre commande en attente${NB}: n°${NB}${newer.OrderID}`)
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: `Réunir les commandes ${older.OrderID} et ${newer.OrderID}` })
  await expect(dialog.getByRole('row', { name: 'À encaisser' })).toContainText('DH')
  await dialog.getByRole('button', { name: 'Réunir les deux commandes' }).click()
  await expect(card(page, older.OrderID)).toContainText(`2${NB}×`)
  await expect(card(page, older.OrderID)).not.toContainText('autre commande en attente')

  await page.getByRole('link', { name: 'Chiffres des appels' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Chiffres des appels' })).toBeVisible()
  await expect(page.getByText('Moyenne de la boutique')).toBeVisible()
  expect(await overflow(page)).toEqual([])
  await expectNoAxeViolations(page, 'the figures of calls')
  await page.getByRole('link', { name: 'Confirmation', exact: true }).last().click()
  await expect(card(page, older.OrderID)).toBeVisible()
})

test('a correction that cannot be opened says why and is tried again; its end leads back to its button', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(answered(500))
  await setHours(shop, ROUND_THE_CLOCK)
  await settleOthers(shop)
  const { OrderID } = await shop.placeOrder()
  await beLoggedInAs(page, shop, 'admin')
  await page.goto('/confirmation')
  const correct = card(page, OrderID).getByRole('button', { name: 'Corriger' })
  await page.route(`**/api/confirmation/${OrderID}/order`, (route) => route.fulfill({ status: 500, json: {} }), {
    times: 2,
  })
  const dialog = page.getByRole('dialog', { name: `Corriger la commande ${OrderID}` })
  const failure = dialog.getByRole('alert')
  await correct.click()
  await expect(failure).toContainText('La commande n’a pas pu être chargée')
  await expectNoAxeViolations(page, 'a correction that cannot be opened')
  await dialog.getByRole('button', { name: 'Fermer' }).last().click()
  await expect(dialog).toBeHidden()
  await expect(correct).toBeFocused()
  await correct.click()
  await expect(failure).toBeVisible()
  await failure.getByRole('button', { name: 'Réessayer' }).click()
  await expect(dialog.getByLabel('Téléphone')).toBeVisible()
  await expect(failure).toBeHidden()
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  await expect(dialog).toBeHidden()
  await expect(correct).toBeFocused()
})

test('a correction that is refused keeps what was typed, over the card of its order', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(answered(409))
  await setHours(shop, ROUND_THE_CLOCK)
  await settleOthers(shop)
  const { OrderID } = await shop.placeOrder()
  await shop.placeOrder()
  await beLoggedInAs(page, shop, 'admin')
  await page.goto('/confirmation')
  await card(page, OrderID).getByRole('button', { name: 'Corriger' }).click()
  const dialog = page.getByRole('dialog', { name: `Corriger la commande ${OrderID}` })
  await dialog.getByLabel('Adresse').fill('27, rue dictée au téléphone')
  const store = dialog.getByRole('button', { name: 'Enregistrer la correction' })
  await dialog.getByRole('button', { name: 'Voir le changement' }).click()
  await expect(store).toBeVisible()
  const { token } = await shop.session('admin')
  const body = { CurrentStatus: 'attribué' }
  await shop.call('PUT', `/api/admin/orders/${OrderID}/tracking`, { token, body })
  await store.click()
  await expect(dialog.getByRole('alert')).toContainText('La correction n’est pas enregistrée')
  await expect(dialog.getByLabel('Adresse')).toHaveValue('27, rue dictée au téléphone')
  await dialog.getByRole('button', { name: 'Voir le changement' }).click()
  await store.click()
  await expect(page.getByText(`La commande ${OrderID} est corrigée.`)).toBeVisible()
})

test('an outcome that the shop cannot take now is sent again when the shop says, and keeps the tab open until then', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(answered(503))
  await setHours(shop, ROUND_THE_CLOCK)
  await settleOthers(shop)
  const { OrderID } = await shop.placeOrder()
  await beLoggedInAs(page, shop, 'admin')
  let sent = 0
  await page.route('**/api/confirmation/*/attempts', (route) => {
    sent++
    return route.fulfill({ status: 503, headers: { 'retry-after': '60' }, json: { message: 'x', code: 'disk_full' } })
  })
  await page.goto('/confirmation')
  await expect(card(page, OrderID)).toBeVisible()
  await page.keyboard.press('1')
  await expect(page.getByRole('alert').filter({ hasText: 'Pas de connexion' })).toBeVisible()
  const question = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  expect((await question).type()).toBe('beforeunload')
  expect(sent).toBe(1)
  await (await question).accept()
})

test('an hour that passes while one looks at it is chosen anew; one that the shop finds past leads back to the order', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(answered(422))
  await setHours(shop, ROUND_THE_CLOCK)
  await settleOthers(shop)
  const { OrderID } = await shop.placeOrder()
  await beLoggedInAs(page, shop, 'admin')
  await page.goto('/confirmation')
  await expect(card(page, OrderID)).toBeVisible()
  await page.keyboard.press('n')
  await page.keyboard.type('Au travail le matin')
  await page.keyboard.press('Enter')
  await page.keyboard.press('4')
  const question = page.getByRole('group', { name: /^Rappeler quand/ })
  await expect(question).toBeVisible()
  await page.clock.setFixedTime(Date.now() + 2 * 60 * 60 * 1000)
  await page.keyboard.press('1')
  await expect(question.getByRole('alert')).toHaveText(`Cette heure est passée${NB}: choisissez-en une autre.`)
  await expectNoAxeViolations(page, 'an hour that has passed')
  await expect(card(page, OrderID)).toBeVisible()

  // The clock of a telephone may be late.
  await page.clock.setFixedTime(Date.now() - 2 * 60 * 60 * 1000)
  await page.keyboard.press('Escape')
  await page.keyboard.press('4')
  await page.keyboard.press('1')
  const refused = page.getByRole('alert').filter({ hasText: `Commande ${OrderID}` })
  await expect(refused).toContainText('Choisissez une heure à venir.')
  await page.clock.setFixedTime(Date.now())
  await refused.getByRole('button', { name: `Revoir la commande ${OrderID}` }).click()
  await expect(card(page, OrderID)).toBeVisible()
})
