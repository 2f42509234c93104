import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from './test-app.ts'

/** A file that Linux always says is on a full disk. */
const FULL = '/dev/full'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({
    extend: ({ app }) =>
      void app.get('/api/written', { config: { access: 'anyone' } }, () => writeFile(FULL, 'an uploaded picture')),
  })
})

afterAll(() => shop.close())

test.skipIf(!existsSync(FULL))('what finds no room on the disk is told so, and when to try again', async () => {
  const { status, headers, json } = await shop.call('GET', '/api/written')
  expect([status, headers['retry-after'], json]).toEqual([
    503,
    '60',
    { message: 'Le disque du serveur est plein.', code: 'disk_full' },
  ])
})
