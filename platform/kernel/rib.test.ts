import { expect, test } from 'vitest'
import { hasRibKey } from './rib.ts'

test('a digit that is wrong or two that are swapped are seen by the key', () => {
  expect(hasRibKey('007780000123456789012396')).toBe(true)
  expect(hasRibKey('011780000000000000000053')).toBe(true)
  expect(hasRibKey('007780000123456789012386')).toBe(false)
  expect(hasRibKey('007780000132456789012396')).toBe(false)
})
