import { expect, test } from 'vitest'
import { pageOf } from './page-of.ts'

test.each([
  ['F-1001', '/user-admin?search=F-1001'],
  ['B-2001', '/buyerAdmin?search=B-2001'],
  ['C-3001', '/agents?search=C-3001'],
  ['A-1', null],
  ['ADMIN', null],
])('the account %s leads to the list that has it', (customId, page) => {
  expect(pageOf({ subject: 'account', subjectId: 7, about: { customId, name: 'Salma' } })).toBe(page)
})
