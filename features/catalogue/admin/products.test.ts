import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { subscribe } from '#platform/db/events.ts'
import { HOUR_MS } from '#platform/kernel/durations.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { queuedBehindLock } from '#test/locks.ts'
import { type Fields, sendForm, typedProduct } from '#test/multipart-form.ts'
import { type Instance, openTestShop, type TestShop } from '#test/test-app.ts'
import { sweepImages } from '../images/drawn-images.ts'
import { listLowStock } from '../index.ts'
import { MAX_PRODUCT_DESCRIPTION } from '../model.ts'

const NO_TEXTS = { Benefit: null, Usage: null, Highlights: null, Precautions: null }

let shop: TestShop
let twin: Instance

beforeAll(async () => {
  shop = await openTestShop()
  twin = await shop.another()
  await shop.addPeople()
})

afterAll(() => shop.close())

/** Each test begins with nothing on sale. */
beforeEach(async () => {
  await shop.db.execute(sql`update products set deleted_at = now() where deleted_at is null`)
})

afterEach(async () => {
  expect(await shop.brokenInvariants()).toEqual([])
})

const asAdmin = (method: string, path: string) =>
  shop.call(method, `/api/admin/products${path}`, { token: shop.tokens.admin })
const create = (change: Fields = {}) => sendForm(shop, '/api/admin/products', typedProduct(change))
const edit = (id: number, change: Fields = {}, by?: Instance) =>
  sendForm(shop, `/api/admin/products/${id}?_method=PUT`, typedProduct(change), by)

async function created(change: Fields = {}): Promise<ProductId> {
  const answer = await create(change)
  expect(answer.status, answer.text).toBe(201)
  return answer.json.ProductID
}

const order = async (id: ProductId, quantity: number, price = 149.5, by?: Instance) =>
  shop.call(
    'POST',
    '/api/orders/create',
    {
      body: {
        product_ids: [id],
        prices: [price],
        priceGain: [price],
        quantities: [quantity],
        customer_id: await shop.addCustomer(),
        promo_code: null,
      },
    },
    by,
  )

const picture = async (colour = '#aa296c', width = 300, height = 200): Promise<Blob> =>
  new File(
    [
      await sharp({ create: { width, height, channels: 3, background: colour } })
        .jpeg()
        .toBuffer(),
    ],
    'photo.jpg',
    { type: 'image/jpeg' },
  )

/** The pictures that the database holds. */
const stored = async (): Promise<string[]> => {
  const { rows } = await shop.db.execute<{ image: string }>(sql`select name as image from images order by name`)
  return rows.map(({ image }) => image)
}

const masterOf = async (image: string) => {
  const { rows } = await shop.db.execute<{ master: Buffer; width: number; height: number }>(
    sql`select master, width, height from images where name = ${image}`,
  )
  return rows[0]!
}

const entries = async (id: ProductId): Promise<number[]> => {
  const { rows } = await shop.db.execute<{ quantity: number }>(
    sql`select quantity from stock_entries where product_id = ${id} order by id`,
  )
  return rows.map(({ quantity }) => quantity)
}

describe('a form that is sent again under its key', () => {
  const key = (name: string) => ({ 'idempotency-key': `${name}-0123456789abcdef` })

  test('makes one product, and leaves no second picture', async () => {
    const fields = typedProduct({ image: await picture() })
    const send = (by?: Instance) => sendForm(shop, '/api/admin/products', fields, by, key('new'))
    const [first, second] = await Promise.all([send(), send(twin)])
    expect([first.status, second.status, first.text]).toEqual([201, 201, second.text])
    const again = await send()
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([201, first.text, 'true'])
    expect(await entries(first.json.ProductID)).toEqual([20])
    expect((await shop.call('GET', '/api/cosmetique')).json).toHaveLength(1)
    expect(await stored()).toEqual([first.json.image])
    const other = typedProduct({ image: await picture('#034f90') })
    expect((await sendForm(shop, '/api/admin/products', other, undefined, key('new'))).status).toBe(422)
  })

  test('changes the stock once', async () => {
    const id = await created()
    const path = `/api/admin/products/${id}?_method=PUT`
    const fields = typedProduct({ StockQuantity: '25', SeenStock: '20' })
    const answers = [1, 2, 3].map(() => sendForm(shop, path, fields, undefined, key('edit')))
    const texts = (await Promise.all(answers)).map(({ status, json }) => [status, json.StockQuantity])
    expect(texts).toEqual([
      [200, 25],
      [200, 25],
      [200, 25],
    ])
    expect(await entries(id)).toEqual([20, 5])
  })
})

describe('a new product', () => {
  test('is answered as it was typed, and a visitor sees it at once, without the distributor price', async () => {
    await shop.call('GET', '/api/cosmetique')
    const answer = await create()
    const product = {
      ProductID: answer.json.ProductID,
      Name: 'Gel nettoyant',
      Description: 'Nettoie en douceur.',
      user_price: 149.5,
      StockQuantity: 20,
      Category: 'Cosmetique',
      image: 'products/sans-image.webp',
    }
    const detail = { ...product, ...NO_TEXTS, images: [product.image] }
    const kept = { ...detail, distributeur_price: 110, Hidden: false, PackItems: [] }
    expect([answer.status, answer.json]).toEqual([201, kept])
    expect((await shop.call('GET', '/api/cosmetique')).json).toEqual([product])
    expect((await shop.call('GET', `/api/products/${product.ProductID}`)).json).toEqual(detail)
    expect(await entries(product.ProductID)).toEqual([20])
  })

  test('has the line breaks that were typed, each counted as one character', async () => {
    const Description = `a\n\nb${'\n'.repeat(MAX_PRODUCT_DESCRIPTION - 5)}c`
    const id = await created({ Description, Usage: 'Matin\nSoir' })
    expect((await shop.call('GET', `/api/products/${id}`)).json).toMatchObject({ Description, Usage: 'Matin\nSoir' })
  })

  test.each([
    ['149', 149],
    ['149.5', 149.5],
    ['149,50', 149.5],
    [' 149.99 ', 149.99],
    ['0.01', 0.01],
    ['999999.99', 999_999.99],
    ['1.15', 1.15],
    ['8,2', 8.2],
  ])('costs what was typed: %j', async (user_price, price) => {
    expect((await create({ user_price, distributeur_price: '0.01' })).json.user_price).toBe(price)
  })

  test.each([
    ['Complément', 'Complément'],
    ['Alimentaire', 'Complément'],
    ['Cosmetique', 'Cosmetique'],
    ['Packs', 'Packs'],
  ])('of the category %s is kept as %s', async (Category, stored) => {
    expect((await create({ Category })).json.Category).toBe(stored)
  })

  const NAME = 'The Name field is required.'
  const BOUNDS = 'Le prix doit être compris entre 0,01 et 999\u00A0999,99 DH.'
  test.each([
    [{ Name: undefined }, { Name: [NAME] }],
    [{ Name: '   ' }, { Name: [NAME] }],
    [{ Name: 'x'.repeat(151) }, { Name: ['The Name field must not be greater than 150 characters.'] }],
    [{ Name: 'a\u0000b' }, { Name: ['The Name field format is invalid.'] }],
    [{ Description: '' }, { Description: ['The Description field is required.'] }],
    [
      { Description: 'x'.repeat(5001) },
      { Description: ['The Description field must not be greater than 5000 characters.'] },
    ],
    [{ user_price: '' }, { user_price: ['The user_price field is required.'] }],
    [{ user_price: 'cent' }, { user_price: ['The user_price field must be a number.'] }],
    [{ user_price: '1e3' }, { user_price: ['The user_price field must be a number.'] }],
    [{ user_price: '-5' }, { user_price: ['The user_price field must be a number.'] }],
    [{ user_price: '1 249' }, { user_price: ['The user_price field must be a number.'] }],
    [{ user_price: '149.555' }, { user_price: ['The user_price field must have at most two decimals.'] }],
    [{ user_price: '0', distributeur_price: '0' }, { user_price: [BOUNDS] }],
    [{ user_price: '1000000' }, { user_price: [BOUNDS] }],
    [{ distributeur_price: '0' }, { distributeur_price: [BOUNDS] }],
    [
      { distributeur_price: '149.51' },
      { distributeur_price: ['Le prix distributeur ne peut pas dépasser le prix client.'] },
    ],
    [{ StockQuantity: '1.5' }, { StockQuantity: ['The StockQuantity field must be an integer.'] }],
    [{ StockQuantity: '-1' }, { StockQuantity: ['The StockQuantity field must be an integer.'] }],
    [{ StockQuantity: '1000001' }, { StockQuantity: ['Le stock ne peut pas dépasser 1\u00A0000\u00A0000 unités.'] }],
    [{ Category: 'Cosmétiques' }, { Category: ['The selected Category is invalid.'] }],
    [{ Category: 'supplement' }, { Category: ['The selected Category is invalid.'] }],
    [{ image: 'products/a.webp' }, { image: ['The image field must be a file.'] }],
  ])('with %j is refused under its field, and nothing is stored', async (change, errors) => {
    const before = [await shop.rowCounts(), stored()]
    const answer = await create(change)
    expect([answer.status, normalised(answer.json.errors)]).toEqual([422, normalised(errors)])
    expect([await shop.rowCounts(), stored()]).toEqual(before)
  })

  const normalised = (errors: object): unknown => JSON.parse(JSON.stringify(errors).replaceAll('\u00A0', ' '))

  test('says of every field at once what it lacks', async () => {
    const answer = await sendForm(shop, '/api/admin/products', { Price: '1' })
    expect(Object.keys(answer.json.errors).sort()).toEqual([
      'Category',
      'Description',
      'Name',
      'StockQuantity',
      'distributeur_price',
      'user_price',
    ])
  })

  test('given a field twice, or as JSON, or no form at all, is refused', async () => {
    const twice = '--b\r\ncontent-disposition: form-data; name="Name"\r\n\r\nx\r\n'.repeat(2)
    const call = (raw: string | Buffer, type: string) =>
      shop.call('POST', '/api/admin/products', {
        token: shop.tokens.admin,
        raw,
        headers: { 'content-type': type },
      })
    const answer = await call(`${twice}--b--\r\n`, 'multipart/form-data; boundary=b')
    expect([answer.status, answer.json.errors.Name[0]]).toEqual([422, 'The Name field must be a string.'])
    expect((await call('{}', 'application/json')).status).toBe(415)
    expect((await call('Name=x', 'application/x-www-form-urlencoded')).status).toBe(415)
    expect((await call(twice, 'multipart/form-data')).status).toBe(400)
    expect((await call('--b\r\ncontent-disp', 'multipart/form-data; boundary=b')).status).toBe(400)
    const proto = '--b\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--\r\n'
    expect((await call(proto, 'multipart/form-data; boundary=b')).status).toBe(400)
    const many = Array.from(
      { length: 40 },
      (_, nth) => `--b\r\ncontent-disposition: form-data; name="f${nth}"\r\n\r\nx\r\n`,
    )
    expect((await call(`${many.join('')}--b--\r\n`, 'multipart/form-data; boundary=b')).status).toBe(413)
  })
})

describe('a picture', () => {
  test('is stored under a name of our own, its pixels alone, no larger than it is ever shown', async () => {
    const { json } = await create({ image: await picture('#aa296c', 3000, 1500) })
    expect(json.image).toMatch(/^products\/[0-9a-f]{32}\.webp$/)
    const { master, width, height } = await masterOf(json.image)
    expect([width, height]).toEqual([960, 480])
    expect(await sharp(master).metadata()).toMatchObject({ format: 'jpeg', width, height })
    const small = (await create({ image: await picture('#aa296c', 30, 20) })).json.image
    expect(await masterOf(small)).toMatchObject({ width: 30, height: 20 })
  })

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('may be %s, whatever it is called', async (format) => {
    const bytes = await sharp({ create: { width: 20, height: 20, channels: 4, background: '#00f8' } })
      .toFormat(format)
      .toBuffer()
    const image = new File([bytes], 'document.pdf', { type: 'application/pdf' })
    expect((await create({ image })).status).toBe(201)
  })

  test('that was not chosen is no picture: a product has one that says so, and keeps its own when edited', async () => {
    const none = new File([], '', { type: 'application/octet-stream' })
    const answer = await create({ image: none })
    expect([answer.status, answer.json.image]).toEqual([201, 'products/sans-image.webp'])
    const own = await edit(answer.json.ProductID, { image: await picture() })
    const edited = await edit(answer.json.ProductID, { Name: 'Autre', image: none })
    expect([edited.status, edited.json.image]).toEqual([200, own.json.image])
  })

  test('that is replaced goes once no product shows it', async () => {
    const first = await created({ image: await picture() })
    const second = await created()
    const { image } = (await shop.call('GET', `/api/products/${first}`)).json
    await shop.db.execute(sql`update products set image = ${image} where id = ${second}`)
    await edit(first, { image: await picture('#045f2e') })
    expect(await stored()).toContain(image)
    const { json } = await edit(second, { image: await picture('#034f90') })
    expect(await stored()).not.toContain(image)
    expect(await stored()).toContain(json.image)
  })

  test('of a product that left the shop stays a day for the carts, and goes then', async () => {
    const { json } = await create({ image: await picture() })
    await shop.call('DELETE', `/api/admin/products/${json.ProductID}`, { token: shop.tokens.admin })
    const sweepAfter = (hours: number) => sweepImages(shop.first.shop, new Date(shop.now.getTime() + hours * HOUR_MS))
    await sweepAfter(23)
    expect(await stored()).toContain(json.image)
    await sweepAfter(25)
    expect(await stored()).not.toContain(json.image)
  })

  test('that is uploaded while others are swept away stays', async () => {
    const ids = await Promise.all(
      ['#aa296c', '#045f2e', '#034f90'].flatMap((colour) => [
        picture(colour).then((image) => created({ image })),
        sweepImages(twin.shop, shop.now).then(() => null),
      ]),
    )
    for (const id of ids.filter((each) => each !== null)) {
      const { image } = (await shop.call('GET', `/api/products/${id}`)).json
      expect(await stored()).toContain(image)
    }
  })

  test('no longer there loses its drawn sizes within the hour; those of the others stay', async () => {
    const { image } = (await create({ image: await picture() })).json
    const folder = join(shop.first.shop.storageDir, 'products')
    mkdirSync(folder, { recursive: true })
    const name = image.slice('products/'.length, -'.webp'.length)
    const current = [`${name}-320.avif`, `${name}-960.webp`, 'sans-image-160.avif']
    const orphans = ['0123abcd-320.avif', '0123abcd.webp', '0123abcd-320.avif.7.0.part', `${name}-320.avif.7.0.part`]
    for (const file of [...current, ...orphans]) writeFileSync(join(folder, file), 'x')
    // Files have the machine's time, not the shop's.
    const sweepAfter = (hours: number) => sweepImages(shop.first.shop, new Date(Date.now() + hours * HOUR_MS))
    await sweepAfter(0)
    expect(readdirSync(folder)).toEqual(expect.arrayContaining([...current, ...orphans]))
    await sweepAfter(2)
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(current))
    expect(readdirSync(folder).filter((file) => orphans.includes(file))).toEqual([])
  })

  test('of a product that was not stored after all is not stored either', async () => {
    const before = await stored()
    await shop.db.execute(sql`alter table products add constraint no_gel check (name <> 'Gel nettoyant') not valid`)
    const failed = await create({ image: await picture() })
    await shop.db.execute(sql`alter table products drop constraint no_gel`)
    expect(failed.status).toBe(500)
    expect(await stored()).toEqual(before)
    const id = await created()
    const refused = await edit(id, { image: await picture(), StockQuantity: '0', SeenStock: '500' })
    expect([refused.status, Object.keys(refused.json.errors)]).toEqual([422, ['StockQuantity']])
    expect((await edit(999_999, { image: await picture() })).status).toBe(404)
    expect(await stored()).toEqual(before)
  })

  test('is decoded while no transaction is open: whoever comes meanwhile finds the only connection free', async () => {
    const narrow = await shop.another({ poolSize: 1 })
    const id = await created()
    const large = await picture('#aa296c', 7000, 5000)
    const order: string[] = []
    const sending = sendForm(shop, '/api/admin/products', typedProduct({ image: large }), narrow).then((answer) => {
      order.push('upload')
      return answer
    })
    for (let nth = 0; nth < 3; nth++) await shop.call('GET', `/api/products/${id}`, {}, narrow)
    order.push('three answers')
    expect((await sending).status).toBe(201)
    expect(order).toEqual(['three answers', 'upload'])
  })

  test('is waited for in a line that ends: what is too much is asked to come later', async () => {
    const sent = await picture()
    const answers = await Promise.all(Array.from({ length: 13 }, () => create({ image: sent })))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 503, 503, 503])
    expect(answers.find(({ status }) => status === 503)!.headers['retry-after']).toBeDefined()
  })
})

describe('an edited product', () => {
  test('is everywhere what it became, its search too', async () => {
    const id = await created()
    const change = { Name: 'Crème Éclat', Description: 'Éclaire.', user_price: '200', distributeur_price: '150,5' }
    const answer = await edit(id, { ...change, StockQuantity: '25', Category: 'Packs' })
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        ProductID: id,
        Name: 'Crème Éclat',
        Description: 'Éclaire.',
        user_price: 200,
        distributeur_price: 150.5,
        StockQuantity: 25,
        Category: 'Packs',
        image: 'products/sans-image.webp',
        images: ['products/sans-image.webp'],
        ...NO_TEXTS,
        Hidden: false,
        PackItems: [],
      },
    ])
    expect((await shop.call('GET', '/api/cosmetique')).json).toEqual([])
    expect((await shop.call('GET', '/api/packs')).json).toHaveLength(1)
    expect((await asAdmin('GET', '?page=1&search=creme%20eclat')).json.total).toBe(1)
    expect((await asAdmin('GET', '?page=1&search=gel')).json.total).toBe(0)
    expect(await entries(id)).toEqual([20, 5])
  })

  test.each(['', '?_method=PATCH', '?_method=', '?method=PUT'])(
    'is not found without its method: « %s »',
    async (query) => {
      const id = await created()
      const answer = await sendForm(shop, `/api/admin/products/${id}${query}`, typedProduct({ Name: 'Autre' }))
      expect([answer.status, answer.json]).toEqual([404, { message: 'Not Found', code: 'not_found' }])
      expect((await shop.call('GET', `/api/products/${id}`)).json.Name).toBe('Gel nettoyant')
    },
  )

  test.each([0, 999_999, 2_147_483_648, '1e1', 'x'])('that is not there (%s) is 404', async (id) => {
    expect((await edit(id as number)).status).toBe(404)
    expect((await asAdmin('DELETE', `/${id}`)).status).toBe(404)
  })

  test.each([
    ['more', 20, 30, 5, 25],
    ['fewer', 20, 5, 5, 0],
    ['as many', 20, 20, 5, 15],
  ])('given %s pieces keeps what was ordered since the form was opened', async (_, shown, typed, ordered, left) => {
    const id = await created()
    expect((await order(id, ordered)).status).toBe(201)
    const answer = await edit(id, { SeenStock: String(shown), StockQuantity: String(typed) })
    expect([answer.status, answer.json.StockQuantity]).toEqual([200, left])
    expect(await entries(id)).toEqual(typed === shown ? [20] : [20, typed - shown])
  })

  test('is refused when orders have taken what the form takes away', async () => {
    const id = await created()
    await order(id, 16)
    const answer = await edit(id, { SeenStock: '20', StockQuantity: '15', Name: 'Autre' })
    expect([answer.status, answer.json.errors.StockQuantity[0]]).toEqual([
      422,
      expect.stringContaining('il en reste 4'),
    ])
    expect(await shop.stockOf(id)).toBe(4)
    expect((await shop.call('GET', `/api/products/${id}`)).json.Name).toBe('Gel nettoyant')
  })

  test('without the stock that the form showed has the stock that was typed', async () => {
    const id = await created()
    await order(id, 5)
    expect((await edit(id, { StockQuantity: '20' })).json.StockQuantity).toBe(20)
    expect(await entries(id)).toEqual([20, 5])
  })

  test('has no more than a shelf holds, however it is said', async () => {
    const id = await created({ StockQuantity: '1000000' })
    expect((await edit(id, { StockQuantity: '1', SeenStock: '0' })).status).toBe(422)
    expect((await edit(id, { StockQuantity: '0', SeenStock: '0' })).json.StockQuantity).toBe(1_000_000)
  })

  test('counts every order that races with its edits', async () => {
    const id = await created({ StockQuantity: '40' })
    const orders = Array.from({ length: 25 }, (_, nth) => order(id, 1, 149.5, nth % 2 ? twin : shop.first))
    const edits = Array.from({ length: 8 }, (_, nth) =>
      edit(id, { SeenStock: '40', StockQuantity: '43' }, nth % 2 ? twin : shop.first),
    )
    const answers = await Promise.all([...orders, ...edits])
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(8).fill(200), ...Array(25).fill(201)])
    expect(await shop.stockOf(id)).toBe(40 - 25 + 8 * 3)
  })

  test('waits for whoever holds it, and counts from what they left', async () => {
    const id = await created()
    const [answer] = await queuedBehindLock(
      shop.db,
      `select from products where id = ${id} for no key update`,
      1,
      () => [edit(id, { StockQuantity: '7' }, twin)],
      async (holder) => {
        await holder.query(`update products set stock = stock - 6 where id = ${id}`)
        await holder.query(`insert into stock_entries (product_id, quantity, entered_at) values (${id}, -6, now())`)
      },
    )
    expect(answer!.json.StockQuantity).toBe(7)
    expect(await entries(id)).toEqual([20, -6, -7])
  })
})

describe('a deleted product', () => {
  test('leaves every list at once and is not ordered any more; orders keep its name', async () => {
    const id = await created()
    const placed = await order(id, 2)
    await shop.call('GET', '/api/cosmetique')
    const answer = await asAdmin('DELETE', `/${id}`)
    expect([answer.status, Object.keys(answer.json)]).toEqual([200, ['message']])
    expect((await shop.call('GET', '/api/cosmetique')).json).toEqual([])
    expect((await shop.call('GET', `/api/products/${id}`)).status).toBe(404)
    expect((await asAdmin('GET', '')).json).toEqual([])
    expect((await order(id, 1)).status).toBe(422)
    expect((await asAdmin('DELETE', `/${id}`)).status).toBe(404)
    expect((await edit(id)).status).toBe(404)
    const [listed] = (await shop.call('GET', '/api/admin/orders', { token: shop.tokens.admin })).json.data
    expect([listed.OrderID, listed.order_items[0].product.Name]).toEqual([placed.json.order.OrderID, 'Gel nettoyant'])
  })

  test('takes back the pieces of its orders', async () => {
    const id = await created()
    const { OrderID } = (await order(id, 2)).json.order
    await asAdmin('DELETE', `/${id}`)
    await shop.call('DELETE', `/api/admin/orders/${OrderID}`, { token: shop.tokens.admin })
    expect(await shop.stockOf(id)).toBe(20)
  })

  test('is ordered or not, never half, when both happen at once', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await created({ Name: `Gel ${round}` })
      const [deleted, ...orders] = await Promise.all([
        asAdmin('DELETE', `/${id}`),
        ...Array.from({ length: 6 }, (_, nth) => order(id, 1, 149.5, nth % 2 ? twin : shop.first)),
      ])
      expect(deleted!.status).toBe(200)
      const placed = orders.filter(({ status }) => status === 201).length
      expect(orders.every(({ status }) => status === 201 || status === 422)).toBe(true)
      expect(await shop.stockOf(id)).toBe(20 - placed)
    }
  })
})

describe('the list', () => {
  const fill = async () => {
    for (const [name, user, stock, category] of [
      ['Crème de nuit', 200, 0, 'cosmetic'],
      ['Lait 100 % doux', 100, 5, 'cosmetic'],
      ['Zinc', 50, 6, 'supplement'],
      ['Éclat, le pack', 300, 80, 'pack'],
    ] as const)
      await shop.addProduct({ name, user, distributor: 40, stock, category })
  }
  const names = async (query: string): Promise<string[]> =>
    (await asAdmin('GET', `?page=1&${query}`)).json.data.map(({ Name }: { Name: string }) => Name)

  test('without a page is all that is on sale, with both prices; with one, a page', async () => {
    await fill()
    const all = (await asAdmin('GET', '')).json
    expect(all).toHaveLength(4)
    expect(all[0]).toMatchObject({ user_price: 300, distributeur_price: 40 })
    const page = (await asAdmin('GET', '?page=2&per_page=3')).json
    expect(page).toMatchObject({ current_page: 2, last_page: 2, per_page: 3, total: 4 })
    expect(page.data.map(({ Name }: { Name: string }) => Name)).toEqual(['Crème de nuit'])
  })

  test.each([
    ['search=CREME', ['Crème de nuit']],
    ['search=eclat', ['Éclat, le pack']],
    ['search=100%20%25', ['Lait 100 % doux']],
    ['search=%25', ['Lait 100 % doux']],
    ['search=_', []],
    ['category=Alimentaire', ['Zinc']],
    ['category=Packs', ['Éclat, le pack']],
    ['stock=out', ['Crème de nuit']],
    ['stock=low', ['Lait 100 % doux', 'Crème de nuit']],
    ['sort=name', ['Crème de nuit', 'Éclat, le pack', 'Lait 100 % doux', 'Zinc']],
    ['sort=-price', ['Éclat, le pack', 'Crème de nuit', 'Lait 100 % doux', 'Zinc']],
    ['sort=stock', ['Crème de nuit', 'Lait 100 % doux', 'Zinc', 'Éclat, le pack']],
    ['sort=newest&category=Cosmetique&stock=low', ['Lait 100 % doux', 'Crème de nuit']],
  ])('asked for %s is %j', async (query, expected) => {
    await fill()
    expect(await names(query)).toEqual(expected)
  })

  test.each(['sort=random', 'stock=none', 'category=Autre', 'page=0', 'per_page=101', 'search=%00'])(
    'does not know %s',
    async (query) => {
      expect((await asAdmin('GET', `?${query}`)).status).toBe(422)
    },
  )

  test('of what is low begins with what is sold out', async () => {
    await fill()
    expect((await listLowStock(shop.db, 10)).map(({ name, stock }) => [name, stock])).toEqual([
      ['Crème de nuit', 0],
      ['Lait 100 % doux', 5],
    ])
    expect(await listLowStock(shop.db, 1)).toHaveLength(1)
  })

  test('is saved as a spreadsheet with the filters of the list', async () => {
    await fill()
    await shop.addProduct({ name: '=HYPERLINK("x")', stock: 9, category: 'pack' })
    const { headers, text } = await asAdmin('GET', '.csv?category=Packs&sort=name')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(text).toMatch(
      /^\uFEFFIdentifiant;Nom;Description;Catégorie;Prix client;Prix distributeur;Stock;Stock à l’export;Export\r\n/,
    )
    const lines = text.split('\r\n')
    expect(lines[1]).toMatch(/^\d+;"'=HYPERLINK\(""x""\)";.*;Packs;149,50;110,00;9;9;export 2026-11-20T12:00:01.000Z$/)
    expect(lines[2]).toMatch(/^\d+;Éclat, le pack;.*;Packs;300,00;40,00;80;80;export .*Z$/)
    expect(lines).toHaveLength(4)
  })
})

test('forms with files have two minutes to arrive, once the door has let their sender in', () => {
  const long = shop.first.app.guardedRoutes.filter(
    ({ url, config }) => url.startsWith('/api/admin/products') && config?.bodySeconds,
  )
  expect(long.map(({ method, url, config }) => [method, url, config!.bodySeconds, config!.access])).toEqual(
    ['/api/admin/products', '/api/admin/products/:id', '/api/admin/products/import'].map((url) => [
      'POST',
      url,
      120,
      { only: ['admin'] },
    ]),
  )
})

describe('the last piece', () => {
  test('is told of by the order that takes it, in its transaction, and by no other', async () => {
    const published: string[] = []
    subscribe(shop.db, 'product sold out', (_, { name }) => void published.push(name))
    const id = await created({ StockQuantity: '3' })
    await order(id, 2)
    expect(published).toEqual([])
    expect((await order(id, 2)).status).toBe(422)
    expect(published).toEqual([])
    await order(id, 1)
    expect(published).toEqual(['Gel nettoyant'])
    await edit(id, { StockQuantity: '4' })
    await edit(id, { StockQuantity: '0' })
    expect(published).toHaveLength(1)
  })

  test('taken beside another product that has too little is not told of', async () => {
    const published: string[] = []
    subscribe(shop.db, 'product sold out', (_, { name }) => void published.push(name))
    const [one, two] = [
      await created({ StockQuantity: '1', Name: 'Un' }),
      await created({ StockQuantity: '2', Name: 'Deux' }),
    ]
    const body = {
      product_ids: [one, two],
      prices: [149.5, 149.5],
      priceGain: [149.5, 149.5],
      quantities: [1, 2],
      customer_id: await shop.addCustomer(),
    }
    const [answer] = await queuedBehindLock(
      shop.db,
      `select from products where id = ${two} for update`,
      1,
      () => [shop.call('POST', '/api/orders/create', { body })],
      ({ query }) => query(`update products set stock = 1 where id = ${two}`),
    )
    expect(answer!.status).toBe(422)
    await shop.db.execute(sql`update products set stock = 2 where id = ${two}`)
    expect(published).toEqual([])
  })
})
