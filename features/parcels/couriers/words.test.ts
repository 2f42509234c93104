import { expect, test } from 'vitest'
import { foldWord } from '#platform/sheets/words.ts'
import { COURIER_STATES, type CourierState } from '../model.ts'
import { meaningOf } from './courier-words.ts'
import { ALWAYS_ASKED, SHIPPED_WORDS } from './rules.ts'

const NONE = new Map<string, CourierState>()

test.each([
  ['Livré', 'delivered'],
  [' LIVRE ', 'delivered'],
  ['Envoi livré', 'delivered'],
  ['NOT_PAID', 'delivered'],
  ['Refusé', 'refused'],
  ['RETURNED', 'returning'],
  ['Retourné', 'returning'],
  ['Pas\u00A0de réponse', 'no_answer'],
  ['Confirmé par livreur', null],
  ['livr', null],
  ['Non livré', null],
  ['PARTIALLY_DELIVERED', null],
  ['DAMAGED', null],
  ['', null],
  [' \u200B', null],
  ['تم التسليم', null],
])('the word « %s » means %s', (word, state) => {
  expect(meaningOf(word, NONE)).toBe(state)
})

test('no word of the table stands for two states, and each for one of a courier', () => {
  const words = COURIER_STATES.flatMap((state) => [...new Set(SHIPPED_WORDS[state].map(foldWord))])
  expect(new Set(words).size).toBe(words.length)
  expect(Object.keys(SHIPPED_WORDS).toSorted()).toEqual([...COURIER_STATES].toSorted())
})

test('a courier’s own word comes first, but for those that are always asked', () => {
  const own = new Map<string, CourierState>([
    ['livre', 'out'],
    ['confirme par livreur', 'out'],
    ...ALWAYS_ASKED.map((word) => [foldWord(word), 'delivered'] as const),
  ])
  expect([meaningOf('Livré', own), meaningOf('Confirmé par LIVREUR', own)]).toEqual(['out', 'out'])
  expect(ALWAYS_ASKED.map((word) => meaningOf(word, own))).toEqual(ALWAYS_ASKED.map(() => null))
})
