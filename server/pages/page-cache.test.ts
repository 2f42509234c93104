import { createServer, type Server } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { securityHeaders } from '#platform/http/security-headers.ts'
import { callServer } from '#test/call-server.ts'
import { PageCache } from './page-cache.ts'

let pages: PageCache
let now = 0
let server: Server

beforeAll(async () => {
  server = createServer((req, res) => {
    if (!pages.send(req, res)) res.writeHead(404).end('not kept')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
})

afterAll(() => server.close())

beforeEach(() => {
  now = 0
  pages = new PageCache({ clock: () => now })
})

const BODY = Buffer.from('Crème solaire, '.repeat(200))
const TEXT = { 'content-type': 'text/plain; charset=utf-8' }
const keep = (address = '/page', body = BODY) => pages.begin(address)(TEXT, body)

const get = (path: string, headers?: Record<string, string>, method?: string) =>
  callServer(server, path, headers, method)

test.each([
  [{}, (body: Buffer) => body, undefined],
  [{ 'accept-encoding': 'identity' }, (body: Buffer) => body, undefined],
  [{ 'accept-encoding': 'gzip, deflate' }, gunzipSync, 'gzip'],
  [{ 'accept-encoding': 'gzip, deflate, br, zstd' }, brotliDecompressSync, 'br'],
  [{ 'accept-encoding': 'br;q=0, gzip' }, gunzipSync, 'gzip'],
  [{ 'accept-encoding': 'gzip;q=0, identity' }, (body: Buffer) => body, undefined],
])('what is kept comes back whole to one who asks with %j', async (headers, unpack, encoding) => {
  keep()
  for (let time = 0; time < 2; time++) {
    const answer = await get('/page', headers as Record<string, string>)
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, encoding])
    expect(unpack(answer.body).equals(BODY)).toBe(true)
    expect(answer.headers).toMatchObject({
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    })
  }
})

test('a shop that is reached by TLS says so with what it kept, and no other does', async () => {
  for (const [publicUrl, told] of [
    ['https://boutique.example', 'max-age=63072000'],
    ['http://127.0.0.1:3000', undefined],
  ] as const) {
    pages = new PageCache({ commonHeaders: securityHeaders(publicUrl) })
    keep()
    expect((await get('/page')).headers['strict-transport-security']).toBe(told)
  }
})

test('what was dropped is sent no more, but to whom there is nothing newer to give', async () => {
  keep()
  pages.dropAll()
  expect([pages.has('/page'), (await get('/page')).status]).toEqual([false, 404])
  const former = createServer((req, res) => void pages.sendStale(req, res, '/page'))
  await new Promise<void>((resolve) => former.listen(0, '127.0.0.1', () => resolve()))
  expect((await callServer(former, '/page')).body.equals(BODY)).toBe(true)
  keep('/page', Buffer.from('Une page plus récente.'))
  expect((await callServer(former, '/page')).body.toString()).toBe('Une page plus récente.')
  former.close()
})

test('one who has it already is told so, for the same form of it', async () => {
  keep()
  for (const encoding of ['identity', 'gzip', 'br']) {
    const { headers } = await get('/page', { 'accept-encoding': encoding })
    const again = await get('/page', { 'accept-encoding': encoding, 'if-none-match': headers.etag! })
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag])
    const other = await get('/page', {
      'accept-encoding': encoding === 'br' ? 'gzip' : 'br',
      'if-none-match': headers.etag!,
    })
    expect(other.status).toBe(200)
  }
})

test('a small answer is sent as it is', async () => {
  keep('/small', Buffer.from('null'))
  const { headers, body } = await get('/small', { 'accept-encoding': 'br' })
  expect([headers['content-encoding'], String(body)]).toEqual([undefined, 'null'])
})

test.each<[string, string, Record<string, string>, string]>([
  ['another method', '/page', {}, 'POST'],
  ['a deletion', '/page', {}, 'DELETE'],
  ['another query', '/page?x=1', {}, 'GET'],
  ['another case', '/Page', {}, 'GET'],
  ['an escape more', '/%70age', {}, 'GET'],
])('%s is never served from what is kept', async (_, path, headers, method) => {
  keep()
  expect((await get(path, headers, method)).status).toBe(404)
})

test('all is dropped at once, and what was made before is not kept afterwards', async () => {
  keep('/one')
  keep('/two')
  const storeLate = pages.begin('/one')
  pages.dropAll()
  expect([(await get('/one')).status, (await get('/two')).status]).toEqual([404, 404])
  storeLate(TEXT, BODY)
  expect((await get('/one')).status).toBe(404)
  keep('/one')
  expect((await get('/one')).status).toBe(200)
})

test('a page is never older than ten seconds, from the beginning of its rendering on', async () => {
  const store = pages.begin('/page')
  now = 4_000
  store(TEXT, BODY)
  now = 9_999
  expect((await get('/page')).status).toBe(200)
  now = 10_000
  expect((await get('/page')).status).toBe(404)
  keep()
  now = 19_999
  expect((await get('/page')).status).toBe(200)
})

describe('what is kept has bounds:', () => {
  test('of thousands of addresses the first ones go', () => {
    for (let nth = 0; nth < 4100; nth++) keep(`/${nth}`, Buffer.from('small'))
    expect([pages.has('/0'), pages.has('/99'), pages.has('/100'), pages.has('/4099')]).toEqual([
      false,
      false,
      true,
      true,
    ])
  })

  test('of large answers fewer are kept, however many addresses are asked for', () => {
    const large = Buffer.alloc(1024 * 1024)
    for (let nth = 0; nth < 200; nth++) keep(`/${nth}`, large)
    const kept = Array.from({ length: 200 }, (_, nth) => pages.has(`/${nth}`)).filter(Boolean).length
    expect(kept).toBeGreaterThan(10)
    expect(kept).toBeLessThanOrEqual(64)
    expect(pages.has('/199')).toBe(true)
  })

  test('the same address again and again takes one place', () => {
    const large = Buffer.alloc(1024 * 1024)
    keep('/first', large)
    for (let nth = 0; nth < 200; nth++) keep('/again', large)
    expect([pages.has('/first'), pages.has('/again')]).toEqual([true, true])
  })
})
