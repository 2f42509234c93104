import { BUDGETS, fontSizes, type PageWeight, pageWeights } from '../../scripts/byte-budgets.ts'
import { atMost, type Measure } from './measure.ts'

const KB = 1000

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
