import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { publicAreas } from '../screens/public-screens.ts'
import { areas, showScreen } from '../screens/screens.ts'
import { together, type Visits } from '../screens/visits.ts'
import { informs, type Measure, none } from './measure.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'test-results', 'forced-colors')
/** Screens for the eye to judge, one of each kind. */
const LOOKED_AT = ['home', 'boutique', 'product', 'checkout-refused', 'checkout-placed', 'login-refused', 'orders']

/** Notes down every animation that begins and lasts longer than a millisecond. */
const watchMotion = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const motions = new Set<string>()
    Object.assign(globalThis, { motions })
    const note = () => {
      for (const animation of document.getAnimations()) {
        const { activeDuration } = animation.effect!.getComputedTiming()
        const target = (animation.effect as KeyframeEffect).target
        if (Number(activeDuration) > 1)
          motions.add(`${target?.tagName.toLowerCase()}.${target?.className}: ${activeDuration} ms`)
      }
    }
    for (const kind of ['animationstart', 'transitionrun']) addEventListener(kind, note, true)
    addEventListener('load', note)
    addEventListener('DOMContentLoaded', () => {
      if (getComputedStyle(document.documentElement).scrollBehavior === 'smooth')
        motions.add('the page scrolls smoothly')
    })
  })

const motionOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...(globalThis as unknown as { motions: Set<string> }).motions])

/** Lists animations that play in spite of reduced motion, in every state of the public pages. */
export async function measureMotion(visits: Visits): Promise<Measure[]> {
  const found = new Set<string>()
  const screens = publicAreas.flatMap((area) => area.screens)
  await together(2, screens, (screen) =>
    visits.with(
      screen.who,
      360,
      async (page) => {
        await watchMotion(page)
        await showScreen(screen, page, visits.shop)
        for (const motion of await motionOf(page)) found.add(`${screen.name}: ${motion}`)
      },
      { reducedMotion: 'reduce' },
    ),
  )
  return [none('animations in spite of reduced motion, public pages', [...found])]
}

export async function lookAtForcedColors(visits: Visits): Promise<Measure[]> {
  mkdirSync(FOLDER, { recursive: true })
  const screens = areas.flatMap((area) => area.screens).filter(({ name }) => LOOKED_AT.includes(name))
  for (const screen of screens)
    await visits.with(
      screen.who,
      1280,
      async (page) => {
        await showScreen(screen, page, visits.shop)
        await page.screenshot({ path: join(FOLDER, `${screen.name}.png`) })
      },
      { forcedColors: 'active', reducedMotion: 'reduce' },
    )
  return [informs('forced colours, for the eye', `${screens.length} in test-results`)]
}
