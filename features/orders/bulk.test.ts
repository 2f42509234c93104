import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProductId } from '#platform/kernel/ids.ts'
import { reversedWords, textsOf } from '#test/pdf-text.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'

let shop: TestShop
let cream: ProductId

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  cream = await shop.addProduct({ name: 'Crème à l’huile d’argan' })
})

afterAll(() => shop.close())

const asAdmin = (method: string, path: string, body?: unknown, instance = shop.first) =>
  shop.call(
    method,
    `/api/admin/${path}`,
    { token: shop.tokens.admin, ...(body === undefined ? {} : { body }) },
    instance,
  )

async function order({ by, quantity = 1, product = cream, ...recipient }: Placed = {}): Promise<number> {
  const token = by && shop.tokens[by]
  const body = {
    product_ids: [product],
    prices: [by ? 110 : 149.5],
    priceGain: [149.5],
    quantities: [quantity],
    customer_id: await shop.addCustomer(recipient, { token }),
  }
  return (await shop.call('POST', '/api/orders/create', { token, body })).json.order.OrderID
}

interface Placed {
  by?: 'sara'
  quantity?: number
  product?: ProductId
  name?: string
  address?: string
  city?: string
}

const move = (id: number, CurrentStatus: string, Reason?: string) =>
  asAdmin('PUT', `orders/${id}/tracking`, { CurrentStatus, Reason })

describe('several orders moved at once', () => {
  const moveAll = (ids: readonly unknown[], CurrentStatus: string, more: object = {}, instance = shop.first) =>
    asAdmin('PUT', 'orders/tracking', { ids, CurrentStatus, ...more }, instance)

  test('each has a result of its own, in ascending number, and one that cannot go holds up no other', async () => {
    const [first, delivered, deleted, last] = [await order(), await order(), await order(), await order()]
    await move(delivered, 'livré')
    await asAdmin('DELETE', `orders/${deleted}`)
    const { status, json } = await moveAll([last, deleted, delivered, first, 999_999], 'en transit')
    expect(status).toBe(200)
    expect(json).toEqual({
      results: [
        { OrderID: first, ok: true, status: 'en transit' },
        {
          OrderID: delivered,
          ok: false,
          status: 'livré',
          message: 'La commande est déjà livrée\u00A0: son statut ne change plus.',
        },
        { OrderID: deleted, ok: false, status: null, message: 'Cette commande n’existe pas.' },
        { OrderID: last, ok: true, status: 'en transit' },
        { OrderID: 999_999, ok: false, status: null, message: 'Cette commande n’existe pas.' },
      ],
    })
  })

  test('cancelling gives the pieces back and keeps the reason; the log names who did it, once for each order', async () => {
    const product = await shop.addProduct({ stock: 10 })
    const ids = [await order({ product, quantity: 3 }), await order({ product, quantity: 2 })]
    expect(await shop.stockOf(product)).toBe(5)
    await moveAll(ids, 'annulé', { Reason: 'rupture' })
    expect(await shop.stockOf(product)).toBe(10)
    const { rows } = await shop.db.execute<{ reason: string; entries: number }>(sql`
      select cancel_reason as reason, (select count(*)::int from audit_entries
        where subject = 'order' and subject_id = orders.id and actor_id = ${shop.ids.admin}) as entries
      from orders where id in ${ids}`)
    expect(rows).toEqual([
      { reason: 'out_of_stock', entries: 1 },
      { reason: 'out_of_stock', entries: 1 },
    ])
  })

  test('two admins who move the same orders at once each get a true result for every one', async () => {
    const product = await shop.addProduct({ stock: 100 })
    const ids: number[] = []
    for (let nth = 0; nth < 12; nth++) ids.push(await order({ product }))
    const other = await shop.another()
    const [delivering, cancelling] = await Promise.all([
      moveAll(ids, 'livré'),
      moveAll(ids.toReversed(), 'annulé', {}, other),
    ])
    const okOf = ({ json }: typeof delivering) => json.results.map(({ ok }: { ok: boolean }) => ok)
    expect(okOf(cancelling)).toEqual(okOf(delivering).map((ok: boolean) => !ok))
    const { rows } = await shop.db.execute<{ status: string }>(
      sql`select status from orders where id in ${ids} order by id`,
    )
    expect(rows.map(({ status }) => status === 'delivered')).toEqual(okOf(delivering))
    const cancelled = okOf(cancelling).filter(Boolean).length
    expect(await shop.stockOf(product)).toBe(100 - 12 + cancelled)
    expect(await shop.brokenInvariants()).toEqual([])
    await shop.closeOne(other)
  })

  test.each([
    ['no order', { ids: [], CurrentStatus: 'livré' }],
    ['one named twice', { ids: [1, 1], CurrentStatus: 'livré' }],
    ['101 of them', { ids: Array.from({ length: 101 }, (_, nth) => nth + 1), CurrentStatus: 'livré' }],
    ['what is no number', { ids: ['1'], CurrentStatus: 'livré' }],
    ['an unknown status', { ids: [1], CurrentStatus: 'delivered' }],
    ['an unknown reason', { ids: [1], CurrentStatus: 'annulé', Reason: 'parce que' }],
    ['no status', { ids: [1] }],
  ])('%s is refused, and moves nothing', async (_, body) => {
    expect((await asAdmin('PUT', 'orders/tracking', body)).status).toBe(422)
  })
})

describe('payments of several orders settled at once', () => {
  const settleAll = (ids: readonly unknown[], PaymentStatus: string) =>
    asAdmin('PUT', 'orders/payment-status', { ids, PaymentStatus })

  test('each has a result of its own: delivered ones are paid and dated, the others say why not', async () => {
    const [paid, waiting, last] = [await order(), await order(), await order()]
    await move(paid, 'livré')
    await move(last, 'livré')
    const { status, json } = await settleAll([last, waiting, paid, 999_999], 'payé')
    expect(status).toBe(200)
    expect(json.results.map(({ OrderID, ok }: { OrderID: number; ok: boolean }) => [OrderID, ok])).toEqual([
      [paid, true],
      [waiting, false],
      [last, true],
      [999_999, false],
    ])
    expect(json.results[1].message).toBe('Seule une commande livrée peut être payée ou non payée.')
    const { rows } = await shop.db.execute<{ payment: string; dated: boolean }>(sql`
      select payment, paid_at is not null as dated from orders where id in ${[paid, waiting, last]} order by id`)
    expect(rows).toEqual([
      { payment: 'paid', dated: true },
      { payment: 'pending', dated: false },
      { payment: 'paid', dated: true },
    ])
  })

  test('those whose money came with the news are delivered and paid together; one that is over is neither', async () => {
    const [onItsWay, delivered, cancelled] = [await order(), await order(), await order()]
    await move(onItsWay, 'en transit')
    await move(delivered, 'livré')
    await move(cancelled, 'annulé')
    const body = { ids: [onItsWay, delivered, cancelled], PaymentStatus: 'payé', deliver: true }
    const { json } = await asAdmin('PUT', 'orders/payment-status', body)
    expect(json.results.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, false, false])
    const { rows } = await shop.db.execute<{ status: string; payment: string }>(
      sql`select status, payment from orders where id in ${body.ids} order by id`,
    )
    expect(rows).toEqual([
      { status: 'delivered', payment: 'paid' },
      { status: 'delivered', payment: 'pending' },
      { status: 'cancelled', payment: 'pending' },
    ])
    expect(await shop.brokenInvariants()).toEqual([])
  })

  test.each([
    ['no order', { ids: [], PaymentStatus: 'payé' }],
    ['what is delivered and not paid', { ids: [1], PaymentStatus: 'annulé', deliver: true }],
    ['a pasted list to deliver', { numbers: '1', PaymentStatus: 'payé', deliver: true }],
    ['one named twice', { ids: [1, 1], PaymentStatus: 'payé' }],
    ['101 of them', { ids: Array.from({ length: 101 }, (_, nth) => nth + 1), PaymentStatus: 'payé' }],
    ['a payment set back', { ids: [1], PaymentStatus: 'en attente' }],
  ])('%s is refused, and settles nothing', async (_, body) => {
    expect((await asAdmin('PUT', 'orders/payment-status', body)).status).toBe(422)
  })
})

describe('delivery notes', () => {
  const note = async (id: number) => {
    const answer = await shop.first.app.inject({
      url: `/api/admin/orders/${id}/bon-de-livraison.pdf`,
      headers: { authorization: `Bearer ${shop.tokens.admin}` },
    })
    return { ...answer, texts: answer.statusCode === 200 ? textsOf(answer.rawPayload).join('\n') : '' }
  }
  const notes = async (ids: readonly number[]) => {
    const answer = await shop.first.app.inject({
      method: 'POST',
      url: '/api/admin/orders/bons-de-livraison.pdf',
      headers: { authorization: `Bearer ${shop.tokens.admin}` },
      payload: { ids },
    })
    return { status: answer.statusCode, texts: answer.statusCode === 200 ? textsOf(answer.rawPayload) : [] }
  }

  test('says who gets what and what to collect', async () => {
    const id = await order({ name: 'Zineb Aït Élhadj', quantity: 12, city: 'Fès' })
    const { statusCode, headers, texts } = await note(id)
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('application/pdf')
    expect(headers['content-disposition']).toBe(`attachment; filename="bon-de-livraison-${id}.pdf"`)
    expect(headers['cache-control']).toMatch(/no-store/)
    for (const sentence of [
      'Rosalia',
      'Bon de livraison',
      `Commande ${id}`,
      'Zineb Aït Élhadj',
      '06\u00A012\u00A034\u00A056\u00A078',
      '1, rue des Fleurs',
      'Fès',
      'Crème à l’huile d’argan',
      '149,50\u00A0DH',
      '1\u00A0794,00\u00A0DH',
      'À encaisser',
      '1\u00A0829,00\u00A0DH',
      'Paiement à la livraison',
      `Commande ${id} · page 1 sur 1`,
    ])
      expect(texts).toContain(sentence)
  })

  test('says in Arabic what was written in Arabic', async () => {
    const product = await shop.addProduct({ name: 'صابون بلدي' })
    const id = await order({ name: 'فاطمة بنعلي', address: 'حي الرياض, rue 12', product })
    const { texts } = await note(id)
    for (const sentence of ['فاطمة بنعلي', 'صابون بلدي']) expect(texts).toContain(reversedWords(sentence))
    expect(texts).toContain(`rue 12 ,\n${reversedWords('حي الرياض')}`)
  })

  test('says nothing of what a supplier pays, earns or is', async () => {
    const { texts } = await note(await order({ by: 'sara', quantity: 2 }))
    // Two pieces at 149,50 and 20 of delivery; the supplier pays 110 a piece and gains 79.
    expect(texts).toContain('319,00\u00A0DH')
    for (const secret of ['110,00', '220,00', '79,00', 'Nom sara', 'F-1001', '0600000000', '06\u00A000'])
      expect(texts).not.toContain(secret)
  })

  test('fifty products take more pages, and the amount is there once', async () => {
    const products: ProductId[] = []
    for (let nth = 1; nth <= 50; nth++) products.push(await shop.addProduct({ name: `Produit numéro ${nth}` }))
    const body = {
      product_ids: products,
      prices: products.map(() => 149.5),
      priceGain: products.map(() => 149.5),
      quantities: products.map(() => 1),
      customer_id: await shop.addCustomer(),
    }
    const call = { token: shop.tokens.admin, body }
    const id = (await shop.call('POST', '/api/orders/create', call)).json.order.OrderID
    const { texts } = await note(id)
    for (let nth = 1; nth <= 50; nth++) expect(texts).toContain(`Produit numéro ${nth}\n`)
    expect(texts.match(/À encaisser/g)).toHaveLength(1)
    expect(texts).toContain(`Commande ${id} · page 3 sur 3`)
  })

  test('several come in one file, each beginning on its own page; cancelled and deleted orders are left out, which the first page says', async () => {
    const [first, second, cancelled, deleted] = [await order(), await order(), await order(), await order()]
    await move(cancelled, 'annulé')
    await asAdmin('DELETE', `orders/${deleted}`)
    const { status, texts } = await notes([second, cancelled, deleted, first])
    expect(status).toBe(200)
    expect(texts.filter((text) => /^Commande \d+$/.test(text))).toEqual([`Commande ${first}`, `Commande ${second}`])
    const before = texts.indexOf('Bon de livraison')
    expect(texts.slice(0, before)).toEqual(
      expect.arrayContaining([
        '2 commandes sans bon',
        `${cancelled}, ${deleted}`,
        'Cette page n’est pas pour le livreur.',
      ]),
    )
    expect((await notes([first, second])).texts.some((text) => text.includes('sans bon'))).toBe(false)
    expect(texts.filter((text) => / · page /.test(text))).toEqual([
      `Commande ${first} · page 1 sur 1`,
      `Commande ${second} · page 1 sur 1`,
    ])
    expect((await note(cancelled)).statusCode).toBe(409)
    expect((await notes([cancelled, deleted])).status).toBe(409)
    expect((await note(deleted)).statusCode).toBe(404)
    expect((await note(999_999)).statusCode).toBe(404)
    expect((await notes([])).status).toBe(422)
  })
})

describe('rates of delivery', () => {
  const rates = async (query: string) => (await asAdmin('GET', `delivery-rates?per_page=100&${query}`)).json
  const only = (rows: { name: string }[], name: string) => rows.find((row) => row.name === name)

  test('count what became of orders by city, product and supplier', async () => {
    const product = await shop.addProduct({ name: 'Gommage au sel' })
    const place = (city: string, by?: 'sara') => order({ product, city, ...(by ? { by } : {}) })
    const states = ['livré', 'livré', 'livré', 'annulé', 'annulé', 'en transit']
    for (const [nth, state] of states.entries()) {
      const id = await place('Dakhla', nth < 2 ? 'sara' : undefined)
      if (nth === 3) await move(id, 'en transit')
      await move(id, state)
    }
    await asAdmin('DELETE', `orders/${await place('Dakhla')}`)
    await place('Guelmim')

    const cities = await rates('by=city&days=30')
    const dakhla = { key: 'Dakhla', name: 'Dakhla', orders: 6, delivered: 3, cancelled: 2, refused: 1 }
    expect(only(cities.data, 'Dakhla')).toEqual(dakhla)
    expect(only(cities.data, 'Guelmim')).toMatchObject({ orders: 1, delivered: 0, cancelled: 0 })
    const products = await rates('by=product&days=365')
    expect(only(products.data, 'Gommage au sel')).toMatchObject({ key: String(product), orders: 7, delivered: 3 })
    const suppliers = await rates('by=supplier')
    expect(only(suppliers.data, 'Nom sara (F-1001)')).toMatchObject({ key: String(shop.ids.sara) })
  })

  test('reach back over the days that are asked for, ninety unless told', async () => {
    const id = await order({ city: 'Taza' })
    const placedAgo = (days: number) =>
      shop.db.execute(sql`
        update orders set created_at = ${shop.now.toISOString()}::timestamptz - ${days} * interval '1 day' where id = ${id}`)
    const counted = async (days: string) => only((await rates(`by=city${days}`)).data, 'Taza') !== undefined
    await placedAgo(31)
    expect([await counted('&days=30'), await counted(''), await counted('&days=365')]).toEqual([false, true, true])
    await placedAgo(91)
    expect([await counted(''), await counted('&days=365')]).toEqual([false, true])
  })

  test('are sorted and paged; those that are not known come last', async () => {
    for (const sort of ['-delivered', 'delivered', '-refused', 'refused']) {
      const { data, total } = await rates(`by=city&days=365&sort=${sort}`)
      expect(data).toHaveLength(total)
      const field = sort.replace('-', '')
      const shares = data.map((row: Record<string, number>) => row[field]! / (row.delivered! + row.cancelled!))
      const known = shares.filter((share: number) => !Number.isNaN(share))
      expect(shares.slice(0, known.length)).toEqual(known)
      expect(known).toEqual(known.toSorted((a: number, b: number) => (sort.startsWith('-') ? b - a : a - b)))
    }
    const { data: whole } = await rates('by=city&days=365')
    expect(whole.map(({ orders }: { orders: number }) => orders)).toEqual(
      whole.map(({ orders }: { orders: number }) => orders).toSorted((a: number, b: number) => b - a),
    )
    const second = (await asAdmin('GET', 'delivery-rates?by=city&days=365&per_page=1&page=2')).json
    expect(second).toMatchObject({ data: [whole[1]], current_page: 2, last_page: whole.length, total: whole.length })
  })

  test('come as a file too', async () => {
    const { text } = await asAdmin('GET', 'delivery-rates.csv?by=city&days=30')
    expect(text).toMatch(/^\uFEFFVille;Commandes;Livrées;Refusées ou revenues;Annulées avant l’envoi\r\n/)
    expect(text).toContain('\r\nDakhla;6;3;1;1\r\n')
  })

  test.each(['by=client', 'days=2', 'sort=city', 'page=0'])('the question « %s » is refused', async (query) => {
    expect((await asAdmin('GET', `delivery-rates?${query}`)).status).toBe(422)
  })
})
