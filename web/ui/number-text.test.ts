import { expect, it } from 'vitest'
import { asNumberText } from './number-text.ts'

it.each([
  ['149,50', '149.50'],
  [',', '.'],
  ['1 249,50', '1249.50'],
  ['1\u202F249,50\u00A0DH', '1249.50'],
  ['1.249,50', '1249.50'],
  ['149.50', '149.50'],
  ['1 200', '1200'],
  ['110 DHS ', '110'],
  ['7', '7'],
])('takes %s for %s', (written, number) => expect(asNumberText(written)).toBe(number))
