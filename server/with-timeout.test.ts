import { expect, test } from 'vitest'
import { within } from './with-timeout.ts'

const late = new Error('too late')

test('what hangs is given up, what ends is waited for', async () => {
  await expect(within(10, new Promise(() => undefined), late)).rejects.toBe(late)
  expect(await within(60_000, Promise.resolve('open'), late)).toBe('open')
  await expect(within(60_000, Promise.reject(new Error('taken')), late)).rejects.toThrow('taken')
})
