import { globSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Screen } from './screen.ts'
import { areas, showScreen } from './screens.ts'
import { together, VISITORS, Visits } from './visits.ts'

// Takes a picture of every page in each of its states, for `docs/screens`. With words, only the screens whose name
// begins with one of them.

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'screens')
const PICTURES = join(FOLDER, 'pictures')
const WIDTHS = [360, 768, 1280] as const
const HIGHEST = { 360: 1300, 768: 1300, 1280: 1200 } as const
const LARGEST_BYTES = 40_000
/** As README pictures they are shown smaller anyway. */
const KEPT_WIDTHS = { 360: 320, 768: 512, 1280: 768 } as const
/** The first that is light enough. */
const QUALITIES = [40, 30, 20, 10]

type Width = (typeof WIDTHS)[number]

const fileOf = (screen: Screen, width: Width): string => `${screen.name}-${width}.webp`

/** Pictures that wait for the reader to come near are fetched now. */
async function fetchPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.allSettled([...document.images].map((image) => image.decode()))
  })
}

async function photograph(page: Page, width: Width): Promise<Buffer> {
  await fetchPictures(page)
  // A dialog covers the window, not the page.
  if ((await page.locator('dialog[open]').count()) > 0) return page.screenshot()
  await page.evaluate(() => scrollTo(0, 0))
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  // A window as high as the page: what sticks to its edges would otherwise lie across the middle.
  await page.setViewportSize({ width, height: Math.min(height, HIGHEST[width]) })
  return page.screenshot()
}

async function packed(png: Buffer, width: Width): Promise<Buffer> {
  for (const quality of QUALITIES) {
    const webp = await sharp(png).resize(KEPT_WIDTHS[width]).webp({ quality, effort: 6 }).toBuffer()
    if (webp.length <= LARGEST_BYTES) return webp
  }
  throw new Error(`A picture is heavier than ${LARGEST_BYTES} bytes in any quality`)
}

const isAsked = ({ name }: Screen): boolean => {
  const words = process.argv.slice(2)
  return words.length === 0 || words.some((word) => name.startsWith(word))
}

async function photographAll(visits: Visits): Promise<string[]> {
  const missed: string[] = []
  const all = areas.flatMap(({ screens }) => screens).filter(isAsked)
  const shots = all.flatMap((screen) => WIDTHS.map((width) => ({ screen, width })))
  await together(2, shots, async ({ screen, width }) => {
    try {
      await visits.with(
        screen.who,
        width,
        async (page) => {
          await showScreen(screen, page, visits.shop)
          writeFileSync(join(PICTURES, fileOf(screen, width)), await packed(await photograph(page, width), width))
        },
        { reducedMotion: 'reduce' },
      )
      process.stdout.write('.')
    } catch (error) {
      missed.push(`${screen.name} at ${width} px: ${String(error).split('\n')[0]}`)
      process.stdout.write('x')
    }
  })
  process.stdout.write('\n')
  return missed
}

const cell = (screen: Screen, width: Width): string =>
  `<img src="pictures/${fileOf(screen, width)}" width="${width / 4 + 100}" alt="${screen.title}, ${width} px">`

const tableOf = (screens: readonly Screen[]): string =>
  [
    `| écran | ${WIDTHS.map((width) => `${width} px`).join(' | ')} |`,
    '|---|---|---|---|',
    ...screens.map((screen) => {
      const title = `**${screen.title}**<br>${VISITORS[screen.who]}`
      return `| ${title} | ${WIDTHS.map((width) => cell(screen, width)).join(' | ')} |`
    }),
  ].join('\n')

const page = (): string =>
  [
    '# Screens',
    'Every page of the demo shop in each of its states, taken in a real browser by `npm run screens`. Long pages are cut.',
    ...areas.flatMap(({ title, screens }) => [`## ${title}`, tableOf(screens)]),
  ].join('\n\n')

/** Of screens that are no more. */
function sweep(): void {
  const known = new Set(areas.flatMap(({ screens }) => screens.flatMap((each) => WIDTHS.map((w) => fileOf(each, w)))))
  for (const file of globSync('*.webp', { cwd: PICTURES })) if (!known.has(file)) rmSync(join(PICTURES, file))
}

mkdirSync(PICTURES, { recursive: true })
const visits = await Visits.open()
try {
  const missed = await photographAll(visits)
  sweep()
  writeFileSync(join(FOLDER, 'README.md'), `${page()}\n`)
  const files = globSync('*.webp', { cwd: PICTURES })
  const bytes = files.reduce((sum, file) => sum + statSync(join(PICTURES, file)).size, 0)
  process.stdout.write(`${files.length} pictures, ${(bytes / 1e6).toFixed(1)} MB, in docs/screens.\n`)
  for (const line of missed) process.stdout.write(`not reached: ${line}\n`)
  process.exitCode = missed.length > 0 ? 1 : 0
} finally {
  await visits.close()
}
