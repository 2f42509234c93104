import type { Locator, Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { beLoggedInAs, expect, expectNoAxeViolations, OFFLINE, test } from '../fixtures.ts'
import type { RunningShop } from '../running-shop.ts'
import { holdLongTimers, letPass, loseAnswer, NB, withRoom } from '../steps.ts'

/** An order on its way, without a courier. */
async function sent(shop: RunningShop): Promise<number> {
  const { OrderID } = await shop.placeOrder()
  const { token } = await shop.session('admin')
  await shop.call('PUT', `/api/admin/orders/${OrderID}/tracking`, { token, body: { CurrentStatus: 'en transit' } })
  return OrderID
}

/** The panel to paste the statuses of a new courier, as an admin. */
async function openStatuses(page: Page, shop: RunningShop, courier: string): Promise<Locator> {
  const { token } = await shop.session('admin')
  await shop.call('POST', '/api/admin/couriers', { token, body: { name: courier } })
  await beLoggedInAs(page, shop, 'admin')
  await page.goto('/suivi-colis')
  await page.getByRole('button', { name: 'Importer les statuts' }).click()
  const panel = page.getByRole('region', { name: 'Importer les statuts' })
  await panel.getByLabel('Livreur').selectOption({ label: courier })
  return panel
}

test('a courier’s statuses are pasted, looked at, applied and followed up', async ({ page, shop }) => {
  const [delivered, unread] = [await sent(shop), await sent(shop)]
  const panel = await openStatuses(page, shop, `Livreur ${delivered}`)
  await panel
    .getByLabel('Les statuts de votre livreur')
    .fill(`Référence\tStatut\n${delivered}\tLivré\n${unread}\tConfirmé par livreur ${unread}`)
  await panel.getByRole('button', { name: 'Voir l’aperçu' }).click()
  const rows = panel.getByRole('list', { name: 'Lignes du fichier' }).getByRole('listitem')
  await expect(rows.filter({ hasText: `n°${NB}${delivered}` })).toContainText('sera marquée livrée')
  await expect(rows.filter({ hasText: `n°${NB}${unread}` })).toContainText('mot inconnu')
  await expectNoAxeViolations(page, 'statuses, looked at')
  // An order opens beside the page: what was pasted stays.
  const beside = page.waitForEvent('popup')
  await rows.getByRole('link', { name: `n°${NB}${unread}` }).click()
  await (await beside).close()
  // A row may be left, and taken again; also while a word is still being stored.
  const untick = Promise.withResolvers<void>()
  await page.route('**/labels', async (route) => {
    await untick.promise
    await route.continue()
  })
  const word = panel.getByLabel(`«${NB}Confirmé par livreur ${unread}${NB}»`)
  // On its way to a meaning, an arrow key stores none of those before it.
  await word.press('ArrowDown')
  await expect(word).toHaveValue('')
  await page.keyboard.press('Escape')
  await word.selectOption('no_answer')
  const first = rows.filter({ hasText: `n°${NB}${delivered}` }).getByRole('checkbox')
  await first.uncheck()
  await expect(panel.getByRole('button', { name: 'Appliquer, noter 1 mot à vérifier' })).toBeVisible()
  untick.resolve()
  await expect(panel.getByRole('button', { name: 'Appliquer 1 changement, laisser 1' })).toBeVisible()
  await first.check()
  await panel.getByRole('button', { name: 'Appliquer 2 changements, laisser 0' }).click()
  await expect(page.getByText('2 changements appliqués')).toBeVisible()

  await page.goto(`/suivi-colis?search=${unread}`)
  const parcel = page.getByRole('row').filter({ hasText: `n°${NB}${unread}` })
  await expect(parcel).toContainText('pas de réponse')
  await expectNoAxeViolations(page, 'parcels to chase')
  // What was typed in a dialog stays there: the next one writes to the courier about another address.
  const dialog = page.getByRole('dialog')
  await parcel.getByRole('button', { name: 'Noter' }).click()
  await dialog.getByLabel('Note').fill('9, rue Perdue')
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  await parcel.getByRole('button', { name: 'Nouvelle adresse' }).click()
  await expect(dialog.getByText('9, rue Perdue')).toHaveCount(0)
  await dialog.getByLabel('Nouvelle adresse').fill('7, rue Neuve')
  await expect(dialog.getByText(/nouvelle adresse\s: 7, rue Neuve$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  await parcel.getByRole('button', { name: 'Rappelée' }).click()
  await dialog.getByRole('button', { name: 'C’est fait' }).click()
  await expect(page.getByText(`Commande ${unread}${NB}: rappelée.`)).toBeVisible()
  // Put off, it is still found, and no list is the one that is shown.
  await expect(parcel).toContainText('À revoir le')
  await expect(page.getByText('La recherche porte sur toutes les listes.')).toBeVisible()
  const lists = page.getByRole('navigation', { name: 'Colis' })
  await expect(lists.locator('[aria-current]')).toHaveCount(0)
  await lists.getByRole('link', { name: 'À relancer' }).click()
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expect(parcel).toHaveCount(0)
})

test('a list of parcels is sorted by how long they have been in their state, and its address says so', async ({
  page,
  shop,
}) => {
  const [older, newer] = [await sent(shop), await sent(shop)]
  const marked = `Tri ${older}`
  await shop.db.execute(sql`update orders set name = ${marked}, search = ${marked.toLowerCase()}
    where id in (${older}, ${newer})`)
  await shop.db.execute(sql`update parcels set state_at = state_at - interval '1 day',
    follow_up_at = now() + interval '2 days' where order_id = ${older}`)
  await beLoggedInAs(page, shop, 'admin')
  await page.goto(`/suivi-colis?tab=moving&search=${marked}`)
  const first = page.getByRole('row').filter({ hasText: marked }).first()
  await expect(first).toContainText(`n°${NB}${newer}`)
  await page.getByLabel('Tri').selectOption('Anciens')
  await expect(first).toContainText(`n°${NB}${older}`)
  await expect(page).toHaveURL(/sort=state_at/)
  await page.reload()
  await expect(page.getByLabel('Tri')).toHaveValue('state_at')
  await expect(first).toContainText(`n°${NB}${older}`)
})

test('parcels that were refused are ticked, and their orders cancelled together after ten seconds', async ({
  page,
  shop,
}) => {
  const ids = [await sent(shop), await sent(shop), await sent(shop)]
  const marked = `Refus ${ids[0]}`
  await shop.db.execute(sql`update orders set name = ${marked}, search = ${marked.toLowerCase()}
    where id in (${ids[0]!}, ${ids[1]!}, ${ids[2]!})`)
  const statusOf = async (id: number) =>
    (await shop.db.execute<{ status: string }>(sql`select status from orders where id = ${id}`)).rows[0]?.status
  await beLoggedInAs(page, shop, 'admin')
  await holdLongTimers(page)
  await page.goto(`/suivi-colis?tab=moving&search=${marked}`)
  for (const [nth, id] of ids.entries()) {
    await page
      .getByRole('row')
      .filter({ hasText: `n°${NB}${id}` })
      .getByRole('button', { name: 'Rendue' })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Elle revient' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'en retour' })).toHaveCount(nth + 1)
  }

  await page.goto(`/suivi-colis?tab=refused&search=${marked}`)
  // Undone, a cancellation gives the focus back to where it began.
  const begin = page.getByRole('button', { name: `Annuler, refusée la commande ${ids[2]}` })
  await begin.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Annuler la commande' }).click()
  await expect(begin).toHaveCount(0)
  await page
    .getByRole('region', { name: 'Changement en attente' })
    .getByRole('button', { name: 'Annuler', exact: true })
    .click()
  await expect(begin).toBeFocused()
  for (const id of ids.slice(0, 2)) await page.getByRole('checkbox', { name: `Sélectionner la commande ${id}` }).check()
  // On a phone a row may lie half below the bar.
  await withRoom(page, () => expectNoAxeViolations(page, 'refused parcels, ticked'))
  await page
    .getByRole('region', { name: 'Colis sélectionnés' })
    .getByRole('button', { name: 'Annuler, refusées' })
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio', { name: 'refusé à la livraison' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Annuler 2 commandes' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Annulation en attente' })).toHaveCount(2)
  expect(await statusOf(ids[0]!)).toBe('in_transit')
  await letPass(page, 10)
  await expect(page.getByRole('row').filter({ hasText: marked })).toHaveCount(1)
  expect(await Promise.all(ids.map(statusOf))).toEqual(['cancelled', 'cancelled', 'in_transit'])
})

test('an order whose courier tries again since the refused parcels were shown is not cancelled', async ({
  page,
  shop,
}) => {
  const id = await sent(shop)
  const enters = (state: string, ago: string) =>
    shop.db.execute(sql`update parcels set state = ${state}, state_at = now() - ${ago}::interval,
      last_event_at = now() - ${ago}::interval where order_id = ${id}`)
  await enters('refused', '2 hours')
  await beLoggedInAs(page, shop, 'admin')
  await holdLongTimers(page)
  await page.goto(`/suivi-colis?tab=refused&search=${id}`)
  await page.getByRole('button', { name: `Annuler, refusée la commande ${id}` }).click()
  await enters('out', '0 hours')
  await page.getByRole('dialog').getByRole('button', { name: 'Annuler la commande' }).click()
  await letPass(page, 10)
  await expect(page.getByText(`Le colis est maintenant «${NB}en livraison${NB}»${NB}: vérifiez-le`)).toBeVisible()
  const { rows } = await shop.db.execute(sql`select status from orders where id = ${id}`)
  expect(rows).toEqual([{ status: 'in_transit' }])
})

test('statuses and follow-ups whose answer is lost are not confirmed, and sent again they are done once', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(OFFLINE)
  const [delivered, chased] = [await sent(shop), await sent(shop)]
  const panel = await openStatuses(page, shop, `Livreur ${delivered}`)
  await panel.getByLabel('Les statuts de votre livreur').fill(`Référence\tStatut\n${delivered}\tLivré`)
  await panel.getByRole('button', { name: 'Voir l’aperçu' }).click()
  await loseAnswer(page, '**/api/admin/parcels/statuses')
  const apply = panel.getByRole('button', { name: 'Appliquer 1 changement, laisser 0' })
  await apply.click()
  await expect(panel.getByRole('alert')).toContainText('Ce n’est pas confirmé')
  await expectNoAxeViolations(page, 'statuses, not confirmed')
  await apply.click()
  await expect(page.getByText('1 changement appliqué, 0 ligne laissée')).toBeVisible()

  await page.goto(`/suivi-colis?tab=moving&search=${chased}`)
  const parcel = page.getByRole('row').filter({ hasText: `n°${NB}${chased}` })
  await parcel.getByRole('button', { name: 'Noter' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Note').fill('Sonner deux fois')
  await loseAnswer(page, `**/api/parcels/${chased}/follow-up`)
  await dialog.getByRole('button', { name: 'Noter' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Ce n’est pas confirmé')
  await dialog.getByRole('button', { name: 'Noter' }).click()
  await expect(page.getByText(`Commande ${chased}${NB}: note.`)).toBeVisible()
  const { rows } = await shop.db.execute(
    sql`select from parcel_events where order_id = ${chased} and parcel_note is not null`,
  )
  expect(rows).toHaveLength(1)
})
