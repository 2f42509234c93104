import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { untilHydrated } from '../../e2e/fixtures.ts'
import { fillCart, settled } from '../screens/steps.ts'
import { VISITORS, type VisitorName, type Visits } from '../screens/visits.ts'
import { atMost, type Measure } from './measure.ts'

const LARGEST = 0.02
const LATE_MS = 400

const DASHBOARDS = { visitor: [], sara: ['/dashboard'], karim: ['/buyer'], admin: ['/dashbord-admin'] } as const

const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })

const shiftSum = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { shifts: { sum: number } }).shifts.sum)

/** All that moves by itself while a page arrives, for each kind of visitor. */
export async function measureShifts(visits: Visits): Promise<Measure[]> {
  const measures: Measure[] = []
  for (const who of Object.keys(DASHBOARDS) as (keyof typeof DASHBOARDS)[])
    measures.push(await visits.with(who, 360, (page) => shiftsFor(page, who)))
  return measures
}

async function shiftsFor(page: Page, who: VisitorName & keyof typeof DASHBOARDS): Promise<Measure> {
  if (who === 'visitor' || who === 'sara') await fillCart(page)
  await watchShifts(page)
  const shifts: { path: string; shift: number }[] = []
  for (const path of ['/', '/Boutique', '/product-details/1', '/checkout', ...DASHBOARDS[who]]) {
    await page.goto(path, { waitUntil: 'load' })
    await untilHydrated(page)
    await settled(page)
    await sleep(LATE_MS)
    shifts.push({ path, shift: await shiftSum(page) })
  }
  const worst = shifts.toSorted((one, other) => other.shift - one.shift)[0]!
  const notes = shifts.filter(({ shift }) => shift > LARGEST).map(({ path, shift }) => `${path}: ${shift.toFixed(4)}`)
  return atMost(`layout shift, ${VISITORS[who]}, worst (${worst.path})`, LARGEST, worst.shift, { digits: 4, notes })
}
