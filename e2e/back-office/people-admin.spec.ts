import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { answered, beLoggedInAs, expect, expectNoAxeViolations, OFFLINE, test } from '../fixtures.ts'
import { addBuyer, addSupplier, requestStockAs, rowOf, searchFor, supplierWithWithdrawal } from '../people-steps.ts'
import { freshPhone, type RunningShop } from '../running-shop.ts'
import { escapeFrom, NB } from '../steps.ts'

const readable = (phone: string) => phone.replace(/\d\d(?!$)/g, `$&${NB}`)

test.beforeEach(async ({ page, shop }) => {
  await beLoggedInAs(page, shop, 'admin')
})

test.describe('suppliers', () => {
  test('are found by name, mail and state, saved as they are filtered, and lead to their orders', async ({
    page,
    shop,
  }) => {
    const { name, email, customId } = await addSupplier(shop)
    await page.goto('/user-admin')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tableau de bord - Utilisateurs')
    await searchFor(page, name.toUpperCase())
    await expect(rowOf(page, email)).toHaveCount(1)
    await page.reload()
    await expect(page.getByRole('searchbox')).toHaveValue(name.toUpperCase())
    await expect(rowOf(page, customId)).toHaveCount(1)
    await page.getByLabel('État').selectOption('Bannis')
    await expect(page).toHaveURL(/status=banni/)
    await expect(page.getByText('Aucun fournisseur ne correspond').last()).toBeVisible()
    await page.getByRole('button', { name: 'Effacer les filtres' }).click()
    await expect(page).toHaveURL('/user-admin')
    await expect(page.getByRole('row').nth(5)).toBeVisible()

    await searchFor(page, 'F-1002')
    await expect(page.getByText('1–1 sur 1')).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exporter (CSV)' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('fournisseurs.csv')
    const lines = readFileSync((await file.path())!, 'utf8')
      .trim()
      .split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(/^F-1002;Youssef Bennani;.*;06 62 31 87 40;/)
    await page.getByRole('link', { name: 'F-1002 commandes de Youssef Bennani' }).click()
    await expect(page).toHaveURL('/order-admin?search=F-1002')
  })

  test('have a page with their figures, orders and withdrawals, where they can be banned', async ({
    page,
    shop,
    complaints,
  }) => {
    complaints.allow(answered(404))
    const { name, customId, email } = await supplierWithWithdrawal(shop)
    await page.goto(`/user-admin?search=${customId}`)
    const row = rowOf(page, customId)
    await expect(row).toContainText(`100${NB}%`)
    await row.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 2 })).toContainText(`${name} ${customId}`)
    await expect(page.getByRole('link', { name: email })).toBeVisible()
    const orders = page.getByRole('region', { name: 'Commandes, comme le fournisseur les voit' })
    await expect(orders.getByRole('row').filter({ hasText: 'Nadia Essai' })).toContainText(`150,00${NB}DH`)
    await expect(page.getByRole('region', { name: 'Derniers retraits' }).first()).toContainText('En attente')
    await expectNoAxeViolations(page, 'a supplier’s page')
    await page.getByRole('button', { name: `Bannir ${name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Bannir' }).click()
    await expect(page.getByText('Banni', { exact: true })).toBeVisible()
    await page.goto('/user-admin/999999')
    await expect(page.getByText('Ce fournisseur n’existe pas')).toBeVisible()
  })

  test('are banned after a question, and restored; a ban that fails says why, and the list is loaded anew', async ({
    page,
    shop,
    complaints,
  }) => {
    complaints.allow(OFFLINE)
    complaints.allow(answered(409))
    const { name, customId, email } = await addSupplier(shop)
    await page.goto(`/user-admin?search=${customId}`)
    const ban = page.getByRole('button', { name: `Bannir ${name}` })
    await ban.click()
    const question = page.getByRole('dialog', { name: `Bannir ${name}${NB}?` })
    await expect(question.getByRole('button', { name: 'Annuler' })).toBeFocused()
    await expectNoAxeViolations(page, 'suppliers, banning')
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(ban).toBeFocused()
    await ban.click()
    const failure = question.getByRole('alert')
    await page.route('**/api/admin/user/*', (route) => route.abort())
    const reloaded = page.waitForResponse(/\/api\/admin\/suppliers\?/)
    await question.getByRole('button', { name: 'Bannir' }).click()
    await expect(failure).toContainText('échec de la suppression')
    await expect(failure).toContainText('Something went wrong')
    await reloaded
    // An admin's account in the place of the supplier's: the server's own refusal.
    const { user } = await shop.session('admin')
    await page.unroute('**/api/admin/user/*')
    await page.route('**/api/admin/user/*', (route) => route.continue({ url: `${shop.url}/api/admin/user/${user.id}` }))
    await question.getByRole('button', { name: 'Bannir' }).click()
    await expect(failure).toContainText('Un administrateur ne peut pas être banni.')
    await expectNoAxeViolations(page, 'suppliers, ban refused')
    await page.unroute('**/api/admin/user/*')
    await question.getByRole('button', { name: 'Bannir' }).click()
    await expect(page.getByText('Utilisateur supprimé avec succés!')).toBeVisible()
    await expect(ban).toBeDisabled()
    const body = { identifier: email, password: 'un mot de passe bien long' }
    await expect(shop.call('POST', '/api/login', { body })).rejects.toThrow('Your account has been deleted.')
    await expectNoAxeViolations(page, 'suppliers, one banned')
    await page.getByRole('button', { name: `Restaurer ${name}` }).click()
    await expect(page.getByText(`Le compte de ${name} est rétabli`)).toBeVisible()
    await expect(ban).toBeEnabled()
    await expect(page.getByRole('button', { name: `Restaurer ${name}` })).toHaveCount(0)
    expect((await shop.call('POST', '/api/login', { body })).token).toBeTruthy()
  })

  test('that cannot be had say so, and are asked for again', async ({ page, complaints }) => {
    complaints.allow(OFFLINE)
    await page.route('**/api/admin/suppliers?*', (route) => route.abort())
    await page.goto('/user-admin')
    await expect(page.getByText('Les fournisseurs n’ont pas pu être chargés')).toBeVisible()
    await expectNoAxeViolations(page, 'suppliers, failed')
    await page.unroute('**/api/admin/suppliers?*')
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await expect(page.getByRole('row').nth(5)).toBeVisible()
    await expectNoAxeViolations(page, 'suppliers')
    await searchFor(page, 'zzzz')
    await expect(page.getByText('Aucun fournisseur ne correspond').last()).toBeVisible()
    await expectNoAxeViolations(page, 'suppliers, none')
  })
})

test.describe('customers', () => {
  test('are people: one row a phone with its figures, and a page with orders, addresses and notes', async ({
    page,
    shop,
  }) => {
    const phone = freshPhone()
    const spelled = `+212 ${phone.slice(1)}`
    const { OrderID: first } = await shop.placeOrder({ phone, name: 'Zoubida Naïmi' })
    const { OrderID: last } = await shop.placeOrder({ phone: spelled, name: 'Zoubida Naïmi Alaoui' })
    const { token } = await shop.session('admin')
    const cancelled = { CurrentStatus: 'annulé', Reason: 'refusé à la livraison' }
    await shop.call('PUT', `/api/admin/orders/${first}/tracking`, { token, body: cancelled })

    await page.goto('/client-admin')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tableau de bord - Clients')
    await expect(page.getByRole('link', { name: 'Personnes' })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('link', { name: 'Zoubida Naïmi Alaoui' })).toBeVisible()
    await expectNoAxeViolations(page, 'customers, people')
    await searchFor(page, spelled)
    const row = rowOf(page, 'Zoubida Naïmi Alaoui')
    await expect(page.getByText('1–1 sur 1')).toBeVisible()
    await expect(row).toContainText('Rabat · 2 commandes · 0 livrée · 1 refus')
    await expect(row.getByRole('link', { name: readable(phone) })).toBeVisible()
    await expect(row.getByRole('button', { name: /^Données/ })).toBeVisible()
    await row.getByRole('link', { name: 'Zoubida Naïmi Alaoui' }).click()

    await expect(page.getByRole('heading', { level: 2, name: 'Zoubida Naïmi Alaoui' })).toBeVisible()
    await expect(page).toHaveURL(`/client-admin/${last}`)
    await expect(page.getByText('Aussi sous le nom de Zoubida Naïmi')).toBeVisible()
    await expect(page.getByRole('link', { name: `Commande ${first}` })).toBeVisible()
    const add = page.getByRole('button', { name: 'Ajouter la note' })
    await add.click()
    await expect(page.getByText('Écrivez la note.')).toBeVisible()
    await expect(page.getByLabel('Nouvelle note')).toBeFocused()
    await page.getByLabel('Nouvelle note').fill('Rappeler après 18 h')
    await add.click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Rappeler après 18 h' })).toBeVisible()
    await expect(page.getByLabel('Nouvelle note')).toHaveValue('')
    await expectNoAxeViolations(page, 'customers, a person with a note')
    await page.getByRole('link', { name: `Commande ${last}` }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Commande n°${NB}${last}`)
  })

  test('have their records: found by name and supplier, page by page, accessible; nobody has a page', async ({
    page,
    shop,
    complaints,
  }) => {
    complaints.allow(answered(404))
    await page.goto('/client-admin/personne')
    await expect(page.getByText('Ce client n’existe pas')).toBeVisible()
    await expectNoAxeViolations(page, 'customers, nobody')
    await page.getByRole('link', { name: 'Voir tous les clients' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tableau de bord - Clients')

    await page.getByRole('link', { name: 'Fiches' }).click()
    await expect(page.getByRole('columnheader', { name: 'N° client' })).toBeVisible()
    await expect(page.getByText(/^1–10 sur \d+$/)).toBeVisible()
    const pages = page.getByRole('navigation', { name: 'Pages des clients' })
    await pages.getByRole('link', { name: 'Suivant' }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(page.getByText(/^11–20 sur \d+$/)).toBeVisible()
    const { token } = await shop.session('sara')
    const body = { Name: 'Zoubida Naïmi', Phone: '0622334455', Address: '7, rue Neuve', City: 'Fès' }
    await shop.call('POST', '/api/customers/create', { token, body })
    await searchFor(page, 'zoubida naimi')
    const row = rowOf(page, '7, rue Neuve').first()
    await expect(row.getByRole('link', { name: `06${NB}22${NB}33${NB}44${NB}55` })).toBeVisible()
    await expect(row.getByRole('link', { name: 'F-1001' })).toHaveAttribute('href', '/user-admin?search=F-1001')
    await searchFor(page, 'zzzz')
    await expect(page.getByText('Aucun client ne correspond').last()).toBeVisible()
    await expectNoAxeViolations(page, 'customers, none')
  })
})

test.describe('buyers', () => {
  const dialogOf = 'Modifier le stock'

  test('a sale is recorded with a comma, within what is left; tapped twice it is sent once, and again under its key', async ({
    page,
    shop,
    complaints,
  }) => {
    complaints.allow(OFFLINE)
    complaints.allow(answered(422))
    const { id, name, customId } = await addBuyer(shop)
    await page.goto(`/buyerAdmin?search=${customId}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tableau de bord - Acheteurs')
    await expect(page.getByText('Page 1 sur 1')).toBeVisible()
    const open = page.getByRole('button', { name: `Modifier le stock de ${name}` })
    await open.click()
    const dialog = page.getByRole('dialog', { name: dialogOf })
    const save = dialog.getByRole('button', { name: 'Enregistrer' })
    const amount = dialog.getByLabel('Montant vendu (DH)')
    await expect(amount).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Saisissez le montant vendu.')).toBeVisible()
    await expect(amount).toHaveAttribute('type', 'number')
    await amount.fill('5000.01')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(`Il ne reste que 5${NB}000,00${NB}DH à vendre.`)).toBeVisible()
    await expect(amount).toBeFocused()
    await expectNoAxeViolations(page, 'a sale, refused')
    await amount.clear()
    await amount.pressSequentially('1234,50')
    await expect(dialog.getByText(`Restera à vendre${NB}: 3${NB}765,50${NB}DH`)).toBeVisible()
    // As a paste, or the keyboard of a phone, which says no key.
    await amount.clear()
    await page.keyboard.insertText(`1${NB}234,50${NB}DH`)
    await expect(dialog.getByText(`Restera à vendre${NB}: 3${NB}765,50${NB}DH`)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Stock updated successfully!')).toBeVisible()
    await expectNoAxeViolations(page, 'a sale, recorded')
    await expect(dialog).toBeHidden()
    await expect(rowOf(page, customId)).toContainText(`1${NB}234,50${NB}DH`)
    await expect(rowOf(page, customId)).toContainText(`3${NB}765,50${NB}DH`)

    const failure = dialog.getByRole('alert')
    const keys: (string | undefined)[] = []
    let lost = true
    await page.route('**/api/admin/sell-stock', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (!lost) return route.continue()
      lost = false
      await route.fetch()
      await route.abort()
    })
    await open.click()
    await save.click()
    await expect(amount).toBeFocused()
    await amount.fill('100.5')
    // Both before the page shows that the first one is on its way.
    await dialog.locator('form').evaluate((form: HTMLFormElement) => {
      form.requestSubmit()
      form.requestSubmit()
    })
    await expect(failure).toContainText('Failed to update stock. Please try again!')
    await expect(failure).toContainText('Problème de connexion réseau')
    expect(keys).toHaveLength(1)
    // Another amount would be a second sale beside the one that may be recorded.
    await amount.fill('99')
    await save.click()
    await expect(dialog.getByText(`La vente de 100,50${NB}DH est peut-être déjà enregistrée.`)).toBeVisible()
    expect(keys).toHaveLength(1)
    await amount.fill('100.5')
    // The list shows it by now, and yet the second try is of the same sale.
    await expect(rowOf(page, customId)).toContainText(`1${NB}335,00${NB}DH`)
    await save.click()
    await expect(dialog.getByText('Stock updated successfully!')).toBeVisible()
    await expect(dialog).toBeHidden()
    expect(keys).toEqual([keys[0], keys[0]])
    lost = true
    await open.click()
    await amount.fill('100.5')
    await save.click()
    await expect(failure).toBeVisible()
    await expect(rowOf(page, customId)).toContainText(`1${NB}435,50${NB}DH`)
    await dialog.getByRole('button', { name: 'Annuler' }).click()
    await expect(dialog).toBeHidden()
    // Opened again, it is empty and shows that sale: an equal one is another.
    await open.click()
    await expect(amount).toHaveValue('')
    await amount.fill('100.5')
    await save.click()
    await expect(dialog.getByText('Stock updated successfully!')).toBeVisible()
    await expect(dialog).toBeHidden()
    const { rows } = await shop.db.execute(sql`select amount from sales where buyer_id = ${id} order by id`)
    expect(rows).toEqual([{ amount: 123_450 }, ...Array(3).fill({ amount: 10_050 })])

    // What the page still offers is sold elsewhere meanwhile: the shop refuses it.
    await open.click()
    const { token } = await shop.session('admin')
    await shop.call('PUT', '/api/admin/sell-stock', { token, body: { buyer_id: id, amount: 3000 } })
    await amount.fill('2000')
    await save.click()
    await expect(failure).toContainText('Failed to update stock. Please try again!')
    await expect(failure).toContainText('Le montant vendu dépasse le stock restant.')
    await expect(amount).toHaveValue('2000')
  })

  test('one is invited: every field is checked, the mail is on its way, and a cancelled draft does not come back', async ({
    page,
    shop,
    complaints,
  }) => {
    complaints.allow(answered(422))
    const email = `invitee-${Date.now()}-${Math.floor(Math.random() * 1e6)}@essai.example`
    await page.goto('/buyerAdmin')
    await page.getByRole('button', { name: 'Inviter un acheteur' }).click()
    const dialog = page.getByRole('dialog', { name: 'Inviter un acheteur' })
    await expectNoAxeViolations(page, 'an invitation')
    await dialog.getByRole('button', { name: 'Envoyer l’invitation' }).click()
    await expect(dialog.getByLabel('Nom complet')).toBeFocused()
    await expect(dialog.getByText('Saisissez le nom de l’acheteur.')).toBeVisible()
    await dialog.getByLabel('Nom complet').fill('Rim Invitée')
    await dialog.getByLabel('Adresse e-mail').fill('karim@demo.example')
    await dialog.getByLabel('Téléphone').fill('06 12 AB')
    await expect(dialog.getByLabel('Téléphone')).toHaveValue('0612AB')
    await dialog.getByLabel('Adresse', { exact: true }).fill('4, rue Verte')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Le numéro de téléphone ne doit contenir que des chiffres.')).toBeVisible()
    await expectNoAxeViolations(page, 'an invitation, refused')
    await dialog.getByLabel('Téléphone').fill('\u202A+212 (0)6 12 34 56 78\u202C')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Cet email est utilisé.')).toBeVisible()
    await expect(dialog.getByLabel('Adresse e-mail')).toBeFocused()
    await escapeFrom(dialog)
    await page.getByRole('button', { name: 'Inviter un acheteur' }).click()
    await expect(dialog.getByLabel('Nom complet')).toHaveValue('')
    await expect(dialog.getByText('Cet email est utilisé.')).toHaveCount(0)
    await dialog.getByLabel('Nom complet').fill('Rim Invitée')
    await dialog.getByLabel('Adresse e-mail').fill(email)
    await dialog.getByLabel('Téléphone').fill('0612345678')
    await dialog.getByLabel('Adresse', { exact: true }).fill('4, rue Verte')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Invitation envoyée')).toBeVisible()
    await expect(rowOf(page, email)).toHaveCount(1)
    expect(await shop.letterTo(email, /espace acheteur/)).toContain('/reset-password?')
  })

  test('one is invited again, banned after a question, and restored', async ({ page, shop }) => {
    const { name, customId, email } = await addBuyer(shop)
    await page.goto(`/buyerAdmin?search=${customId}`)
    const row = rowOf(page, customId)
    const again = row.getByRole('button', { name: `Renvoyer l’invitation de ${name}` })
    await again.click()
    await expect(page.getByText(`L’e-mail part à l’instant à ${email}.`)).toBeVisible()
    await row.getByRole('button', { name: `Bannir ${name}` }).click()
    const question = page.getByRole('dialog', { name: `Bannir ${name}${NB}?` })
    await expect(question).toContainText('Son stock, ses ventes et ses retraits restent.')
    await expectNoAxeViolations(page, 'buyers, banning')
    await question.getByRole('button', { name: 'Bannir' }).click()
    await expect(row.getByText('Banni', { exact: true })).toBeVisible()
    await expect(again).toHaveCount(0)
    await expectNoAxeViolations(page, 'buyers, one banned')
    await row.getByRole('button', { name: `Restaurer ${name}` }).click()
    await expect(page.getByText(`Le compte de ${name} est rétabli`)).toBeVisible()
    await expect(again).toBeVisible()
    await expect(row.getByText('Banni', { exact: true })).toHaveCount(0)
  })
})

test.describe('purchases of stock', () => {
  test('are approved, or refused with a reason, and the row shows it at once; they are filtered by status', async ({
    page,
    shop,
  }) => {
    const buyer = await addBuyer(shop, { stock: 0 })
    const approved = await requestStockAs(shop, buyer.id, 15_000)
    await page.goto(`/purchase?search=${buyer.customId}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Achat de stock')
    const row = rowOf(page, buyer.name)
    await expect(row).toContainText('En attente')
    await row.getByRole('button', { name: /^Approuver/ }).click()
    const dialog = page.getByRole('dialog', { name: `Approuver cet achat de stock${NB}?` })
    await expect(dialog).toContainText(`15${NB}000,00${NB}DH pour ${buyer.name}.`)
    await expectNoAxeViolations(page, 'purchases, approving')
    await dialog.getByRole('button', { name: 'Approuver' }).click()
    await expect(row.getByText('Approuvé')).toBeVisible()
    await expect(row.getByRole('button')).toHaveCount(0)
    await expectNoAxeViolations(page, 'purchases')

    const other = await addBuyer(shop, { stock: 0 })
    const declined = await requestStockAs(shop, other.id, 5000)
    await searchFor(page, other.customId)
    const refused = rowOf(page, other.name)
    await refused.getByRole('button', { name: /^Refuser/ }).click()
    const refusal = page.getByRole('dialog', { name: `Refuser cet achat de stock${NB}?` })
    const reason = refusal.getByLabel('Motif du refus')
    await expect(reason).toBeFocused()
    await refusal.getByRole('button', { name: 'Refuser' }).click()
    await expect(refusal.getByText('Écrivez pourquoi la demande est refusée.')).toBeVisible()
    await expect(reason).toBeFocused()
    await reason.fill('Virement non reçu')
    await refusal.getByRole('button', { name: 'Refuser' }).click()
    await expect(refused.getByText('Refusé')).toBeVisible()
    const { rows } = await shop.db.execute(
      sql`select status, reason from purchases where id in (${approved}, ${declined}) order by id`,
    )
    expect(rows).toEqual([
      { status: 'approved', reason: null },
      { status: 'refused', reason: 'Virement non reçu' },
    ])

    await page.getByRole('searchbox').clear()
    await expect(page).toHaveURL('/purchase')
    await page.getByLabel('Statut').selectOption('Refusé')
    await expect(page).toHaveURL(/status=refus/)
    await expect(rowOf(page, 'Refusé').first()).toBeVisible()
    for (const state of ['En attente', 'Approuvé']) await expect(rowOf(page, state)).toHaveCount(0)
    await searchFor(page, 'zzzz')
    await expect(page.getByText('Aucun achat de stock ne correspond').last()).toBeVisible()
    await expectNoAxeViolations(page, 'purchases, none')
  })
})

test.describe('personal data', () => {
  let visitors = 0

  /** A visitor with one order, which waits. */
  async function visitorWithOrder(shop: RunningShop) {
    const phone = freshPhone()
    const name = `Cliente ${process.pid.toString(36)}${visitors++}${Date.now().toString(36)}`
    const { id } = await shop.addProduct({ price: 100 })
    const { customer } = await shop.call('POST', '/api/customers/create', {
      body: { Name: name, Phone: phone, Address: '3, rue des Essais', City: 'Rabat' },
    })
    const { order } = await shop.call('POST', '/api/orders/create', {
      body: { product_ids: [id], prices: [100], priceGain: [100], quantities: [1], customer_id: customer.CustomerID },
    })
    return { name, phone, orderId: order.OrderID as number, customerId: customer.CustomerID as number }
  }

  const dataOf = (page: Page, name: string) => page.getByRole('button', { name: `Données personnelles de ${name}` })
  const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name: `Données personnelles de ${name}` })

  test('a customer’s data is handed out; it is forgotten once its order is final, and the journal says both', async ({
    page,
    shop,
    complaints,
  }) => {
    complaints.allow(answered(409))
    const { name, phone, orderId, customerId } = await visitorWithOrder(shop)
    await page.goto(`/client-admin?search=${phone}`)
    await dataOf(page, name).click()
    const dialog = dialogOf(page, name)
    await expect(dialog.getByRole('button', { name: 'Annuler' })).toBeFocused()
    await expectNoAxeViolations(page, 'personal data')

    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Télécharger (JSON)' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('donnees-personnelles.json')
    expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toMatchObject({ phone, records: [{ name }] })

    await dialog.getByRole('button', { name: 'Anonymiser' }).click()
    await expect(dialog.getByRole('alert')).toContainText(`La commande ${orderId} n’est ni livrée ni annulée.`)
    const { token } = await shop.session('admin')
    await shop.call('PUT', `/api/admin/orders/${orderId}/tracking`, { token, body: { CurrentStatus: 'livré' } })
    await dialog.getByRole('button', { name: 'Anonymiser' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(`Le client est anonymisé${NB}: une commande.`)).toBeVisible()
    await expect(page.getByText('Aucun client ne correspond').last()).toBeVisible()

    await page.goto('/client-admin?vue=fiches')
    const row = rowOf(page, String(customerId)).first()
    await expect(row).toContainText('Client anonymisé')
    await expect(row).toContainText('N/A')
    await expect(row.getByRole('button')).toHaveCount(0)
    await expectNoAxeViolations(page, 'customers, one forgotten')
    await page.goto(`/journal?search=${customerId}&subject=customer`)
    await expect(rowOf(page, 'Anonymisation')).toContainText('anonymisées')
    await expect(rowOf(page, 'Export des données')).toContainText('exportées')
  })

  test('a supplier is forgotten and cannot be restored; a buyer is forgotten', async ({ page, shop }) => {
    const { name, customId } = await addSupplier(shop)
    await page.goto(`/user-admin?search=${customId}`)
    await dataOf(page, name).click()
    await dialogOf(page, name).getByRole('button', { name: 'Anonymiser' }).click()
    await expect(page.getByText('Le compte est anonymisé.')).toBeVisible()
    const row = rowOf(page, customId)
    await expect(row).toContainText('Compte anonymisé')
    await expect(row.getByRole('button', { name: /Restaurer|Données/ })).toHaveCount(0)
    await expectNoAxeViolations(page, 'suppliers, one forgotten')

    const buyer = await addBuyer(shop)
    await page.goto(`/buyerAdmin?search=${buyer.customId}`)
    await dataOf(page, buyer.name).click()
    await dialogOf(page, buyer.name).getByRole('button', { name: 'Anonymiser' }).click()
    await expect(page.getByText('Le compte est anonymisé.')).toBeVisible()
    await expect(rowOf(page, buyer.customId)).toContainText('Compte anonymisé')
  })
})
