import { expect, test } from 'vitest'
import { withTimeout } from './with-timeout.ts'

const late = new Error('too late')

test('what hangs is given up, what ends is waited for', async () => {
  await expect(withTimeout(10, new Promise(() => undefined), late)).rejects.toBe(late)
  expect(await withTimeout(60_000, Promise.resolve('open'), late)).toBe('open')
  await expect(withTimeout(60_000, Promise.reject(new Error('taken')), late)).rejects.toThrow('taken')
})
