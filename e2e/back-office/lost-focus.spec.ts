import { sql } from 'drizzle-orm'
import { beLoggedInAs, expect, test } from '../fixtures.ts'
import { freshPhone } from '../running-shop.ts'
import { holdLongTimers, letPass, NB } from '../steps.ts'

// The pressed control is gone once it is done: the next key goes on where it stood, not at the top of the page.

test('with the keyboard, a list of parcels has the focus after each of its steps', async ({ page, shop }) => {
  const ids = [(await shop.placeOrder()).OrderID, (await shop.placeOrder()).OrderID]
  await beLoggedInAs(page, shop, 'admin')
  await holdLongTimers(page)
  await page.goto('/expedition')
  for (const id of ids) await page.getByRole('checkbox', { name: `Commande ${id},` }).press('Space')
  await page.getByRole('button', { name: /^Préparer pour / }).press('Enter')
  const heading = page.getByRole('heading', { name: /^BR-\d{4}-\d{4}, / })
  await expect(heading).toBeFocused()

  await page.getByText(`Voir les 2${NB}colis`).press('Enter')
  await page.getByRole('button', { name: `Retirer la commande ${ids[1]} du bordereau` }).press('Enter')
  await expect(page.getByText('Voir le colis')).toBeVisible()
  await expect(heading).toBeFocused()

  const list = page.getByRole('region', { name: /^BR-\d{4}-\d{4}, / })
  const handOver = list.getByRole('button', { name: /^Remettre 1 colis/ })
  const undo = list.getByRole('button', { name: 'Annuler' })
  await handOver.press('Enter')
  await expect(undo).toBeFocused()
  await undo.press('Enter')
  await expect(heading).toBeFocused()
  await handOver.press('Enter')
  await letPass(page, 10)
  await expect(list.getByText(/^Remis le/)).toBeVisible()
  await expect(heading).toBeFocused()
})

test('with the keyboard, an announcement is published and the next one is begun', async ({ page, shop }) => {
  await beLoggedInAs(page, shop, 'admin')
  await page.goto('/AdminAnnouncement')
  await page.getByRole('textbox', { name: 'Titre' }).fill(`Annonce ${freshPhone()}`)
  await page.getByRole('textbox', { name: 'Message' }).fill('Message')
  await page.getByRole('button', { name: 'Publier' }).press('Enter')
  await expect(page.getByText('Announcement posted successfully!')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Créer un actualité' })).toBeFocused()
})

test('with the keyboard, a supplier is banned and its list goes on', async ({ page, shop }) => {
  await beLoggedInAs(page, shop, 'admin')
  const { rows } = await shop.db.execute<{ name: string }>(
    sql`select name from accounts where custom_id = 'F-1002' and banned_at is null`,
  )
  await page.goto('/user-admin?search=F-1002')
  const ban = page.getByRole('button', { name: `Bannir ${rows[0]!.name}` })
  await ban.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Bannir' }).press('Enter')
  await expect(ban).toBeDisabled()
  await expect(page.locator('#debut-de-liste')).toBeFocused()
  const restore = page.getByRole('button', { name: `Restaurer ${rows[0]!.name}` })
  await restore.press('Enter')
  await expect(restore).toHaveCount(0)
  await expect(page.locator('#debut-de-liste')).toBeFocused()

  await page.getByRole('link', { name: rows[0]!.name, exact: true }).press('Enter')
  const heading = page.getByRole('heading', { name: `${rows[0]!.name} F-1002` })
  await expect(heading).toBeVisible()
  await ban.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Bannir' }).press('Enter')
  await expect(ban).toBeDisabled()
  await expect(heading).toBeFocused()
  await restore.press('Enter')
  await expect(restore).toHaveCount(0)
  await expect(heading).toBeFocused()
})

test('the focus goes on where a busy browser draws late', async ({ page, shop }) => {
  await beLoggedInAs(page, shop, 'admin')
  // React waits for its own messages between an answer and the drawing of it.
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage
    MessagePort.prototype.postMessage = function (this: MessagePort, ...message: [unknown]) {
      setTimeout(() => post.apply(this, message), 150)
    } as typeof post
  })
  const { rows } = await shop.db.execute<{ name: string }>(sql`select name from accounts where custom_id = 'F-1002'`)
  await page.goto('/user-admin?search=F-1002')
  await page.getByRole('link', { name: rows[0]!.name, exact: true }).press('Enter')
  const heading = page.locator('#personne')
  await expect(heading).toBeVisible()
  const ban = page.getByRole('button', { name: /^Bannir / })
  await ban.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Bannir' }).press('Enter')
  await expect(ban).toBeDisabled()
  await expect(heading).toBeFocused()
  await page.getByRole('button', { name: /^Restaurer / }).press('Enter')
  await expect(ban).toBeEnabled()
  await expect(heading).toBeFocused()
})

test('with the keyboard, two orders become one and the others of their phone follow', async ({ page, shop }) => {
  const phone = freshPhone()
  const [first, second] = [await shop.placeOrder({ phone }), await shop.placeOrder({ phone })]
  await beLoggedInAs(page, shop, 'admin')
  await page.goto(`/order-admin/${second.OrderID}`)
  await page.getByRole('button', { name: `Réunir avec la commande ${first.OrderID}` }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Réunir les deux commandes' }).press('Enter')
  await expect(page.getByText(`Motif${NB}: doublon.`)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Autres commandes de ce numéro' })).toBeFocused()
})

test('with the keyboard, statuses are applied and the next ones are pasted', async ({ page, shop }) => {
  const { OrderID } = await shop.placeOrder()
  const { token } = await shop.session('admin')
  await shop.call('PUT', `/api/admin/orders/${OrderID}/tracking`, { token, body: { CurrentStatus: 'en transit' } })
  const { courier } = await shop.call('POST', '/api/admin/couriers', { token, body: { name: `Clavier ${OrderID}` } })
  await shop.db.execute(sql`update parcels set courier_id = ${courier.id} where order_id = ${OrderID}`)
  await beLoggedInAs(page, shop, 'admin')
  await page.goto('/suivi-colis?vue=import')
  const panel = page.getByRole('region', { name: 'Importer les statuts' })
  await panel.getByLabel('Livreur').selectOption({ label: `Clavier ${OrderID}` })
  const area = panel.getByLabel('Les statuts de votre livreur')
  await area.fill(`Référence\tStatut\n${OrderID}\tReporté`)
  const look = panel.getByRole('button', { name: 'Voir l’aperçu' })
  await look.press('Enter')
  await panel.getByRole('button', { name: 'Reprendre le tableau' }).press('Enter')
  await expect(area).toBeFocused()
  await look.press('Enter')
  await panel.getByRole('button', { name: 'Appliquer 1 changement, laisser 0' }).press('Enter')
  await expect(page.getByText('1 changement appliqué, 0 ligne laissée')).toBeVisible()
  await expect(area).toBeFocused()
})

test('with the keyboard, claims are noted as sent and settled one after the other', async ({ page, shop }) => {
  const { token } = await shop.session('admin')
  const { courier } = await shop.call('POST', '/api/admin/couriers', { token, body: { name: 'Clavier à réclamer' } })
  const { rows } = await shop.db.execute<{ id: number }>(sql`
    insert into statements (courier_id, reference, digest, paid_on, received, created_by, created_at,
      closed_at, closed_by, accepted_gap, gap_reason)
    select ${courier.id}, 'Clavier-1', 'Clavier-1', current_date, 0, id, now(), now(), id, 300, 'Essai'
    from accounts where custom_id = 'ADMIN' returning id`)
  await shop.db.execute(sql`insert into claims (courier_id, statement_id, kind, due, opened_by, opened_at)
    select ${courier.id}, ${rows[0]!.id}, 'gap', due, id, now()
    from accounts, (values (100), (200)) as dues(due) where custom_id = 'ADMIN'`)
  const settle = async () => {
    await page.getByRole('button', { name: 'Régler la réclamation Clavier-1' }).first().press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Régler' }).press('Enter')
  }
  await beLoggedInAs(page, shop, 'admin')
  await page.goto(`/versements/${rows[0]!.id}`)
  const heading = page.getByRole('heading', { name: 'Réclamation', exact: true })
  await page.getByRole('button', { name: 'Noter comme envoyée' }).press('Enter')
  await expect(page.getByText('Envoyée le')).toHaveCount(2)
  await expect(heading).toBeFocused()
  await settle()
  await expect(page.getByText(`obtenu${NB}: `)).toHaveCount(1)
  await expect(heading).toBeFocused()

  await page.goto('/versements')
  await settle()
  await expect(page.getByRole('button', { name: 'Régler la réclamation Clavier-1' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Réclamations ouvertes' })).toBeFocused()
})
