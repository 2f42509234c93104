import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { answered, beLoggedInAs, expect, expectNoAxeViolations, OFFLINE, test } from '../fixtures.ts'
import { freshPhone, type RunningShop } from '../running-shop.ts'
import { loseAnswer, NB, overflow, withRoom } from '../steps.ts'

const HOSTILE = '<img src=x onerror=window.ran=1>'

interface Parcel {
  id: number
  tracking: string
  amount: number
}

let courier: number

const asAdmin = async (shop: RunningShop, method: string, path: string, body?: object) =>
  shop.call(method, path, { token: (await shop.session('admin')).token, ...(body ? { body } : {}) })

/** Orders that a courier of hostile name has, delivered unless said otherwise. */
async function parcelsOf(shop: RunningShop, count: number, onTheWay: readonly number[] = []): Promise<Parcel[]> {
  courier ??= (await asAdmin(shop, 'POST', '/api/admin/couriers', { name: HOSTILE })).courier.id
  const parcels: Parcel[] = []
  const ids: number[] = []
  for (let nth = 0; nth < count; nth++) ids.push((await shop.placeOrder({ phone: freshPhone() })).OrderID)
  const move = (moved: number[], CurrentStatus: string) =>
    asAdmin(shop, 'PUT', '/api/admin/orders/tracking', { ids: moved, CurrentStatus })
  await move(ids, 'en transit')
  await move(
    ids.filter((_, nth) => !onTheWay.includes(nth)),
    'livré',
  )
  for (const id of ids) {
    const tracking = `E2E-${id}`
    await shop.db.execute(sql`
      update parcels set courier_id = ${courier}, tracking = ${tracking}, fee_delivered = 3000 where order_id = ${id}`)
    const { rows } = await shop.db.execute<{ amount: number }>(
      sql`select (collected / 100.0)::float8 as amount from orders where id = ${id}`,
    )
    parcels.push({ id, tracking, amount: rows[0]!.amount })
  }
  return parcels
}

const listOf = (lines: readonly (readonly [string, number, number])[]) =>
  ['Suivi\tMontant\tFrais', ...lines.map((cells) => cells.join('\t'))].join('\n')

async function expectSound(page: Page, what: string): Promise<void> {
  await expectNoAxeViolations(page, what)
  expect(await overflow(page), `${what} on a phone`).toEqual([])
  await withRoom(page, async () => expect(await overflow(page), `${what} with room`).toEqual([]))
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
}

async function fillHead(page: Page, reference: string, received: number): Promise<void> {
  await page.getByLabel('Livreur').selectOption({ label: HOSTILE })
  await page.getByLabel('Référence du relevé').fill(reference)
  await page.getByLabel('Somme vraiment reçue (DH)').fill(String(received).replace('.', ','))
}

const lines = (page: Page) => page.getByRole('list', { name: 'Lignes à vérifier' }).getByRole('listitem')

test('a statement with faults is pasted, looked at, decided line by line, closed, and what is claimed is followed', async ({
  page,
  shop,
  complaints,
}) => {
  const [right, short, dear, onTheWay, voided] = (await parcelsOf(shop, 5, [3])) as [
    Parcel,
    Parcel,
    Parcel,
    Parcel,
    Parcel,
  ]
  await beLoggedInAs(page, shop, 'admin')
  await page.goto('/versements')
  await expect(page.getByRole('list', { name: 'L’argent dehors, par livreur' })).toContainText(HOSTILE)
  await expectSound(page, 'money that is outside')
  await page.getByRole('link', { name: 'Nouveau relevé' }).click()

  // Nothing is read before the fields above the list are right; the first wrong one has the focus.
  const area = page.getByLabel('Les lignes du relevé')
  await area.fill(
    listOf([
      [right.tracking, right.amount, 30],
      [short.tracking, short.amount - 18, 30],
      [dear.tracking, dear.amount, 35],
      [onTheWay.tracking, onTheWay.amount, 30],
      [voided.tracking, voided.amount, 30],
      [right.tracking, right.amount, 30],
      [HOSTILE, 249, 30],
    ]),
  )
  await page.getByRole('button', { name: 'Voir l’aperçu' }).click()
  await expect(page.getByLabel('Livreur')).toBeFocused()
  await expect(page.getByText('Choisissez le livreur.')).toBeVisible()
  const counted = right.amount + short.amount - 18 + dear.amount + onTheWay.amount - 125
  await fillHead(page, HOSTILE, counted - 41)
  await page.getByRole('button', { name: 'Voir l’aperçu' }).click()
  await expect(page.locator('#contenu').getByText('7 lignes, dont 2 conformes.')).toBeFocused()
  for (const [text, verdict] of [
    [`Commande ${short.id}`, `écart de montantDû`],
    [`Commande ${dear.id}`, `Tarif${NB}: 30,00${NB}DH, soit 5,00${NB}DH de trop.`],
    [`Commande ${onTheWay.id}`, `Chez nous${NB}: en transit. Colis${NB}: remis au livreur.`],
    [`Commande ${right.id}`, 'Déjà comptée à la ligne 2 de la liste.'],
    ['<img', 'inconnue'],
  ] as const)
    await expect(lines(page).filter({ hasText: text })).toContainText(verdict)
  await expectSound(page, 'a previewed statement')

  // One of its orders changes before it is stored.
  complaints.allow(answered(409, 422))
  await asAdmin(shop, 'PUT', `/api/admin/orders/${voided.id}/payment-status`, { PaymentStatus: 'annulé' })
  const store = page.getByRole('button', { name: 'Enregistrer et vérifier les lignes' })
  await store.click()
  await expect(page.getByRole('alert')).toContainText('Quelque chose a changé depuis l’aperçu')
  await expect(lines(page).filter({ hasText: `Commande ${voided.id}` })).toContainText('notée No Payé')
  await store.click()

  await expect(page.getByRole('heading', { name: `Relevé ${HOSTILE}` })).toBeVisible()
  await expectSound(page, 'an open statement')
  await page.getByRole('link', { name: 'Tous les versements' }).click()
  await page.getByRole('list', { name: 'Relevés à clore' }).getByRole('link', { name: HOSTILE }).click()
  const decide = async (text: string, choice: string | RegExp) => {
    await lines(page).filter({ hasText: text }).getByRole('button', { name: choice }).click()
    await expect(lines(page).filter({ hasText: text }).getByRole('button', { name: choice })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
  }
  await lines(page).filter({ hasText: '<img' }).getByRole('button', { name: 'Choisir la commande' }).click()
  const dialog = page.getByRole('dialog')
  const sought = dialog.getByLabel('N°, téléphone, nom ou suivi')
  await sought.fill('1999999')
  await expect(dialog.getByText('Aucune commande ne correspond.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Choisir', exact: true }).click()
  await expect(dialog.getByText('Cherchez la commande, puis choisissez-la.')).toBeVisible()
  await expect(sought).toBeFocused()
  await page.keyboard.press('Escape')

  const noted = lines(page).filter({ hasText: `Commande ${short.id}` })
  await noted.getByRole('button', { name: 'Noter' }).click()
  await noted.getByLabel('Note sur la ligne').fill('Appelé mardi, il verse vendredi')
  await page.keyboard.press('Enter')
  await expect(noted.getByText('Appelé mardi, il verse vendredi')).toBeVisible()
  await expect(noted.getByRole('button', { name: 'Modifier la note' })).toBeFocused()

  await decide('<img', 'Écarter')
  await decide('en double', 'Écarter')
  await decide(`Commande ${voided.id}`, 'Écarter')
  await decide(`Commande ${short.id}`, /^Réclamer 18/)
  await decide(`Commande ${dear.id}`, /^Réclamer 5/)
  await expect(page.getByRole('button', { name: 'Encore 1 à décider' })).toBeVisible()
  await decide(`Commande ${onTheWay.id}`, 'Marquer livrée et versée')
  await expect(page.getByText(`Il manque 41,00${NB}DH.`)).toBeVisible()

  await page.getByRole('button', { name: 'Clore le relevé' }).click()
  await expect(dialog).toContainText('4 commandes seront payées')
  const claimAndClose = dialog.getByRole('button', { name: `Réclamer 41,00${NB}DH et clore` })
  await claimAndClose.click()
  await expect(dialog.getByText('Écrivez la raison de cet écart.')).toBeVisible()
  await expectSound(page, 'the question before a statement is closed')
  await dialog.getByLabel(/^Raison de cet écart/).fill(HOSTILE)
  // Money that lacks is claimed unless somebody gives it up.
  await dialog.getByLabel('Réclamer cette somme au livreur').uncheck()
  await expect(dialog.getByRole('button', { name: 'Accepter l’écart et clore' })).toBeVisible()
  await dialog.getByLabel('Réclamer cette somme au livreur').check()
  await claimAndClose.click()
  await expect(page.getByText(`Relevé clos${NB}: 4 commandes payées.`)).toBeVisible()

  // The page goes back to its top, where the letter is.
  await expect(page.getByRole('heading', { name: `Relevé ${HOSTILE}`, exact: true })).toBeFocused()
  const claims = page.getByRole('region', { name: 'Réclamation' })
  await expect(claims.getByRole('button', { name: 'Lettre (PDF)' })).toBeInViewport()
  await expect(claims).toContainText(`64,00${NB}DH réclamés`)
  const download = async (name: string) => {
    const saved = page.waitForEvent('download')
    await claims.getByRole('button', { name }).click()
    return readFile(await (await saved).path())
  }
  const csv = (await download('Tableau (CSV)')).toString()
  expect(csv).toContain(`${short.id};${short.tracking};`)
  expect(csv.trim().split('\r\n')).toHaveLength(4)
  expect((await download('Lettre (PDF)')).subarray(0, 5).toString()).toBe('%PDF-')
  await claims.getByRole('button', { name: 'Noter comme envoyée' }).click()
  await expect(claims.getByText('Envoyée le').first()).toBeVisible()
  await claims.getByRole('button', { name: `Régler la réclamation ${short.id}` }).click()
  await expectSound(page, 'the question what came of a claim')
  await dialog.getByLabel('Somme obtenue (DH)').fill('18,01')
  await dialog.getByRole('button', { name: 'Régler' }).click()
  await expect(dialog.getByText(`Au plus 18,00${NB}DH.`)).toBeVisible()
  await dialog.getByLabel('Somme obtenue (DH)').fill('18')
  await dialog.getByRole('button', { name: 'Régler' }).click()
  await expect(claims.getByText(`obtenu${NB}: 18,00${NB}DH`)).toBeVisible()
  await expectSound(page, 'a closed statement')

  const { rows } = await shop.db.execute<{ payment: string }>(
    sql`select payment from orders where id in (${right.id}, ${short.id}, ${dear.id}, ${onTheWay.id}, ${voided.id}) order by id`,
  )
  expect(rows.map(({ payment }) => payment)).toEqual(['paid', 'paid', 'paid', 'paid', 'void'])
})

test('the page that follows tells that a statement is stored, or removed', async ({ page, shop }) => {
  const [one] = (await parcelsOf(shop, 1)) as [Parcel]
  await beLoggedInAs(page, shop, 'admin')
  await page.goto('/versements/nouveau')
  await page.getByLabel('Les lignes du relevé').fill(listOf([[one.tracking, one.amount, 30]]))
  await fillHead(page, `R-${one.id}`, one.amount - 30)
  await page.getByRole('button', { name: 'Voir l’aperçu' }).click()
  await page.getByRole('button', { name: 'Enregistrer et vérifier les lignes' }).click()
  const told = page.getByRole('status')
  const remove = page.getByRole('button', { name: 'Retirer ce relevé' })
  await expect(remove).toBeVisible()
  await expect(told.filter({ hasText: `Le relevé R-${one.id} est enregistré.` })).toBeVisible()
  await remove.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Retirer', exact: true }).click()
  await expect(page.getByRole('list', { name: 'L’argent dehors, par livreur' })).toBeVisible()
  await expect(told.filter({ hasText: 'Le relevé est retiré.' })).toBeVisible()
})

test('a statement that somebody else closed meanwhile says so and changes nothing', async ({
  page,
  shop,
  complaints,
}) => {
  const [one] = (await parcelsOf(shop, 1)) as [Parcel]
  await beLoggedInAs(page, shop, 'admin')
  await page.goto('/versements/nouveau')
  await page.getByLabel('Les lignes du relevé').fill(listOf([[one.tracking, one.amount, 30]]))
  await fillHead(page, `R-${one.id}`, one.amount - 30)
  await page.getByRole('button', { name: 'Voir l’aperçu' }).click()
  await page.getByRole('button', { name: 'Enregistrer et vérifier les lignes' }).click()
  await expect(page).toHaveURL(/versements\/\d+$/)
  await expect(page.getByRole('button', { name: 'Clore le relevé' })).toBeVisible()
  await asAdmin(shop, 'POST', `/api/admin/statements/${page.url().split('/').at(-1)}/close`, {})
  complaints.allow(answered(409))
  await page.getByRole('button', { name: 'Clore le relevé' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clore', exact: true }).click()
  await expect(page.getByText('Ce relevé est clos.', { exact: false })).toBeVisible()
})

test('a statement whose close has no answer is read again, and shows that it is closed', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.allow(OFFLINE)
  const [one] = (await parcelsOf(shop, 1)) as [Parcel]
  await beLoggedInAs(page, shop, 'admin')
  await page.goto('/versements/nouveau')
  await page.getByLabel('Les lignes du relevé').fill(listOf([[one.tracking, one.amount, 30]]))
  await fillHead(page, `P-${one.id}`, one.amount - 30)
  await page.getByRole('button', { name: 'Voir l’aperçu' }).click()
  // A statement whose answer is lost is stored once.
  await loseAnswer(page, '**/api/admin/statements')
  const store = page.getByRole('button', { name: 'Enregistrer et vérifier les lignes' })
  await store.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Ce n’est pas confirmé' })).toBeVisible()
  await store.click()
  await expect(page).toHaveURL(/versements\/\d+$/)
  const statement = page.url()
  await page.goto('/versements')
  const open = page.getByRole('list', { name: 'Relevés à clore' }).getByRole('listitem')
  await expect(open.filter({ hasText: `P-${one.id}` })).toHaveText(/, 1 ligne$/)
  await page.goto(statement)
  await expect(page.getByRole('button', { name: 'Clore le relevé' })).toBeVisible()
  await loseAnswer(page, '**/close')
  await page.route('**/api/admin/statements/*', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Clore le relevé' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Clore', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('La clôture n’est pas confirmée')
  await dialog.getByRole('button', { name: 'Clore', exact: true }).click()
  await expect(page.getByText(`Relevé clos${NB}: 1 commande payée.`)).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('the order of an unknown line is found by who ordered it, and coming back from an order finds its line', async ({
  page,
  shop,
  complaints,
}) => {
  const parcels = await parcelsOf(shop, 54)
  const [sought, other] = [parcels[0]!, parcels[53]!]
  const typed = parcels.map(({ tracking, amount }, nth) => [nth === 0 ? 'INCONNU-1' : tracking, amount, 35] as const)
  await beLoggedInAs(page, shop, 'admin')
  await page.goto('/versements/nouveau')
  await page.getByLabel('Les lignes du relevé').fill(listOf(typed))
  await fillHead(page, `F-${other.id}`, 1000)
  await page.getByRole('button', { name: 'Voir l’aperçu' }).click()
  // What is not stored yet would be lost: an order opens beside it.
  const beside = page.waitForEvent('popup')
  await lines(page).first().getByRole('link').or(lines(page).nth(1).getByRole('link')).first().click()
  await (await beside).close()
  await page.getByRole('button', { name: 'Enregistrer et vérifier les lignes' }).click()
  await expect(page).toHaveURL(/versements\/\d+$/)

  const unknown = lines(page).filter({ hasText: 'INCONNU-1' })
  const dialog = page.getByRole('dialog')
  const choose = unknown.getByRole('button', { name: 'Choisir la commande' })
  await choose.click()
  await shop.db.execute(
    sql`update orders set name = 'Zoubida Rare', search = 'zoubida rare' where id in (${sought.id}, ${other.id})`,
  )
  await dialog.getByLabel('N°, téléphone, nom ou suivi').fill('zoubida rare')
  await expect(dialog.getByRole('radio')).toHaveCount(2)
  await expectSound(page, 'orders to choose among')
  await dialog.getByRole('radio', { name: `n°${NB}${sought.id}` }).check()
  // Whatever is refused, the question stays open.
  complaints.allow(answered(422))
  await shop.db.execute(sql`
    with another as (insert into couriers (name, created_at) values (${`Autre ${sought.id}`}, now()) returning id)
    update parcels set courier_id = (select id from another) where order_id = ${sought.id}`)
  await dialog.getByRole('button', { name: 'Choisir', exact: true }).click()
  await expect(dialog.getByText('Cette commande est partie avec un autre livreur.')).toBeVisible()
  await shop.db.execute(sql`update parcels set courier_id = ${courier} where order_id = ${sought.id}`)
  // A courier's number finds its one order, which is meant then.
  const confirm = dialog.getByRole('button', { name: 'Choisir', exact: true })
  // The sentence about what was refused goes with the next letter.
  await dialog.getByLabel('N°, téléphone, nom ou suivi').fill('zoubida')
  await expect(dialog.getByRole('radio')).toHaveCount(2)
  const before = await confirm.boundingBox()
  await dialog.getByLabel('N°, téléphone, nom ou suivi').fill(sought.tracking)
  await expect(dialog.getByRole('radio')).toHaveCount(1)
  await expect(dialog.getByRole('radio', { name: `n°${NB}${sought.id}` })).toBeChecked()
  // Fewer orders move no button away from under a finger, and a tap that misses all of them loses nothing.
  expect(await confirm.boundingBox()).toEqual(before)
  await page.mouse.click(4, 4)
  await confirm.click()
  await expect(dialog).toBeHidden()
  await expect(unknown.getByText('écart de frais')).toBeVisible()
  const soughtLink = page.getByRole('link', { name: `Commande ${sought.id}`, exact: true })
  await expect(soughtLink).toBeFocused()
  // Whoever chose the wrong order chooses again, whatever the verdict is by now; what has its own number needs no choice.
  const another = page.getByRole('button', { name: 'Choisir une autre commande' })
  await expect(another).toHaveCount(1)
  await another.click()
  await page.keyboard.press('Escape')
  await expect(another).toBeFocused()
  await another.click()
  await dialog.getByLabel('N°, téléphone, nom ou suivi').fill(other.tracking)
  await expect(dialog.getByRole('radio', { name: `n°${NB}${other.id}` })).toBeChecked()
  await confirm.click()
  await expect(dialog).toBeHidden()
  await expect(soughtLink).toHaveCount(0)
  await another.click()
  await dialog.getByLabel('N°, téléphone, nom ou suivi').fill(sought.tracking)
  await expect(dialog.getByRole('radio', { name: `n°${NB}${sought.id}` })).toBeChecked()
  await confirm.click()
  await expect(soughtLink).toBeFocused()
  const line = page.getByRole('link', { name: `Commande ${other.id}`, exact: true })
  await page.getByRole('button', { name: /lignes? de plus/ }).click()
  await line.click()
  await expect(page.getByRole('heading', { name: `Commande n°${NB}${other.id}` }).first()).toBeVisible()
  await page.goBack()
  await expect(line).toBeFocused()
  await expect(line).toBeInViewport()
})

test('a statement is entered and closed with the keyboard alone', { tag: '@desktop' }, async ({ page, shop }) => {
  const [one, other] = (await parcelsOf(shop, 2)) as [Parcel, Parcel]
  const { keyboard } = page
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 120; presses++) {
      await keyboard.press('Tab')
      const focused = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement
        const labels = [...((element as HTMLInputElement).labels ?? [])].map(({ textContent }) => textContent)
        return labels[0] ?? element.getAttribute('aria-label') ?? element.textContent ?? ''
      })
      if (name.test(focused.trim())) return
    }
    throw new Error(`Tab never came to ${name}`)
  }
  await beLoggedInAs(page, shop, 'admin')
  await page.goto('/versements')
  await tabTo(/^Nouveau relevé$/)
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/nouveau$/)
  await expect(page.getByRole('option', { name: HOSTILE })).toHaveCount(1)
  await tabTo(/^Livreur/)
  // Its first letter: no other courier begins with it.
  await keyboard.type(HOSTILE.slice(0, 1))
  await expect(page.getByLabel('Livreur')).toHaveValue(String(courier))
  await tabTo(/^Référence du relevé/)
  await keyboard.type(`K-${one.id}`)
  await tabTo(/^Somme vraiment reçue/)
  await keyboard.type(String(one.amount + other.amount - 18 - 60).replace('.', ','))
  await tabTo(/^Les lignes du relevé/)
  await keyboard.insertText(
    listOf([
      [one.tracking, one.amount, 30],
      [other.tracking, other.amount - 18, 30],
    ]),
  )
  await tabTo(/^Voir l’aperçu/)
  await keyboard.press('Enter')
  // What was found has the focus: the next Tab goes on from there.
  await expect(page.locator('#contenu').getByText('2 lignes, dont 1 conforme.')).toBeFocused()
  await tabTo(/^Enregistrer et vérifier/)
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/versements\/\d+$/)
  await expect(lines(page)).toHaveCount(1)
  await tabTo(/^Réclamer 18/)
  await keyboard.press('Enter')
  await expect(page.getByText('Tout y est.')).toBeVisible()
  await tabTo(/^Clore le relevé$/)
  await keyboard.press('Enter')
  await tabTo(/^Clore$/)
  await keyboard.press('Enter')
  await expect(page.getByText(`Relevé clos${NB}: 2 commandes payées.`)).toBeVisible()
})
