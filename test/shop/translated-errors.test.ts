import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { whileLocked } from '#test/locks.ts'
import { TestShop } from '../test-app.ts'

let database: TestDatabase
let between: Server
let shop: TestShop

const LENGTH_BYTES = 4
const WORDS = new Set(['M', 'D', 'H', 'W'])

/** An error of the server with other words of the same length, as another language would have them. */
function inOtherWords(message: Buffer): Buffer {
  const fields = message
    .subarray(1 + LENGTH_BYTES)
    .toString('latin1')
    .split('\0')
  const other = fields.map((field) => (WORDS.has(field[0] ?? '') ? field[0] + 'é'.repeat(field.length - 1) : field))
  return Buffer.concat([message.subarray(0, 1 + LENGTH_BYTES), Buffer.from(other.join('\0'), 'latin1')])
}

/** Passes everything on, errors in other words. */
async function translating({ connection: { host, port } }: TestDatabase): Promise<Server> {
  const one = createServer((client) => {
    const server = host!.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port!, host!)
    let held = Buffer.alloc(0)
    client.on('data', (bytes) => server.write(bytes))
    server.on('data', (bytes) => {
      held = Buffer.concat([held, bytes])
      while (held.length > LENGTH_BYTES && held.length > held.readInt32BE(1)) {
        const message = held.subarray(0, 1 + held.readInt32BE(1))
        client.write(message[0] === 'E'.charCodeAt(0) ? inOtherWords(message) : message)
        held = held.subarray(message.length)
      }
    })
    for (const socket of [client, server])
      socket
        .on('error', () => undefined)
        .on('close', () => {
          client.destroy()
          server.destroy()
        })
  })
  one.listen(0, '127.0.0.1')
  await once(one, 'listening')
  return one
}

beforeAll(async () => {
  database = await openTestDatabase()
  between = await translating(database)
  const { port } = between.address() as { port: number }
  shop = new TestShop({ ...database.connection, host: '127.0.0.1', port }, async () => undefined, {})
  await shop.another({ timesOut: true })
  await shop.addPeople()
})

afterAll(async () => {
  await shop.close()
  between.close()
  await database.close()
})

test('whatever language the database speaks, a call whose twin still runs is told so', async () => {
  const key = 'twin-of-a-slow-call'
  const claim = `insert into idempotency_keys (route, caller, key, body_hash, created_at)
    values ('POST /api/customers/create', 'visitor', '${key}', '', now())`
  const body = { Name: 'Nadia', Phone: '0612345678', Address: '1, rue des Fleurs', City: 'Fès' }
  const answer = await whileLocked(database.db, claim, () =>
    shop.call('POST', '/api/customers/create', { body, headers: { 'idempotency-key': key } }),
  )
  expect([answer.status, answer.json.code]).toEqual([409, 'still_running'])
})

test('and an address that has an account is refused as such', async () => {
  const person = { name: 'Sara', email: 'sara@shop.example', phone: '0612345678', address: 'Fès' }
  const answer = await shop.call('POST', '/api/register', { body: { ...person, password: 'le soleil de minuit' } })
  expect([answer.status, answer.json.codes]).toEqual([422, { email: ['taken'] }])
})
