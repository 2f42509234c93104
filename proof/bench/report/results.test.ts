import { describe, expect, it } from 'vitest'
import { merged } from './results.ts'

describe('results', () => {
  it('replaces the parts that were measured and keeps the others, in the order of the parts', () => {
    const old = [
      { group: 'memory', name: 'old' },
      { group: 'pages', name: 'old' },
      { group: 'pages', name: 'gone' },
    ] as const
    const fresh = [
      { group: 'orders', name: 'new' },
      { group: 'pages', name: 'new' },
    ] as const
    expect(merged<(typeof old)[number] | (typeof fresh)[number]>(old, fresh)).toEqual([
      { group: 'pages', name: 'new' },
      { group: 'orders', name: 'new' },
      { group: 'memory', name: 'old' },
    ])
  })
})
