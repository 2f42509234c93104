import passwords from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { MIN_PASSWORD } from './model.ts'
import { passwordProblem } from './password-policy.ts'

test('none of the ten thousand commonest passwords is taken, however its letters are cased', () => {
  const common = passwords.slice(0, 10_000)
  expect(common).toHaveLength(10_000)
  const taken = common.filter((each) => passwordProblem(each.toUpperCase(), MIN_PASSWORD) === null)
  expect(taken).toEqual([])
})

test.each(['casablanca1', 'Maroc2026', 'bismillah', 'motdepasse1'])(
  'nor is «%s», which comes first to mind here',
  (typed) =>
    expect(passwordProblem(typed, MIN_PASSWORD)).toEqual({
      code: 'password_too_common',
      message: 'The password field is too common.',
    }),
)

test.each(['le soleil de minuit', 'demo-admin-2026', 'un stock bien rangé'])('«%s» is taken', (typed) =>
  expect(passwordProblem(typed, 12)).toBeNull(),
)
