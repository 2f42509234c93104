import { expect, test } from 'vitest'
import { resetLinkFrom } from './reset-link.ts'

test('the mailed link carries a token and an address', () => {
  expect(resetLinkFrom('?token=abc-_1&email=amal%2Bshop%40exemple.ma')).toEqual({
    token: 'abc-_1',
    email: 'amal+shop@exemple.ma',
  })
})

test.each(['', '?token=abc', '?email=amal@exemple.ma', '?token=&email=amal@exemple.ma', '?token=abc&email=%20'])(
  'a link that lacks something is none: %s',
  (search) => {
    expect(resetLinkFrom(search)).toBeNull()
  },
)
