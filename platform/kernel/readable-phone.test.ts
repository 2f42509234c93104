import { expect, test } from 'vitest'
import { readablePhone } from './readable-phone.ts'

test('ten digits are read in pairs, other numbers as they are', () => {
  expect(readablePhone('0612345678')).toBe('06\u00A012\u00A034\u00A056\u00A078')
  expect(readablePhone('33612345678')).toBe('33612345678')
})
