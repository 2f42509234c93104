import { globSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { GALLERY } from './gallery.ts'
import { type Area, type Screen, WIDTHS, type Width } from './screen.ts'
import { areas, showScreen } from './screens.ts'
import { together, VISITORS, Visits } from './visits.ts'

// Draws every page in each of its states into results/screens, which Git ignores; with words, only the screens whose
// name begins with one of them. `--gallery` draws the chosen ones into docs/screens instead.

const ROOT = join(import.meta.dirname, '..', '..')
const HIGHEST = { 360: 1300, 768: 1300, 1280: 1200 } as const
const STORED_WIDTHS = { 360: 360, 768: 640, 1280: 960 } as const
const LARGEST_BYTES = 50_000
/** The first that is light enough. */
const QUALITIES = [60, 50, 40, 30, 20]

interface Shot {
  screen: Screen
  width: Width
}

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const isGallery = process.argv.includes('--gallery')
const folder = join(ROOT, isGallery ? 'docs' : 'results', 'screens')
const pictures = join(folder, 'pictures')

const allShots = ({ screens }: Area): Shot[] => screens.flatMap((screen) => WIDTHS.map((width) => ({ screen, width })))

const chosenShots = ({ screens }: Area): Shot[] =>
  GALLERY.flatMap(([name, width]) => {
    const screen = screens.find((each) => each.name === name)
    return screen ? [{ screen, width }] : []
  })

/** The screens of the page of pictures, by area. */
const sections = areas
  .map((area) => ({ title: area.title, shots: isGallery ? chosenShots(area) : allShots(area) }))
  .filter(({ shots }) => shots.length > 0)
const shown = sections.flatMap(({ shots }) => shots)

const fileOf = ({ screen, width }: Shot): string => `${screen.name}-${width}.webp`

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
  // A window as high as the page: elements that stick to its edges would otherwise lie across the middle.
  await page.setViewportSize({ width, height: Math.min(height, HIGHEST[width]) })
  return page.screenshot()
}

async function packed(png: Buffer, width: Width): Promise<Buffer> {
  for (const quality of QUALITIES) {
    const webp = await sharp(png).resize(STORED_WIDTHS[width]).webp({ quality, effort: 6 }).toBuffer()
    if (webp.length <= LARGEST_BYTES) return webp
  }
  throw new Error(`A picture is heavier than ${LARGEST_BYTES} bytes in any quality`)
}

/** Draws the pictures; gives a line for each screen that could not be reached. */
async function draw(visits: Visits, shots: readonly Shot[]): Promise<string[]> {
  const missed: string[] = []
  await together(2, shots, async (shot) => {
    const { screen, width } = shot
    try {
      await visits.with(
        screen.who,
        width,
        async (page) => {
          await showScreen(screen, page, visits.shop)
          writeFileSync(join(pictures, fileOf(shot)), await packed(await photograph(page, width), width))
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

function figure(shot: Shot): string {
  const { screen, width } = shot
  const caption = `${screen.title} (${VISITORS[screen.who]}), ${width} px`
  return `<img src="pictures/${fileOf(shot)}" width="${width / 4 + 130}" alt="${caption}" title="${caption}">`
}

const HEAD = isGallery
  ? 'Chosen in `proof/screens/gallery.ts`, drawn by `npm run screens -- --gallery` from a demo shop of its own. `npm run screens` draws every page in each of its states, at three widths, into `results/screens`. Long pages are cut.'
  : 'Every page in each of its states, drawn by `npm run screens`. Long pages are cut.'

const text = (): string =>
  ['# Screens', HEAD, ...sections.flatMap(({ title, shots }) => [`## ${title}`, shots.map(figure).join('\n')])].join(
    '\n\n',
  )

/** Removes pictures that the page does not show. */
function sweep(): void {
  const files = new Set(shown.map(fileOf))
  for (const file of globSync('*.webp', { cwd: pictures })) if (!files.has(file)) rmSync(join(pictures, file))
}

if (isGallery && shown.length !== GALLERY.length) throw new Error('gallery.ts names a screen that is not there')
mkdirSync(pictures, { recursive: true })
const visits = await Visits.open()
try {
  const drawn = shown.filter(({ screen }) => words.length === 0 || words.some((word) => screen.name.startsWith(word)))
  const missed = await draw(visits, drawn)
  sweep()
  writeFileSync(join(folder, 'README.md'), `${text()}\n`)
  const files = globSync('*.webp', { cwd: pictures })
  const bytes = files.reduce((sum, file) => sum + statSync(join(pictures, file)).size, 0)
  process.stdout.write(`${files.length} pictures, ${(bytes / 1e6).toFixed(1)} MB, in ${folder}\n`)
  for (const line of missed) process.stdout.write(`not reached: ${line}\n`)
  process.exitCode = missed.length > 0 ? 1 : 0
} finally {
  await visits.close()
}
