import { beforeEach, expect, test, vi } from 'vitest'
import { forgetAllStored, readStored, writeStored } from '#web/browser-storage.ts'
import { close, readOpen, storeLatest } from './stored-announcements.ts'

const announcement = (id: number) => ({
  id,
  title: `Titre ${id}`,
  message: `Message ${id}`,
  created_at: '2026-11-16T09:00:00.000Z',
  is_active: true,
})

const answer = (status: number, body: unknown) => {
  const fetched = vi.fn(async () => new Response(JSON.stringify(body), { status }))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

const kept = () => readOpen().map(({ id }) => id)

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  for (const [key, value] of Object.entries({ authToken: 'a-token', id: '2', isAdmin: '0', role: 'supplier' }))
    writeStored(key, value)
  return () => {
    forgetAllStored()
    vi.unstubAllGlobals()
  }
})

test('what the shop announces is kept for the next page, without what nobody reads', async () => {
  answer(200, [announcement(3), announcement(2)])
  await storeLatest()
  expect(readOpen()).toEqual([
    { id: 3, title: 'Titre 3', message: 'Message 3' },
    { id: 2, title: 'Titre 2', message: 'Message 2' },
  ])
})

test('what was closed stays closed, and nothing is kept when all are', async () => {
  answer(200, [announcement(3), announcement(2)])
  await storeLatest()
  close(3)
  expect(kept()).toEqual([2])
  await storeLatest()
  expect(kept()).toEqual([2])
  close(2)
  expect(readStored('announcements')).toBeNull()
})

test('a visitor’s browser asks for nothing', async () => {
  forgetAllStored()
  const fetched = answer(200, [announcement(3)])
  await storeLatest()
  expect(fetched).not.toHaveBeenCalled()
})

test('a token that the server does not know ends the session, and nothing else', async () => {
  writeStored('cart', '[]')
  answer(401, { message: 'Unauthenticated.' })
  await storeLatest()
  expect(readStored('authToken')).toBeNull()
  expect(readStored('cart')).toBe('[]')
})

test('without an answer, or with a strange one, what was known stays', async () => {
  answer(200, [announcement(3)])
  await storeLatest()
  for (const [status, body] of [
    [500, { message: 'Server Error' }],
    [200, { message: 'not a list' }],
  ] as const) {
    answer(status, body)
    await storeLatest()
  }
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  await storeLatest()
  expect(kept()).toEqual([3])
})

test('a damaged text is no announcement', () => {
  writeStored('announcements', '[{"id":"x"},null,7,{"id":4,"title":"T","message":"M"}]')
  expect(kept()).toEqual([4])
  writeStored('announcements', '{')
  expect(kept()).toEqual([])
})
