import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#platform/kernel/durations.ts'
import { addDeliveries, type Deliveries } from '#test/deliveries.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { expectedDates } from './queries.ts'
import { datesInWords } from './rules.ts'

const NB = '\u00A0'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})

afterAll(() => shop.close())

/** Local days before today's noon. */
const daysAgo = (days: number) => new Date(shop.now.getTime() - days * DAY_MS)

const deliver = (deliveries: Deliveries) => addDeliveries(shop.db, deliveries)

/** Noon of Friday, 20 November. */
const datesOf = (city: string) => expectedDates(shop.db, { city, placed: shop.now }, shop.now)

describe('the deliveries of a city name dates', () => {
  test('from the twentieth on', async () => {
    await deliver({ count: 19, city: 'Rabat', placed: daysAgo(30), days: 3 })
    expect(await datesOf('Rabat')).toBeNull()
    await deliver({ count: 1, city: 'Rabat', placed: daysAgo(30), days: 3 })
    expect(await datesOf('Rabat')).toBe(`dimanche${NB}22 ou lundi${NB}23${NB}novembre`)
    expect(await datesOf('Tanger')).toBeNull()
  })

  test('within which eight of ten arrived', async () => {
    await deliver({ count: 16, city: 'Fès', placed: daysAgo(30), days: 2 })
    await deliver({ count: 4, city: 'Fès', placed: daysAgo(30), days: 9 })
    expect(await datesOf('Fès')).toBe(`samedi${NB}21 ou dimanche${NB}22${NB}novembre`)
    // Sixteen of twenty-one are fewer than eight of ten.
    await deliver({ count: 1, city: 'Fès', placed: daysAgo(30), days: 6 })
    expect(await datesOf('Fès')).toBe(`mercredi${NB}25 ou jeudi${NB}26${NB}novembre`)
  })

  test('of the last ninety days', async () => {
    await deliver({ count: 20, city: 'Safi', placed: daysAgo(90), days: 1 })
    await deliver({ count: 19, city: 'Safi', placed: daysAgo(89), days: 5 })
    expect(await datesOf('Safi')).toBeNull()
    await deliver({ count: 1, city: 'Safi', placed: daysAgo(89), days: 5 })
    expect(await datesOf('Safi')).toBe(`mardi${NB}24 ou mercredi${NB}25${NB}novembre`)
  })

  test('without orders that are still on their way', async () => {
    await deliver({ count: 30, city: 'Settat', placed: daysAgo(10), days: 2, status: 'in_transit' })
    await deliver({ count: 19, city: 'Settat', placed: daysAgo(10), days: 2 })
    expect(await datesOf('Settat')).toBeNull()
  })

  test('with the newest five hundred of very many', async () => {
    await deliver({ count: 400, city: 'Agadir', placed: daysAgo(60), days: 9 })
    await deliver({ count: 399, city: 'Agadir', placed: daysAgo(30), days: 2 })
    expect(await datesOf('Agadir')).toBe(`samedi${NB}28 ou dimanche${NB}29${NB}novembre`)
    await deliver({ count: 1, city: 'Agadir', placed: daysAgo(30), days: 2 })
    expect(await datesOf('Agadir')).toBe(`samedi${NB}21 ou dimanche${NB}22${NB}novembre`)
  })

  test('counted in days of Casablanca: after an order at 23 h 30, 0 h 30 is on the next day', async () => {
    // An hour ahead of UTC on that day, and no longer in November.
    const lateEvening = new Date('2026-09-01T22:30:00Z')
    await deliver({ count: 20, city: 'Oujda', placed: lateEvening, days: 1 / 24 + 2 })
    expect(await datesOf('Oujda')).toBe(`samedi${NB}21 ou dimanche${NB}22${NB}novembre`)
  })

  test('but not those of all the places that the list does not name', async () => {
    await deliver({ count: 40, city: 'autre', placed: daysAgo(10), days: 2 })
    expect(await datesOf('autre')).toBeNull()
  })
})

test('anybody may ask for the dates of a city', async () => {
  await deliver({ count: 20, city: 'Béni Mellal', placed: daysAgo(20), days: 2 })
  const answers = await Promise.all(
    ['Béni Mellal', 'Nador', 'Paris'].map((city) =>
      shop.call('GET', `/api/delivery-dates/${encodeURIComponent(city)}`),
    ),
  )
  expect(answers.map(({ status, json }) => [status, json.dates])).toEqual([
    [200, `samedi${NB}21 ou dimanche${NB}22${NB}novembre`],
    [200, null],
    [200, null],
  ])
})

const PLACED = new Date('2026-11-28T12:00:00Z')

test('an order of the evening, which is called about on the next day, does not arrive on that day', () => {
  const [afternoon, evening] = [new Date('2026-11-27T17:59:00Z'), new Date('2026-11-27T18:00:00Z')]
  expect(datesInWords(afternoon, 1, afternoon)).toBe(`samedi${NB}28${NB}novembre`)
  expect(datesInWords(evening, 1, evening)).toBe(`dimanche${NB}29${NB}novembre`)
})

test.each([
  ['never the day of the order', 0, 0, `dimanche${NB}29${NB}novembre`],
  ['one day later', 1, 0, `dimanche${NB}29${NB}novembre`],
  ['in one month', 2, 0, `dimanche${NB}29 ou lundi${NB}30${NB}novembre`],
  ['over the end of a month', 3, 0, `lundi${NB}30${NB}nov. ou mardi${NB}1er${NB}déc.`],
  ['without a day that is over', 4, 4, `mercredi${NB}2${NB}décembre`],
  ['and not once all are', 4, 5, null],
])('dates are named %s', (_, days, later, expected) => {
  expect(datesInWords(PLACED, days, new Date(PLACED.getTime() + later * DAY_MS))).toBe(expected)
})
