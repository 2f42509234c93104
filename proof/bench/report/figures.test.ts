import { describe, expect, it } from 'vitest'
import { compared, measuredGrowth, median, percentile, table } from './figures.ts'

const pages = { group: 'pages', name: 'home', unit: 'requests/s' } as const

describe('figures', () => {
  it('finds the middle of an odd and of an even number of values', () => {
    expect(median([30, 1, 2])).toBe(2)
    expect(median([4, 1, 3, 2])).toBe(2.5)
  })

  it('finds the value that so many are below', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)
    expect(percentile(hundred, 0.99)).toBe(100)
    expect(percentile(hundred, 0.5)).toBe(51)
    expect(percentile([7], 0.99)).toBe(7)
  })

  it('compares round by round, so that a slow machine weighs on both', () => {
    const measure = compared({ ...pages, limit: { atLeast: 80 } }, [100, 50, 30], [100, 50, 60])
    expect(measure.ratio).toEqual({ median: 100, min: 50, max: 100 })
    expect(measure.met).toBe(true)
  })

  it('says whether a limit held, from above and from below', () => {
    const at = (limit: { atLeast: number } | { atMost: number } | null) =>
      compared({ ...pages, limit }, [79], [100]).met
    expect(at({ atLeast: 80 })).toBe(false)
    expect(at({ atLeast: 79 })).toBe(true)
    expect(at({ atMost: 79 })).toBe(true)
    expect(at({ atMost: 78 })).toBe(false)
    expect(at(null)).toBeNull()
  })

  it('prints a part under what its columns are', () => {
    const printed = table([compared({ ...pages, limit: { atLeast: 80 } }, [90], [100], ['a note'])])
    expect(printed).toMatch(/^pages +unit +shop +bare node:http +ratio % +limit +held$/m)
    expect(printed).toContain('  home: a note')
  })

  it('prints what an answer takes in shops of several sizes, each with a limit of its own', () => {
    const rounds = (slowest: number) => [[2, 3, slowest]]
    const grown = (slowest: number) =>
      measuredGrowth('orders', [
        { size: { orders: 100, mostMs: 150 }, rounds: rounds(4) },
        { size: { orders: 1000, mostMs: 500 }, rounds: rounds(slowest) },
      ])
    const printed = table([grown(500), grown(501)])
    expect(printed).toMatch(/^growth, ms +100 orders +1000 orders +limit +held$/m)
    expect(printed).toMatch(
      /^orders +3\.00 \(3\.00–3\.00\) p95 4\.00 +3\.00 \(3\.00–3\.00\) p95 500 +p95 ≤ 150, 500 +yes$/m,
    )
    expect(printed).toMatch(/ p95 501 +p95 ≤ 150, 500 +NO$/m)
  })
})
