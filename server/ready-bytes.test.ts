import { createServer, type Server } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { securityHeaders } from '#platform/http/security-headers.ts'
import { keepAnonymousAnswers } from './keep-answers.ts'
import { ReadyBytes } from './ready-bytes.ts'
import { callServer } from './test-http.ts'

let ready: ReadyBytes
let server: Server

beforeAll(async () => {
  server = createServer((req, res) => {
    if (!ready.send(req, res)) res.writeHead(404).end('not kept')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
})

afterAll(() => server.close())

beforeEach(() => {
  ready = new ReadyBytes()
})

const BODY = Buffer.from('Crème solaire, '.repeat(200))
const keep = (address = '/page', body = BODY, generation = ready.generation) =>
  ready.keep(address, generation, { 'content-type': 'text/plain; charset=utf-8' }, body)

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
      vary: 'Accept-Encoding, Authorization',
      'x-content-type-options': 'nosniff',
    })
  }
})

test('a shop that is reached by TLS says so with what it kept, and no other does', async () => {
  for (const [publicUrl, told] of [
    ['https://boutique.example', 'max-age=63072000'],
    ['http://127.0.0.1:3000', undefined],
  ] as const) {
    ready = new ReadyBytes(securityHeaders(publicUrl))
    keep()
    expect((await get('/page')).headers['strict-transport-security']).toBe(told)
  }
})

test('what was dropped is sent no more, but to whom there is nothing newer to give', async () => {
  keep()
  ready.drop()
  expect([ready.has('/page'), (await get('/page')).status]).toEqual([false, 404])
  const former = createServer((req, res) => void ready.sendFormer(req, res, '/page'))
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
  ['a bearer', '/page', { authorization: 'Bearer x' }, 'GET'],
  ['any authorization', '/page', { authorization: 'Basic x' }, 'GET'],
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
  const before = ready.generation
  ready.drop()
  expect([(await get('/one')).status, (await get('/two')).status]).toEqual([404, 404])
  keep('/one', BODY, before)
  expect((await get('/one')).status).toBe(404)
  keep('/one')
  expect((await get('/one')).status).toBe(200)
})

describe('what is kept has bounds:', () => {
  test('of thousands of addresses the first ones go', () => {
    for (let nth = 0; nth < 4100; nth++) keep(`/${nth}`, Buffer.from('small'))
    expect([ready.has('/0'), ready.has('/99'), ready.has('/100'), ready.has('/4099')]).toEqual([
      false,
      false,
      true,
      true,
    ])
  })

  test('of large answers fewer are kept, however many addresses are asked for', () => {
    const large = Buffer.alloc(1024 * 1024)
    for (let nth = 0; nth < 200; nth++) keep(`/${nth}`, large)
    const kept = Array.from({ length: 200 }, (_, nth) => ready.has(`/${nth}`)).filter(Boolean).length
    expect(kept).toBeGreaterThan(10)
    expect(kept).toBeLessThanOrEqual(64)
    expect(ready.has('/199')).toBe(true)
  })

  test('the same address again and again takes one place', () => {
    const large = Buffer.alloc(1024 * 1024)
    keep('/first', large)
    for (let nth = 0; nth < 200; nth++) keep('/again', large)
    expect([ready.has('/first'), ready.has('/again')]).toEqual([true, true])
  })
})

describe('answers of routes that say so are kept', () => {
  const own = new ReadyBytes()
  let asked = 0
  let letGo: () => void
  let underWay: Promise<void>

  const app = fastify()
  beforeAll(async () => {
    const kept = (fill: () => unknown) => ({ config: { keep: true }, handler: fill })
    keepAnonymousAnswers(app, own)
    app.get(
      '/kept',
      kept(async () => ({ asked: ++asked })),
    )
    app.get(
      '/slow',
      kept(async () => {
        const stock = 5
        await underWay
        return { stock }
      }),
    )
    app.get('/broken', { config: { keep: true } }, async (_request, reply) => reply.code(503).send({ message: 'no' }))
    app.get('/other', async () => ({ asked: ++asked }))
    await app.ready()
  })
  afterAll(() => app.close())

  test('when a visitor asked, and only then', async () => {
    await app.inject({ url: '/kept', headers: { authorization: 'Bearer x' } })
    await app.inject({ url: '/kept?page=1' })
    await app.inject({ url: '/kept', method: 'HEAD' })
    await app.inject('/other')
    await app.inject('/broken')
    expect(['/kept', '/kept?page=1', '/other', '/broken'].filter((address) => own.has(address))).toEqual([])
    await app.inject('/kept')
    expect(own.has('/kept')).toBe(true)
  })

  test('one with a bearer is private, one of a visitor is looked at again each time', async () => {
    const mine = await app.inject({ url: '/kept', headers: { authorization: 'Bearer x' } })
    const everybodys = await app.inject('/kept')
    expect([mine.headers['cache-control'], everybodys.headers['cache-control']]).toEqual([
      'private, no-store',
      'public, no-cache',
    ])
  })

  test('but not one that was begun before a change and ended after it', async () => {
    underWay = new Promise((resolve) => {
      letGo = resolve
    })
    const answer = app.inject('/slow')
    await new Promise((resolve) => setImmediate(resolve))
    own.drop()
    letGo()
    expect((await answer).json()).toEqual({ stock: 5 })
    expect(own.has('/slow')).toBe(false)
    await app.inject('/slow')
    expect(own.has('/slow')).toBe(true)
  })
})
