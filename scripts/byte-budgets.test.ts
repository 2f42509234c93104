import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { DASHBOARD_SHAPES } from '#web/closed-area/icons.ts'
import { BUDGETS, CLIENT, fontSizes, pageWeights } from './byte-budgets.ts'
import { buildPages, isBuildFresh } from './pages-build.ts'

let weights: ReturnType<typeof pageWeights>

beforeAll(() => {
  if (!isBuildFresh()) buildPages()
  weights = pageWeights()
})

test(`every public page loads at most ${BUDGETS.publicScript / 1000} KB of script and ${BUDGETS.publicStyle / 1000} KB of style`, () => {
  const pages = weights.publicPages
  expect(pages.map(({ page }) => page)).toEqual(
    expect.arrayContaining([
      'home/home',
      'catalogue/shop/boutique',
      'catalogue/shop/product/product',
      'orders/checkout/checkout',
      'accounts/login',
      'accounts/signup',
      'pages/about',
    ]),
  )
  const { publicScript, publicStyle } = BUDGETS
  expect(pages.filter(({ script, style }) => script > publicScript || style > publicStyle)).toEqual([])
})

test(`every dashboard loads at most ${BUDGETS.dashboardScript / 1000} KB of script`, () => {
  const pages = weights.dashboards
  expect(pages.map(({ page }) => page)).toContain('orders/admin/order-admin')
  expect(pages.filter(({ script }) => script > BUDGETS.dashboardScript)).toEqual([])
})

test(`there is one font, of at most ${BUDGETS.font / 1000} KB`, () => {
  const fonts = fontSizes()
  expect(fonts).toHaveLength(1)
  expect(fonts[0]).toBeLessThanOrEqual(BUDGETS.font)
})

test('public pages neither carry the drawings of dashboards nor ask for one', () => {
  const names = Object.keys(DASHBOARD_SHAPES).join('|')
  const asking = new RegExp(`\\b(icon|name):["'\`](${names})["'\`]`, 'g')
  const shapes = Object.values(DASHBOARD_SHAPES)
  for (const file of new Set(weights.publicPages.flatMap(({ scripts }) => scripts))) {
    const text = readFileSync(join(CLIENT, file), 'utf8')
    expect([text.match(asking), shapes.filter((shape) => text.includes(shape))], file).toEqual([null, []])
  }
})
