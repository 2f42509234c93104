import { expect, test } from 'vitest'
import { answersTo, type Press } from './pressed.ts'

const keyOf = (key: string, withCtrl = false) => ({ key, withCtrl, does: 'Agir', run: () => undefined })

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  on: { tagName: 'BODY' },
  ...more,
})

const field = (tagName: string, type?: string) => ({ on: { tagName, ...(type ? { type } : {}) } })

test('a key acts outside fields, with capitals or without', () => {
  expect(answersTo(press('j'), keyOf('j'))).toBe(true)
  expect(answersTo(press('J'), keyOf('j'))).toBe(true)
  expect(answersTo(press('k'), keyOf('j'))).toBe(false)
  expect(answersTo(press('Enter'), keyOf('Enter'))).toBe(true)
})

test('what is typed in a field is text, whatever key it is', () => {
  for (const on of [field('INPUT', 'search'), field('INPUT', 'text'), field('TEXTAREA'), field('SELECT')])
    for (const key of ['j', '?', '1', 'Enter']) expect(answersTo(press(key, on), keyOf(key))).toBe(false)
  expect(answersTo(press('j', { on: { tagName: 'DIV', isContentEditable: true } }), keyOf('j'))).toBe(false)
})

test('a ticked box takes no letter from the list that it stands in', () => {
  expect(answersTo(press('j', field('INPUT', 'checkbox')), keyOf('j'))).toBe(true)
})

test('Enter presses the button that has the focus, and nothing else', () => {
  const on = { tagName: 'BUTTON', closest: () => ({}) }
  expect(answersTo(press('Enter', { on }), keyOf('Enter'))).toBe(false)
  expect(answersTo(press('j', { on }), keyOf('j'))).toBe(true)
})

test('with Ctrl or ⌘ a key is another one, and acts in fields too', () => {
  expect(answersTo(press('k', { ctrlKey: true }), keyOf('k'))).toBe(false)
  expect(answersTo(press('k', { metaKey: true }), keyOf('k', true))).toBe(true)
  expect(answersTo(press('k', { ctrlKey: true, ...field('INPUT', 'text') }), keyOf('k', true))).toBe(true)
  expect(answersTo(press('k'), keyOf('k', true))).toBe(false)
  expect(answersTo(press('k', { ctrlKey: true, altKey: true }), keyOf('k', true))).toBe(false)
})

test('the digits of a French keyboard and the letters of an Arabic one are found by their place', () => {
  expect(answersTo(press('&', { code: 'Digit1' }), keyOf('1'))).toBe(true)
  expect(answersTo(press('1', { code: 'Numpad1' }), keyOf('1'))).toBe(true)
  expect(answersTo(press('ت', { code: 'KeyJ' }), keyOf('j'))).toBe(true)
  expect(answersTo(press('؟', { code: 'Slash' }), keyOf('?'))).toBe(true)
  // On a French keyboard « a » stands where others have « q ».
  expect(answersTo(press('a', { code: 'KeyQ' }), keyOf('q'))).toBe(false)
})
