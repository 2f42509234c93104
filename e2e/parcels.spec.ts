import { beLoggedInAs, expect, expectNoAxeViolations, test } from './fixtures.ts'
import type { RunningShop } from './running-shop.ts'
import { NB } from './steps.ts'

/** An order on its way, without a courier. */
async function sent(shop: RunningShop): Promise<number> {
  const { OrderID } = await shop.placeOrder()
  const { token } = await shop.session('admin')
  await shop.call('PUT', `/api/admin/orders/${OrderID}/tracking`, { token, body: { CurrentStatus: 'en transit' } })
  return OrderID
}

test('a courier’s statuses are pasted, looked at, applied and followed up', async ({ page, shop }) => {
  const [delivered, unread] = [await sent(shop), await sent(shop)]
  const { token } = await shop.session('admin')
  const name = `Livreur ${delivered}`
  await shop.call('POST', '/api/admin/couriers', { token, body: { name } })
  await beLoggedInAs(page, shop, 'admin')
  await page.goto('/suivi-colis')
  await page.getByRole('button', { name: 'Importer les statuts' }).click()
  const panel = page.getByRole('region', { name: 'Importer les statuts' })
  await panel.getByLabel('Livreur').selectOption({ label: name })
  await panel
    .getByLabel('Les statuts de votre livreur')
    .fill(`Référence\tStatut\n${delivered}\tLivré\n${unread}\tConfirmé par livreur ${unread}`)
  await panel.getByRole('button', { name: 'Voir l’aperçu' }).click()
  const rows = panel.getByRole('list', { name: 'Lignes du fichier' }).getByRole('listitem')
  await expect(rows.filter({ hasText: `n°${NB}${delivered}` })).toContainText('sera marquée livrée')
  await expect(rows.filter({ hasText: `n°${NB}${unread}` })).toContainText('mot inconnu')
  await expectNoAxeViolations(page, 'statuses, looked at')
  await panel.getByLabel(`«${NB}Confirmé par livreur ${unread}${NB}»`).selectOption('no_answer')
  await panel.getByRole('button', { name: 'Appliquer 2 changements, laisser 0' }).click()
  await expect(page.getByText('2 changements appliqués')).toBeVisible()

  await page.goto(`/suivi-colis?search=${unread}`)
  const parcel = page.getByRole('row').filter({ hasText: `n°${NB}${unread}` })
  await expect(parcel).toContainText('pas de réponse')
  await expectNoAxeViolations(page, 'parcels to chase')
  await parcel.getByRole('button', { name: 'Rappelée' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'C’est fait' }).click()
  await expect(page.getByText(`Commande ${unread}${NB}: rappelée.`)).toBeVisible()
  await expect(parcel).toHaveCount(0)
})
