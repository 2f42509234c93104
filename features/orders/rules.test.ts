import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Rates } from '#features/settings/model.ts'
import { CITIES, findCity } from '#platform/kernel/cities.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { centimes, dh } from '#platform/kernel/money.ts'
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts'
import { TEST_RATES } from '#test/test-app.ts'
import { type ORDER_MOVES, ORDER_STATUSES, type OrderStatus, type RequestedLine } from './model.ts'
import {
  type CurrentProduct,
  checkLines,
  deliveryFee,
  type Figures,
  isFinal,
  isOutside,
  isSetBack,
  leftAtAfter,
  maskRecipient,
  mustBeAllowed,
  mustCostWhatWasShown,
  type OrderOrigin,
  orderFigures,
  type PricedLine,
  ratesFor,
} from './rules.ts'

function refusalOf(work: () => unknown): Refusal {
  try {
    work()
  } catch (error) {
    if (isRefusal(error)) return error
    throw error
  }
  throw new Error('It was not refused')
}

const line = (quantity: number, user: number, distributor: number): PricedLine => ({
  quantity,
  userPrice: dh(user),
  distributorPrice: dh(distributor),
})

/** At the rates of the tests, which these figures were worked out with by hand. */
const figuresTo = (origin: OrderOrigin, lines: readonly PricedLine[], city: string, rates = TEST_RATES): Figures =>
  orderFigures(origin, lines, ratesFor(origin, city, rates))

describe('the figures of an order', () => {
  const example = [line(2, 149.5, 110), line(1, 99, 75)]

  test.each<[OrderOrigin, string, Record<string, number>]>([
    ['supplier', 'Casablanca', { subtotal: 295, discount: 0, delivery: 20, total: 315, collected: 418, gain: 103 }],
    ['supplier', 'Fès', { subtotal: 295, discount: 0, delivery: 35, total: 330, collected: 433, gain: 103 }],
    [
      'promo',
      'Casablanca',
      { subtotal: 398, discount: 19.9, delivery: 20, total: 398.1, collected: 398.1, gain: 83.1 },
    ],
    ['promo', 'autre', { subtotal: 398, discount: 19.9, delivery: 35, total: 413.1, collected: 413.1, gain: 83.1 }],
    ['direct', 'Casablanca', { subtotal: 398, discount: 0, delivery: 20, total: 418, collected: 418, gain: 0 }],
    ['direct', 'Rabat', { subtotal: 398, discount: 0, delivery: 35, total: 433, collected: 433, gain: 0 }],
  ])('of two creams and a milk, %s, to %s', (origin, city, expected) => {
    const inCentimes = Object.fromEntries(Object.entries(expected).map(([name, amount]) => [name, dh(amount)]))
    expect(figuresTo(origin, example, city)).toEqual({ ...inCentimes, discountPercent: origin === 'promo' ? 5 : 0 })
  })

  test('a discount larger than the margin takes the whole gain and no more', () => {
    const thin = [line(1, 100, 97)]
    const figures = figuresTo('promo', thin, 'Casablanca')
    expect(figures).toMatchObject({ discount: dh(5), gain: 0, collected: dh(115) })
  })

  test('a discount is rounded once, on the sum, not line by line', () => {
    const three = [line(1, 0.1, 0.1), line(1, 0.1, 0.1), line(1, 0.1, 0.1)]
    expect(figuresTo('promo', three, 'Fès').discount).toBe(2)
    expect(figuresTo('promo', [three[0]!], 'Fès').discount * 3).toBe(3)
  })

  const pricedLine = fc
    .record({
      quantity: fc.integer({ min: 1, max: 1000 }),
      prices: fc.tuple(fc.integer({ min: 1, max: 99_999_999 }), fc.integer({ min: 1, max: 99_999_999 })),
    })
    .map(({ quantity, prices }) => ({
      quantity,
      userPrice: centimes(Math.max(...prices)),
      distributorPrice: centimes(Math.min(...prices)),
    }))
  const cart = fc.array(pricedLine, { minLength: 1, maxLength: 50 })
  const origin = fc.constantFrom<OrderOrigin[]>('supplier', 'promo', 'direct')
  const city = fc.constantFrom(...CITIES)

  test('what the courier collects is what the goods cost us, the gain, the delivery, and what nobody else gets', () => {
    fc.assert(
      fc.property(origin, cart, city, (from, lines, to) => {
        const { collected, gain, delivery, discount } = figuresTo(from, lines, to)
        const cost = lines.reduce((sum, each) => sum + each.quantity * each.distributorPrice, 0)
        const margin = lines.reduce((sum, each) => sum + each.quantity * (each.userPrice - each.distributorPrice), 0)
        const shopMargin = from === 'direct' ? margin : 0
        expect(collected).toBe(cost + gain + delivery + shopMargin - Math.max(0, discount - margin))
      }),
    )
  })

  test('add up, are whole centimes and never negative', () => {
    fc.assert(
      fc.property(origin, cart, city, (from, lines, to) => {
        const figures = figuresTo(from, lines, to)
        for (const amount of Object.values(figures)) expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true)
        expect(figures.total).toBe(figures.subtotal - figures.discount + figures.delivery)
        expect(figures.collected).toBe(from === 'supplier' ? figures.total + figures.gain : figures.total)
        expect(figures.discount).toBe(from === 'promo' ? Math.floor((figures.subtotal * 5 + 50) / 100) : 0)
      }),
    )
  })

  test('the order of the lines changes nothing', () => {
    fc.assert(
      fc.property(origin, cart, city, (from, lines, to) => {
        expect(figuresTo(from, lines.toReversed(), to)).toEqual(figuresTo(from, lines, to))
      }),
    )
  })
})

describe('the cities', () => {
  test('are thirty, each once, « autre » the last', () => {
    expect(CITIES).toHaveLength(30)
    expect(new Set(CITIES).size).toBe(30)
    expect(CITIES.at(-1)).toBe('autre')
    expect(CITIES.slice(0, 3)).toEqual(['Agadir', 'Béni Mellal', 'Berkane'])
  })

  test('are found whatever their accents, case and spaces', () => {
    const spellings = fc.constantFrom<((text: string) => string)[]>(
      (text) => text.toUpperCase(),
      (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, ''),
      (text) => text.normalize('NFD'),
      (text) => `  ${text.replaceAll(' ', '   ')} `,
    )
    fc.assert(fc.property(fc.constantFrom(...CITIES), spellings, (city, spell) => findCity(spell(city)) === city))
  })

  test.each(['', 'Casa', 'Casablancaa', 'Paris', '__proto__', 'constructor', 'autres'])(
    '« %s » is none of them',
    (name) => expect(findCity(name)).toBeNull(),
  )

  test.each([
    ['Casablanca', 20],
    ['CASABLANCA', 20],
    ['  casablânca ', 20],
    ['Rabat', 35],
    ['autre', 35],
    ['Casablanca Sud', 35],
    ['', 35],
  ])('delivery to « %s » costs %d DH', (city, fee) => expect(deliveryFee(city, TEST_RATES)).toBe(dh(fee)))

  const OTHERS: Rates = { fees: { Casablanca: dh(20), Rabat: dh(25.5) }, otherFee: dh(35), discountPercent: 7 }

  test('a city that costs something else is one line of the rates', () => {
    expect([deliveryFee('RABAT', OTHERS), deliveryFee('Fès', OTHERS)]).toEqual([dh(25.5), dh(35)])
    expect(figuresTo('promo', [line(1, 100, 80)], 'Rabat', OTHERS)).toMatchObject({ discount: dh(7), total: dh(118.5) })
  })
})

describe('the total that a page showed', () => {
  test('is what the order costs, or the order is refused with today’s', () => {
    expect(() => mustCostWhatWasShown(dh(184.5), dh(184.5))).not.toThrow()
    expect(refusalOf(() => mustCostWhatWasShown(dh(179.5), dh(184.5))).fields).toEqual({
      total: [{ code: 'total_changed', message: 'Le total a changé\u00A0: 184,50\u00A0DH.' }],
    })
  })

  test('is not asked of callers that show none', () => {
    expect(() => mustCostWhatWasShown(null, dh(184.5))).not.toThrow()
  })
})

describe('the life of an order', () => {
  const allowed: Record<keyof typeof ORDER_MOVES, Record<OrderStatus, string>> = {
    admin: {
      pending: 'pending assigned in_transit delivered cancelled delete',
      assigned: 'pending assigned in_transit delivered cancelled',
      in_transit: 'pending assigned in_transit delivered cancelled',
      delivered: '',
      cancelled: '',
    },
    supplier: {
      pending: 'edit delete',
      assigned: 'edit delete',
      in_transit: 'edit delete',
      delivered: '',
      cancelled: 'delete',
    },
  }
  const cases = (['admin', 'supplier'] as const).flatMap((role) =>
    ORDER_STATUSES.flatMap((status) =>
      ([...ORDER_STATUSES, 'edit', 'delete'] as const).map((act) => [role, status, act] as const),
    ),
  )

  test.each(cases)('%s, an order that is %s: %s', (role, status, act) => {
    if (allowed[role][status].split(' ').includes(act)) mustBeAllowed(role, status, act)
    else expect(refusalOf(() => mustBeAllowed(role, status, act)).kind).toBe('conflict')
  })

  test.each([
    ['admin', 'assigned', 'delete', 'Seule une commande «\u00A0en attente\u00A0» peut être supprimée.'],
    ['supplier', 'delivered', 'delete', 'Une commande livrée ne peut pas être supprimée.'],
    ['admin', 'cancelled', 'pending', 'La commande est déjà annulée\u00A0: son statut ne change plus.'],
    ['supplier', 'delivered', 'edit', 'La commande est déjà livrée\u00A0: son statut ne change plus.'],
  ] as const)('%s, %s, %s: « %s »', (role, status, act, sentence) =>
    expect(refusalOf(() => mustBeAllowed(role, status, act)).message).toBe(sentence),
  )

  test('is over for two of them', () => {
    expect(ORDER_STATUSES.filter(isFinal)).toEqual(['delivered', 'cancelled'])
  })

  test('takes a parcel back from its courier when the order leaves « en transit » for an earlier status', () => {
    const setBack = ORDER_STATUSES.flatMap((from) =>
      ORDER_STATUSES.filter((to) => isSetBack(from, to)).map((to) => [from, to]),
    )
    expect(setBack).toEqual([
      ['in_transit', 'pending'],
      ['in_transit', 'assigned'],
    ])
  })

  const [morning, evening] = [new Date('2026-11-20T08:00:00Z'), new Date('2026-11-20T18:00:00Z')]

  test('leaves the house with the first en transit, and never left when it is set back', () => {
    const next = (status: OrderStatus) => [leftAtAfter(status, null, evening), leftAtAfter(status, morning, evening)]
    expect(Object.fromEntries(ORDER_STATUSES.map((status) => [status, next(status)]))).toEqual({
      pending: [null, null],
      assigned: [null, null],
      in_transit: [evening, morning],
      delivered: [null, morning],
      cancelled: [null, morning],
    })
  })

  test('has its pieces outside from then on, until they are counted or it is delivered', () => {
    const outside = ORDER_STATUSES.filter((status) => isOutside({ status, leftAt: morning, piecesBackAt: null }))
    expect(outside).toEqual(ORDER_STATUSES.filter((status) => status !== 'delivered'))
    for (const status of ORDER_STATUSES) {
      expect(isOutside({ status, leftAt: null, piecesBackAt: null })).toBe(false)
      expect(isOutside({ status, leftAt: morning, piecesBackAt: evening })).toBe(false)
    }
  })
})

test.each([
  ['Nadia Bennani', 'Nadia B.'],
  ['Nadia el alaoui', 'Nadia A.'],
  ['Nadia 🌸', 'Nadia'],
  ['Nadia Bennani 🌸', 'Nadia B.'],
  ['فاطمة الزهراء', 'فاطمة ا.'],
  ['Nadia', 'Nadia'],
])('%s is %s to whom her name is not shown', (name, masked) => {
  expect(maskRecipient({ name, phone: '0612345678', city: 'Rabat' }).name).toBe(masked)
})

describe('the lines that a browser saw', () => {
  const product = (id: number, stock: number): CurrentProduct => ({
    id: id as ProductId,
    name: `Produit ${id}`,
    stock,
    userPrice: dh(100 + id),
    distributorPrice: dh(80 + id),
  })
  const today = new Map([product(1, 5), product(2, 0), product(3, 1000)].map((each) => [each.id, each]))
  const requested = (id: number, quantity: number, changes: Partial<RequestedLine> = {}): RequestedLine => ({
    productId: id as ProductId,
    quantity,
    price: dh(100 + id),
    userPrice: dh(100 + id),
    ...changes,
  })

  test('are taken at today’s prices when they are today’s', () => {
    const lines = checkLines([requested(3, 1000), requested(1, 5)], today, false)
    expect(lines.map(({ id, quantity, userPrice }) => [id, quantity, userPrice])).toEqual([
      [3, 1000, dh(103)],
      [1, 5, dh(101)],
    ])
  })

  test('a supplier’s are compared with the distributor price, its gain with the public one', () => {
    expect(checkLines([requested(1, 1, { price: dh(81) })], today, true)).toHaveLength(1)
    expect(refusalOf(() => checkLines([requested(1, 1)], today, true)).fields).toEqual({
      'prices.0': [{ code: 'price_changed', message: 'Le prix de Produit 1 a changé.' }],
    })
    expect(
      refusalOf(() => checkLines([requested(1, 1, { price: dh(81), userPrice: dh(81) })], today, true)).fields,
    ).toEqual({ 'priceGain.0': [{ code: 'price_changed', message: 'Le prix de Produit 1 a changé.' }] })
  })

  test('a visitor does not get the distributor price', () => {
    expect(refusalOf(() => checkLines([requested(1, 1, { price: dh(81) })], today, false)).fields).toEqual({
      'prices.0': [{ code: 'price_changed', message: 'Le prix de Produit 1 a changé.' }],
    })
  })

  test('every wrong one is named under its own field, all at once', () => {
    const refusal = refusalOf(() =>
      checkLines(
        [
          requested(1, 6),
          requested(2, 1),
          requested(9, 1),
          requested(3, 1, { price: centimes(1), userPrice: centimes(2) }),
        ],
        today,
        false,
      ),
    )
    expect(refusal.kind).toBe('invalid')
    expect(refusal.message).toBe('Il ne reste que 5 unités en stock.')
    expect(refusal.fields).toEqual({
      'quantities.0': [{ code: 'stock_short', message: 'Il ne reste que 5 unités en stock.' }],
      'quantities.1': [{ code: 'stock_short', message: 'Il ne reste que 0 unités en stock.' }],
      'product_ids.2': [{ code: 'product_gone', message: 'Ce produit n’est plus en vente.' }],
      'prices.3': [{ code: 'price_changed', message: 'Le prix de Produit 3 a changé.' }],
      'priceGain.3': [{ code: 'price_changed', message: 'Le prix de Produit 3 a changé.' }],
    })
  })

  test('pass if and only if price, public price and stock all are as they were seen', () => {
    const near = (around: number) => fc.integer({ min: around - 1, max: around + 1 }).map(centimes)
    fc.assert(
      fc.property(near(10_100), near(10_100), fc.integer({ min: 1, max: 8 }), (price, userPrice, quantity) => {
        const good = price === 10_100 && userPrice === 10_100 && quantity <= 5
        const check = () => checkLines([requested(1, quantity, { price, userPrice })], today, false)
        if (good) expect(check()).toHaveLength(1)
        else expect(refusalOf(check).kind).toBe('invalid')
      }),
    )
  })
})
