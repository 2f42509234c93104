import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { acceptPhone, looksMoroccan, normalisePhone } from './phone.ts'

describe('a phone', () => {
  test.each([
    ['0612345678', '0612345678'],
    ['06 12 34 56 78', '0612345678'],
    ['06.12.34.56.78', '0612345678'],
    ['06-12-34-56-78', '0612345678'],
    ['+212612345678', '0612345678'],
    ['+212 6 12 34 56 78', '0612345678'],
    ['+212 (0) 6 12 34 56 78', '0612345678'],
    ['+2120612345678', '0612345678'],
    ['+ 212 612345678', '0612345678'],
    ['00212612345678', '0612345678'],
    ['00 212 06 12 34 56 78', '0612345678'],
    ['(+212) 612 345 678', '0612345678'],
    // Copied from a list of contacts, a number often stands between marks that say from which side it is read.
    ['\u202A+212 612-345678\u202C', '0612345678'],
    ['tel:+212612345678', '0612345678'],
    // Digits of Arabic, Persian and full-width keyboards, also mixed with others.
    ['٠٦١٢٣٤٥٦٧٨', '0612345678'],
    ['۰۶۱۲۳۴۵۶۷۸', '0612345678'],
    ['０６１２３４５６７８', '0612345678'],
    ['06 12 34 ٥٦ ٧٨', '0612345678'],
    ['+٢١٢ ٦١٢ ٣٤٥ ٦٧٨', '0612345678'],
    ['+٣٣ ٦ ١٢ ٣٤ ٥٦ ٧٨', '33612345678'],
    ['655123456', '0655123456'],
    ['212655123456', '0655123456'],
    ['00655123456', '0655123456'],
    ['2120655123456', '0655123456'],
    ['+33 6 12 34 56 78', '33612345678'],
    ['0033 6 12 34 56 78', '33612345678'],
    // Nine digits after a plus are a number of another country.
    ['+298 123456', '298123456'],
    ['002345', '002345'],
    ['123456', '123456'],
    ['123456789012345', '123456789012345'],
  ])('typed « %s » is kept as %s', (typed, expected) => expect(normalisePhone(typed)).toBe(expected))

  test.each(['', 'abc', '12345', '1234567890123456', '+212', '٠٦١٢٣', '1e9'])('« %s » is no phone', (typed) =>
    expect(normalisePhone(typed)).toBeNull(),
  )

  test('is digits alone, six to fifteen, whatever was typed', () => {
    const typed = fc.string({ unit: fc.constantFrom(...'0123456789+()-. a\u202A'), maxLength: 30 })
    fc.assert(fc.property(typed, (text) => /^\d{6,15}$/.test(normalisePhone(text) ?? '000000')))
  })

  test.each(['0000000000', '111111', '66 66 66 66 66', '+222222222', '666666666', '00 33 33 33 33', '٦٦٦٦٦٦٦٦٦'])(
    '« %s » is nobody’s',
    (typed) => expect(acceptPhone(typed)).toBeNull(),
  )

  test('is taken by an order as it is kept', () => {
    for (const typed of ['0655123456', '+212655123456', '0666666666', '100000', '+33 6 12 34 56 78'])
      expect(acceptPhone(typed)).toBe(normalisePhone(typed))
  })

  test('is one phone however it is spelled, so that limits count one person once', () => {
    const local = fc.integer({ min: 100_000_000, max: 899_999_999 }).map(String)
    const spelling = fc.constantFrom(
      '',
      '0',
      '00',
      '212',
      '2120',
      '+212',
      '00212',
      '+212 0',
      '(+212)',
      '00 212 (0)',
      ' + 212-',
      '\u200E+212 ',
    )
    const between = fc.constantFrom('', ' ', '.', '-', '\u00A0')
    fc.assert(
      fc.property(local, spelling, between, (digits, prefix, gap) => {
        expect(normalisePhone(prefix + digits.match(/.{1,2}/g)!.join(gap))).toBe(`0${digits}`)
      }),
    )
  })

  test.each([
    ['0612345678', true],
    ['0812345678', true],
    ['0012345678', false],
    ['0912345678', false],
    ['061234567', false],
    ['06123456789', false],
  ])('%s looks Moroccan: %s', (phone, does) => expect(looksMoroccan(phone)).toBe(does))
})
