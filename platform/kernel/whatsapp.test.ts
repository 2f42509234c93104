import { expect, test } from 'vitest'
import { whatsappNumber } from './whatsapp.ts'

test('a mobile is known without its zero, any other number is not', () => {
  expect(['0661234567', '0712345678'].map(whatsappNumber)).toEqual(['212661234567', '212712345678'])
  expect(['0522334455', '066123456', '33612345678', ''].map(whatsappNumber)).toEqual([null, null, null, null])
})
