import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beLoggedInAs, expect, logIn, test, untilHydrated } from '../fixtures.ts'
import { addSupplier, rowOf } from '../people-steps.ts'
import { freshPhone, PEOPLE } from '../running-shop.ts'
import { holdLongTimers, NB, openNavigation, unfoldGroups } from '../steps.ts'

test('a day of the admin: the bell, an order, its money, a withdrawal, a product, an announcement', async ({
  page,
  browser,
  shop,
}) => {
  const supplier = await addSupplier(shop)
  const pad = await shop.addProduct({ price: 500 })
  const placed = await test.step('a supplier places an order', async () => {
    const body = { Name: 'Nadia Essai', Phone: freshPhone(), Address: '3, rue des Essais', City: 'Rabat' }
    const { customer } = await shop.call('POST', '/api/customers/create', { token: supplier.token, body })
    const request = { product_ids: [pad.id], prices: [350], priceGain: [500], quantities: [1] }
    const { order } = await shop.call('POST', '/api/orders/create', {
      token: supplier.token,
      body: { ...request, customer_id: customer.CustomerID },
    })
    return order.OrderID as number
  })

  await test.step('the admin logs in, arrives at the dashboard, and the bell leads to the order', async () => {
    await logIn(page, PEOPLE.admin.identifier, PEOPLE.admin.password)
    await expect(page).toHaveURL('/dashbord-admin')
    await page.getByRole('button', { name: /^Notifications, (plus de )?[1-9]\d* non lues?$/ }).click()
    await unfoldGroups(page)
    const line = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem')
    await line
      .filter({ hasText: `Nouvelle commande ${placed}${NB}` })
      .getByRole('link')
      .click()
    await expect(page).toHaveURL(`/order-admin/${placed}`)
    await expect(page.getByText(pad.name).first()).toBeVisible()
  })

  await test.step('it is delivered and paid, there where it is shown', async () => {
    const order = page.getByRole('region', { name: `Commande n°${NB}${placed}`, exact: true })
    const status = order.getByRole('combobox', { name: `Statut de la commande ${placed}` })
    await status.selectOption('livré')
    await page.getByRole('button', { name: 'Appliquer maintenant' }).click()
    await expect(status).toBeDisabled()
    await page.getByRole('combobox', { name: `Paiement de la commande ${placed}` }).selectOption('payé')
    await expect(page.getByText('Paiement changé').first()).toBeVisible()
  })

  await test.step('the supplier asks for its gain, and the admin approves', async () => {
    await shop.call('POST', '/api/withdraw', { token: supplier.token, body: { gain: 150 } })
    await openNavigation(page)
    await page.getByRole('link', { name: 'Retrait', exact: true }).click()
    const row = rowOf(page, supplier.customId)
    await row.getByRole('button', { name: /^Approuver/ }).click()
    await page.getByLabel('Référence du virement').fill('VIR-DU-JOUR')
    await page.getByRole('dialog').getByRole('button', { name: 'Approuver' }).click()
    await expect(page.getByText('Retrait approuvé').first()).toBeVisible()
    expect(await shop.letterTo(supplier.email, /approuvé/)).toContain('VIR-DU-JOUR')
  })

  const name = `Gel du jour ${placed}`
  await test.step('a new product with a picture is seen by a visitor at once', async () => {
    await openNavigation(page)
    await page.getByRole('link', { name: 'Produits', exact: true }).click()
    await page.getByRole('button', { name: 'Ajouter un produit' }).click()
    const form = page.getByRole('dialog', { name: 'Ajouter un produit' })
    await form.getByLabel('Nom').fill(name)
    await form.getByLabel('Description').fill('Un gel qui ne sert qu’aux essais.')
    await form.getByLabel('Prix client (DH)').fill('149.50')
    await form.getByLabel('Prix distributeur / influenceur (DH)').fill('110')
    await form.getByLabel('Quantité en stock').fill('20')
    const square = { width: 300, height: 300, channels: 3, background: '#882056' } as const
    await form.getByLabel('Images (facultatif)').setInputFiles({
      name: 'photo.png',
      mimeType: 'image/png',
      buffer: await sharp({ create: square }).png().toBuffer(),
    })
    await expect(form.getByRole('img', { name: 'Vue 1, principale' })).toBeVisible()
    await expect(form.getByRole('progressbar')).toHaveCount(0)
    await form.getByRole('button', { name: 'Ajouter', exact: true }).click()
    await expect(page.getByText('Succès!')).toBeVisible()
    const visitor = await browser.newPage()
    await visitor.goto('/Boutique?tri=nouveautes')
    const card = visitor.getByRole('article').filter({ hasText: name })
    await expect(card).toBeVisible()
    await card.scrollIntoViewIfNeeded()
    const picture = card.locator('img')
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await visitor.close()
  })

  await test.step('an announcement reaches a supplier, until it is switched off', async () => {
    await openNavigation(page)
    await page.getByRole('link', { name: 'Announcement', exact: true }).click()
    const title = `Annonce du jour ${placed}`
    await page.getByRole('textbox', { name: 'Titre' }).fill(title)
    await page.getByRole('textbox', { name: 'Message' }).fill('Le gel est arrivé.')
    await page.getByRole('button', { name: 'Publier' }).click()
    await expect(page.getByText('Announcement posted successfully!').first()).toBeVisible()
    const theirs = await browser.newPage()
    await beLoggedInAs(theirs, shop, 'sara')
    await theirs.goto('/announcement')
    await untilHydrated(theirs)
    await expect(theirs.getByText(title).first()).toBeVisible()
    await rowOf(page, title).getByRole('checkbox').uncheck()
    await expect(rowOf(page, title).getByRole('checkbox')).not.toBeChecked()
    await theirs.close()
  })

  await test.step('the journal tells all of it, in the admin’s name', async () => {
    await page.goto('/journal')
    for (const what of [`Commande ${placed}`, name]) {
      await page.getByRole('searchbox', { name: 'Recherche' }).fill(what.replace('Commande ', ''))
      await expect(page.getByRole('row').filter({ hasText: what }).first()).toContainText(PEOPLE.admin.name)
    }
  })

  await shop.db.execute(sql`update products set deleted_at = now() where name = ${name}`)
  await shop.placeOrder()
})

test('two orders go from the dashboard to the money, each step where the one before left them', async ({
  page,
  shop,
}) => {
  const name = `Matin ${freshPhone()}`
  const { id: productId } = await shop.addProduct({ price: 110 })
  const phones = [freshPhone(), freshPhone()] as const
  const [first, second] = [
    (await shop.placeOrder({ productId, name, phone: phones[0] })).OrderID,
    (await shop.placeOrder({ productId, name, phone: phones[1] })).OrderID,
  ]
  const rowOfOrder = (id: number) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name: `Commande ${id}`, exact: true }) })
  const step = (label: RegExp) =>
    page.getByRole('navigation', { name: 'Étapes des commandes' }).getByRole('link', { name: label })
  const next = (id: number, label: string) => rowOfOrder(id).getByRole('button', { name: `${label}, commande ${id}` })
  const applyAll = async () => {
    const now = page.getByRole('button', { name: 'Appliquer maintenant' })
    await expect(now.first()).toBeVisible()
    for (let waiting = await now.count(); waiting > 0; waiting--) {
      await now.first().click()
      await expect(now).toHaveCount(waiting - 1)
    }
  }
  const stored = async () =>
    (
      await shop.db.execute<{ status: string; payment: string }>(
        sql`select status, payment from orders where id in (${first}, ${second}) order by id`,
      )
    ).rows.map(({ status, payment }) => `${status}, ${payment}`)

  await test.step('the first line of the dashboard leads to them', async () => {
    await holdLongTimers(page)
    await beLoggedInAs(page, shop, 'admin')
    await page.goto('/dashbord-admin')
    await page
      .getByRole('region', { name: 'À traiter' })
      .getByRole('link', { name: /à confirmer/ })
      .click()
    await expect(step(/^À confirmer/)).toHaveAttribute('aria-current', 'page')
    await expect(rowOfOrder(first)).toBeVisible()
  })

  await test.step('each client is called from its row, then the order is confirmed there', async () => {
    for (const [id, phone] of [
      [first, phones[0]],
      [second, phones[1]],
    ] as const) {
      await expect(rowOfOrder(id).locator('a[href^="tel:"]')).toHaveAttribute('href', `tel:${phone}`)
      await expect(rowOfOrder(id).getByRole('link', { name: /^Écrire sur WhatsApp/ })).toBeVisible()
      await next(id, 'Attribuer').click()
    }
    await applyAll()
    await expect.poll(stored).toEqual(['assigned, pending', 'assigned, pending'])
  })

  await test.step('they are handed over from their own part of the list', async () => {
    await step(/^À remettre/).click()
    for (const id of [first, second]) await next(id, 'En transit').click()
    await applyAll()
    await expect.poll(stored).toEqual(['in_transit, pending', 'in_transit, pending'])
  })

  await test.step('one is delivered and paid in one gesture, the other delivered alone', async () => {
    await step(/^En route/).click()
    await next(second, 'Livré').click()
    await applyAll()
    await page.getByRole('link', { name: `Commande ${first}`, exact: true }).click()
    await page.getByRole('button', { name: `Livrée et encaissée 145,00${NB}DH` }).click()
    await applyAll()
    await expect.poll(stored).toEqual(['delivered, paid', 'delivered, pending'])
  })

  await test.step('what the courier still owes is the one that payments open on', async () => {
    await openNavigation(page)
    await page.getByRole('link', { name: 'Paiements', exact: true }).last().click()
    await expect(page.getByRole('combobox', { name: `Paiement de la commande ${second}` })).toBeEnabled()
    await expect(page.getByRole('combobox', { name: `Paiement de la commande ${first}` })).toHaveCount(0)
    await page.getByRole('checkbox', { name: `Sélectionner la commande ${second}`, exact: true }).check()
    await expect(page.getByRole('region', { name: 'Commandes sélectionnées' })).toContainText(
      `1 commande, 145,00${NB}DH`,
    )
    await page.getByRole('button', { name: 'Marquer payées' }).click()
    await applyAll()
    await expect.poll(stored).toEqual(['delivered, paid', 'delivered, paid'])
  })
})
