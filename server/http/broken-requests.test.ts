import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop } from '#test/test-app.ts'
import { answerBrokenRequest } from './broken-requests.ts'

let app: FastifyInstance
let port: number

beforeAll(async () => {
  app = fastify({
    clientErrorHandler: answerBrokenRequest,
    http: { headersTimeout: 300, connectionsCheckingInterval: 50 },
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as { port: number }).port
})

afterAll(() => app.close())

/** All that is heard until the connection ends. */
function send(bytes: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.write(bytes)
  return text(socket)
}

test.each([
  ['no HTTP at all', 'bonjour\r\n\r\n', 400, 'Bad Request', 'bad_request'],
  ['an unknown method', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'Bad Request', 'bad_request'],
  ['a header without a name', 'GET / HTTP/1.1\r\nHost: x\r\n: a\r\n\r\n', 400, 'Bad Request', 'bad_request'],
  [
    'a header of 100 KB',
    `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(100_000)}\r\n\r\n`,
    431,
    'Request Header Fields Too Large',
    'header_too_large',
  ],
  ['headers that never end', 'GET / HTTP/1.1\r\nHost: x\r\nA: ', 408, 'Request Timeout', 'request_timeout'],
])('%s is answered in the words of every other error, and hung up on', async (_, bytes, status, message, code) => {
  const heard = await send(bytes)
  expect(heard).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(heard).toMatch(/\r\nContent-Type: application\/json; charset=utf-8\r\n/)
  expect(JSON.parse(heard.slice(heard.indexOf('\r\n\r\n')))).toEqual({ message, code })
})

test('an expectation that nobody can meet is passed over', async () => {
  const shop = await openTestShop()
  try {
    await shop.first.app.listen({ host: '127.0.0.1', port: 0 })
    port = (shop.first.app.server.address() as { port: number }).port
    const heard = await send('GET /api/rien HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n')
    expect(heard).toMatch(/^HTTP\/1\.1 404 [\s\S]*\{"message":"Not Found","code":"not_found"\}$/)
  } finally {
    await shop.close()
  }
})
