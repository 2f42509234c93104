import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callServer } from '#test/call-server.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { requestNamer } from './request-ids.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await shop.first.app.listen({ host: '127.0.0.1', port: 0 })
  shop.first.pageCache.begin('/kept')({ 'content-type': 'text/html' }, Buffer.from('kept'))
})

afterAll(() => shop.close())

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** All that is heard until the connection ends. */
function say(lines: string[]): Promise<string> {
  const socket = connect({ ...(shop.first.app.server.address() as { port: number }), host: '127.0.0.1' })
  socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`)
  return text(socket)
}

test('every answer says what its request is called in the log, each time another', async () => {
  const { server } = shop.first.app
  const etag = String((await callServer(server, '/kept')).headers.etag)
  const answers = [
    await callServer(server, '/kept'),
    await callServer(server, '/kept', { 'if-none-match': etag }),
    await callServer(server, '/healthz'),
    await callServer(server, '/api/rien'),
    await callServer(server, '/%E0'),
    await callServer(server, '/api/admin/orders'),
    await callServer(server, 'http://evil.example/kept'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 304, 200, 404, 400, 401, 400])
  const ids = answers.map(({ headers }) => String(headers['x-request-id']))
  for (const id of ids) expect(id).toMatch(UUID)
  expect(new Set(ids).size).toBe(ids.length)
  expect(await say(['bonjour'])).toMatch(/^HTTP\/1\.1 400 [\s\S]*\r\nX-Request-Id: [0-9a-f-]{36}\r\n/)
})

test('a request for two hosts, or by a whole address, is refused whatever it wants', async () => {
  for (const path of ['/kept', '/api/cosmetique', '/healthz']) {
    expect(await say([`GET ${path} HTTP/1.1`, 'Host: a.example'])).toMatch(/^HTTP\/1\.1 200 /)
    expect(await say([`GET ${path} HTTP/1.1`, 'Host: a.example', 'host: b.example'])).toMatch(/^HTTP\/1\.1 400 /)
    expect(await say([`GET http://a.example${path} HTTP/1.1`, 'Host: a.example'])).toMatch(/^HTTP\/1\.1 400 /)
  }
})

const named = (trusted: string | false, address: string, given: string | undefined): string =>
  requestNamer(trusted)({ headers: { 'x-request-id': given }, socket: { remoteAddress: address } } as never)

test.each([
  ['loopback', '127.0.0.1'],
  ['10.0.0.0/8, loopback', '::1'],
  ['10.0.0.0/255.255.0.0', '10.0.3.4'],
  ['10.0.0.1', '::ffff:10.0.0.1'],
  ['uniquelocal', 'fd00::7'],
])('with TRUST_PROXY=%s a proxy at %s names it', (trusted, address) => {
  expect(named(trusted, address, 'a1b2-Root=1')).toBe('a1b2-Root=1')
})

test.each([
  [false, '127.0.0.1', 'a1b2'],
  ['10.0.0.0/16', '10.1.0.1', 'a1b2'],
  ['loopback', '203.0.113.7', 'a1b2'],
  ['loopback', '127.0.0.1', undefined],
  ['loopback', '127.0.0.1', ''],
  ['loopback', '127.0.0.1', 'a"b'],
  ['loopback', '127.0.0.1', 'a'.repeat(129)],
] as const)('with TRUST_PROXY=%s a name given by %s (%s) is not taken', (trusted, address, given) => {
  expect(named(trusted, address, given)).toMatch(UUID)
})
