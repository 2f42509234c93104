import { expect, test } from 'vitest'
import { sharedMeta } from './shared-meta.ts'

const titleOf = (title: string, description = 'Un soin.') => {
  const [first, second] = sharedMeta({ title, description, publicUrl: 'https://shop.example', path: '/à-props' })
  return [(first as { title: string }).title, (second as { content: string }).content] as const
}

test('a title bears the shop’s name where both have room', () => {
  expect(titleOf('Qui sommes-nous\u00A0?')[0]).toBe('Qui sommes-nous\u00A0? – Rosalia')
  expect(titleOf('a'.repeat(50))[0]).toBe(`${'a'.repeat(50)} – Rosalia`)
  expect(titleOf('a'.repeat(51))[0]).toBe('a'.repeat(51))
})

test('what is longer than search engines show ends with a whole word', () => {
  const [title, description] = titleOf(
    'Crème éclaircissante visage '.repeat(5),
    'Une crème légère, à porter. '.repeat(20),
  )
  expect(title).toBe('Crème éclaircissante visage Crème éclaircissante visage…')
  expect([title.length <= 60, description.length <= 155]).toEqual([true, true])
  expect(description).toMatch(/(légère|porter|crème|Une|à)…$/)
  expect(titleOf('a'.repeat(150))[0]).toBe(`${'a'.repeat(59)}…`)
})

test('a text of several lines is one, and its no-break spaces stay', () => {
  expect(titleOf('Soin', 'Deux\u00A0: un,\n\n deux.')[1]).toBe('Deux\u00A0: un, deux.')
})
