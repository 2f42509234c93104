import type { Page } from '@playwright/test'
import { PUBLIC_PAGES } from '../../e2e/public-pages.ts'
import { fillCart, visit } from '../screens/steps.ts'
import type { Visits } from '../screens/visits.ts'
import { type Measure, none } from './measure.ts'

/** The element that overflows a page that scrolls sideways; null when it does not. */
const overflow = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return null
    const wide = [...document.querySelectorAll('body *')].filter(
      (each) => each.getBoundingClientRect().right > clientWidth + 1,
    )
    return `${scrollWidth} px wide: ${wide.at(-1)?.outerHTML.slice(0, 100)}`
  })

const WAYS: readonly { name: string; width: number; style: string }[] = [
  { name: 'at 320 px', width: 320, style: '' },
  { name: 'with letters twice as large, at 360 px', width: 360, style: ':root { font-size: 200% !important }' },
  {
    name: 'with the text spacing of WCAG 1.4.12, at 360 px',
    width: 360,
    style:
      '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-block-end: 2em !important }',
  },
]

export async function measureReflow(visits: Visits): Promise<Measure[]> {
  const measures: Measure[] = []
  for (const { name, width, style } of WAYS)
    measures.push(
      await visits.with('visitor', width, async (page) => {
        await fillCart(page)
        const found: string[] = []
        for (const path of PUBLIC_PAGES) {
          await visit(page, path)
          // The page's policy allows no style of others.
          await page.evaluate((rules) => {
            const sheet = new CSSStyleSheet()
            sheet.replaceSync(rules)
            document.adoptedStyleSheets.push(sheet)
          }, style)
          const wide = await overflow(page)
          if (wide) found.push(`${path}: ${wide}`)
        }
        return none(`public pages that scroll sideways ${name}`, found)
      }),
    )
  return measures
}
