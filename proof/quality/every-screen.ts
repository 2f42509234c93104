import type { Page } from '@playwright/test'
import { axeViolations, collectComplaints } from '../../e2e/fixtures.ts'
import type { Screen } from '../screens/screen.ts'
import { areas, showScreen } from '../screens/screens.ts'
import { together, type Visits } from '../screens/visits.ts'
import { informs, type Measure, none } from './measure.ts'

const WIDTHS = [360, 1280]
/** React's own numbers for a document that differs from what the browser would have drawn. */
const HYDRATION = /hydrat|Minified React error #(418|419|421|422|423|425)\b/i

const LONGEST_MS = 20 * 60_000
const HIGHEST = 6_000

interface ScreenFindings {
  axe: string[]
  complaints: string[]
  missed: string[]
}

/** Every screen of every role, on a phone and on a desk: what axe finds, and what the browser complains about. */
export async function measureScreens(visits: Visits): Promise<Measure[]> {
  const found: ScreenFindings = { axe: [], complaints: [], missed: [] }
  const screens = areas.flatMap((area) => area.screens)
  const visited = screens.flatMap((screen) => WIDTHS.map((width) => ({ screen, width })))
  const end = performance.now() + LONGEST_MS
  const late: string[] = []
  await together(2, visited, async ({ screen, width }) => {
    if (performance.now() < end) await inspect(visits, screen, width, found)
    else late.push(`${screen.name} at ${width} px: no time left`)
  })
  const hydration = found.complaints.filter((text) => HYDRATION.test(text))
  return [
    informs('screens walked through, at 360 and 1280 px', `${visited.length - late.length} of ${visited.length}`, late),
    none('screens that could not be reached', found.missed),
    none('axe violations', found.axe),
    none('console errors and warnings', found.complaints),
    none('hydration errors', hydration),
  ]
}

/** Enlarges the window to the whole page, so that a bar at its edge covers no target. A dialog covers the window, not the page. */
async function seeWhole(page: Page, width: number): Promise<void> {
  if ((await page.locator('dialog[open]').count()) > 0) return
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.min(height, HIGHEST) })
}

const inspect = (visits: Visits, screen: Screen, width: number, found: ScreenFindings): Promise<void> =>
  visits.with(
    screen.who,
    width,
    async (page, context) => {
      const where = `${screen.name} at ${width} px`
      const heard: string[] = []
      await collectComplaints(context, heard)
      try {
        await showScreen(screen, page, visits.shop)
        await seeWhole(page, width)
        found.axe.push(...(await axeViolations(page)).map((violation) => `${where}: ${violation}`))
      } catch (error) {
        found.missed.push(`${where}: ${String(error).split('\n')[0]}`)
      }
      const { mayComplain } = screen
      const complaints = mayComplain ? heard.filter((text) => !mayComplain.test(text)) : heard
      found.complaints.push(...complaints.map((complaint) => `${where}: ${complaint}`))
    },
    { reducedMotion: 'reduce' },
  )
