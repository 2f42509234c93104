import { sql } from 'drizzle-orm'
import { answered, beLoggedInAs, expect, expectNoAxeViolations, test } from '../fixtures.ts'
import type { RunningShop } from '../running-shop.ts'
import { NB } from '../steps.ts'

const asAdmin = async (shop: RunningShop, method: string, path: string, body?: object) =>
  shop.call(method, path, { token: (await shop.session('admin')).token, ...(body ? { body } : {}) })

const newCourier = async (shop: RunningShop, name: string): Promise<number> =>
  (await asAdmin(shop, 'POST', '/api/admin/couriers', { name })).courier.id

/** Opens statements without a line, a day each, the newest `-1`. */
const openStatements = (shop: RunningShop, courier: number, reference: string, count: number) =>
  shop.db.execute(sql`
    insert into statements (courier_id, reference, digest, paid_on, received, created_by, created_at)
    select ${courier}, ${reference} || n, ${reference} || n, current_date - n, 0, accounts.id, now()
    from generate_series(1, ${count}::int) as n, accounts where custom_id = 'ADMIN'`)

const claim = (shop: RunningShop, courier: number, due: number) =>
  shop.db.execute(sql`insert into claims (courier_id, kind, due, opened_by, opened_at)
    select ${courier}, 'gap', ${due}, id, now() from accounts where custom_id = 'ADMIN'`)

test('a statement that is open is counted and reached, however many newer ones there are', async ({ page, shop }) => {
  const courier = await newCourier(shop, 'Livreur aux relevés')
  await openStatements(shop, courier, 'Ouvert-', 12)
  await beLoggedInAs(page, shop, 'admin')
  await page.goto('/versements')
  const open = page.getByRole('list', { name: 'Relevés à clore' })
  await expect(open.getByRole('listitem').filter({ hasText: 'Livreur aux relevés' })).toHaveCount(12)
  await expect(page.getByText(/^\d+ relevés à clore$/)).toBeVisible()
  await open.getByRole('link', { name: 'Ouvert-12', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Relevé Ouvert-12' })).toBeVisible()
  await shop.db.execute(sql`update statements set removed_at = now() where courier_id = ${courier}`)
})

test('what is claimed is said until the claim is settled', async ({ page, shop }) => {
  const courier = await newCourier(shop, 'Livreur à réclamer')
  for (const due of [4468, 1200]) await claim(shop, courier, due)
  await beLoggedInAs(page, shop, 'admin')
  await page.goto('/versements')
  const money = page
    .getByRole('list', { name: 'L’argent dehors, par livreur' })
    .getByRole('listitem')
    .filter({ hasText: 'Livreur à réclamer' })
  await expect(money).toContainText(`Et 56,68${NB}DH réclamés`)
  const claims = page.getByRole('list', { name: 'Réclamations ouvertes' }).getByRole('listitem')
  const settle = async (amount: string) => {
    await claims.filter({ hasText: amount }).getByRole('button', { name: 'Régler' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Régler' }).click()
  }
  await settle(`44,68${NB}DH`)
  await expect(money).toContainText(`Et 12,00${NB}DH réclamés`)
  await settle(`12,00${NB}DH`)
  await expect(money).toHaveCount(0)
})

test('what is wrong beside the list of a new statement is said at its field', async ({ page, shop, complaints }) => {
  complaints.allow(answered(409, 422, 503))
  const courier = await newCourier(shop, 'Livreur aux champs')
  await openStatements(shop, courier, 'Saisi-', 1)
  await beLoggedInAs(page, shop, 'admin')
  await page.goto('/versements/nouveau')
  await page.getByLabel('Livreur').selectOption({ label: 'Livreur aux champs' })
  const [reference, day] = [page.getByLabel('Référence du relevé'), page.getByLabel('Versé le')]
  await reference.fill('Saisi-1')
  await page.getByLabel('Somme vraiment reçue (DH)').fill('100')
  await page.getByLabel('Les lignes du relevé').fill('Suivi\tMontant\nX-1\t100')
  const look = page.getByRole('button', { name: 'Voir l’aperçu' })

  await day.fill('2099-01-01')
  await look.click()
  await expect(day).toBeFocused()
  await expect(day).toHaveAccessibleDescription(/Cette date est à venir/)

  await day.fill('2026-01-05')
  await look.click()
  await expect(reference).toBeFocused()
  await expect(reference).toHaveAccessibleDescription(/Un relevé de cette référence a déjà été saisi/)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expectNoAxeViolations(page, 'a new statement with a reference that was entered before')

  await reference.fill('Saisi-2')
  await expect(reference).toHaveAccessibleDescription('')
  await page.getByLabel('Les lignes du relevé').fill('Suivi\tMontant')
  await look.click()
  await expect(page.getByRole('alert')).toContainText('Ce tableau n’a pas pu être lu')
  await page.route('**/api/admin/statements?preview=1', (route) =>
    route.fulfill({ status: 503, json: { message: 'Busy' } }),
  )
  await look.click()
  await expect(page.getByRole('alert')).toContainText('L’aperçu n’a pas pu être fait')
  await shop.db.execute(sql`update statements set removed_at = now() where courier_id = ${courier}`)
})
