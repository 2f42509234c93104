import { expect, test } from 'vitest'
import { sessionFrom } from './stored-session.ts'

const stored = (change: Record<string, string | null> = {}) => {
  const values: Record<string, string | null> = {
    user: '{"id":7,"name":"Sara"}',
    authToken: 'token',
    id: '7',
    isAdmin: '0',
    isActive: '1',
    role: 'supplier',
    ...change,
  }
  return (key: string) => values[key] ?? null
}

test('a session is who the stored values name', () => {
  expect(sessionFrom(stored())).toEqual({ id: 7, name: 'Sara', role: 'supplier' })
  expect(sessionFrom(stored({ isAdmin: '1', role: 'admin' }))?.role).toBe('admin')
})

test('without a token nobody is logged in', () => {
  expect(sessionFrom(stored({ authToken: null }))).toBeNull()
})

test('values that do not hang together are nobody', () => {
  expect(sessionFrom(stored({ role: 'king' }))).toBeNull()
  expect(sessionFrom(stored({ id: 'x' }))).toBeNull()
})

test('a damaged name costs the name alone', () => {
  expect(sessionFrom(stored({ user: '{' }))).toEqual({ id: 7, name: '', role: 'supplier' })
})
