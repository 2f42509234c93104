import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase, openDatabase } from '#platform/db/database.ts'
import { answerErrors } from '#platform/http/errors.ts'
import { openTestShop, type TestShop } from '../test-app.ts'

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

test('a database that is away while there is no room left is told as a full disk', async () => {
  const db = openDatabase({ connection: { host: '127.0.0.1', port: 1 }, poolSize: 1 })
  const answers = []
  for (const isDiskNearlyFull of [true, false]) {
    const app = fastify()
    answerErrors(app, () => isDiskNearlyFull)
    app.get('/orders', async () => db.execute('select 1'))
    const { statusCode, json } = await app.inject('/orders')
    answers.push([statusCode, json().code])
    await app.close()
  }
  await closeDatabase(db)
  expect(answers).toEqual([
    [503, 'disk_full'],
    [503, 'unavailable'],
  ])
})
