import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
  expect(head).toBe('\uFEFFID;Titre;Message;Date de création;Actif;Pour;Jusqu’au')
  expect(row).toMatch(
    /^\d+;'=Soldes d’été;"Dès lundi; jusqu’à jeudi\.";\d\d\/\d\d\/\d{4} \d\d:\d\d;non;Tout le monde;$/,
  )
  expect(rest).toEqual([''])
})

describe('for whom, and until when:', () => {
  const read = async (who: 'sara' | 'karim' | 'admin'): Promise<string[]> =>
    (await shop.call('GET', '/api/announcement', { token: shop.tokens[who] })).json.map(
      ({ title }: { title: string }) => title,
    )

  const post = async (title: string, more: object = {}): Promise<number> => {
    const { status, json } = await asAdmin('POST', 'announcement', { title, message: 'Bonjour.', ...more })
    expect(status).toBe(201)
    return json.announcement.id
  }

  /** Another moment, and everybody logs in anew. */
  const at = async (moment: string) => {
    shop.now = new Date(moment)
    for (const who of ['sara', 'admin'] as const) shop.tokens[who] = await shop.sessionOf(shop.ids[who])
  }

  test('suppliers are told theirs, buyers theirs, all what is for all, and the admin everything', async () => {
    await post('Codes promo', { audience: 'fournisseurs' })
    await post('Stock', { audience: 'acheteurs' })
    await post('Fête', { audience: 'tous' })
    const [sara, karim, admin] = [await read('sara'), await read('karim'), await read('admin')]
    expect(sara).toEqual(expect.arrayContaining(['Codes promo', 'Fête', 'Livraisons']))
    expect(sara).not.toContain('Stock')
    expect(karim).toEqual(expect.arrayContaining(['Stock', 'Fête', 'Livraisons']))
    expect(karim).not.toContain('Codes promo')
    expect(admin).toEqual(expect.arrayContaining(['Codes promo', 'Stock', 'Fête']))
    const { json } = await shop.call('GET', '/api/announcement', { token: shop.tokens.sara })
    expect(Object.keys(json[0]).toSorted()).toEqual(['created_at', 'id', 'is_active', 'message', 'title'])
  })

  test('one is shown until its last day is over in Casablanca, and stays on the admin’s list', async () => {
    await at('2026-11-20T12:00:01Z')
    await post('Jusqu’à vendredi', { until: '2026-11-20' })
    expect(await read('sara')).toContain('Jusqu’à vendredi')
    await at('2026-11-20T22:30:00Z')
    expect(await read('sara')).toContain('Jusqu’à vendredi')
    await at('2026-11-21T00:00:00Z')
    expect(await read('sara')).not.toContain('Jusqu’à vendredi')
    expect(await read('admin')).not.toContain('Jusqu’à vendredi')
    expect(await titles('')).toContain('Jusqu’à vendredi')
    await at('2026-11-20T12:00:01Z')
  })

  test('the admin changes its words, for whom it is and until when', async () => {
    const id = await post('Inventaire', { audience: 'acheteurs', until: '2026-11-30' })
    const { status, json } = await asAdmin('PUT', `announcement/${id}`, {
      title: 'Inventaire reporté',
      message: 'À décembre.',
      audience: 'fournisseurs',
      until: null,
    })
    expect([status, json.announcement]).toEqual([
      200,
      expect.objectContaining({ id, title: 'Inventaire reporté', audience: 'fournisseurs', until: null }),
    ])
    expect(await read('sara')).toContain('Inventaire reporté')
    expect(await read('karim')).not.toContain('Inventaire reporté')
    expect((await asAdmin('PUT', 'announcement/999999', { title: 'a', message: 'b' })).status).toBe(404)
  })

  test('a day that is over, no day and nobody are refused beside their field', async () => {
    const refused = async (more: object) => {
      const { status, json } = await asAdmin('POST', 'announcement', { title: 'a', message: 'b', ...more })
      return [status, Object.keys(json.errors)]
    }
    expect(await refused({ until: '2026-11-19' })).toEqual([422, ['until']])
    expect(await refused({ until: '2026-02-30' })).toEqual([422, ['until']])
    expect(await refused({ until: 'demain' })).toEqual([422, ['until']])
    expect(await refused({ audience: 'clients' })).toEqual([422, ['audience']])
  })
})

test('one that is sent again under its key is published once, with the first answer', async () => {
  const send = (message: string) =>
    shop.call('POST', '/api/admin/announcement', {
      token: shop.tokens.admin,
      body: { title: 'Horaires', message },
      headers: { 'idempotency-key': 'announcement-0123456789' },
    })
  const [first, second] = await Promise.all([send('De 9 h à 18 h.'), send('De 9 h à 18 h.')])
  expect([first.status, second.status, second.text]).toEqual([201, 201, first.text])
  expect(first.json).toMatchObject({ announcement: { title: 'Horaires', audience: 'tous', until: null } })
  expect(await titles('search=horaires')).toEqual(['Horaires'])
  expect((await send('De 10 h à 18 h.')).status).toBe(422)
})
