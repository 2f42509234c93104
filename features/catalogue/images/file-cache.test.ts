import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { FileCache } from './file-cache.ts'

const folder = mkdtempSync(join(tmpdir(), 'file-cache-'))
const errors: unknown[] = []
const onError = (error: unknown) => void errors.push(error)
let places = 0
const place = () => join(folder, String(places++))

afterAll(() => rmSync(folder, { recursive: true }))

/** Makes a file, and counts how often and how many at once. */
function maker(bytes = 'made') {
  const counted = { made: 0, atOnce: 0, most: 0 }
  const make = async () => {
    counted.made++
    counted.most = Math.max(counted.most, ++counted.atOnce)
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
    counted.atOnce--
    return Buffer.from(bytes)
  }
  return { make, counted }
}

test('a file is made once for all who ask meanwhile, and is only read from then on', async () => {
  const at = place()
  const cache = new FileCache(at, 10, onError)
  const { make, counted } = maker()
  const answers = await Promise.all(Array.from({ length: 30 }, () => cache.get('a.webp', make)))
  answers.push(await cache.get('a.webp', make), await new FileCache(at, 10, onError).get('a.webp', make))
  expect(new Set(answers.map(String))).toEqual(new Set(['made']))
  expect(counted.made).toBe(1)
  expect(readFileSync(join(at, 'a.webp'), 'utf8')).toBe('made')
  expect(readdirSync(at)).toEqual(['a.webp'])
})

test('different files are made one after the other, and too many of them are refused', async () => {
  const cache = new FileCache(place(), 3, onError)
  const { make, counted } = maker()
  const answers = await Promise.allSettled(['a', 'b', 'c', 'd'].map((file) => cache.get(file, make)))
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
  expect(counted.most).toBe(1)
  expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 503 } })
})

test('a file that there is not leaves nothing, and one that could not be made is made by the next who asks', async () => {
  const at = place()
  const cache = new FileCache(at, 10, onError)
  expect(await cache.get('none', async () => null)).toBeNull()
  await expect(cache.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(existsSync(at)).toBe(false)
  expect(String(await cache.get('a', maker().make))).toBe('made')
})

test('a file that cannot be written is answered all the same, made once, and somebody is told', async () => {
  const at = place()
  writeFileSync(at, '')
  const cache = new FileCache(at, 10, onError)
  const { make, counted } = maker()
  for (let nth = 0; nth < 3; nth++) expect(String(await cache.get('a', make))).toBe('made')
  expect(counted.made).toBe(1)
  expect(errors).toHaveLength(1)
})

test('a name that no disk takes leaves no file', async () => {
  const at = place()
  const cache = new FileCache(at, 10, onError)
  await cache.get('first', maker().make)
  // Too long a name for any file system, so that it is refused after the folder was found in order.
  const long = 'x'.repeat(300)
  expect(String(await cache.get(long, maker().make))).toBe('made')
  expect(readdirSync(at)).toEqual(['first'])
})
