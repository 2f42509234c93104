import { describe, expect, it } from 'vitest'
import { compared, median, percentile, table } from './figures.ts'

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

  it('prints a part under what its columns are, with the middle size where there is one', () => {
    const size = (time: number) => ({ products: 1, orders: 1, time: { median: time, min: time, max: time } })
    const growth = {
      ...compared({ group: 'growth', name: 'orders', unit: 'ms', limit: { atMost: 150 } }, [4], [2]),
      sizes: [size(2), size(3), size(4)],
    }
    const printed = table([growth, compared({ ...pages, limit: { atLeast: 80 } }, [90], [100], ['a note'])])
    expect(printed).toMatch(/^pages +unit +shop +bare node:http +ratio % +limit +held$/m)
    expect(printed).toMatch(/^growth +unit +largest +smallest +middle +ratio % +limit +held$/m)
    expect(printed).toMatch(
      /^orders +ms +4\.00 \(4\.00–4\.00\) +2\.00 \(2\.00–2\.00\) +3\.00 +200 \(200–200\) +≤ 150 % +NO$/m,
    )
    expect(printed).toContain('  home: a note')
    expect(printed.indexOf('pages')).toBeLessThan(printed.indexOf('growth'))
  })
})
