import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.ts'
import { fillCart } from '../screens/steps.ts'
import { BROWSER_FLAGS, type Visits } from '../screens/visits.ts'
import { atMost, informs, type Measure, measure } from './measure.ts'

// Lighthouse is heavy and used by this alone: it is taken from the project's packages, or from a folder of its own
// that LIGHTHOUSE_FOLDER names, and left out where it is in neither.

const ROOT = join(import.meta.dirname, '..', '..')
const PAGES = {
  home: '/',
  Boutique: '/Boutique',
  product: '/product-details/1',
  checkout: '/checkout',
  'à-propos': '/%C3%A0-props',
  login: '/login',
} as const
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

interface Audit {
  score: number | null
  numericValue?: number
  title: string
}

interface Report {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, Audit>
}

type Lighthouse = (
  url: string,
  flags: {
    port: number
    onlyCategories: readonly string[]
    logLevel: 'silent'
    throttlingMethod?: 'devtools'
  },
) => Promise<{ lhr: Report }>

async function findLighthouse(): Promise<Lighthouse | null> {
  const folder = process.env.LIGHTHOUSE_FOLDER ?? ROOT
  try {
    const file = createRequire(join(folder, 'package.json')).resolve('lighthouse')
    const { default: lighthouse } = (await import(pathToFileURL(file).href)) as { default: Lighthouse }
    return lighthouse
  } catch {
    return null
  }
}

/** Scores and times of the public pages on Lighthouse's phone, the median of so many runs of each kind. */
export async function measureLighthouse(visits: Visits, runs: number): Promise<Measure[]> {
  const lighthouse = await findLighthouse()
  if (!lighthouse) return [informs('Lighthouse', 'not installed', ['npm install --no-save lighthouse@13.5.0'])]
  const profile = mkdtempSync(join(tmpdir(), 'shop-lighthouse-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: [...BROWSER_FLAGS, '--remote-debugging-port=0'],
    baseURL: visits.shop.url,
    viewport: null,
  })
  try {
    // Lighthouse does not clear the browser's storage in this profile, so the cart stays full.
    const page = context.pages()[0]!
    await fillCart(page)
    await page.goto('about:blank')
    const port = await debuggingPort(profile)
    const measures: Measure[] = []
    for (const [name, path] of Object.entries(PAGES)) {
      const reports: Report[] = []
      const url = visits.shop.url + path
      const flags = { port, onlyCategories: CATEGORIES, logLevel: 'silent' } as const
      const slowed: Report[] = []
      for (let run = 0; run < runs; run++) {
        reports.push((await lighthouse(url, flags)).lhr)
        slowed.push(
          (await lighthouse(url, { ...flags, onlyCategories: ['performance'], throttlingMethod: 'devtools' })).lhr,
        )
      }
      measures.push(...measuresOf(name, reports), largestPaintOf(name, slowed))
    }
    return measures
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The browser writes it into its profile. */
async function debuggingPort(profile: string): Promise<number> {
  for (let tries = 0; tries < 50; tries++, await sleep(100))
    try {
      return Number(readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')[0])
    } catch {}
  throw new Error('The browser named no port for Lighthouse')
}

const middleOf = (reports: readonly Report[], of: (report: Report) => number): number =>
  reports.map(of).toSorted((a, b) => a - b)[reports.length >> 1]!

const timeOf =
  (id: string) =>
  ({ audits }: Report): number =>
    audits[id]?.numericValue ?? Number.NaN

/** On a line and a processor that are slowed down for real; the other times are reckoned from those of a fast one. */
function largestPaintOf(name: string, slowed: readonly Report[]): Measure {
  const value = middleOf(slowed, timeOf('largest-contentful-paint'))
  return atMost(`Lighthouse ${name}, LCP on a slow line`, 2200, value, { unit: 'ms' })
}

function measuresOf(name: string, reports: readonly Report[]): Measure[] {
  const isIndexed = reports[0]!.audits['is-crawlable']?.score !== 0
  const scores = CATEGORIES.map((id) => {
    const score = Math.round(100 * middleOf(reports, (report) => report.categories[id]!.score))
    const least = id === 'performance' ? 95 : 100
    const isAsked = id !== 'seo' || isIndexed
    const notes = score < least && isAsked ? shortcomings(reports.at(-1)!, id) : []
    return measure(
      `Lighthouse ${name}, ${id}`,
      isAsked ? `≥ ${least}` : '–',
      String(score),
      isAsked ? score >= least : null,
      notes,
    )
  })
  const value = (id: string) => middleOf(reports, timeOf(id))
  return [
    ...scores,
    atMost(`Lighthouse ${name}, LCP`, 2200, value('largest-contentful-paint'), { unit: 'ms' }),
    atMost(`Lighthouse ${name}, TBT`, 100, value('total-blocking-time'), { unit: 'ms' }),
    atMost(`Lighthouse ${name}, CLS`, 0.02, value('cumulative-layout-shift'), { digits: 3 }),
  ]
}

/** The audits that cost points. */
const shortcomings = ({ categories, audits }: Report, category: string): string[] =>
  categories[category]!.auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9).map(
    ({ id }) => `${id}: ${audits[id]!.title}`,
  )
