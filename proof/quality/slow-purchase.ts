import type { BrowserContext, Page } from '@playwright/test'
import { untilHydrated } from '../../e2e/fixtures.ts'
import { freshPhone } from '../../e2e/running-shop.ts'
import { confirmButton, fillRecipient, placedDialog } from '../../e2e/steps.ts'
import type { Visits } from '../screens/visits.ts'
import { atMost, informs, type Measure } from './measure.ts'

const LATENCY_MS = 400
const BYTES_PER_SECOND = (400 * 1000) / 8
const SLOWER = 4
const ANSWERED_MS = 200

async function slowDown(page: Page, context: BrowserContext): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
}

const watchPaints = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const paints = { first: 0, largest: 0 }
    Object.assign(globalThis, { paints })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === 'first-contentful-paint') paints.first = entry.startTime
    }).observe({ type: 'paint', buffered: true })
    new PerformanceObserver((list) => {
      paints.largest = list.getEntries().at(-1)!.startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })

const paintsOf = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { paints: { first: number; largest: number } }).paints)

/** From the tap to the frame that shows the changed button. */
async function tapAdd(page: Page): Promise<number> {
  const button = page.getByRole('button', { name: /^Ajouter au panier, / }).first()
  await button.scrollIntoViewIfNeeded()
  const answered = button.evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        let tapped = 0
        document.addEventListener('pointerdown', (event) => (tapped = event.timeStamp), { capture: true, once: true })
        new MutationObserver((_, observer) => {
          if (element.textContent?.includes('Ajouter')) return
          observer.disconnect()
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - tapped)))
        }).observe(element, { childList: true, characterData: true, subtree: true, attributes: true })
      }),
  )
  await button.tap()
  return answered
}

/** A whole purchase on a poor phone and a poor line. */
export const measureSlowPurchase = (visits: Visits): Promise<Measure[]> =>
  visits.with('visitor', 360, async (page, context) => {
    context.setDefaultTimeout(120_000)
    await slowDown(page, context)
    await watchPaints(page)
    const begin = performance.now()
    const since = (moment: number) => (performance.now() - moment) / 1000
    await page.goto('/', { waitUntil: 'commit' })
    await untilHydrated(page)
    const alive = since(begin)
    await page.waitForLoadState('load')
    const { first, largest } = await paintsOf(page)
    const answered = await tapAdd(page)
    await page
      .getByRole('link', { name: /^Panier/ })
      .first()
      .tap()
    await page.getByRole('heading', { level: 1, name: 'Votre commande' }).waitFor()
    await fillRecipient(page, {
      name: 'Salma Idrissi',
      phone: freshPhone(),
      city: 'Rabat',
      address: '3, rue des Roses',
    })
    const sent = performance.now()
    await confirmButton(page).click()
    await placedDialog(page).waitFor()
    const [confirmed, whole] = [since(sent), since(begin)]
    const seconds = (value: number) => `${value.toFixed(1)} s`
    const name = (what: string) => `slow 4G (400 ms, 400 kbit/s, processor ÷ 4): ${what}`
    return [
      informs(name('home has text'), seconds(first / 1000)),
      informs(name('home, largest paint'), seconds(largest / 1000)),
      informs(name('home answers to taps'), seconds(alive)),
      atMost(name('Ajouter answered'), ANSWERED_MS, answered, { unit: 'ms' }),
      informs(name('Confirmer to a confirmed order'), seconds(confirmed)),
      informs(name('home to a confirmed order, by a robot’s hand'), seconds(whole)),
    ]
  })
