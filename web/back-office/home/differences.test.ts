import { expect, test } from 'vitest'
import { deliveredShare, differenceOf, shareDifferenceOf } from './differences.ts'

const plain = (text: string) => text.replaceAll('\u00A0', ' ')

test('a figure is compared with the one before it in words', () => {
  expect(plain(differenceOf(112, 100))).toBe('12 % de plus que les 30 jours d’avant')
  expect(plain(differenceOf(75, 100))).toBe('25 % de moins que les 30 jours d’avant')
  expect(plain(differenceOf(1001, 1000))).toBe('Comme les 30 jours d’avant')
  expect(plain(differenceOf(5000, 100))).toBe('4 900 % de plus que les 30 jours d’avant')
})

test('nothing before is said so: no percentage of nothing', () => {
  expect(plain(differenceOf(3, 0))).toBe('Rien les 30 jours d’avant')
  expect(plain(differenceOf(0, 0))).toBe('Rien non plus les 30 jours d’avant')
  expect(plain(differenceOf(0, 4))).toBe('100 % de moins que les 30 jours d’avant')
})

test('the delivered share counts orders that have ended, and differs by points', () => {
  expect(deliveredShare({ delivered: 0, cancelled: 0 })).toBeNull()
  expect(deliveredShare({ delivered: 2, cancelled: 1 })).toBe(67)
  const difference = (now: [number, number], before: [number, number]) =>
    plain(shareDifferenceOf({ delivered: now[0], cancelled: now[1] }, { delivered: before[0], cancelled: before[1] }))
  expect(difference([9, 1], [87, 13])).toBe('3 points de plus que les 30 jours d’avant')
  expect(difference([86, 14], [87, 13])).toBe('1 point de moins que les 30 jours d’avant')
  expect(difference([9, 1], [9, 1])).toBe('Comme les 30 jours d’avant')
  expect(difference([0, 0], [9, 1])).toBe('Aucune commande terminée')
  expect(difference([1, 0], [0, 0])).toBe('Aucune commande terminée les 30 jours d’avant')
})
