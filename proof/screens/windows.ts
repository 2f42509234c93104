import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { areas, showScreen } from './screens.ts'
import { Visits } from './visits.ts'

// Draws screens window by window, as a person scrolls: what sticks to an edge or lies over another thing shows in no
// picture of a whole page. `node proof/screens/windows.ts home product` draws these two, `--only 360` on a phone alone.

const FOLDER = join(import.meta.dirname, '..', '..', 'results', 'screens', 'windows')
const LONGEST = 16
/** Of a window, in pixels: seen again in the next one. */
const OVERLAP = 90

async function drawWindows(page: Page, name: string): Promise<number> {
  const { height } = page.viewportSize() ?? { height: 0 }
  const isOpenDialog = (await page.locator('dialog[open]').count()) > 0
  for (let window = 1; window <= LONGEST; window += 1) {
    await page.waitForFunction(() =>
      [...document.images].every((image) => {
        const { top, bottom, left, right, width } = image.getBoundingClientRect()
        const isOutside = bottom < 0 || top > innerHeight || right < 0 || left > innerWidth
        return image.complete || width === 0 || isOutside || !image.checkVisibility()
      }),
    )
    await page.waitForTimeout(200)
    await page.screenshot({ path: join(FOLDER, `${name}-${window}.png`) })
    const before = await page.evaluate(() => scrollY)
    await page.evaluate((step) => scrollBy({ top: step, behavior: 'instant' }), height - OVERLAP)
    if (isOpenDialog || (await page.evaluate(() => scrollY)) === before) return window
  }
  return LONGEST
}

const words = process.argv.slice(2)
const only = words.includes('--only') ? Number(words[words.indexOf('--only') + 1]) : undefined
const screens = areas.flatMap((area) => area.screens).filter(({ name }) => words.includes(name))
mkdirSync(FOLDER, { recursive: true })
const visits = await Visits.open()
try {
  for (const screen of screens)
    for (const width of [360, 1280].filter((each) => only === undefined || each === only))
      await visits.with(
        screen.who,
        width,
        async (page) => {
          await showScreen(screen, page, visits.shop)
          const count = await drawWindows(page, `${screen.name}-${width}`)
          process.stdout.write(`${screen.name} at ${width} px: ${count} windows\n`)
        },
        { reducedMotion: 'reduce' },
      )
} finally {
  await visits.close()
}
