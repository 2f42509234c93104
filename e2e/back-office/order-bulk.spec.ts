import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { answered, beLoggedInAs, expect, expectNoAxeViolations, test } from '../fixtures.ts'
import { freshPhone, type RunningShop } from '../running-shop.ts'
import { holdLongTimers, letPass, NB, withRoom } from '../steps.ts'

test.beforeEach(async ({ page, shop }) => {
  await holdLongTimers(page)
  await beLoggedInAs(page, shop, 'admin')
})

const pick = (page: Page, id: number) =>
  page.getByRole('checkbox', { name: `Sélectionner la commande ${id}`, exact: true })
const statusOf = (page: Page, id: number) =>
  page.getByRole('combobox', { name: `Statut de la commande ${id}`, exact: true })
const selection = (page: Page) => page.getByRole('region', { name: 'Commandes sélectionnées' })
const held = (page: Page) => page.getByRole('region', { name: 'Changement en attente' })

/** Orders of one phone, and the list of them alone. */
async function listOf(page: Page, shop: RunningShop, count: number) {
  const phone = freshPhone()
  const ids: number[] = []
  for (let nth = 0; nth < count; nth++) ids.push((await shop.placeOrder({ phone })).OrderID)
  await page.goto(`/order-admin?search=${phone}`)
  await expect(pick(page, ids[0]!)).toBeVisible()
  const stored = async () => (await shop.ordersOf(phone)).map(({ status }) => status)
  return { ids, stored }
}

async function apply(page: Page, status: string): Promise<void> {
  await selection(page).getByRole('combobox').selectOption(status)
  await selection(page).getByRole('button', { name: 'Appliquer' }).click()
}

test('several orders have their notes in one file, and move together after ten seconds in which it can be undone', async ({
  page,
  shop,
}) => {
  const { ids, stored } = await listOf(page, shop, 3)
  const [first, second, third] = ids as [number, number, number]
  await pick(page, first).check()
  await expect(selection(page)).toContainText('1 commande sélectionnée')
  await pick(page, second).check()
  await expect(selection(page)).toContainText('2 commandes sélectionnées')
  await expectNoAxeViolations(page, 'orders, two selected')
  const notes = selection(page).getByRole('button', { name: 'Bons de livraison (PDF)' })
  const [file] = await Promise.all([page.waitForEvent('download'), notes.click()])
  expect(file.suggestedFilename()).toBe('bons-de-livraison.pdf')
  await selection(page).getByRole('button', { name: 'Tout désélectionner' }).click()
  await expect(selection(page)).toHaveCount(0)
  for (const id of [first, second]) await pick(page, id).check()

  await apply(page, 'attribué')
  await expect(held(page)).toContainText(`2 commandes passent à «${NB}attribué${NB}»`)
  await expect(held(page).getByRole('button', { name: 'Annuler', exact: true })).toBeFocused()
  await expect(statusOf(page, first)).toHaveValue('assigned')
  await expect(statusOf(page, third)).toHaveValue('pending')
  await withRoom(page, () => expectNoAxeViolations(page, 'orders, a move held, on a desktop'))
  await expectNoAxeViolations(page, 'orders, a move held')
  expect(await stored()).toEqual(['pending', 'pending', 'pending'])
  await page.keyboard.press('Enter')
  await expect(held(page)).toHaveCount(0)
  await expect(statusOf(page, first)).toHaveValue('pending')

  await page.getByRole('checkbox', { name: /^Sélectionner les \d+ commandes de la page$/ }).check()
  await expect(selection(page)).toContainText('3 commandes sélectionnées')
  await apply(page, 'en transit')
  await expect(held(page)).toContainText('3 commandes')
  await letPass(page, 10)
  await expect(page.getByText(`3 commandes${NB}: en transit.`).first()).toBeVisible()
  expect(await stored()).toEqual(['in_transit', 'in_transit', 'in_transit'])
})

test('an order that is marked delivered or cancelled alone can be taken back for ten seconds too', async ({
  page,
  shop,
}) => {
  const { ids, stored } = await listOf(page, shop, 2)
  const [first, second] = ids as [number, number]
  await statusOf(page, first).selectOption('livré')
  await expect(held(page)).toContainText(`La commande ${first} passe à «${NB}livré${NB}»`)
  await expect(statusOf(page, first)).toHaveValue('delivered')
  await expect(statusOf(page, first)).toBeDisabled()
  await expect(held(page).getByRole('button', { name: 'Annuler', exact: true })).toBeFocused()
  expect(await stored()).toEqual(['pending', 'pending'])
  await page.keyboard.press('Enter')
  await expect(held(page)).toHaveCount(0)
  await expect(statusOf(page, first)).toHaveValue('pending')
  await expect(statusOf(page, first)).toBeFocused()

  // Each has its own ten seconds: the second does not send the first.
  await statusOf(page, first).selectOption('livré')
  await statusOf(page, second).selectOption('annulé')
  const question = page.getByRole('dialog', { name: `Annuler la commande ${second}${NB}?` })
  await expect(question).toContainText('Vous aurez dix secondes pour revenir en arrière.')
  await question.getByRole('radio', { name: 'injoignable' }).check()
  await question.getByRole('button', { name: 'Annuler la commande' }).click()
  await expect(held(page).getByRole('button', { name: 'Annuler', exact: true })).toHaveCount(2)
  await expect(held(page).getByRole('button', { name: 'Annuler', exact: true }).last()).toBeFocused()
  expect(await stored()).toEqual(['pending', 'pending'])
  await letPass(page, 10)
  await expect(statusOf(page, second)).toHaveValue('cancelled')
  await expect.poll(stored).toEqual(['delivered', 'cancelled'])
})

test('it can be taken back on the page of the order as well, and leaving sends it', async ({ page, shop }) => {
  const phone = freshPhone()
  const { OrderID: id } = await shop.placeOrder({ phone })
  const stored = async () => (await shop.ordersOf(phone)).map(({ status }) => status)
  await page.goto(`/order-admin/${id}`)
  await statusOf(page, id).selectOption('livré')
  await expect(held(page)).toContainText(`La commande ${id} passe à «${NB}livré${NB}»`)
  await expect(page.getByRole('combobox', { name: `Paiement de la commande ${id}` })).toBeDisabled()
  await expect(page.getByText('Ce statut est définitif.')).toHaveCount(0)
  await expectNoAxeViolations(page, 'an order, held')
  await held(page).getByRole('button', { name: 'Annuler', exact: true }).click()
  await expect(statusOf(page, id)).toHaveValue('pending')
  expect(await stored()).toEqual(['pending'])
  await statusOf(page, id).selectOption('livré')
  await expect(held(page)).toBeVisible()
  await page.goto('/contact')
  await expect.poll(stored).toEqual(['delivered'])
})

test('what cannot be moved says why, with a link, and the rest goes on', async ({ page, shop }) => {
  const { ids, stored } = await listOf(page, shop, 2)
  const [first, second] = ids as [number, number]
  const { token } = await shop.session('admin')
  await pick(page, first).check()
  await pick(page, second).check()
  await shop.call('PUT', `/api/admin/orders/${first}/tracking`, { token, body: { CurrentStatus: 'livré' } })
  await apply(page, 'en transit')
  await held(page).getByRole('button', { name: 'Appliquer maintenant' }).click()
  await expect(page.getByText(`1 commande${NB}: en transit. 1 n’a pas été changée.`).first()).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '1 n’a pas été changée' })).toBeAttached()
  await expect(page.getByText('La commande est déjà livrée')).toBeVisible()
  expect(await stored()).toEqual(['delivered', 'in_transit'])
  await expectNoAxeViolations(page, 'orders, some not moved')
  await page
    .getByRole('listitem')
    .getByRole('link', { name: `Commande ${first}` })
    .click()
  await expect(page).toHaveURL(`/order-admin/${first}`)
})

test('an order that left since the list was read stays with its courier; what is read anew is asked about first', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(answered(409))
  const { ids, stored } = await listOf(page, shop, 2)
  const [first, second] = ids as [number, number]
  const { token } = await shop.session('admin')
  const leaves = (id: number) =>
    shop.call('PUT', `/api/admin/orders/${id}/tracking`, { token, body: { CurrentStatus: 'en transit' } })
  for (const id of ids) await pick(page, id).check()
  await leaves(first)
  await apply(page, 'attribué')
  await held(page).getByRole('button', { name: 'Appliquer maintenant' }).click()
  await expect(page.getByText(`Elle est passée à «${NB}en transit${NB}» entre-temps${NB}: vérifiez-la`)).toBeVisible()
  expect(await stored()).toEqual(['in_transit', 'assigned'])
  await expect(statusOf(page, first)).toHaveValue('in_transit')

  // By its own row as well, at once; a change of one's own can be taken back at once.
  await statusOf(page, second).selectOption('en attente')
  await expect.poll(stored).toEqual(['in_transit', 'pending'])
  await leaves(second)
  await statusOf(page, second).selectOption('attribué')
  await expect(page.getByText(`Le statut de la commande ${second} n’a pas été changé`)).toBeVisible()
  await expect(statusOf(page, second)).toHaveValue('in_transit')
  await statusOf(page, second).selectOption('attribué')
  const question = page.getByRole('dialog', { name: `Ramener la commande ${second} à «${NB}attribué${NB}»${NB}?` })
  await question.getByRole('button', { name: 'Ramener' }).click()
  await expect.poll(stored).toEqual(['in_transit', 'assigned'])
})

test('an order that its customer confirms while it is chosen among the unreachable is not cancelled', async ({
  page,
  shop,
}) => {
  const { ids, stored } = await listOf(page, shop, 2)
  const [silent, answers] = ids as [number, number]
  const { token } = await shop.session('admin')
  const { url } = await shop.call('POST', `/api/confirmation/${answers}/link`, { token })
  for (const id of ids)
    await shop.db.execute(sql`
      insert into confirmations (order_id, contact, attempts, halves, last_at)
      values (${id}, 'unreachable', 4, 8, now() - interval '3 days')
      on conflict (order_id) do update set contact = excluded.contact, last_at = excluded.last_at`)
  await page.goto(`${page.url()}&confirmation=unreachable`)
  await page.getByRole('button', { name: 'Sélectionner pour annuler' }).click()
  await expect(selection(page)).toContainText('2 commandes sélectionnées')
  const path = new URL(url).pathname.replace('/c/', '/api/confirm/')
  await shop.call('POST', path, { body: { action: 'confirmer' } })
  await apply(page, 'annulé')
  const question = page.getByRole('dialog', { name: `Annuler 2 commandes${NB}?` })
  await expect(question.getByRole('radio', { name: 'injoignable' })).toBeChecked()
  await question.getByRole('button', { name: 'Annuler 2 commandes' }).click()
  await letPass(page, 10)
  await expect(
    page.getByText(`La cliente a déjà traité cette commande${NB}: relisez-la avant de l’annuler.`),
  ).toBeVisible()
  expect(await stored()).toEqual(['cancelled', 'pending'])
  await expect(statusOf(page, silent)).toHaveValue('cancelled')
})

test('cancelling several asks for the reason once', async ({ page, shop }) => {
  const { ids, stored } = await listOf(page, shop, 2)
  for (const id of ids) await pick(page, id).check()
  await apply(page, 'annulé')
  const question = page.getByRole('dialog', { name: `Annuler 2 commandes${NB}?` })
  await question.getByRole('button', { name: 'Garder les commandes' }).click()
  await expect(selection(page)).toContainText('2 commandes sélectionnées')
  await selection(page).getByRole('button', { name: 'Appliquer' }).click()
  await question.getByRole('radio', { name: 'rupture' }).check()
  await expectNoAxeViolations(page, 'orders, cancelling two')
  await question.getByRole('button', { name: 'Annuler 2 commandes' }).click()
  expect(await stored()).toEqual(['pending', 'pending'])
  await held(page).getByRole('button', { name: 'Appliquer maintenant' }).click()
  await expect(page.getByText(`2 commandes${NB}: annulé.`).first()).toBeVisible()
  expect(await stored()).toEqual(['cancelled', 'cancelled'])
})

test('orders that left are taken back after a question alone, by the list, its selection and its keys', {
  tag: '@desktop',
}, async ({ page, shop }) => {
  const { ids, stored } = await listOf(page, shop, 2)
  const [first, second] = ids as [number, number]
  const token = (await shop.session('admin')).token
  await shop.call('PUT', `/api/admin/orders/${second}/tracking`, { token, body: { CurrentStatus: 'en transit' } })
  await page.reload()
  const question = (name: string) => page.getByRole('dialog', { name })
  const waiting = `Ramener la commande ${second} à «${NB}en attente${NB}»${NB}?`
  await statusOf(page, second).selectOption('en attente')
  await expect(question(waiting)).toContainText('Son livreur, son numéro de suivi et ses frais seront effacés')
  await expect(question(waiting).getByRole('button', { name: 'Laisser en transit' })).toBeFocused()
  await expectNoAxeViolations(page, 'an order, about to be taken back')
  await page.keyboard.press('Enter')
  await expect(statusOf(page, second)).toHaveValue('in_transit')

  for (const id of ids) await pick(page, id).check()
  await apply(page, 'attribué')
  const assigned = `Ramener la commande ${second} à «${NB}attribué${NB}»${NB}?`
  await question(assigned).getByRole('button', { name: 'Laisser en transit' }).click()
  await expect(held(page)).toHaveCount(0)
  await expect(selection(page)).toContainText('2 commandes sélectionnées')
  await page.getByRole('link', { name: `Commande ${first}`, exact: true }).focus()
  await page.keyboard.press('1')
  await question(waiting).getByRole('button', { name: 'Laisser en transit' }).click()
  expect(await stored()).toEqual(['pending', 'in_transit'])

  // Forward, nothing is lost and nothing is asked; back from *attribué* neither.
  await apply(page, 'attribué')
  await question(assigned)
    .getByRole('button', { name: `Ramener à «${NB}attribué${NB}»` })
    .click()
  await expect(held(page)).toContainText(`2 commandes passent à «${NB}attribué${NB}»`)
  await letPass(page, 10)
  await expect.poll(stored).toEqual(['assigned', 'assigned'])
  await statusOf(page, first).selectOption('en attente')
  await expect.poll(stored).toEqual(['pending', 'assigned'])
  await statusOf(page, first).selectOption('en transit')
  await expect.poll(stored).toEqual(['in_transit', 'assigned'])

  await page.goto(`/order-admin/${first}`)
  await statusOf(page, first).last().selectOption('en attente')
  const own = `Ramener la commande ${first} à «${NB}en attente${NB}»${NB}?`
  await question(own)
    .getByRole('button', { name: `Ramener à «${NB}en attente${NB}»` })
    .click()
  await expect.poll(stored).toEqual(['pending', 'assigned'])
})

test('leaving the page sends what was held', async ({ page, shop }) => {
  const inside = await listOf(page, shop, 1)
  await pick(page, inside.ids[0]!).check()
  await apply(page, 'attribué')
  await page.getByRole('link', { name: `Commande ${inside.ids[0]}`, exact: true }).click()
  await expect(page.getByText(`Commande ${inside.ids[0]}${NB}: attribué.`).first()).toBeVisible()
  await expect.poll(inside.stored).toEqual(['assigned'])

  const outside = await listOf(page, shop, 1)
  await pick(page, outside.ids[0]!).check()
  await apply(page, 'attribué')
  await expect(held(page)).toBeVisible()
  await page.goto('/contact')
  await expect.poll(outside.stored).toEqual(['assigned'])
})

test('further filters narrow the list and its file, also when they are set faster than the list is drawn', async ({
  page,
}) => {
  await page.goto('/order-admin')
  await page.getByText('Plus de filtres').click()
  const city = await page.getByLabel('Ville', { exact: true }).elementHandle()
  const payment = await page.getByLabel('Paiement', { exact: true }).elementHandle()
  await page.evaluate(
    async (chosen) => {
      const set = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')!.set!
      for (const [select, value] of chosen) {
        set.call(select, value)
        select!.dispatchEvent(new Event('change', { bubbles: true }))
        // Long enough for the address to change, too short for the page to be drawn.
        for (let turn = 0; turn < 50; turn++) await null
      }
    },
    [
      [city, 'Rabat'],
      [payment, 'payé'],
    ] as const,
  )
  await expect(page).toHaveURL('/order-admin?city=Rabat&payment=pay%C3%A9')

  await page.getByRole('searchbox', { name: 'Fournisseur' }).fill('f-1001')
  await expect(page).toHaveURL('/order-admin?city=Rabat&payment=pay%C3%A9&supplier=f-1001')
  await page.reload()
  await expect(page.getByLabel('Ville', { exact: true })).toHaveValue('Rabat')
  await expectNoAxeViolations(page, 'orders, further filters')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exporter (CSV)' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('commandes.csv')
  await page.getByRole('button', { name: 'Réinitialiser les filtres' }).click()
  await expect(page).toHaveURL('/order-admin')
})
