/**
 * Draws every picture that the shop is delivered with. The results are committed, so nobody waits for them at a start;
 * what is up to date is left alone, and what nothing refers to any more is removed.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { favicon, icon, logo, noPicture, plate, shareCard } from '#demo/artwork/marks.ts'
import {
  pictureHash,
  type Quality,
  renderFlat,
  renderIcon,
  renderPhoto,
  renderShared,
  type Source,
  sourceHash,
} from '#demo/artwork/render.ts'
import { reviewPicture } from '#demo/artwork/review-picture.ts'
import { masterPath, productMasters } from '#demo/studio/masters.ts'
import { reviews } from '#web/home/reviews.ts'

const PRODUCT_WIDTHS = [160, 320, 480, 640, 960]
const REVIEW_WIDTHS = [640]
const SCENE_WIDTHS = [320, 640]

// The least at which letters on labels stay clean, judged by eye at 320 pixels.
const PRODUCT_QUALITY = { avif: 54, webp: 66 }
const REVIEW_QUALITY = { avif: 46, webp: 50 }
// Smooth grounds, which break into blocks sooner than labels.
const SCENE_QUALITY = { avif: 64, webp: 82 }
// Such grounds and skin, or a whole setting, on half of a desktop's window.
const TEXTURE_QUALITY = { avif: 74, webp: 88 }
// As wide as the window, with small letters before such grounds.
const BAND_QUALITY = { avif: 70, webp: 84 }

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A source and the files made of it; `stem` names it in the record of what is up to date. */
type Job = { stem: string; source: Source; files: { path: string; make: () => Promise<Buffer | string> }[] }

function photos(
  stem: string,
  source: Source,
  widths: readonly number[],
  quality: Quality,
  name: (width: number) => string,
): Job {
  const files = widths.flatMap((width) => {
    let encoded: ReturnType<typeof renderPhoto> | undefined
    const once = () => {
      encoded ??= renderPhoto(source, width, quality)
      return encoded
    }
    return [
      { path: `${name(width)}.avif`, make: async () => (await once()).avif },
      { path: `${name(width)}.webp`, make: async () => (await once()).webp },
    ]
  })
  return { stem, source, files }
}

/** Both families of the shop: two cosmetics, one supplement. */
const FRONT = ['serum-eclat-vitamine-c', 'huile-argan-pure', 'spiruline-120-comprimes'] as const

const productJobs = productMasters().map((name) => {
  const bytes = readFileSync(masterPath(name))
  const path = `demo/pictures/${name.replace('@', '-')}-${pictureHash(bytes)}`
  const quality = /@/.test(name) ? TEXTURE_QUALITY : PRODUCT_QUALITY
  const job = photos(name, bytes, PRODUCT_WIDTHS, quality, (width) => `${path}-${width}`)
  return { ...job, files: [...job.files, { path: `${path}.webp`, make: async () => bytes }] }
})

const reviewJobs = reviews.map(({ picture, productSlug }) => {
  const svg = reviewPicture(productSlug)
  return photos(picture, svg, REVIEW_WIDTHS, REVIEW_QUALITY, (width) => `web/assets/reviews/${picture}-${width}`)
})

/** Pictures from edge to edge of the home page, by the name of their files; a phone's is narrower. */
const BANDS = {
  hero: { master: 'still-welcome', widths: [1280, 1600, 2000] },
  'hero-narrow': { master: 'still-welcome-narrow', widths: [480, 720, 1080] },
  origins: { master: 'still-origins', widths: [960, 1440, 2000] },
  evening: { master: 'still-evening', widths: [960, 1440, 2000] },
} as const

const bandJobs = Object.entries(BANDS).map(([name, { master, widths }]) =>
  photos(name, readFileSync(masterPath(master)), widths, BAND_QUALITY, (width) => `web/assets/bands/${name}-${width}`),
)

/** Shots that pages without products show in their arches. */
const SCENES = {
  'log-in': 'huile-argan-pure@scale',
  'sign-up': 'pack-grand-soin',
  forgotten: 'eau-de-rose-kelaat-mgouna@scale',
  'new-password': 'creme-mains-fleur-oranger',
  lost: 'eau-de-rose-kelaat-mgouna@texture',
  argan: 'huile-argan-pure@texture',
  omega: 'omega-3-huile-de-poisson@texture',
  cream: 'creme-mains-fleur-oranger@texture',
  sun: 'creme-solaire-invisible-spf-50@scale',
  ghassoul: 'masque-purifiant-ghassoul@texture',
  serum: 'serum-eclat-vitamine-c@texture',
  spirulina: 'spiruline-120-comprimes@texture',
  choose: 'step-choose',
  call: 'step-call',
  parcel: 'step-parcel',
  pay: 'step-pay',
} as const

const sceneJobs = Object.entries(SCENES).map(([name, master]) =>
  photos(
    `scene-${name}`,
    readFileSync(masterPath(master)),
    SCENE_WIDTHS,
    SCENE_QUALITY,
    (width) => `web/assets/scenes/${name}-${width}`,
  ),
)

const png = (path: string, svg: string, width: number): Job => ({
  stem: path,
  source: svg,
  files: [{ path, make: () => renderIcon(svg, width) }],
})
const jpeg = (path: string, svg: string, width: number): Job => ({
  stem: path,
  source: svg,
  files: [{ path, make: () => renderShared(svg, width) }],
})
const vector = (path: string, svg: string): Job => ({
  stem: path,
  source: svg,
  files: [{ path, make: async () => svg }],
})

const FAVICON_PIXELS = 32

/** For those who ask for `/favicon.ico` whatever the page says: one PNG behind the head of an ICO file. */
const ico = (path: string, svg: string): Job => ({
  stem: path,
  source: svg,
  files: [
    {
      path,
      make: async () => {
        const picture = await renderIcon(svg, FAVICON_PIXELS)
        const head = Buffer.alloc(22)
        head.set([0, 0, 1, 0, 1, 0, FAVICON_PIXELS, FAVICON_PIXELS, 0, 0, 1, 0, 32, 0])
        head.writeUInt32LE(picture.length, 14)
        head.writeUInt32LE(head.length, 18)
        return Buffer.concat([head, picture])
      },
    },
  ],
})

const placeholder: Job = {
  stem: 'placeholder',
  source: noPicture(),
  files: [{ path: 'features/catalogue/images/placeholder.webp', make: () => renderFlat(noPicture(), 960) }],
}

const markJobs = [
  vector('web/assets/logo.svg', logo()),
  vector('web/public/favicon.svg', favicon()),
  png('web/public/icon-192.png', icon('rounded'), 192),
  png('web/public/icon-512.png', icon('rounded'), 512),
  png('web/public/icon-maskable-512.png', icon('maskable'), 512),
  ico('web/public/favicon.ico', favicon()),
  png('web/public/apple-touch-icon.png', icon('square'), 180),
  png('platform/mail/logo.png', plate(), 468),
  jpeg('web/public/share.jpg', shareCard(FRONT), 1200),
]

type Ledger = Record<string, { hash: string; source: string }>

function readRecord(path: string): Ledger {
  const file = root + path
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

function write(path: string, content: Buffer | string): void {
  mkdirSync(dirname(root + path), { recursive: true })
  writeFileSync(root + path, content)
}

/** Draws the jobs that the record does not know as they are today, and rewrites the record. */
async function drawAll(recordPath: string, jobs: readonly Job[]): Promise<void> {
  const known = readRecord(recordPath)
  const today: Ledger = {}
  for (const { stem, source, files } of jobs) {
    const hash = pictureHash(source)
    const upToDate = known[stem]?.hash === hash && files.every(({ path }) => existsSync(root + path))
    today[stem] = { hash, source: sourceHash(source) }
    if (upToDate) continue
    for (const { path, make } of files) write(path, await make())
    process.stdout.write(`drew ${stem}\n`)
  }
  write(recordPath, `${JSON.stringify(today, null, 2)}\n`)
}

function removeStrays(folder: string, isOurs: (name: string) => boolean, jobs: readonly Job[]): void {
  const listed = new Set(jobs.flatMap(({ files }) => files.map(({ path }) => basename(path))))
  if (!existsSync(root + folder)) return
  for (const name of readdirSync(root + folder)) {
    if (!isOurs(name) || listed.has(name)) continue
    rmSync(`${root}${folder}/${name}`)
    process.stdout.write(`removed ${folder}/${name}\n`)
  }
}

const isPhoto = (name: string) => /\.(avif|webp)$/.test(name)

await drawAll('demo/pictures/index.json', productJobs)
await drawAll('demo/artwork/drawn.json', [...reviewJobs, ...bandJobs, ...sceneJobs, placeholder, ...markJobs])
removeStrays('demo/pictures', isPhoto, productJobs)
removeStrays('web/assets/reviews', isPhoto, reviewJobs)
removeStrays('web/assets/scenes', isPhoto, sceneJobs)
removeStrays('web/assets/bands', isPhoto, bandJobs)
