import { deliveryFee } from '#features/orders/rules.ts'
import { BUILT_IN_SETTINGS, ratesOf } from '#features/settings/model.ts'
import { CITIES } from '#platform/kernel/cities.ts'
import { formatDirhams, formatShortDirhams } from '#platform/kernel/money.ts'
import { answered, expect, test } from '../fixtures.ts'
import { freshPhone } from '../running-shop.ts'
import { confirmButton, figure, fillRecipient, NB, placedDialog, putInCart } from '../steps.ts'

const CREAM = 12
const RATES = ratesOf(BUILT_IN_SETTINGS)
/** Costs what delivery costs elsewhere. */
const CITY = CITIES.find((city) => !(city in RATES.fees))!
const DELIVERY = new RegExp(`^Livraison \\(${CITY}\\)`)

// The page is given out as it was before the shop started again with another fee: its text is not the one that was sealed.
test.use({ bypassCSP: true })

test('an open checkout is told the new total and asks again', { tag: '@once' }, async ({ page, shop, complaints }) => {
  complaints.allow(answered(422))
  const phone = freshPhone()
  await putInCart(page, CREAM)
  await page.route('**/checkout', async (route) => {
    const response = await route.fetch()
    // The fee beside each city, as the server wrote it, and the figure behind it, which stands there once for all that have it.
    const fee = deliveryFee(CITY, RATES)
    const before = (await response.text())
      .replace(new RegExp(`\\b${fee}\\b`), '3000')
      .replaceAll(formatShortDirhams(fee), `30${NB}DH`)
    await route.fulfill({ response, body: before })
  })
  await page.goto('/checkout')
  await fillRecipient(page, { name: 'Salma Idrissi', phone, city: CITY, address: 'Agdal, rue 4' })
  await expect(figure(page, DELIVERY)).toHaveText(`30,00${NB}DH`)
  const shown = await figure(page, /^Total/).innerText()

  await confirmButton(page).click()
  const notice = page.getByRole('alert').filter({ hasText: `Le total a changé${NB}:` })
  await expect(notice.first()).toBeVisible()
  await expect(figure(page, DELIVERY)).toHaveText(formatDirhams(deliveryFee(CITY, RATES)))
  const now = await figure(page, /^Total/).innerText()
  expect(now).not.toBe(shown)
  await expect(notice.first()).toContainText(now)
  expect(await shop.ordersOf(phone)).toEqual([])

  await page.getByText('Ajouter une note').click()
  await page.getByLabel('Note pour le livreur').fill('Sonner deux fois')
  await confirmButton(page).click()
  await expect(placedDialog(page)).toBeVisible()
  expect(await shop.ordersOf(phone)).toHaveLength(1)
})
