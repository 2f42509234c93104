import { sql } from 'drizzle-orm'
import { answered, beLoggedInAs, expect, expectNoAxeViolations, OFFLINE, test } from '../fixtures.ts'
import { freshPhone } from '../running-shop.ts'
import { holdLongTimers, letPass, loseAnswer, NB } from '../steps.ts'

test('orders become a list, which is printed, handed over after ten seconds, and gets its tracking numbers', async ({
  page,
  shop,
}) => {
  await beLoggedInAs(page, shop, 'admin')
  await holdLongTimers(page)
  const ids = [(await shop.placeOrder({ phone: freshPhone() })).OrderID, (await shop.placeOrder()).OrderID]
  const statusOf = async (id: number) =>
    (await shop.db.execute<{ status: string }>(sql`select status from orders where id = ${id}`)).rows[0]?.status
  await page.goto('/expedition')
  await page.getByLabel('Livreur').selectOption('Sendit')
  for (const id of ids) await page.getByRole('checkbox', { name: `Commande ${id},` }).check()
  await expect(page.getByText(`2${NB}commandes, `)).toContainText(`2${NB}non confirmées`)
  await expectNoAxeViolations(page, 'orders to prepare')
  await page.getByRole('button', { name: 'Préparer pour Sendit' }).click()

  const list = page.getByRole('region', { name: /^BR-\d{4}-\d{4}, Sendit$/ })
  await expect(list.getByText(`2${NB}colis, `)).toBeVisible()
  expect(await statusOf(ids[0]!)).toBe('assigned')
  await expectNoAxeViolations(page, 'a list with its steps')
  const saved = page.waitForEvent('download')
  await list.getByRole('button', { name: 'Étiquettes A6 (PDF)' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^etiquettes-BR-\d{4}-\d{4}\.pdf$/)

  await list.getByRole('button', { name: 'Remettre 2 colis à Sendit' }).click()
  await list.getByRole('button', { name: 'Annuler' }).click()
  expect(await statusOf(ids[0]!)).toBe('assigned')
  await list.getByRole('button', { name: 'Remettre 2 colis à Sendit' }).click()
  await letPass(page, 10)
  await expect(list.getByText(/^Remis le/)).toBeVisible()
  // Nothing joins a list that is gone: the next orders make another one.
  await expect(page.getByLabel('Livreur')).toBeVisible()
  expect(await Promise.all(ids.map(statusOf))).toEqual(['in_transit', 'in_transit'])

  // A scanner types, ends with Enter, and does not wait for the shop: what that refuses is there to be read.
  const scanned = Promise.withResolvers<void>()
  await page.route('**/api/admin/parcels/tracking', async (route) => {
    await scanned.promise
    await route.continue()
  })
  await list.getByLabel('Commande', { exact: true }).focus()
  for (const code of [ids[0], `E2E-${ids[0]}`, ids[1], `E2E-${ids[0]}`, ids[0], `E2E-${ids[0]}`]) {
    await page.keyboard.type(String(code))
    await page.keyboard.press('Enter')
  }
  scanned.resolve()
  await expect(list.getByRole('alert').getByRole('listitem')).toHaveText(
    `Commande ${ids[1]}, E2E-${ids[0]}${NB}: Ce numéro de suivi est déjà celui de la commande n°${NB}${ids[0]}.`,
  )
  await expect(list.getByText(`Numéros notés${NB}: 1 sur 2${NB}colis.`)).toBeVisible()
  await list.getByText('Coller une liste').click()
  await list.getByLabel('Un colis par ligne').fill(`${ids[1]}\tE2E-${ids[0]}`)
  await list.getByRole('button', { name: 'Enregistrer les numéros' }).click()
  await expect(list.getByRole('alert')).toContainText(`Ligne 1, commande ${ids[1]}${NB}: Ce numéro de suivi est déjà`)
})

test('orders that are ticked stay ticked while numbers are scanned', async ({ page, shop }) => {
  await beLoggedInAs(page, shop, 'admin')
  const [listed, next] = [(await shop.placeOrder()).OrderID, (await shop.placeOrder()).OrderID]
  await page.goto('/expedition')
  const tick = page.getByRole('checkbox', { name: `Commande ${next},` })
  await page.getByRole('checkbox', { name: `Commande ${listed},` }).check()
  await page.getByRole('button', { name: /^Préparer pour / }).click()
  const list = page.getByRole('region', { name: /^BR-\d{4}-\d{4}, / })
  await expect(list.getByText(`1${NB}colis, `)).toBeVisible()
  await expect(tick).not.toBeChecked()
  await tick.check()
  await list.getByLabel('Commande', { exact: true }).fill(String(listed))
  await list.getByLabel('Numéro de suivi').fill(`E2E-${listed}`)
  const read = page.waitForResponse('**/api/admin/handovers/to-prepare*')
  await page.keyboard.press('Enter')
  await read
  await expect(list.getByText(`Numéros notés${NB}: 1 sur 1${NB}colis.`)).toBeVisible()
  await expect(tick).toBeChecked()
  await expect(page.getByRole('button', { name: 'Ajouter au bordereau ouvert' })).toBeVisible()
})

test('rows that are shown alone join a list, whose courier is asked for their cities', async ({ page, shop }) => {
  await beLoggedInAs(page, shop, 'admin')
  const near = (await shop.placeOrder({ phone: freshPhone() })).OrderID
  const far = (await shop.placeOrder({ phone: freshPhone() })).OrderID
  const [name, city] = [`Sans ville ${far}`, `Douar ${far}`]
  await shop.db.execute(sql`update orders set city = ${city} where id = ${far}`)
  const { token } = await shop.session('admin')
  await shop.call('POST', '/api/admin/couriers', { token, body: { name } })
  await page.goto('/expedition')
  await page.getByLabel('Livreur').selectOption({ label: name })
  await page.getByRole('checkbox', { name: `Commande ${near},` }).check()
  await page.getByLabel('Ville').selectOption({ label: city })
  await expect(page.getByRole('button', { name: `Préparer pour ${name}` })).toHaveCount(0)
  await page.getByRole('checkbox', { name: `Commande ${far},` }).check()
  await expect(page.getByText(`1${NB}commande, `)).toBeVisible()
  await page.getByRole('button', { name: `Préparer pour ${name}` }).click()
  await expect(page.getByRole('region', { name: /^BR-\d{4}-\d{4}, / }).getByText(`1${NB}colis, `)).toBeVisible()
  const { rows } = await shop.db.execute(sql`select status from orders where id = ${near}`)
  expect(rows).toEqual([{ status: 'pending' }])
  // No order of that city is left to prepare: those of the others are shown again.
  const row = page.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name: `Commande ${near},` }) })
  await expect(row).toBeVisible()

  await page.goto(`/expedition?bordereau=${new URL(page.url()).searchParams.get('bordereau')}`)
  await expect(row).toContainText(`Ville sans nom chez ${name}`)
  await row.getByRole('checkbox').check()
  await expect(page.getByRole('button', { name: 'Ajouter au bordereau ouvert' })).toBeVisible()
})

test('a parcel that joined the list unseen is looked at first, and one whose customer chose a later day stays', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(answered(409))
  await beLoggedInAs(page, shop, 'admin')
  await holdLongTimers(page)
  const [seen, later, added] = [
    (await shop.placeOrder()).OrderID,
    (await shop.placeOrder()).OrderID,
    (await shop.placeOrder()).OrderID,
  ]
  const { token } = await shop.session('admin')
  const { couriers } = await shop.call('GET', '/api/admin/handovers/to-prepare', { token })
  const body = { courier_id: couriers[0].id, ids: [seen, later] }
  const { id } = await shop.call('POST', '/api/admin/handovers', { token, body })
  await shop.db.execute(sql`
    insert into confirmations (order_id, contact, confirmed_at, wish_day)
    values (${later}, 'confirmed', now(), (now() at time zone 'Africa/Casablanca')::date + 4)`)
  await page.goto(`/expedition?bordereau=${id}`)
  const list = page.getByRole('region', { name: /^BR-\d{4}-\d{4}, / })
  await expect(list.getByText(`À retirer, pour plus tard${NB}: n°${NB}${later}`)).toBeVisible()
  await list.getByText(`Voir les 2${NB}colis`).click()
  await expect(
    list
      .getByRole('listitem')
      .filter({ hasText: `n°${NB}${later}` })
      .last(),
  ).toContainText('Pas avant le ')
  await expectNoAxeViolations(page, 'a list with a parcel for later')

  await shop.call('PUT', `/api/admin/handovers/${id}/parcels`, { token, body: { ids: [added] } })
  await list.getByRole('button', { name: /^Remettre 2 colis à / }).click()
  await list.getByRole('button', { name: 'Remettre maintenant' }).click()
  await expect(list.getByRole('alert')).toContainText(`Le bordereau a changé${NB}: 1${NB}colis ajouté.`)
  await list.getByRole('button', { name: /^Remettre 3 colis à / }).click()
  await list.getByRole('button', { name: 'Remettre maintenant' }).click()
  await expect(list.getByText(/^Remis le/)).toBeVisible()
  await expect(list.getByRole('alert')).toContainText(`Ce colis n’est pas parti${NB}: retirez-le du lot`)
  await expect(list.getByRole('alert')).toContainText(
    new RegExp(`Commande ${later}.: À partir du .*: retirez ce colis`),
  )
  const { rows } = await shop.db.execute<{ status: string }>(
    sql`select status from orders where id in (${seen}, ${later}, ${added}) order by id`,
  )
  expect(rows.map(({ status }) => status)).toEqual(['in_transit', 'pending', 'in_transit'])
})

test('a list with an order that was corrected since it was shown is looked at first', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(answered(409))
  await beLoggedInAs(page, shop, 'admin')
  await holdLongTimers(page)
  const phone = freshPhone()
  const { OrderID } = await shop.placeOrder({ phone })
  const { token } = await shop.session('admin')
  const { couriers } = await shop.call('GET', '/api/admin/handovers/to-prepare', { token })
  const list = { courier_id: couriers[0].id, ids: [OrderID] }
  const { id } = await shop.call('POST', '/api/admin/handovers', { token, body: list })
  await page.goto(`/expedition?bordereau=${id}`)
  const shown = page.getByRole('region', { name: /^BR-\d{4}-\d{4}, / })
  const handOver = async () => {
    await shown.getByRole('button', { name: /^Remettre 1 colis à / }).click()
    await shown.getByRole('button', { name: 'Remettre maintenant' }).click()
  }
  await expect(shown.getByRole('button', { name: /^Remettre 1 colis à / })).toBeVisible()
  const wanted = { Name: 'Nadia Essai', Phone: phone, Address: '9, rue du Port', City: 'Casablanca' }
  const path = `/api/confirmation/${OrderID}/order`
  const { digest } = await shop.call('PUT', `${path}?preview=1`, { token, body: wanted })
  await shop.call('PUT', path, { token, body: { ...wanted, digest } })
  await handOver()
  await expect(shown.getByRole('alert')).toContainText(
    `Le bordereau a changé${NB}: n°${NB}${OrderID} modifié. Vérifiez-le, réimprimez les étiquettes, puis remettez.`,
  )
  await handOver()
  await expect(shown.getByText(/^Remis le/)).toBeVisible()
})

test('a list shows what was done to it also when the answer is lost', async ({ page, shop, complaints }) => {
  complaints.allow(OFFLINE)
  await beLoggedInAs(page, shop, 'admin')
  await holdLongTimers(page)
  const [stays, leaves] = [(await shop.placeOrder()).OrderID, (await shop.placeOrder()).OrderID]
  const { token } = await shop.session('admin')
  const { couriers } = await shop.call('GET', '/api/admin/handovers/to-prepare', { token })
  const body = { courier_id: couriers[0].id, ids: [stays, leaves] }
  const { id } = await shop.call('POST', '/api/admin/handovers', { token, body })
  await page.goto(`/expedition?bordereau=${id}`)
  const list = page.getByRole('region', { name: /^BR-\d{4}-\d{4}, / })
  await list.getByText(`Voir les 2${NB}colis`).click()
  await loseAnswer(page, `**/api/admin/handovers/${id}/parcels`)
  await list.getByRole('button', { name: `Retirer la commande ${leaves} du bordereau` }).click()
  await expect(list.getByRole('alert')).toContainText('Le retrait n’est pas confirmé')
  await expect(list.getByText(`1${NB}colis, `)).toBeVisible()
  await expect(list.getByText('Voir le colis')).toBeVisible()

  await loseAnswer(page, `**/api/admin/handovers/${id}/hand-over`)
  await list.getByRole('button', { name: /^Remettre 1 colis à / }).click()
  await expect(list.getByRole('status').filter({ hasText: `1${NB}colis passe «` })).toBeVisible()
  await list.getByRole('button', { name: 'Remettre maintenant' }).click()
  await expect(list.getByText(/^Remis le/)).toBeVisible()
  await expect(list.getByText('La remise n’est pas confirmée')).toHaveCount(0)
})
