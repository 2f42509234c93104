import { expect, test } from 'vitest'
import { pageWindow } from './paging.ts'

const rows = Array.from({ length: 47 }, (_, index) => index)

test.each([1, 7, 10, 46, 47, 60])('pages of %i rows are the list, whichever end they are read from', (perPage) => {
  const read = (page: number) => {
    const { isReversed, offset, limit } = pageWindow(rows.length, { page, perPage })
    const list = isReversed ? rows.toReversed() : rows
    const found = list.slice(offset, offset + limit)
    return isReversed ? found.reverse() : found
  }
  const pages = Array.from({ length: Math.ceil(rows.length / perPage) + 2 }, (_, index) => read(index + 1))
  expect(pages.flat()).toEqual(rows)
  expect(pages.slice(0, -2).every((page, index) => page.length === perPage || index === pages.length - 3)).toBe(true)
})

test('the last page is read from the end', () => {
  expect(pageWindow(100_000, { page: 10_000, perPage: 10 })).toEqual({ isReversed: true, offset: 0, limit: 10 })
})
