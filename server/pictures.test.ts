import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveFiles } from './assets.ts'
import { openTestShop, type TestShop } from './test-app.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
const PLAIN = '/storage/products/a.webp'

let shop: TestShop
let folder: string

beforeAll(async () => {
  shop = await openTestShop({ extend: ({ app, shop: it }) => serveFiles(app, { ...it, built: false }) })
  folder = join(shop.first.shop.storageDir, 'products')
  mkdirSync(folder, { recursive: true })
  const square = sharp({ create: { width: 960, height: 960, channels: 3, background: '#c93582' } })
  for (const file of ['a.webp', 'a-960.webp', 'a-320.webp', 'old.webp']) await square.webp().toFile(join(folder, file))
  for (const file of ['a-960.avif', 'a-320.avif']) await square.avif({ effort: 0 }).toFile(join(folder, file))
})

afterAll(() => shop.close())

const get = (url: string, headers: Record<string, string> = {}) =>
  shop.first.app.inject({ method: 'GET', url, headers })

test.for([
  [{ accept: 'image/avif,image/webp,image/apng,*/*;q=0.8' }, 'avif'],
  [{ accept: 'IMAGE/AVIF ; q=0.9, image/webp;q=0.9' }, 'avif'],
  [{ accept: 'image/webp,*/*' }, 'webp'],
  [{ accept: 'image/webp, image/avif;q=0.5' }, 'webp'],
  [{ accept: 'image/avif;q=0, image/webp' }, 'webp'],
  [{ accept: '*/*' }, 'webp'],
  [{}, 'webp'],
  [{ accept: 'image/png' }, 'webp'],
  [{ accept: 'image/avif;q=beaucoup' }, 'webp'],
  [{ accept: 'image/avif;q=7,' }, 'webp'],
  [{ accept: ';;q=,,image/avif-x' }, 'webp'],
] as const)('whoever asks for a picture with %j gets %s', async ([headers, format]) => {
  const answer = await get(PLAIN, headers)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': `image/${format}`,
    'cache-control': FOR_EVER,
    vary: 'Accept',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
  expect(answer.rawPayload).toEqual(readFileSync(join(folder, format === 'avif' ? 'a-960.avif' : 'a.webp')))
})

test('each format is known by its own mark', async () => {
  const avif = await get(PLAIN, { accept: 'image/avif' })
  const webp = await get(PLAIN)
  expect(avif.headers.etag).not.toBe(webp.headers.etag)
  const known = { 'if-none-match': String(avif.headers.etag) }
  expect(await get(PLAIN, { accept: 'image/avif', ...known })).toMatchObject({
    statusCode: 304,
    headers: { vary: 'Accept', etag: avif.headers.etag },
  })
  expect(await get(PLAIN, known)).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/webp' } })
})

test('an address that names its format is that format for everybody', async () => {
  for (const [file, type] of [
    ['a-320.webp', 'image/webp'],
    ['a-320.avif', 'image/avif'],
  ]) {
    const answer = await get(`/storage/products/${file}`, { accept: 'image/avif,image/webp' })
    expect([file, answer.statusCode, answer.headers['content-type'], answer.headers.vary]).toEqual([
      file,
      200,
      type,
      undefined,
    ])
  }
})

test('a picture without an AVIF is there all the same, and none is 404', async () => {
  const headers = { accept: 'image/avif' }
  expect(await get('/storage/products/old.webp', headers)).toMatchObject({
    statusCode: 200,
    headers: { 'content-type': 'image/webp' },
  })
  expect((await get('/storage/products/none.webp', headers)).statusCode).toBe(404)
})

test('nothing beside the pictures can be had', async () => {
  const secret = join(folder, '..', '..', 'secret.webp')
  writeFileSync(secret, 'secret')
  for (const path of ['..%2f..%2fsecret.webp', '..%2fsecret.webp', '%2e%2e/%2e%2e/secret.webp', '.%00.webp'])
    expect([path, (await get(`/storage/products/${path}`)).statusCode]).not.toEqual([path, 200])
  rmSync(secret)
})
