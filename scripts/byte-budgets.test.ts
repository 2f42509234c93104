import { beforeAll, expect, test } from 'vitest'
import { BUDGETS, fontSizes, pageWeights } from './byte-budgets.ts'
import { buildPages, isBuildFresh } from './pages-build.ts'

let weights: ReturnType<typeof pageWeights>

beforeAll(() => {
  if (!isBuildFresh()) buildPages()
  weights = pageWeights()
}, 120_000)

test('every public page loads at most 140 KB of script and 15 KB of style', () => {
  const pages = weights.publicPages
  expect(pages.map(({ page }) => page)).toEqual(
    expect.arrayContaining([
      'home/home',
      'catalogue/boutique',
      'catalogue/product',
      'orders/checkout',
      'accounts/login',
      'accounts/signup',
      'pages/about',
    ]),
  )
  const { publicScript, publicStyle } = BUDGETS
  expect(pages.filter(({ script, style }) => script > publicScript || style > publicStyle)).toEqual([])
})

test('every dashboard loads at most 230 KB of script', () => {
  const pages = weights.dashboards
  expect(pages.map(({ page }) => page)).toContain('orders/order-admin')
  expect(pages.filter(({ script }) => script > BUDGETS.dashboardScript)).toEqual([])
})

test('there is one font, of at most 30 KB', () => {
  const fonts = fontSizes()
  expect(fonts).toHaveLength(1)
  expect(fonts[0]).toBeLessThanOrEqual(BUDGETS.font)
})
