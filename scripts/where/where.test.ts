import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scheduledJobs } from '#server/scheduled-jobs.ts'
import { settlementsOf } from '#test/settlements.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { jobsOf } from './lists.ts'
import { WHERE_FILE, whereIsWhat } from './page.ts'
import { Sources } from './sources.ts'
import { spreadsheetsOf } from './spreadsheets.ts'

const REMEDY = 'docs/WHERE.md is not what the sources say: `npm run where` writes it anew'

let shop: TestShop
let page: string
beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  page = whereIsWhat()
})
afterAll(() => shop.close())

test('docs/WHERE.md says where everything stands', () => {
  expect(readFileSync(WHERE_FILE, 'utf8') === page, REMEDY).toBe(true)
})

test('every call that the shop describes has its line there', async () => {
  const { json } = await shop.call('GET', '/api/openapi.json')
  const paths = Object.entries<object>(json.paths).filter(([path]) => path !== '/api/{*}')
  const calls = paths.flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `\`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}\``),
  )
  expect(calls.length).toBeGreaterThan(50)
  expect(calls.filter((call) => !page.includes(call))).toEqual([])
})

const spreadsheets = spreadsheetsOf(new Sources())

test.each([
  [
    'virements.csv',
    'features/earnings/bank-file.ts',
    'POST /api/admin/withdrawals/bank-file',
    'Nom · RIB · Montant (DH) · Motif',
  ],
  [
    'taux-de-livraison.csv',
    'features/back-office/delivery-rates/routes.ts',
    'GET /api/admin/delivery-rates.csv',
    'Ville / Produit / Fournisseur · Commandes · Livrées · Refusées à la livraison · Annulées avant',
  ],
  [
    'personnes.csv',
    'features/back-office/people/csv.ts',
    'GET /api/admin/people.csv',
    'Client · Téléphone · Ville · Commandes · Livrées · Refusées · Dépensé (DH) · Dernière commande',
  ],
  [
    'retraits.csv',
    'features/back-office/requests/csv.ts',
    'GET /api/admin/withdrawals.csv',
    'N° · Demandé le · Identifiant · Nom · Téléphone · Rôle · Montant (DH) · Statut · RIB · Référence du virement · Motif du refus · Traité le',
  ],
])('%s stands there with its call and its columns', (name, file, call, columns) => {
  const found = spreadsheets.find((each) => each.name === name)
  expect([found?.file, found?.more[0], found?.more[2]]).toEqual([file, call, columns])
})

test('every file that can be fetched has the columns that stand there', async () => {
  const fetched = spreadsheets.filter(({ more }) => more[0]!.startsWith('GET '))
  expect(fetched.length).toBeGreaterThan(10)
  const money = await settlementsOf(shop)
  const statement = await money.created(money.list([(await money.delivered()).line()]))
  for (const { name, more } of fetched) {
    const path = more[0]!.slice('GET '.length).replace(':id', String(statement))
    const token = path.startsWith('/api/supplier/') ? shop.tokens.sara : shop.tokens.admin
    const { status, text } = await shop.call('GET', path, { token })
    const columns = text.replace('\uFEFF', '').split('\r\n', 1)[0]!.split(';')
    const listed = more[2]!.split(' · ').map((column) => column.split(' / '))
    expect(status, name).toBe(200)
    expect(columns.length, name).toBe(listed.length)
    for (const [at, column] of columns.entries()) expect(listed[at], name).toContain(column)
  }
})

test('every scheduled job has its line there', () => {
  const daily = { folder: 'backups', hour: 0, retained: 2 }
  const jobs = scheduledJobs(
    shop.first.shop,
    () => undefined,
    daily,
    async () => undefined,
  )
  expect(jobs.length).toBeGreaterThan(3)
  expect(jobsOf(new Sources()).map(({ name }) => name)).toEqual(jobs.map(({ name }) => name))
  for (const { name } of jobs) expect(page).toContain(`\n| ${name} | `)
})
