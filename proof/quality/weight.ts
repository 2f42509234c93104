import { BUDGETS, fontSizes, type PageWeight, pageWeights } from '../../scripts/byte-budgets.ts'
import type { Visits } from '../screens/visits.ts'
import { atMost, type Measure } from './measure.ts'

const KB = 1000
const HOME_BYTES = 300 * KB
const HOME_REQUESTS = 25

const inKb = (name: string, limit: number, bytes: number, notes: string[] = []): Measure =>
  atMost(name, limit / KB, bytes / KB, { unit: 'KB', digits: 1, notes })

function heaviest(name: string, limit: number, pages: readonly PageWeight[], part: 'script' | 'style'): Measure {
  const sorted = pages.toSorted((one, other) => other[part] - one[part])
  const tooHeavy = sorted.filter((each) => each[part] > limit)
  const notes = tooHeavy.map((each) => `${each.page}: ${(each[part] / KB).toFixed(1)} KB`)
  return inKb(`${name}, heaviest (${sorted[0]!.page})`, limit, sorted[0]![part], notes)
}

export function measureBudgets(): Measure[] {
  const { publicPages, dashboards } = pageWeights()
  const fonts = fontSizes()
  return [
    heaviest('script of public pages', BUDGETS.publicScript, publicPages, 'script'),
    heaviest('style of public pages', BUDGETS.publicStyle, publicPages, 'style'),
    heaviest('script of dashboards', BUDGETS.dashboardScript, dashboards, 'script'),
    atMost('fonts, files', 1, fonts.length),
    inKb('fonts, weight', BUDGETS.font, Math.max(...fonts)),
  ]
}

/** Measures the requests and bytes that a phone loads for the first screen of the home page. */
export const measureHome = (visits: Visits): Promise<Measure[]> =>
  visits.with('visitor', 360, async (page, context) => {
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    const requested = new Map<string, string>()
    const bytes = new Map<string, number>()
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (request.url.startsWith('http')) requested.set(requestId, new URL(request.url).pathname)
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      bytes.set(requestId, encodedDataLength)
    })
    await page.goto('/', { waitUntil: 'networkidle' })
    // Browsers fetch pictures ahead of scrolling, some further than others: what they show first is what is counted.
    const below = await page.evaluate(() =>
      [...document.images]
        .filter((image) => image.getBoundingClientRect().top >= innerHeight)
        .map((image) => new URL(image.currentSrc || image.src).pathname),
    )
    const counted = [...requested].filter(([, path]) => !below.includes(path))
    const weight = counted.reduce((sum, [id]) => sum + (bytes.get(id) ?? 0), 0)
    return [
      atMost('home, requests', HOME_REQUESTS, counted.length),
      inKb('home, weight in a browser', HOME_BYTES, weight),
    ]
  })
