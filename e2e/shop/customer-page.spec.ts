import { beLoggedInAs, expect, expectNoAxeViolations, test } from '../fixtures.ts'
import { NB, overflow } from '../steps.ts'

test('without a script she moves her order to another city, sees the total before, and confirms', async ({
  page,
  browser,
  shop,
}) => {
  const { id: productId } = await shop.addProduct({ price: 200 })
  const phone = '0661239874'
  const { OrderID } = await shop.placeOrder({ productId, phone, name: 'Fatima Haddad', city: 'Casablanca' })
  const { token } = await shop.session('admin')
  const { url } = await shop.call('POST', `/api/confirmation/${OrderID}/link`, { token })
  const context = await browser.newContext({ viewport: page.viewportSize(), javaScriptEnabled: false })
  const hers = await context.newPage()
  await hers.goto(shop.url + new URL(url).pathname)
  await expect(hers.getByRole('heading', { level: 1 })).toHaveText(`Votre commande n°${NB}${OrderID}`)
  await expect(hers.getByText(`220,00${NB}DH à la livraison`)).toBeVisible()
  await hers.getByText('Corriger l’adresse').first().click()
  await hers.getByLabel('Adresse', { exact: true }).fill('3, avenue Hassan II')
  await hers.getByLabel('Ville').selectOption('Agadir')
  await hers.getByLabel('Les 4 derniers chiffres de votre téléphone').fill('9874')
  await hers.getByRole('button', { name: 'Corriger l’adresse' }).click()
  await expect(
    hers.getByText(`La livraison à Agadir coûte 35${NB}DH${NB}: le total devient 235,00${NB}DH.`),
  ).toBeVisible()
  await hers.getByRole('button', { name: 'Oui, livrer à cette adresse' }).click()
  await expect(hers.getByText('Votre adresse est corrigée.')).toBeVisible()
  await expect(hers.getByText(`235,00${NB}DH à la livraison`)).toBeVisible()
  await hers.getByRole('button', { name: 'Je confirme' }).click()
  await expect(hers.getByText('C’est confirmé. Nous préparons votre colis.')).toBeVisible()
  await context.close()

  await beLoggedInAs(page, shop, 'admin')
  await page.goto(`/order-admin/${OrderID}`)
  const events = page.getByRole('region', { name: 'Historique' }).getByRole('listitem')
  await expect(events.first()).toContainText('Confirmée par la cliente')
  await expect(events.filter({ hasText: 'Corrigée par la cliente' })).toContainText('par la cliente')
  await page.goto(new URL(url).pathname)
  expect(await overflow(page)).toEqual([])
  await expectNoAxeViolations(page, 'the customer’s own page')
})
