import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { answered, beLoggedInAs, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { addBuyer, addSupplier, rowOf } from './people-steps.ts'
import { freshPhone, type RunningShop } from './running-shop.ts'
import { NB } from './steps.ts'

test.beforeEach(async ({ page, shop }) => {
  await beLoggedInAs(page, shop, 'admin')
})

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
  await expectNoAxeViolations(page, 'journal, a person forgotten')
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
  await expectNoAxeViolations(page, 'personal data of a buyer')
  await dialogOf(page, buyer.name).getByRole('button', { name: 'Anonymiser' }).click()
  await expect(page.getByText('Le compte est anonymisé.')).toBeVisible()
  await expect(rowOf(page, buyer.customId)).toContainText('Compte anonymisé')
})
