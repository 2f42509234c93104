import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeDatabase, type Db, openDatabase } from '#platform/db/database.ts'
import { runningConnection } from '#platform/db/embedded/embedded.ts'
import { encodedForm, typedProduct } from '#test/multipart-form.ts'
import { type ShopProcess, startShop } from '#test/shop-process.ts'
import { addAdmin } from '#test/test-app.ts'
import { PICTURE_BYTES, PICTURE_WIDTHS, pictureAt } from '../model.ts'
import { ResizeProcess } from './resize-process.ts'

/** Nothing that is stored may hold this. */
const CANARY = 'CANARI-7f3a'
const SCRIPT = `<script>alert("${CANARY}")</script>`

const dataDir = mkdtempSync(join(tmpdir(), 'hostile-'))
// When we are root, another user runs PostgreSQL in it.
chmodSync(dataDir, 0o755)
let shop: ShopProcess
let db: Db
let token: string
let memoryBefore = 0

beforeAll(async () => {
  shop = await startShop(dataDir, { DEMO: '0' })
  db = openDatabase({ connection: runningConnection(dataDir)! })
  token = await addAdmin(db)
  if (process.platform !== 'linux') return
  forgetMost()
  memoryBefore = mostMemory()
})

afterAll(async () => {
  await closeDatabase(db)
  const ended = once(shop.child, 'exit')
  // Asked, not killed: it stops its database.
  shop.child.kill('SIGTERM')
  await ended
  rmSync(dataDir, { recursive: true, force: true })
})

const text = (words: string): Buffer => Buffer.from(words)
const after = (picture: Buffer, words: string): Buffer => Buffer.concat([picture, text(words)])
const half = (picture: Buffer): Buffer => picture.subarray(0, Math.floor(picture.length * 0.6))

/** A speckled picture, so that half of its file is not all of its pixels. */
const speckled = (width = 400, height = 300) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c93582' } })

function chunk(type: string, data: Buffer, checksum?: number): Buffer {
  const named = Buffer.concat([text(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const end = Buffer.alloc(4)
  end.writeUInt32BE(checksum ?? crc32(named))
  return Buffer.concat([length, named, end])
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A PNG of one bit a pixel that says it is so large, with as many rows as it is given. */
function png(width: number, height: number, rows = height, extra: Buffer[] = []): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc(rows * (1 + Math.ceil(width / 8))), { level: 9 })
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    ...extra,
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A JPEG whose head says another size than its pixels have. */
function resizedJpeg(jpeg: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(jpeg)
  const start = copy.indexOf(Buffer.from([0xff, 0xc0]))
  copy.writeUInt16BE(height, start + 5)
  copy.writeUInt16BE(width, start + 7)
  return copy
}

/** An AVIF whose head says another size. */
function resizedAvif(avif: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(avif)
  const at = copy.indexOf('ispe')
  copy.writeUInt32BE(width, at + 8)
  copy.writeUInt32BE(height, at + 12)
  return copy
}

const bigEndian = (...numbers: number[]): Buffer => {
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [nth, number] of numbers.entries()) bytes.writeUInt32BE(number, nth * 4)
  return bytes
}

const film = (brand: string): Buffer =>
  Buffer.concat([bigEndian(24), text(`ftyp${brand}`), bigEndian(0), text(`${brand}mif1`), text(CANARY.repeat(50))])

/** A WebP whose head says a canvas of 16384 × 16384. */
async function wideWebp(): Promise<Buffer> {
  const frame = (await plain(16, 16).webp().toBuffer()).subarray(12)
  const head = Buffer.concat([text('VP8X'), Buffer.from([10, 0, 0, 0, 2, 0, 0, 0, 0xff, 0x3f, 0, 0xff, 0x3f, 0])])
  const body = Buffer.concat([text('WEBP'), head, frame])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length)
  return Buffer.concat([text('RIFF'), size, body])
}

const exif = { IFD0: { Copyright: SCRIPT, ImageDescription: SCRIPT, Artist: CANARY } }
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${SCRIPT}</a></x:xmpmeta>`

const REFUSED: Record<string, () => Buffer | Promise<Buffer>> = {
  'an SVG with a script': () => text(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${SCRIPT}</svg>`),
  'an SVG that names a file of ours': () =>
    text(
      '<?xml version="1.0"?><!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg width="9" height="9">&x;</svg>',
    ),
  'a page': () => text(`<!doctype html><title>x</title>${SCRIPT}`),
  'a PDF': () =>
    text(`%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert("${CANARY}"))>>>>endobj`),
  'a script that begins as a GIF': () => text(`GIF89a/*\u0001\u0001*/=1;alert("${CANARY}")//`),
  'a GIF': () => plain(20, 20).gif().toBuffer(),
  'a TIFF': () => plain(20, 20).tiff().toBuffer(),
  'a bitmap': () => Buffer.concat([text('BM'), Buffer.alloc(200)]),
  'an icon': () => Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0]), png(16, 16)]),
  'a HEIC': () => film('heic'),
  'a film': () => film('isom'),
  'an AVIF of a head alone': () => film('avif'),
  'a JPEG XL': () => Buffer.concat([Buffer.from([0xff, 0x0a]), Buffer.alloc(100)]),
  'an archive': () => Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.alloc(300)]),
  'a program': () => Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]), Buffer.alloc(300)]),
  'a raw picture of vips': () => Buffer.concat([bigEndian(0x08f2a6b6), Buffer.alloc(64), text(CANARY)]),
  'a picture that another program should draw': () =>
    text(`push graphic-context\nimage over 0,0 0,0 "|touch ${CANARY}"`),
  'no bytes at all': () => Buffer.alloc(0),
  'one byte': () => Buffer.from([0xff]),
  'a JPEG’s first three bytes': () => Buffer.from([0xff, 0xd8, 0xff]),
  'a PNG’s signature': () => SIGNATURE,
  zeros: () => Buffer.alloc(100_000),
  'half a JPEG': async () => half(await speckled().jpeg().toBuffer()),
  'half a PNG': async () => half(await speckled().png().toBuffer()),
  'half a WebP': async () => half(await speckled().webp().toBuffer()),
  'half an AVIF': async () => half(await speckled().avif({ effort: 0 }).toBuffer()),
  'a PNG whose pixels are rubbish': () => {
    const picture = png(300, 300)
    picture.fill(0x5a, 45, picture.length - 20)
    return picture
  },
  'a PNG with a third of its rows': () => png(3000, 3000, 1000),
  'a PNG that says 30000 × 30000 and has a row': () => png(30_000, 30_000, 1),
  'a PNG of 30000 × 30000 in a few kilobytes': () => png(30_000, 30_000),
  'a PNG of two thousand million a side': () => png(2_147_483_647, 2_147_483_647, 0),
  'a PNG of no size': () => png(0, 0, 0),
  'a PNG of 100 megapixels': () => png(10_000, 10_000),
  'a PNG of one row more than 40 megapixels': () => png(8000, 5001),
  'a JPEG that says 65500 × 65500': async () => resizedJpeg(await plain(64, 64).jpeg().toBuffer(), 65_500, 65_500),
  'a JPEG that says 64 megapixels': async () => resizedJpeg(await plain(64, 64).jpeg().toBuffer(), 8000, 8000),
  'a WebP that says 16384 × 16384': wideWebp,
  'an AVIF that says 60000 × 60000': async () => resizedAvif(await plain(64, 64).avif().toBuffer(), 60_000, 60_000),
  'an AVIF that says 6000 × 6000': async () => resizedAvif(await plain(64, 64).avif().toBuffer(), 6000, 6000),
}

const TOO_HEAVY: Record<string, () => Buffer> = {
  'a picture of five megabytes and a byte': () => Buffer.concat([png(10, 10), Buffer.alloc(PICTURE_BYTES)]),
  'thirty megabytes': () => Buffer.alloc(30 * 1024 * 1024, 0x20),
}

/** One of each way to refuse: the others go the same way from the form to the decoder. */
const REFUSED_AT_THE_FORM = [
  ...Object.keys(TOO_HEAVY),
  'no bytes at all',
  'an SVG with a script',
  'a script that begins as a GIF',
  'an AVIF of a head alone',
  'half a JPEG',
  'a PNG with a third of its rows',
  'a PNG of 30000 × 30000 in a few kilobytes',
  'an AVIF that says 6000 × 6000',
]

const CLEANED: Record<string, () => Buffer | Promise<Buffer>> = {
  'a JPEG with a script in its EXIF': () => plain(400, 300).withExif(exif).jpeg().toBuffer(),
  'a JPEG with a script in its XMP': () => plain(400, 300).withXmp(xmp).jpeg().toBuffer(),
  'a PNG with a script in its EXIF': () => plain(400, 300).withExif(exif).png().toBuffer(),
  'a WebP with scripts in both': () => plain(400, 300).withExif(exif).withXmp(xmp).webp().toBuffer(),
  'an AVIF with a script in its EXIF': () => plain(200, 200).withExif(exif).avif().toBuffer(),
  'a JPEG with a comment': async () => {
    const jpeg = await plain(400, 300).jpeg().toBuffer()
    const size = Buffer.from([0xff, 0xfe, 0, SCRIPT.length + 2])
    return Buffer.concat([jpeg.subarray(0, 2), size, text(SCRIPT), jpeg.subarray(2)])
  },
  'a PNG with words': () => png(200, 200, 200, [chunk('tEXt', text(`Comment\0${SCRIPT}`))]),
  'a PNG with fifty megabytes of packed words': () =>
    png(200, 200, 200, [
      chunk('zTXt', Buffer.concat([text('a\0\0'), deflateSync(Buffer.alloc(50 * 1024 * 1024, CANARY), { level: 9 })])),
    ]),
  'a PNG with a packed bomb for a profile': () =>
    png(200, 200, 200, [
      chunk('iCCP', Buffer.concat([text('p\0\0'), deflateSync(Buffer.alloc(50 * 1024 * 1024), { level: 9 })])),
    ]),
  'a JPEG with a page behind it': async () => after(await plain(400, 300).jpeg().toBuffer(), `<html>${SCRIPT}</html>`),
  'a PNG with a program behind it': async () =>
    after(await plain(400, 300).png().toBuffer(), `<?php echo "${CANARY}"; ?>`),
  'a WebP with an archive behind it': async () =>
    after(await plain(400, 300).webp().toBuffer(), `PK\u0003\u0004${CANARY}`),
  'a film of three frames': async () => {
    const frames = await Promise.all(
      ['#f00', '#0f0', '#00f'].map((background) =>
        sharp({ create: { width: 50, height: 50, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    return sharp(frames, { join: { animated: true } })
      .webp({ delay: [10, 10, 10] })
      .toBuffer()
  },
  'a PNG of 40 megapixels': () => png(8000, 5000),
  'a JPEG in several passes that lies on its side': () =>
    plain(400, 300).jpeg({ progressive: true }).withMetadata({ orientation: 6 }).toBuffer(),
  'a thread of a picture': () => png(1, 60_000),
  'a single pixel': () => png(1, 1),
  'a picture in the inks of print': () => plain(400, 300).toColourspace('cmyk').jpeg().toBuffer(),
  'a picture of sixteen bits and half seen through': () =>
    sharp({ create: { width: 300, height: 300, channels: 4, background: '#ff000080' } })
      .toColourspace('rgb16')
      .png()
      .toBuffer(),
}

const DEAR: Record<string, () => Promise<Buffer>> = {
  // The dearest to decode of what is within the limit, which is the same for all formats: decoded once, among the heaviest.
  'an AVIF of 36 megapixels': () => plain(6000, 6000).avif({ effort: 0 }).toBuffer(),
}

/** By their bytes, by what is packed in them and by their pixels. */
const HEAVIEST = {
  'thirty megabytes': 422,
  'a picture of five megabytes and a byte': 422,
  'a PNG of 30000 × 30000 in a few kilobytes': 422,
  'a PNG with fifty megabytes of packed words': 201,
  'a PNG of 40 megapixels': 201,
  'an AVIF of 36 megapixels': 201,
}

const NAMES = ['../../../evil.png', 'a\u0000.png', '..\\evil.jpg', `${'x'.repeat(300)}.png`, 'index.html', '.htaccess']

let sent = 0
async function send(picture: Buffer): Promise<{ status: number; json: { image?: string; errors?: object } }> {
  const image = new File([new Uint8Array(picture)], NAMES[sent++ % NAMES.length]!, { type: 'image/png' })
  const { type, bytes } = await encodedForm(typedProduct({ image }))
  const answer = await fetch(`http://127.0.0.1:${shop.port}/api/admin/products`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body: new Uint8Array(bytes),
  })
  return { status: answer.status, json: await answer.json() }
}

const storedNames = async (): Promise<string[]> =>
  (await db.execute<{ name: string }>(sql`select name from images`)).rows.map(({ name }) => name)

const masterOf = async (image: string): Promise<Buffer> =>
  (await db.execute<{ master: Buffer }>(sql`select master from images where name = ${image}`)).rows[0]!.master

const drawn = async (image: string, width: number, format: 'avif' | 'webp'): Promise<Buffer> => {
  const answer = await fetch(`http://127.0.0.1:${shop.port}${pictureAt(image, width, format)}`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, `image/${format}`])
  return Buffer.from(await answer.arrayBuffer())
}

/** The most memory that the server itself has taken since `forgetMost`, in megabytes. Only Linux tells. */
const mostMemory = (): number =>
  Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${shop.child.pid}/status`, 'utf8'))![1]) / 1024
const forgetMost = (): void => writeFileSync(`/proc/${shop.child.pid}/clear_refs`, '5')

/** Those of forty megapixels take seconds to make: once. */
const made = new Map<string, Promise<Buffer>>()
function pictureCalled(name: string): Promise<Buffer> {
  const known = made.get(name) ?? Promise.resolve((REFUSED[name] ?? TOO_HEAVY[name] ?? CLEANED[name] ?? DEAR[name])!())
  made.set(name, known)
  return known
}

describe('read by the decoder,', () => {
  let decoder = new ResizeProcess()
  afterAll(() => decoder.end())

  test.each(Object.keys(REFUSED))('%s is refused', async (name) => {
    if (!decoder.isRunning) decoder = new ResizeProcess()
    const answer = await decoder.ask({ upload: await pictureCalled(name) })
    // A decoder that ended over it refuses it as well.
    expect(answer ?? { refused: 'broken' }).toEqual({ refused: expect.any(String) })
  })
})

describe('sent as a product’s picture,', () => {
  test.each(REFUSED_AT_THE_FORM)('%s is refused, and leaves nothing', async (name) => {
    const before = await storedNames()
    const { status, json } = await send(await pictureCalled(name))
    expect([status, Object.keys(json.errors ?? {})]).toEqual([422, ['image']])
    expect(await storedNames()).toHaveLength(before.length)
  })

  test.each([
    ['a page', 'Choisissez une image JPEG, PNG, WebP ou AVIF.'],
    ['a PNG of 100 megapixels', 'Cette image est trop grande : 40 millions de pixels au plus.'],
    ['half a JPEG', 'Cette image est abîmée ou incomplète : choisissez un autre fichier.'],
    ['thirty megabytes', 'Le fichier est trop lourd : 5 Mo au plus.'],
  ])('%s is refused with the reason', async (name, reason) => {
    const { json } = await send(await pictureCalled(name))
    expect(JSON.stringify(json.errors).replaceAll('\u00A0', ' ')).toBe(JSON.stringify({ image: [reason] }))
  })

  test.each(Object.keys(CLEANED))('%s is drawn anew, and nothing but its pixels is kept', async (name) => {
    const before = await storedNames()
    const { status, json } = await send(await pictureCalled(name))
    expect(status, JSON.stringify(json)).toBe(201)
    const image = json.image!
    expect(image).toMatch(/^products\/[0-9a-f]{32}\.webp$/)
    expect((await storedNames()).filter((each) => !before.includes(each))).toEqual([image])
    // All sizes are drawn from the master in one way: one picture shows them all.
    const widths = name === 'a WebP with scripts in both' ? PICTURE_WIDTHS : PICTURE_WIDTHS.slice(0, 1)
    const sizes = await Promise.all(
      widths.flatMap((width) => [drawn(image, width, 'avif'), drawn(image, width, 'webp')]),
    )
    for (const bytes of [await masterOf(image), ...sizes]) {
      expect(bytes.includes(CANARY)).toBe(false)
      const { exif, xmp, icc, iptc, comments, pages } = await sharp(bytes).metadata()
      expect([exif, xmp, icc, iptc, comments, pages ?? 1]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
        undefined,
        1,
      ])
    }
  })

  test.runIf(process.platform === 'linux')(
    'all of them so far, and the heaviest six at once, cost 150 MB at most',
    async () => {
      const pictures = await Promise.all(Object.keys(HEAVIEST).map(pictureCalled))
      const answers = await Promise.all(pictures.map(send))
      expect(answers.map(({ status }) => status)).toEqual(Object.values(HEAVIEST))
      expect(sent).toBeGreaterThanOrEqual(39)
      expect(mostMemory() - memoryBefore).toBeLessThan(150)
    },
  )

  test('and afterwards the shop serves as before', async () => {
    const { image } = (await send(await speckled().jpeg().toBuffer())).json
    const picture = await fetch(`http://127.0.0.1:${shop.port}/storage/${image}`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(picture.headers.get('x-content-type-options')).toBe('nosniff')
    expect(picture.headers.get('content-security-policy')).toContain('sandbox')
    const files = readdirSync(join(dataDir, 'storage', 'products'))
    expect(files.filter((file) => file.endsWith('.part'))).toEqual([])
  })
})
