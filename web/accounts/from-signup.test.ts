import { expect, test } from 'vitest'
import { fromSignup } from './from-signup.ts'

test('log-in takes from sign-up an e-mail and a page of this shop', () => {
  expect(fromSignup({ identifier: 'nadia@exemple.ma', returnTo: '/dashboard' })).toEqual({
    identifier: 'nadia@exemple.ma',
    returnTo: '/dashboard',
  })
})

test.each([
  null,
  undefined,
  'x',
  {},
  { identifier: 1, returnTo: '/' },
  { identifier: 'a@b.ma', returnTo: '//autre.example' },
])('and from nowhere else: %j', (state) => {
  expect(fromSignup(state)).toBeNull()
})
