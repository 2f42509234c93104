import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PICTURE_WIDTHS, pictureFile } from '#features/catalogue/model.ts'
import { serveFiles } from '#server/pages/assets.ts'
import { sendForm, typedProduct } from '../multipart-form.ts'
import { addPicture } from '../picture.ts'
import { type Instance, openTestShop, type TestShop } from '../test-app.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
const PLAIN = '/storage/products/a.webp'

let shop: TestShop
/** Another machine on the same database. */
let twin: Instance
const elsewhere = mkdtempSync(join(tmpdir(), 'pictures-'))

beforeAll(async () => {
  const extend = ({ app, shop: it }: Instance) => serveFiles(app, { shop: it, built: false })
  shop = await openTestShop({ extend })
  twin = await shop.another({ dataDir: elsewhere })
  await shop.addPeople()
  await addPicture(shop.db, 'products/a.webp')
})

afterAll(async () => {
  await shop.close()
  rmSync(elsewhere, { recursive: true })
})

const folderOf = (instance: Instance) => join(instance.shop.storageDir, 'products')
const filesOf = (instance: Instance): string[] => {
  try {
    return readdirSync(folderOf(instance))
  } catch {
    return []
  }
}

const get = (url: string, headers: Record<string, string> = {}, instance = shop.first) =>
  instance.app.inject({ method: 'GET', url, headers })

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
  expect(answer.rawPayload).toEqual(readFileSync(join(folderOf(shop.first), `a-960.${format}`)))
})

test('each format is known by its own mark', async () => {
  for (const accept of ['image/avif', 'image/webp']) await get(PLAIN, { accept })
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
    expect([answer.statusCode, answer.headers['content-type'], answer.headers.vary], file).toEqual([
      200,
      type,
      undefined,
    ])
  }
})

const picture = async (width: number, height: number): Promise<File> => {
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#aa296c' } })
    .jpeg()
    .toBuffer()
  return new File([new Uint8Array(bytes)], 'photo.jpg', { type: 'image/jpeg' })
}

const upload = async (by: Instance, width = 300, height = 200): Promise<string> => {
  const form = typedProduct({ image: await picture(width, height) })
  const { status, json } = await sendForm(shop, '/api/admin/products', form, by)
  expect(status).toBe(201)
  return json.image
}

test('a picture that is uploaded through one machine is served by the other at once, at every width in both formats', async () => {
  const image = await upload(shop.first)
  for (const width of PICTURE_WIDTHS)
    for (const format of ['avif', 'webp'] as const) {
      const answer = await get(`/storage/${pictureFile(image, width, format)}`, {}, twin)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, `image/${format}`])
      expect(answer.headers).toMatchObject({ 'cache-control': FOR_EVER })
      const { data, info } = await sharp(answer.rawPayload).raw().toBuffer({ resolveWithObject: true })
      expect([info.width, info.height]).toEqual([width, width])
      const at = (x: number, y: number) => [...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)]
      // Whole on a white square. Two parts high of three: white above, the colour in the middle.
      expect(Math.min(...at(width / 2, 2))).toBeGreaterThan(245)
      expect(at(width / 2, width / 2)[0]).toBeGreaterThan(150)
      expect(at(width / 2, width / 2)[1]).toBeLessThan(80)
    }
  const name = image.slice('products/'.length, -'.webp'.length)
  expect(filesOf(twin).filter((file) => file.startsWith(name))).toHaveLength(2 * PICTURE_WIDTHS.length)
  expect(filesOf(shop.first).filter((file) => file.startsWith(name))).toEqual([])
})

test('a size is drawn once, is a file from then on, and is drawn again the same when the file is lost', async () => {
  const image = await upload(shop.first)
  const address = `/storage/${pictureFile(image, 320, 'avif')}`
  const file = join(shop.first.shop.storageDir, pictureFile(image, 320, 'avif'))
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => get(address)))
  const drawn = readFileSync(file)
  for (const { rawPayload } of answers) expect(rawPayload.equals(drawn)).toBe(true)
  const { mtimeMs } = statSync(file)
  expect((await get(address)).rawPayload.equals(drawn)).toBe(true)
  expect(statSync(file).mtimeMs).toBe(mtimeMs)
  rmSync(file)
  expect((await get(address)).rawPayload.equals(drawn)).toBe(true)
})

test('a product without a picture has one that says so, on any machine', async () => {
  const answer = await get('/storage/products/sans-image-160.webp', {}, twin)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp'])
  expect((await sharp(answer.rawPayload).metadata()).width).toBe(160)
})

test.each([
  'none.webp',
  'none-320.avif',
  'a-321.webp',
  'a-1.avif',
  'a-0320.webp',
  'a-99999999.webp',
  'a.avif',
  'a.jpg',
  'a-320.png',
  'A-320.webp',
  'a',
  'a-320.webp.7.0.part',
])('there is no %s, and nothing is drawn for it', async (file) => {
  const before = filesOf(shop.first)
  for (const accept of ['image/avif', 'image/webp'])
    expect((await get(`/storage/products/${file}`, { accept })).statusCode).toBe(404)
  expect(filesOf(shop.first)).toEqual(before)
})

test('pictures are served where none of their files can be written', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pictures-'))
  const full = await shop.another({ dataDir })
  mkdirSync(full.shop.storageDir)
  // No folder can be made under a name that a file has.
  writeFileSync(folderOf(full), '')
  const [first, second] = [await get('/storage/products/a-320.avif', {}, full), await get(PLAIN, {}, full)]
  expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'image/avif'])
  expect([second.statusCode, second.headers['content-type'], second.headers.vary]).toEqual([
    200,
    'image/webp',
    'Accept',
  ])
  expect(statSync(folderOf(full)).size).toBe(0)
  rmSync(dataDir, { recursive: true })
})

test('nothing beside the pictures can be had', async () => {
  const folder = folderOf(shop.first)
  const secret = join(folder, '..', '..', 'secret.webp')
  writeFileSync(secret, 'secret')
  writeFileSync(join(folder, '..', 'secret.webp'), 'secret')
  writeFileSync(join(folder, 'secret.webp'), 'secret')
  for (const path of [
    '..%2f..%2fsecret.webp',
    '..%2fsecret.webp',
    '%2e%2e/%2e%2e/secret.webp',
    '.%00.webp',
    'secret.webp',
  ])
    expect((await get(`/storage/products/${path}`)).statusCode, path).toEqual(404)
  expect((await get('/storage/secret.webp')).statusCode).toBe(404)
  rmSync(secret)
})
