import { CLOSED_PAGES } from '../../e2e/closed-pages.ts'
import { PUBLIC_PAGES } from '../../e2e/public-pages.ts'
import { overflow } from '../../e2e/steps.ts'
import { fillCart, settled, visit } from '../screens/steps.ts'
import { VISITORS, type Visits } from '../screens/visits.ts'
import { type Measure, none } from './measure.ts'

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

const PAGES = { visitor: PUBLIC_PAGES, ...CLOSED_PAGES }

/** Public pages as a visitor sees them, with two lines in the cart, and the closed ones as their people do. */
export async function measureReflow(visits: Visits): Promise<Measure[]> {
  const measures: Measure[] = []
  for (const { name, width, style } of WAYS) {
    const found: string[] = []
    for (const who of Object.keys(PAGES) as (keyof typeof PAGES)[])
      await visits.with(who, width, async (page) => {
        if (who === 'visitor') await fillCart(page)
        for (const path of PAGES[who]) {
          await visit(page, path)
          await settled(page)
          // The page's policy allows no style of others.
          await page.evaluate((rules) => {
            const sheet = new CSSStyleSheet()
            sheet.replaceSync(rules)
            document.adoptedStyleSheets.push(sheet)
          }, style)
          const [widest] = await overflow(page)
          if (widest) found.push(`${path}, ${VISITORS[who]}: ${widest}`)
        }
      })
    measures.push(none(`pages that scroll sideways ${name}`, found))
  }
  return measures
}
