import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AssessedOrder, assess, type OrderOfPhone } from './rules.ts'

const now = new Date('2026-11-23T10:00:00Z')
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

const order = (changed: Partial<AssessedOrder> = {}): AssessedOrder => ({
  phone: '0661239874',
  address: '12, rue Ibn Batouta',
  city: 'Casablanca',
  createdAt: now,
  hasConfirmedHerself: false,
  lines: [{ productId: 1, quantity: 2 }],
  ...changed,
})

let next = 100
const other = (end: OrderOfPhone['end'], changed: Partial<OrderOfPhone> = {}): OrderOfPhone => ({
  id: next++,
  createdAt: ago(24 * 30),
  end,
  productIds: [2],
  ...changed,
})

const sentences = (looked: AssessedOrder, others: readonly OrderOfPhone[], at = now) =>
  assess(looked, others, at).points.map(({ label }) => label)

describe('the light of an order', () => {
  test('is green of a shop without a past, and says nothing', () => {
    expect(assess(order(), [], now)).toEqual({ light: 'green', points: [] })
  })

  test('a family’s phone with three deliveries and one refusal is green', () => {
    const family = [other('delivered'), other('delivered'), other('delivered'), other('refused', { id: 9 })]
    expect(assess(order(), family, now)).toEqual({
      light: 'green',
      points: [
        { value: -6, label: 'Déjà livrée 3\u00A0fois à ce numéro.' },
        { value: 3, label: 'Refusée à la livraison 1\u00A0fois à ce numéro (n°\u00A09 le 24\u00A0oct.).' },
      ],
    })
  })

  test('two refusals are red, with their numbers first', () => {
    const { light, points } = assess(
      order({ address: 'Maârif' }),
      [other('refused', { id: 871 }), other('refused', { id: 902, createdAt: ago(24 * 13) })],
      now,
    )
    expect([light, points.map(({ label }) => label)]).toEqual([
      'red',
      [
        'Refusée à la livraison 2\u00A0fois à ce numéro (n°\u00A0871 le 24\u00A0oct., n°\u00A0902 le 10\u00A0nov.).',
        'Adresse de 6\u00A0lettres.',
      ],
    ])
  })

  test('an address of one letter is told in the singular', () => {
    const { points } = assess(order({ address: 'X' }), [], now)
    expect(points.map(({ label }) => label)).toEqual(['Adresse de 1\u00A0lettre.'])
  })

  test.each<[string, Partial<AssessedOrder>, OrderOfPhone[], number]>([
    ['a number noted as wrong', {}, [other('wrong_number')], 4],
    ['an order that ended unreachable', {}, [other('unreachable')], 2],
    ['another reason says nothing', {}, [other('cancelled')], 0],
    ['the same product in an open order of today', {}, [other(null, { createdAt: ago(2), productIds: [1] })], 3],
    ['the same product a day before', {}, [other(null, { createdAt: ago(24), productIds: [1] })], 0],
    ['another product in an open order', {}, [other(null, { createdAt: ago(2) })], 0],
    ['the third order of an hour', {}, [other(null, { createdAt: ago(0.5) }), other(null, { createdAt: ago(0.9) })], 2],
    [
      'the third order of two hours',
      {},
      [other(null, { createdAt: ago(0.5) }), other(null, { createdAt: ago(1.1) })],
      0,
    ],
    ['her own confirmation', { hasConfirmedHerself: true }, [], -3],
    ['one digit six times', { phone: '0666666123' }, [], 4],
    ['the digits in their order', { phone: '0612345678' }, [], 4],
    ['a number from abroad', { phone: '33612985471' }, [], 2],
    ['an address of nine letters', { address: 'rue Hafsi' }, [], 1],
    ['an address of ten', { address: 'rue Hafsia' }, [], 0],
    ['a long city instead of an address', { address: ' casablanca' }, [], 1],
    ['six pieces', { lines: [{ productId: 1, quantity: 6 }] }, [], 2],
    ['five pieces', { lines: [{ productId: 1, quantity: 5 }] }, [], 0],
  ])('%s', (_, changed, others, points) => {
    const sum = assess(order(changed), others, now).points.reduce((total, { value }) => total + value, 0)
    expect(sum).toBe(points)
  })

  test('follows from the sum of its points, whatever they are', () => {
    const ends = fc.constantFrom<OrderOfPhone['end']>(
      'delivered',
      'refused',
      'wrong_number',
      'unreachable',
      'cancelled',
      null,
    )
    const others = fc.array(
      fc.record({
        id: fc.nat(),
        createdAt: fc.date({ min: new Date(0), max: now, noInvalidDate: true }),
        end: ends,
        productIds: fc.constant([1]),
      }),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(others, fc.string(), fc.integer({ min: 1, max: 1000 }), (past, address, quantity) => {
        const { light, points } = assess(order({ address, lines: [{ productId: 1, quantity }] }), past, now)
        const sum = points.reduce((total, { value }) => total + value, 0)
        expect(light).toBe(sum >= 5 ? 'red' : sum >= 2 ? 'orange' : 'green')
      }),
    )
  })

  test.each([
    [0, 'il y a 1\u00A0minute'],
    [59, 'il y a 59\u00A0minutes'],
    [60, 'il y a 1\u00A0heure'],
    [23 * 60, 'il y a 23\u00A0heures'],
    [49 * 60, 'il y a 2\u00A0jours'],
  ])('tells how long ago the same product was ordered: %i minutes', (minutes, words) => {
    const same = other(null, { id: 1040, productIds: [1] })
    const at = new Date(same.createdAt.getTime() + minutes * 60_000)
    expect(sentences(order({ createdAt: same.createdAt }), [same], at)).toEqual([
      `Même produit commandé ${words} (n°\u00A01040).`,
    ])
  })

  test('knows neither name nor place', () => {
    expect(sentences(order({ city: 'Laâyoune' }), [])).toEqual(sentences(order(), []))
  })
})
