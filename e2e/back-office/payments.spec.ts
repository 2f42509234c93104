import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { answered, beLoggedInAs, expect, expectNoAxeViolations, test } from '../fixtures.ts'
import { freshPhone, type RunningShop } from '../running-shop.ts'
import { holdLongTimers, letPass, NB } from '../steps.ts'

test.beforeEach(async ({ page, shop }) => {
  await beLoggedInAs(page, shop, 'admin')
})

const paymentOf = (page: Page, id: number) =>
  page.getByRole('combobox', { name: `Paiement de la commande ${id}`, exact: true })
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Paiements', exact: true })
const payments = (page: Page) => page.getByRole('combobox', { name: /^Paiement de la commande/ })

const paymentsOf = async (shop: RunningShop, ids: readonly number[]) =>
  (
    await shop.db.execute<{ payment: string }>(
      sql`select payment from orders where id = any(${sql.param([...ids])}::int[]) order by id`,
    )
  ).rows.map(({ payment }) => payment)
const dirhams = (amount: number) =>
  `${amount
    .toFixed(2)
    .replace('.', ',')
    .replace(/\B(?=(\d{3})+,)/g, NB)}${NB}DH`

async function delivered(shop: RunningShop, phone = freshPhone()): Promise<number> {
  const { OrderID } = await shop.placeOrder({ phone })
  const { token } = await shop.session('admin')
  await shop.call('PUT', `/api/admin/orders/${OrderID}/tracking`, { token, body: { CurrentStatus: 'livré' } })
  return OrderID
}

test('a delivered order is paid or not; another one cannot be settled', async ({ page, shop }) => {
  const waiting = (await shop.placeOrder()).OrderID
  const id = await delivered(shop)
  await page.goto(`/payment-admin?search=${waiting}`)
  await expect(page.getByRole('heading', { name: 'Tableau de bord - Paiements' })).toBeVisible()
  await expect(paymentOf(page, waiting)).toBeDisabled()
  await page.getByRole('searchbox').fill(String(id))
  const select = paymentOf(page, id)
  await expect(select).toHaveValue('')
  await expect(select.getByRole('option')).toHaveText(['Aucun', 'payé', 'No Payé'])
  await select.selectOption('payé')
  await expect(page.getByText(`Paiement de la commande ${id}${NB}: payé`)).toBeVisible()
  const row = page.getByRole('row').filter({ has: select })
  await expect(row.getByRole('time')).toHaveCount(2)
  await select.selectOption('No Payé')
  await expect(page.getByText(`Paiement de la commande ${id}${NB}: No Payé`)).toBeVisible()
  await expect(row.getByRole('time')).toHaveCount(1)
  await page.reload()
  await expect(select).toHaveValue('void')
  await expectNoAxeViolations(page, 'payments, searched')
})

test('payments open on what is to be collected; the address holds tab and page, and the list is saved as a table', async ({
  page,
  shop,
}) => {
  const id = await delivered(shop)
  await page.goto('/payment-admin')
  const tab = (name: RegExp) => tabs(page).getByRole('link', { name })
  await expect(tab(/^À encaisser\s*\d+$/)).toHaveAttribute('aria-current', 'page')
  await expect(payments(page).first()).toBeEnabled()
  for (const select of await payments(page).all()) await expect(select).toHaveValue('')
  await expectNoAxeViolations(page, 'payments')
  const left = Promise.withResolvers<void>()
  await page.route('**/payment-status', async (route) => {
    await left.promise
    await route.continue()
  })
  await paymentOf(page, id).selectOption('payé')
  await tab(/^Encaissées$/).click()
  await expect(page).toHaveURL('/payment-admin?payment=pay%C3%A9')
  await expect(paymentOf(page, id)).toHaveCount(0)
  await expect(payments(page).first()).toHaveValue('paid')
  // A change that was made in the former tab is answered: the rows of this one are read again.
  const again = page.waitForResponse('**/api/admin/orders?*')
  left.resolve()
  expect((await again).url()).toContain('payment=pay%C3%A9')
  await expect(paymentOf(page, id)).toHaveValue('paid')
  for (const select of await payments(page).all()) await expect(select).toHaveValue('paid')
  await page.reload()
  await expect(tab(/^Encaissées$/)).toHaveAttribute('aria-current', 'page')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exporter (CSV)' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('paiements.csv')
  await tab(/^Toutes$/).click()
  const pages = page.getByRole('navigation', { name: 'Pages des paiements' })
  await pages.getByRole('link', { name: 'Suivant' }).click()
  await expect(page.getByText(/^26–50 sur \d+$/)).toBeVisible()
  await expect(page).toHaveURL(/page=2/)
  await page.getByRole('searchbox').fill('zzzz')
  await page.getByRole('button', { name: 'Effacer les filtres' }).click()
  await expect(tab(/^À encaisser/)).toHaveAttribute('aria-current', 'page')
  await expect(payments(page).first()).toBeVisible()
})

test('a selection shows its sum and is paid after ten seconds in which it can be undone', async ({ page, shop }) => {
  // Tall enough for the bar to cover no row.
  await page.setViewportSize({ width: 360, height: 2000 })
  const phone = freshPhone()
  const ids: number[] = []
  for (let nth = 0; nth < 3; nth++) ids.push(await delivered(shop, phone))
  const [first, second, third] = ids as [number, number, number]
  await page.goto(`/payment-admin?search=${phone}`)
  const pick = (id: number) => page.getByRole('checkbox', { name: `Sélectionner la commande ${id}`, exact: true })
  const selection = page.getByRole('region', { name: 'Commandes sélectionnées' })
  const held = page.getByRole('region', { name: 'Changement en attente' })
  await pick(first).check()
  await pick(second).check()
  const { rows } = await shop.db.execute<{ due: number }>(
    sql`select (sum(collected) / 100.0)::float8 as due from orders where id in (${first}, ${second})`,
  )
  await expect(selection).toContainText(`2 commandes, ${dirhams(rows[0]!.due)}`)
  await expectNoAxeViolations(page, 'payments, two selected')
  await selection.getByRole('button', { name: 'Marquer payées' }).click()
  await expect(held).toContainText(`2 commandes passent à «${NB}payé${NB}»`)
  await expect(paymentOf(page, first)).toHaveValue('paid')
  await expect(paymentOf(page, first)).toBeDisabled()
  await expect(held.getByRole('button', { name: 'Annuler', exact: true })).toBeFocused()
  await expectNoAxeViolations(page, 'payments, two held')
  await page.keyboard.press('Enter')
  await expect(held).toHaveCount(0)
  await expect(paymentOf(page, first)).toHaveValue('')
  expect(await paymentsOf(shop, ids)).toEqual(['pending', 'pending', 'pending'])

  await pick(second).check()
  await pick(third).check()
  await selection.getByRole('button', { name: 'Marquer payées' }).click()
  await held.getByRole('button', { name: 'Appliquer maintenant' }).click()
  await expect(page.getByText(`2 commandes${NB}: payé.`).first()).toBeVisible()
  expect(await paymentsOf(shop, ids)).toEqual(['pending', 'paid', 'paid'])
  await expect(paymentOf(page, third)).toHaveValue('paid')
  await expect(pick(third)).toHaveCount(0)
  await expect(pick(first)).toBeVisible()
})

test('all deliveries of a list are paid by two taps', async ({ page, shop }) => {
  const phone = freshPhone()
  const ids = [await delivered(shop, phone), await delivered(shop, phone), await delivered(shop, phone)]
  await holdLongTimers(page)
  await page.goto(`/payment-admin?search=${phone}`)
  await page.getByRole('checkbox', { name: 'Sélectionner les 3 commandes' }).check()
  await page
    .getByRole('region', { name: 'Commandes sélectionnées' })
    .getByRole('button', { name: 'Marquer payées' })
    .click()
  const held = page.getByRole('region', { name: 'Changement en attente' })
  await expect(held).toContainText(`3 commandes passent à «${NB}payé${NB}»`)
  await letPass(page, 10)
  await expect.poll(() => paymentsOf(shop, ids)).toEqual(ids.map(() => 'paid'))
})

test('every row of a pasted list is answered before it is paid', async ({ page, shop }) => {
  const due = await delivered(shop)
  const paid = await delivered(shop)
  const { token } = await shop.session('admin')
  const body = { PaymentStatus: 'payé' }
  await shop.call('PUT', `/api/admin/orders/${paid}/payment-status`, { token, body })
  const waiting = (await shop.placeOrder()).OrderID
  await page.goto('/payment-admin')
  await page.getByRole('button', { name: 'Coller une liste' }).click()
  const dialog = page.getByRole('dialog', { name: 'Coller une liste' })
  const numbers = dialog.getByLabel('Numéros de commande')
  const check = dialog.getByRole('button', { name: 'Vérifier la liste' })
  await expect(numbers).toBeFocused()
  await check.click()
  await expect(dialog.getByText('Collez au moins un numéro de commande.')).toBeVisible()
  await numbers.fill(`n° ${due} ; ${paid}\n${waiting}, ${due} 99999999 22/11/2026`)
  await check.click()
  const answers = dialog.getByRole('list', { name: 'Numéros de la liste' }).getByRole('listitem')
  await expect(answers).toHaveText([
    new RegExp(`^${due}.*à payer$`),
    new RegExp(`^${paid}.*déjà payée$`),
    new RegExp(`^${waiting}.*pas livrée$`),
    new RegExp(`^${due}.*en double$`),
    /^99999999inconnue$/,
  ])
  await expect(dialog.getByText(`À payer${NB}: 1 commande, `)).toBeVisible()
  await expectNoAxeViolations(page, 'payments, a pasted list')
  await dialog.getByRole('button', { name: 'Marquer payées' }).click()
  await expect(dialog).toBeHidden()
  const held = page.getByRole('region', { name: 'Changement en attente' })
  await expect(held).toContainText(`La commande ${due} passe à «${NB}payé${NB}»`)
  expect(await paymentsOf(shop, [due, waiting])).toEqual(['pending', 'pending'])
  await held.getByRole('button', { name: 'Appliquer maintenant' }).click()
  await expect.poll(() => paymentsOf(shop, [due, waiting])).toEqual(['paid', 'pending'])
})

test('money whose gain is being withdrawn cannot be given up: the row goes back and says why', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(answered(409))
  const { rows } = await shop.db.execute<{ id: number; withdrawal: number }>(
    'select id, withdrawal_id as withdrawal from orders where withdrawal_id is not null order by id desc limit 1',
  )
  const { id, withdrawal } = rows[0]!
  await page.goto(`/payment-admin?search=${id}`)
  const select = paymentOf(page, id)
  const before = await select.inputValue()
  await select.selectOption('No Payé')
  await expect(page.getByRole('alert')).toContainText(`Le paiement de la commande ${id} n’a pas été changé`)
  await expect(page.getByRole('alert')).toContainText(`retrait n° ${withdrawal}`)
  await expect(select).toHaveValue(before)
  await expectNoAxeViolations(page, 'payments, refused')
})
