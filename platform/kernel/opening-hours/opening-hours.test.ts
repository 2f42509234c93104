import { expect, test } from 'vitest'
import { dayWithoutHours, hoursInWords, joinHours, splitHours } from './opening-hours.ts'

const spaced = (words: string) => words.replaceAll('_', '\u00A0')

test.each([
  ['', ''],
  ['lundi 09:00-18:00', 'Lundi de_9_h à_18_h'],
  ['samedi 10:00-14:30; dimanche 10:00-14:30', 'Samedi et dimanche de_10_h à_14_h_30'],
  [
    'lundi 09:00-18:00; mardi 09:00-18:00; mercredi 09:00-18:00; vendredi 09:00-12:00 15:00-18:00; samedi 09:00-18:00',
    'Lundi à mercredi de_9_h à_18_h, vendredi de_9_h à_12_h et de_15_h à_18_h, samedi de_9_h à_18_h',
  ],
])('« %s » is said in a line', (text, words) => expect(hoursInWords(text)).toBe(spaced(words)))

test('the same hours on seven days are said once', () => {
  const text = 'lundi; mardi; mercredi; jeudi; vendredi; samedi; dimanche'.replaceAll(/(\w+)(;|$)/g, '$1 08:00-20:00$2')
  expect(hoursInWords(text)).toBe(spaced('Tous les jours de_8_h à_20_h'))
})

test('days are written in the order of the week', () => {
  expect(joinHours(splitHours(' vendredi  09:00-12:00;lundi 09:00-18:00; fête 10:00-11:00'))).toBe(
    'lundi 09:00-18:00; vendredi 09:00-12:00',
  )
})

test.each([
  ['lundi 09:00-18:00', null],
  ['lundi', 'lundi'],
  ['lundi 09:00-', 'lundi'],
  ['lundi 18:00-09:00', 'lundi'],
  ['lundi 09:00-12:00; mardi 09:00-15:00 14:00-18:00', 'mardi'],
  ['lundi 09:00-25:00', 'lundi'],
  ['lundi 09:00-10:00 11:00-12:00 13:00-14:00', 'lundi'],
])('the times of « %s » follow each other, or the day is named', (text, day) => expect(dayWithoutHours(text)).toBe(day))
