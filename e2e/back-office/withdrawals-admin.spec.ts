import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { answered, beLoggedInAs, expect, expectNoAxeViolations, OFFLINE, test } from '../fixtures.ts'
import { buyerWithWithdrawal, rowOf, searchFor, supplierWithWithdrawal } from '../people-steps.ts'
import type { RunningShop } from '../running-shop.ts'
import { NB } from '../steps.ts'

test.beforeEach(async ({ page, shop }) => {
  await beLoggedInAs(page, shop, 'admin')
})

async function stored(shop: RunningShop, id: number) {
  const { rows } = await shop.db.execute(sql`select status, reference, reason from withdrawals where id = ${id}`)
  return rows[0]
}

test('a supplier’s is approved with the bank’s reference, which is mailed', async ({ page, shop }) => {
  const supplier = await supplierWithWithdrawal(shop)
  await shop.db.execute(
    sql`update accounts set rib_changed_at = now() - interval '150 minutes' where id = ${supplier.id}`,
  )
  await page.goto('/retraite')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tableau de bord - Retraits')
  await expect(page.getByText(/retraits? en attente/)).toBeVisible()
  await searchFor(page, supplier.name)
  const row = rowOf(page, supplier.customId)
  await expect(row).toContainText('Fournisseur')
  await expect(row).toContainText(`150,00${NB}DH`)
  const approve = row.getByRole('button', { name: `Approuver le retrait de ${supplier.name}` })
  await expect(row).toContainText(`RIB changé il y a 2${NB}h`)
  await approve.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Approuver ce retrait${NB}?` })
  await expect(dialog.getByText('007 780 0001234567890123 45')).toBeVisible()
  await expect(dialog.getByText('Appelez la personne avant de payer')).toBeVisible()
  await expect(dialog.getByLabel('Référence du virement')).toBeFocused()
  await expectNoAxeViolations(page, 'withdrawals, approving')
  await page.keyboard.type('Un brouillon')
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  await expect(dialog).toBeHidden()
  await approve.click()
  await expect(dialog.getByLabel('Référence du virement')).toHaveValue('')
  await page.keyboard.type('VIR-2026-77')
  await page.keyboard.press('Enter')
  await expect(row.getByText('Approuvé')).toBeVisible()
  await expect(approve).toHaveCount(0)
  expect(await stored(shop, supplier.withdrawalId)).toEqual({
    status: 'approved',
    reference: 'VIR-2026-77',
    reason: null,
  })
  expect(await shop.letterTo(supplier.email, /approuvé/)).toContain('VIR-2026-77')
})

test('a buyer’s is approved by the buyers’ call, without a reference if there is none', async ({ page, shop }) => {
  const buyer = await buyerWithWithdrawal(shop)
  await page.goto(`/retraite?search=${buyer.customId}`)
  const row = rowOf(page, buyer.customId)
  await expect(row).toContainText('Acheteur')
  await expect(row).toContainText('Non renseigné')
  await row.getByRole('button', { name: /^Approuver/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Aucun RIB n’est enregistré')
  const sent = page.waitForRequest(`**/api/admin/buyer/approve-withdrawal/${buyer.withdrawalId}`)
  await dialog.getByRole('button', { name: 'Approuver' }).click()
  await sent
  await expect(row.getByText('Approuvé')).toBeVisible()
  expect(await stored(shop, buyer.withdrawalId)).toMatchObject({ status: 'approved', reference: null })
})

test('several are approved with one reference, and their file for the bank is saved before', async ({ page, shop }) => {
  const supplier = await supplierWithWithdrawal(shop)
  const buyer = await buyerWithWithdrawal(shop)
  await page.goto('/retraite')
  for (const { name } of [supplier, buyer]) await page.getByLabel(`Sélectionner le retrait de ${name}`).check()
  const bar = page.getByRole('region', { name: 'Retraits sélectionnés' })
  await expect(bar).toContainText(`2 retraits${NB}: 1${NB}350,00${NB}DH`)
  const pages = (await page.getByRole('navigation', { name: 'Navigation rapide' }).boundingBox())!
  const { y, height } = (await bar.boundingBox())!
  expect(y + height, 'the selection stands above the bar of pages').toBeLessThanOrEqual(pages.y)
  const saved = page.waitForEvent('download')
  await bar.getByRole('button', { name: 'Fichier pour la banque' }).click()
  const file = await readFile(await (await saved).path(), 'utf8')
  expect(file).toContain(`${supplier.name};RIB 007 780 0001234567890123 45;150,00;Retrait ${supplier.withdrawalId} `)
  expect(file.trimEnd().split('\r\n')).toHaveLength(3)
  await bar.getByRole('button', { name: 'Approuver la sélection' }).click()
  const dialog = page.getByRole('dialog', { name: `Approuver 2 retraits${NB}?` })
  await expect(dialog).toContainText(`1${NB}350,00${NB}DH`)
  await expect(dialog).toContainText(`Sans RIB${NB}: ${buyer.name}`)
  await expectNoAxeViolations(page, 'withdrawals, approving several')
  await dialog.getByLabel('Référence du virement').fill('VIR-JEUDI')
  await dialog.getByRole('button', { name: 'Approuver' }).click()
  await expect(page.getByRole('status').filter({ hasText: '2 retraits approuvés' })).toBeVisible()
  await expect(bar).toHaveCount(0)
  for (const { withdrawalId } of [supplier, buyer])
    expect(await stored(shop, withdrawalId)).toMatchObject({ status: 'approved', reference: 'VIR-JEUDI' })
})

test('of several, the one that somebody else has decided meanwhile is named', async ({ page, shop }) => {
  const [mine, theirs] = [await supplierWithWithdrawal(shop), await supplierWithWithdrawal(shop)]
  await page.goto('/retraite')
  for (const { name } of [mine, theirs]) await page.getByLabel(`Sélectionner le retrait de ${name}`).check()
  const { token } = await shop.session('admin')
  const body = { reason: 'Doublon' }
  await shop.call('POST', `/api/admin/withdrawals/${theirs.withdrawalId}/reject`, { token, body })
  await page.getByRole('button', { name: 'Approuver la sélection' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approuver' }).click()
  const failure = page.getByRole('alert').filter({ hasText: '1 retrait n’a pas été approuvé' })
  await expect(failure).toContainText(`${theirs.name}${NB}: Cette demande a déjà été traitée.`)
  await expect(rowOf(page, mine.customId).getByText('Approuvé')).toBeVisible()
})

test('one is refused with a reason, never without; what was typed survives a refusal', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(OFFLINE)
  const supplier = await supplierWithWithdrawal(shop)
  await page.goto(`/retraite?search=${supplier.customId}`)
  const row = rowOf(page, supplier.customId)
  await row.getByRole('button', { name: /^Refuser/ }).click()
  const dialog = page.getByRole('dialog', { name: `Refuser ce retrait${NB}?` })
  const reason = dialog.getByLabel('Motif du refus')
  const refuse = dialog.getByRole('button', { name: 'Refuser' })
  await refuse.click()
  await expect(dialog.getByText('Écrivez pourquoi la demande est refusée.')).toBeVisible()
  await expectNoAxeViolations(page, 'withdrawals, refusing')
  await reason.fill('RIB incomplet')
  await page.route('**/reject', (route) => route.abort())
  await refuse.click()
  await expect(dialog.getByRole('alert')).toContainText('La décision n’a pas été enregistrée')
  await expect(reason).toHaveValue('RIB incomplet')
  await page.unroute('**/reject')
  await refuse.click()
  await expect(row.getByText('Refusé')).toBeVisible()
  expect(await stored(shop, supplier.withdrawalId)).toMatchObject({ status: 'refused', reason: 'RIB incomplet' })
  expect(await shop.letterTo(supplier.email, /pas été acceptée/)).toContain('RIB incomplet')
})

test('a RIB is masked until it is wanted, and copied whole; one tap selects all; what somebody else has decided is said', async ({
  page,
  shop,
  context,
  complaints,
}) => {
  complaints.allow(answered(409))
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const supplier = await supplierWithWithdrawal(shop)
  await page.goto(`/retraite?search=${supplier.customId}`)
  const row = rowOf(page, supplier.customId)
  await expect(row).not.toContainText('0001234567890123')
  await row.getByRole('button', { name: `Copier le RIB de ${supplier.name}` }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('007780000123456789012345')
  await row.getByRole('button', { name: `Afficher le RIB de ${supplier.name}` }).click()
  await expect(row).toContainText('007 780 0001234567890123 45')

  const all = page.getByRole('checkbox', { name: 'Tout sélectionner' })
  const bar = page.getByRole('region', { name: 'Retraits sélectionnés' })
  await all.check()
  await expect(bar).toContainText(`1 retrait${NB}: 150,00${NB}DH`)
  await expect(page.getByLabel(`Sélectionner le retrait de ${supplier.name}`)).toBeChecked()
  await all.uncheck()
  await expect(bar).toHaveCount(0)

  await row.getByRole('button', { name: /^Approuver/ }).click()
  const { token } = await shop.session('admin')
  const body = { reason: 'Doublon' }
  await shop.call('POST', `/api/admin/withdrawals/${supplier.withdrawalId}/reject`, { token, body })
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Approuver' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Cette demande a déjà été traitée.')
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  await expect(row.getByText('Refusé')).toBeVisible()
})

test('filters: status and name; nothing yet, nothing that matches, nothing to be had', async ({ page, complaints }) => {
  complaints.allow(OFFLINE)
  await page.goto('/retraite')
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  await expectNoAxeViolations(page, 'withdrawals')
  await page.getByLabel('Statut').selectOption('Refusé')
  await expect(page).toHaveURL(/status=refus/)
  await expect(page.getByRole('button', { name: /^Approuver/ })).toHaveCount(0)
  await searchFor(page, 'zzzz')
  await expect(page.getByText('Aucun retrait ne correspond').last()).toBeVisible()
  await expectNoAxeViolations(page, 'withdrawals, none')
  await page.route('**/api/withdrawals?*', (route) => route.abort())
  await page.getByRole('button', { name: 'Effacer les filtres' }).click()
  await expect(page.getByText('Les retraits n’ont pas pu être chargés')).toBeVisible()
  await expectNoAxeViolations(page, 'withdrawals, failed')
  await page.unroute('**/api/withdrawals?*')
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByRole('row').nth(3)).toBeVisible()

  // A table without room for its columns says that it goes on, until its end is in view.
  await page.setViewportSize({ width: 1140, height: 800 })
  const list = page.getByRole('region', { name: 'Liste des retraits' })
  await expect(list).toHaveAttribute('data-more', 'after')
  await list.evaluate((box) => box.scrollTo({ left: 20 }))
  await expect(list).toHaveAttribute('data-more', 'before after')
  await list.evaluate((box) => box.scrollTo({ left: box.scrollWidth }))
  await expect(list).toHaveAttribute('data-more', 'before')
})
