import { describe, expect, it } from 'vitest'
import { drawGrowth, spreadOut } from './chart.ts'

const curve = (name: string, ...ratios: number[]) => ({
  name,
  points: ratios.map((ratio, index) => ({ size: 300 * 10 ** index, ratio })),
})
const draw = (...curves: ReturnType<typeof curve>[]) =>
  drawGrowth({ title: 'Lists & pages', axis: 'orders', limit: 1.5, curves })

describe('the chart of growth', () => {
  it('names what grows too much, and draws the rest without a name', () => {
    const drawing = draw(curve('steady', 1, 1.1, 1.2), curve('growing', 1, 2, 4))
    expect(drawing).toContain('4.0× growing')
    expect(drawing).not.toContain('steady')
    expect(drawing.match(/<polyline/g)).toHaveLength(2)
    expect(drawing).toContain('2 answers, time beside the smallest shop; 1 above 1.5')
  })

  it('puts sizes that grow tenfold at equal steps', () => {
    const [, points] = /<polyline points="([^"]*)"/.exec(draw(curve('steady', 1, 1, 1)))!
    const places = points!.split(' ').map((point) => Number(point.split(',')[0]))
    expect(places[1]! - places[0]!).toBeCloseTo(places[2]! - places[1]!, 0)
  })

  it('escapes what is a sign of its own in a drawing', () => {
    const drawing = draw(curve('a<b>', 1, 2))
    expect(drawing).toContain('Lists &#38; pages')
    expect(drawing).toContain('a&#60;b&#62;')
  })

  it('keeps labels apart and inside', () => {
    const placed = spreadOut([10, 11, 12, 98], 5, 100)
    const gaps = placed.slice(1).map((height, index) => height - placed[index]!)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(15)
    expect(Math.max(...spreadOut([95, 96, 97], 5, 100))).toBeLessThanOrEqual(100)
  })
})
