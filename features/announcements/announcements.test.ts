import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#test/test-app.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  const post = (title: string, message: string) => asAdmin('POST', 'announcement', { title, message })
  await post('Retraits payés', 'Le jeudi.')
  const { json } = await post('=Soldes d’été', 'Dès lundi; jusqu’à jeudi.')
  await post('Livraisons', 'Ralenties à Fès.')
  await asAdmin('PUT', `announcement/${json.announcement.id}/toggle-active`)
})

afterAll(() => shop.close())

const asAdmin = (method: string, path: string, body?: unknown) =>
  shop.call(method, `/api/admin/${path}`, { token: shop.tokens.admin, ...(body === undefined ? {} : { body }) })

const titles = async (query: string): Promise<string[]> =>
  (await asAdmin('POST', `allannouncement?page=1&${query}`)).json.data.map(({ title }: { title: string }) => title)

test('the admin’s list is searched whatever the case and accents, in titles and messages, and by state', async () => {
  expect(await titles('')).toEqual(['Livraisons', '=Soldes d’été', 'Retraits payés'])
  expect(await titles('search=JEUDI')).toEqual(['=Soldes d’été', 'Retraits payés'])
  expect(await titles('search=fes')).toEqual(['Livraisons'])
  expect(await titles('search=jeudi&state=inactive')).toEqual(['=Soldes d’été'])
  expect(await titles('state=active')).toEqual(['Livraisons', 'Retraits payés'])
  expect((await asAdmin('POST', 'allannouncement?state=autre')).status).toBe(422)
})

test('it comes in pages when one is asked for, and whole otherwise', async () => {
  const { json } = await asAdmin('POST', 'allannouncement?page=2&per_page=2')
  expect(json).toMatchObject({ current_page: 2, last_page: 2, per_page: 2, total: 3 })
  expect(json.data).toHaveLength(1)
  expect((await asAdmin('POST', 'allannouncement')).json).toHaveLength(3)
})

test('it comes as a file with its filters, and nothing in it is a formula', async () => {
  const { text, headers } = await asAdmin('GET', 'announcements.csv?search=lundi')
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  const [head, row, ...rest] = text.split('\r\n')
  expect(head).toBe('\uFEFFID;Titre;Message;Date de création;Actif')
  expect(row).toMatch(/^\d+;'=Soldes d’été;"Dès lundi; jusqu’à jeudi\.";\d\d\/\d\d\/\d{4} \d\d:\d\d;non$/)
  expect(rest).toEqual([''])
})
