import { describe, expect, it } from 'vitest'
import { planOf } from './plan.ts'

describe('the plan of a run', () => {
  it('is quick unless told', () => {
    const { groups, rounds, sizes, memoryMinutes } = planOf([])
    expect(groups).toEqual(['pages', 'orders', 'growth', 'start', 'memory'])
    expect({ rounds, memoryMinutes }).toEqual({ rounds: 3, memoryMinutes: 1 })
    expect(sizes.map(({ orders }) => orders)).toEqual([5_000, 100_000])
  })

  it('has three sizes and five rounds when it is to be full, and ten minutes of memory when it is to be long', () => {
    const { rounds, sizes, memoryMinutes } = planOf(['--full', '--long'])
    expect({ rounds, memoryMinutes }).toEqual({ rounds: 5, memoryMinutes: 10 })
    expect(sizes.map(({ products }) => products)).toEqual([300, 2_000, 20_000])
  })

  it('takes the parts that are named, in their own order', () => {
    expect(planOf(['--only', 'start,pages']).groups).toEqual(['pages', 'start'])
  })

  it('refuses a word that it does not know', () => {
    expect(() => planOf(['--only', 'pages,speed'])).toThrow('--only speed')
    expect(() => planOf(['--fast'])).toThrow()
  })
})
