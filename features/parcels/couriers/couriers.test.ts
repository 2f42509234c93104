import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CITIES } from '#platform/kernel/cities.ts'
import type { CourierId } from '#platform/kernel/ids.ts'
import { type Fields, sendForm } from '#test/multipart-form.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
})

afterAll(() => shop.close())

beforeEach(async () => {
  await shop.db.execute(sql`delete from courier_cities`)
  await shop.db.execute(sql`delete from courier_labels`)
  await shop.db.execute(sql`delete from couriers`)
})

afterEach(async () => {
  expect(await shop.brokenInvariants()).toEqual([])
})

const asAdmin = (method: string, path: string, body?: object) =>
  shop.call(method, path, { token: shop.tokens.admin, body })

const PLAIN = { phone: null, tracking_address: null, settles_every: null, tolerance: 0, active: 1 }

const added = async (name = 'Ozon Express'): Promise<CourierId> =>
  (await asAdmin('POST', '/api/admin/couriers', { name })).json.courier.id

describe('a courier', () => {
  test('is added with its name alone, listed and changed', async () => {
    const { status, json } = await asAdmin('POST', '/api/admin/couriers', { name: ' Ozon Express ' })
    expect([status, json.message]).toEqual([201, 'Ozon Express est ajouté.'])
    const { id } = json.courier
    const whole = {
      name: 'Ozon',
      phone: '+212 6 61 20 45 18',
      tracking_address: 'https://ozon.example/colis?n={tracking}',
      settles_every: 7,
      tolerance: 0.5,
      active: 0,
    }
    expect((await asAdmin('PUT', `/api/admin/couriers/${id}`, whole)).status).toBe(200)
    const { couriers } = (await asAdmin('GET', '/api/admin/couriers')).json
    const stored = { ...whole, phone: '0661204518', id, format_accepted_at: null, cities_without_fee: CITIES }
    expect(couriers).toEqual([stored])
    expect((await asAdmin('GET', `/api/admin/couriers/${id}`)).json).toEqual({
      ...stored,
      cities: [],
      labels: [],
      file_columns: null,
    })
    await asAdmin('PUT', `/api/admin/couriers/${id}`, { name: 'Ozon' })
    expect((await asAdmin('GET', '/api/admin/couriers')).json.couriers[0]).toMatchObject({ name: 'Ozon', ...PLAIN })
  })

  test.each([
    ['no name', { name: ' ' }, { name: ['required'] }],
    ['a name with a line', { name: 'a\nb' }, { name: ['one_line'] }],
    ['a long name', { name: 'x'.repeat(61) }, { name: ['max_length'] }],
    ['a phone of one digit', { phone: '0000000000' }, { phone: ['courier_phone'] }],
    ['a tracking page that is not https', { tracking_address: 'http://a.ma/{tracking}' }, ['courier_tracking_address']],
    ['a tracking page that is a script', { tracking_address: 'javascript:{tracking}' }, ['courier_tracking_address']],
    ['a tracking page without the number', { tracking_address: 'https://a.ma/' }, ['courier_tracking_address']],
    ['payments every day of none', { settles_every: 0 }, { settles_every: ['min'] }],
    ['payments of another season', { settles_every: 91 }, { settles_every: ['max'] }],
    ['a tolerance of more than a dirham', { tolerance: 1.01 }, { tolerance: ['courier_tolerance'] }],
    ['a tolerance below nothing', { tolerance: -0.01 }, { tolerance: ['min'] }],
  ])('is refused with %s', async (_, change, codes) => {
    const { status, json } = await asAdmin('POST', '/api/admin/couriers', { name: 'Ozon', ...change })
    expect([status, Array.isArray(codes) ? json.codes.tracking_address : json.codes]).toEqual([422, codes])
  })

  test('has a name of its own', async () => {
    const other = await added('Sendit')
    await added()
    for (const refused of [
      await asAdmin('POST', '/api/admin/couriers', { name: 'Ozon Express' }),
      await asAdmin('PUT', `/api/admin/couriers/${other}`, { name: 'Ozon Express' }),
    ])
      expect([refused.status, refused.json.codes]).toEqual([422, { name: ['courier_name_taken'] }])
  })

  test('that nobody knows is answered 404', async () => {
    expect((await asAdmin('GET', '/api/admin/couriers/999999')).status).toBe(404)
    expect((await asAdmin('PUT', '/api/admin/couriers/999999', { name: 'x' })).status).toBe(404)
    const form = { file: new Blob(['Ville;Prix\nRabat;35']) }
    expect((await sendForm(shop, '/api/admin/couriers/999999/cities?preview=1', form)).status).toBe(404)
    expect((await sendForm(shop, '/api/admin/couriers/999999/cities', form)).status).toBe(404)
  })
})

describe('a tariff', () => {
  let id: CourierId

  beforeEach(async () => {
    id = await added()
  })

  const send = (text: string | Uint8Array<ArrayBuffer>, fields: Fields = {}, query = '') =>
    sendForm(shop, `/api/admin/couriers/${id}/cities${query}`, { file: new Blob([text]), ...fields })

  async function preview(text: string | Uint8Array<ArrayBuffer>, fields: Fields = {}) {
    const answer = await send(text, fields, '?preview=1')
    expect(answer.status, answer.text).toBe(200)
    return answer.json
  }

  async function applied(text: string, fields: Fields = {}) {
    const { digest } = await preview(text, fields)
    const answer = await send(text, { ...fields, digest })
    expect(answer.status, answer.text).toBe(200)
    return answer.json
  }

  test('is applied once under one key, and a repeat has the same answer', async () => {
    const { digest } = await preview(TABLE)
    const twice = () =>
      sendForm(shop, `/api/admin/couriers/${id}/cities`, { file: new Blob([TABLE]), digest }, undefined, {
        'idempotency-key': 'the-tariff-of-monday',
      })
    const [first, again] = [await twice(), await twice()]
    expect([first.status, again.text]).toEqual([200, first.text])
  })

  const stored = async () => (await asAdmin('GET', `/api/admin/couriers/${id}`)).json.cities
  const verdicts = (answer: { rows: { verdict: string }[] }) => answer.rows.map(({ verdict }) => verdict)

  const TABLE = [
    'Villes\tDélai\tFrais De Livraison\tFrais De Refuse\tFrais De Retour',
    'TETOUAN\t24h\t35\t10,50\t5 DH',
    'Bir Jdid\t48h\t40\t\t',
    'rabat \t\t\t\t',
  ].join('\n')

  test('stands in the order of the shop’s cities, accents apart and the other ones last', async () => {
    await applied(['Ville', 'autre', 'Larache', 'Laâyoune', 'Khouribga', 'Khémisset', 'Kénitra'].join('\n'))
    const cities = (await stored()).map(({ city }: { city: string }) => city)
    expect(cities).toEqual(['Kénitra', 'Khémisset', 'Khouribga', 'Laâyoune', 'Larache', 'autre'])
  })

  test('is looked at, which changes nothing, and then applied; an empty fee is unknown', async () => {
    const before = await shop.rowCounts()
    const previewed = await preview(TABLE)
    expect(previewed).toMatchObject({
      columns: {
        city: 'Villes',
        number: null,
        delivered: 'Frais De Livraison',
        refused: 'Frais De Refuse',
        returned: 'Frais De Retour',
        delay: 'Délai',
      },
      missing: [],
      changes: 2,
      cities_without_fee: CITIES.filter((city) => city !== 'Tétouan'),
    })
    expect(previewed.rows).toMatchObject([
      { row: 2, city: 'Tétouan', fee_delivered: 35, fee_refused: 10.5, fee_returned: 5, verdict: 'added' },
      { row: 3, city: null, their_name: 'Bir Jdid', verdict: 'other_city' },
      { row: 4, city: 'Rabat', fee_delivered: null, verdict: 'added' },
    ])
    expect(await shop.rowCounts()).toEqual(before)
    expect(await applied(TABLE)).toEqual({ applied: 2, cities_without_fee: previewed.cities_without_fee })
    const unknown = { their_number: null, fee_delivered: null, fee_refused: null, fee_returned: null, days: null }
    expect(await stored()).toEqual([
      { ...unknown, city: 'Rabat', their_name: 'rabat' },
      {
        ...unknown,
        city: 'Tétouan',
        their_name: 'TETOUAN',
        fee_delivered: 35,
        fee_refused: 10.5,
        fee_returned: 5,
        days: '24h',
      },
    ])
    const again = await preview(TABLE)
    expect([verdicts(again), again.changes]).toEqual([['same', 'other_city', 'same'], 0])
  })

  test('that says less leaves what it does not say as it is', async () => {
    await applied('Ville;Id ville;Prix;Frais de refus\nFès;12;30;8')
    await applied('Ville;Prix\nFès;32')
    await applied('Ville;Prix;Frais de refus\nFès;;9')
    expect(await stored()).toMatchObject([{ their_number: '12', fee_delivered: 32, fee_refused: 9 }])
  })

  test('is read as Windows writes it', async () => {
    const bytes = Uint8Array.from('Ville;Prix\nTétouan;35', (letter) => letter.charCodeAt(0))
    expect((await preview(bytes)).rows[0]).toMatchObject({ city: 'Tétouan', verdict: 'added' })
  })

  test('may call a city of ours otherwise, once somebody says so', async () => {
    const text = 'Ville;Prix\nBir Jdid;40\nCasa;20'
    const cities = JSON.stringify({ autre: 'bir  jdid', Casablanca: 'Casa' })
    expect(verdicts(await preview(text, { cities }))).toEqual(['added', 'added'])
    await applied(text, { cities })
    expect((await stored()).map(({ city, their_name }: Record<string, string>) => [city, their_name])).toEqual([
      ['Casablanca', 'Casa'],
      ['autre', 'Bir Jdid'],
    ])
  })

  test.each([
    ['a city twice', 'Ville;Prix\nFès;30\nFES;35', ['twice', 'twice']],
    ['a fee that is no amount', 'Ville;Prix\nFès;gratuit', ['amount']],
    ['a fee of less than nothing', 'Ville;Prix\nFès;(30)', ['amount']],
    ['a fee of one or a thousand', 'Ville;Prix\nFès;1,234', ['amount']],
    ['names of nothing visible', 'Ville;Prix\n \u200B;30', []],
    ['names in Arabic', 'Ville;Prix\nفاس;30\n🏙️;30', ['other_city', 'other_city']],
    ['a city in a part of a name', 'Ville;Prix\nFès Saiss;30', ['other_city']],
  ])('with %s leaves those rows', async (_, text, expected) => {
    const previewed = await preview(text)
    expect([verdicts(previewed), previewed.changes]).toEqual([expected, 0])
    expect(await applied(text)).toMatchObject({ applied: 0 })
    expect(await stored()).toEqual([])
  })

  test('guesses no column by a part of its name, and takes those that are chosen', async () => {
    const text = 'Ville d’arrivée;Frais de livraison HT\nFès;30'
    const asked = await preview(text)
    expect([asked.missing, asked.rows, asked.headings]).toEqual([
      ['city'],
      [],
      ['Ville d’arrivée', 'Frais de livraison HT'],
    ])
    const refused = await send(text, { digest: asked.digest })
    expect([refused.status, refused.json.codes]).toEqual([422, { columns: ['columns_missing'] }])
    const columns = JSON.stringify({ city: 'Ville d’arrivée', delivered: 'Frais de livraison HT' })
    expect((await preview(text, { columns })).rows).toMatchObject([{ city: 'Fès', fee_delivered: 30 }])
  })

  test('is not applied unseen, nor when it would change something else by now', async () => {
    const text = 'Ville;Prix\nFès;30'
    const { digest } = await preview(text)
    for (const other of [{}, { digest: 'x' }]) {
      const refused = await send(text, other)
      expect([refused.status, refused.json.code]).toEqual([409, 'changed_since_preview'])
    }
    await applied('Ville;Prix\nFès;31')
    expect((await send('Ville;Prix\nFès;30', { digest })).json.code).toBe('changed_since_preview')
    expect(await stored()).toMatchObject([{ fee_delivered: 31 }])
  })

  test.each([
    ['two columns of one name', { file: new Blob(['Ville;Prix;PRIX\nFès;1;2']) }, { file: ['column_named_twice'] }],
    ['too many rows', { file: new Blob([`Ville\n${'x\n'.repeat(2001)}`]) }, { file: ['too_many_rows'] }],
    ['more than a megabyte', { file: new Blob(['x'.repeat(1024 * 1024 + 1)]) }, { file: ['file_too_large'] }],
    ['no table', {}, { file: ['required'] }],
    ['a column that it does not have', { columns: '{"city":"Nom"}' }, { columns: ['column_unknown'] }],
    ['columns that are no JSON', { columns: '{' }, { columns: ['json'] }],
    ['columns that are a list', { columns: '[1]' }, { columns: [expect.any(String)] }],
    ['cities that are no names', { cities: '{"Fès":3}' }, expect.anything()],
  ])('is refused with %s', async (name, fields, codes) => {
    const file = name === 'no table' ? undefined : new Blob(['Ville;Prix\nFès;30'])
    const { status, json } = await sendForm(shop, `/api/admin/couriers/${id}/cities?preview=1`, { file, ...fields })
    expect([status, json.codes]).toEqual([422, codes])
  })

  test('that two admins apply at once is applied once', async () => {
    const text = 'Ville;Prix\nFès;30'
    const { digest } = await preview(text)
    const answers = await Promise.all([send(text, { digest }), send(text, { digest })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

describe('a word of a courier', () => {
  const name = async (id: number, label: string, state: string) =>
    asAdmin('PUT', `/api/admin/couriers/${id}/labels`, { label, state })

  test('is given a meaning once for all spellings, and another one later', async () => {
    const id = await added()
    expect((await name(id, 'Confirmé par livreur', 'out')).status).toBe(200)
    await name(id, ' CONFIRME  par livreur', 'no_answer')
    const { labels } = (await asAdmin('GET', `/api/admin/couriers/${id}`)).json
    expect(labels).toEqual([{ label: 'CONFIRME  par livreur', state: 'no_answer' }])
  })

  test.each([
    ['nothing', '', 'out', { label: ['label_empty'] }],
    ['nothing visible', '\u0301', 'out', { label: [expect.any(String)] }],
    ['a word that is always asked', 'Partially_delivered', 'delivered', { label: ['label_always_asked'] }],
    ['a parcel in the hand', 'Retour', 'back', { state: [expect.any(String)] }],
    ['a parcel before the courier', 'Retour', 'prepared', { state: [expect.any(String)] }],
  ])('is refused when it is %s', async (_, label, state, codes) => {
    const { status, json } = await name(await added(), label, state)
    expect([status, json.codes]).toEqual([422, codes])
  })

  test('of nobody is answered 404', async () => {
    expect((await name(999_999, 'Livré', 'out')).status).toBe(404)
  })
})

describe('the file of a courier', () => {
  const HEADINGS = 'Identifiant Marchand\tNom du Destinataire\tTéléphone\tVille\tAdresse\tPrix COD\tRemarques internes'
  const read = (id: number, line: string) => asAdmin('POST', `/api/admin/couriers/${id}/file/template`, { line })
  const FIELDS = ['name', 'phone', 'city', 'address', 'amount']
  const WHOLE = FIELDS.map((field) => ({ heading: field, field }))
  const store = (id: number, columns: object[], accepted = 0) =>
    asAdmin('PUT', `/api/admin/couriers/${id}/file`, { columns, accepted })

  test('has its fields by whole headings; the others ask', async () => {
    const { status, json } = await read(await added(), HEADINGS)
    expect([status, json.columns.map(({ field }: { field: string }) => field)]).toEqual([
      200,
      ['number', 'name', 'phone', 'city', 'address', 'amount', null],
    ])
    expect((await read(999_999, HEADINGS)).status).toBe(404)
    const twice = await read(await added('Autre'), 'Ville;VILLE')
    expect([twice.status, twice.json.code]).toEqual([422, 'column_named_twice'])
  })

  test('is stored with its columns, and accepted once', async () => {
    const id = await added()
    const columns = [...WHOLE, { heading: 'Ouverture', field: 'opening', as: '1/0' }]
    expect((await store(id, columns)).status).toBe(200)
    const stored = async () => (await asAdmin('GET', `/api/admin/couriers/${id}`)).json
    expect(await stored()).toMatchObject({ file_columns: columns, format_accepted_at: null })
    await store(id, columns, 1)
    const { format_accepted_at } = await stored()
    expect(format_accepted_at).toBe(shop.now.toISOString())
    await store(id, columns, 0)
    expect((await stored()).format_accepted_at).toBeNull()
  })

  test('can be tried with an order that was invented', async () => {
    const id = await added()
    const path = `/api/admin/couriers/${id}/example.csv`
    const early = await asAdmin('GET', path)
    expect([early.status, early.json.code]).toEqual([422, 'no_file_columns'])
    await store(id, [...WHOLE, { heading: 'Magasin', field: 'fixed', as: '=Rabat' }])
    const { status, text } = await asAdmin('GET', path)
    const [head, row] = text.split('\r\n')
    expect([status, head, row]).toEqual([
      200,
      '\uFEFFname;phone;city;address;amount;Magasin',
      expect.stringMatching(/^Exemple Client;.*;Casablanca;.*;419[.,]50;'=Rabat$/),
    ])
  })

  test.each(FIELDS)('is refused without %s', async (field) => {
    const { status, json } = await store(
      await added(),
      WHOLE.filter((column) => column.field !== field),
    )
    expect([status, json.codes]).toEqual([422, { columns: ['file_fields_missing'] }])
  })

  test('is refused with a field that there is not, or with no column', async () => {
    const id = await added()
    expect((await store(id, [...WHOLE, { heading: 'Gain', field: 'gain' }])).status).toBe(422)
    expect((await store(id, [])).status).toBe(422)
    expect((await store(999_999, WHOLE)).status).toBe(404)
  })
})
