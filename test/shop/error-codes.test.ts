import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FRENCH } from '#web/api/french-errors.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** Calls that say no, each with the place of its code; the sentence comes next. */
const CODE_AT = { 'new Refusal': 1, 'new Overload': 1, invalidField: 1, says: 0, unreadable: 0 } as const

/** A code that comes with its sentence from an object that is read below. */
const PASSED_ON = /^(code|problem\.code|first!?\.code)$/

interface Said {
  code: string
  sentence: string
}

const sources = globSync('{server,features,platform}/**/*.ts', { cwd: ROOT })
  .filter((file) => !/\.test\.ts$|kernel\/(refusal|codecs)\.ts$/.test(file))
  .map((file) => ({ file, source: readFileSync(join(ROOT, file), 'utf8') }))

const SHARED = readFileSync(join(ROOT, 'platform/kernel/refusal.ts'), 'utf8')
  .split('\n')
  .filter((line) => /^export const .* = \(\) =>/.test(line))
  .join('\n')

/** The text between the parentheses after `start`, split at its commas. */
function argumentsAt(source: string, start: number): string[] {
  const found = ['']
  let depth = 0
  for (const [part] of source.slice(start).matchAll(/'(?:\\.|[^'])*'|"(?:\\.|[^"])*"|`(?:\\.|[^`])*`|\/\/.*|[\s\S]/g)) {
    if (')]}'.includes(part) && depth-- === 0) break
    if ('([{'.includes(part)) depth++
    if (part === ',' && depth === 0) found.push('')
    else if (!part.startsWith('//')) found[found.length - 1] += part
  }
  return found.map((each) => each.trim().replace(/\s+/g, ' ')).filter((each) => each !== '')
}

const calls = [...sources, { file: 'refusal', source: SHARED }].flatMap(({ file, source }) =>
  Object.entries(CODE_AT).flatMap(([name, place]) =>
    [...source.matchAll(new RegExp(`\\b${name}\\(`, 'g'))]
      .filter(({ index }) => !/(const|function) $|constructor/.test(source.slice(0, index).slice(-9)))
      .map(({ index }) => {
        const given = argumentsAt(source, index + name.length + 1)
        return {
          file,
          call: `${name}(${given.join(', ')})`,
          code: given[place] ?? '',
          sentence: given[place + 1] ?? '',
        }
      }),
  ),
)

const objects: Said[] = sources.flatMap(({ source }) =>
  [...source.matchAll(/\bcode: '([a-z_]+)',\s*(?:message|words): ('(?:\\.|[^'])*'|`(?:\\.|[^`])*`)/g)].map(
    ([, code = '', sentence = '']) => ({ code, sentence }),
  ),
)

const said: Said[] = [
  ...calls
    .filter(({ code }) => !PASSED_ON.test(code))
    .map(({ code, sentence }) => ({ code: code.slice(1, -1), sentence })),
  ...objects,
]

const room = said.filter(({ code }) => !Object.hasOwn(FRENCH, code))

test('the search reads the sources', () => {
  expect(calls.length).toBeGreaterThan(70)
  expect(objects.length).toBeGreaterThan(20)
})

test('whoever says no says it with a code', () => {
  expect(calls.filter(({ code }) => !/^'[a-z]+(_[a-z]+)*'$/.test(code) && !PASSED_ON.test(code))).toEqual([])
})

test('a code of a room stands for one sentence, and a sentence has one code', () => {
  const pairs = new Set(room.map(({ code, sentence }) => `${code} ${sentence}`))
  expect([...pairs].sort()).toHaveLength(new Set(room.map(({ code }) => code)).size)
  expect([...pairs].sort()).toHaveLength(new Set(room.map(({ sentence }) => sentence)).size)
})

test('a code with an English sentence is known to the pages, which have French for it or say that they have none', () => {
  const isEnglish = /\b(the|must|is|be|this|your|bad|found|server|too|forbidden|request|type|unavailable)\b/i
  expect(said.filter(({ sentence }) => isEnglish.test(sentence)).length).toBeGreaterThan(30)
  expect(room.filter(({ sentence }) => isEnglish.test(sentence))).toEqual([])
})

test('the pages know no code that nobody says', () => {
  const codes = new Set([...said.map(({ code }) => code), 'min', 'max', 'min_items', 'max_items'])
  const known = Object.keys(FRENCH).map((key) => key.split('.').at(-1)!)
  expect(known.filter((code) => !codes.has(code))).toEqual([])
})
