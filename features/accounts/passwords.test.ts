import { expect, test } from 'vitest'
import { HashingLine, hashersFor } from './passwords.ts'

const line = () => new HashingLine(() => new Date('2026-11-20T12:00:00Z'))
const SALT = Buffer.alloc(16, 1)

test('a password matches its own hash and no other, and nobody has none', async () => {
  const hashing = line()
  const kept = await hashing.hash('le soleil de minuit', SALT, 'a')
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await hashing.matches('le soleil de minuit', kept, 'a')).toBe(true)
  expect(await hashing.matches('le soleil de midi', kept, 'a')).toBe(false)
  expect(await hashing.matches('le soleil de minuit', null, 'a')).toBe(false)
})

test('beyond two at work and twenty waiting, more are told to come later', async () => {
  const hashing = line()
  const all = await Promise.allSettled(Array.from({ length: 30 }, () => hashing.matches('x', null, 'one address')))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(22)
  expect(hashing.hashes).toBe(22)
})

test('a full line makes room for a neighbourhood that spent less, and lets it go first', async () => {
  const hashing = line()
  const done: string[] = []
  const ask = (name: string, address: string) =>
    hashing.matches('x', null, address).then(
      () => done.push(name),
      () => done.push(`${name} given up`),
    )
  await Promise.all(Array.from({ length: 4 }, () => ask('early', '198.51.100.1')))
  done.length = 0
  const flood = Array.from({ length: 60 }, (_, nth) => ask('flood', `198.51.100.${nth}`))
  await Promise.all([...flood, ask('honest', '203.0.113.7')])
  const hashed = done.filter((each) => !each.endsWith('given up'))
  expect(hashed).toHaveLength(22)
  expect(hashed.indexOf('honest')).toBeLessThan(4)
})

test('who would be refused by a full line hears it before anything else is done', async () => {
  const hashing = line()
  await Promise.all(Array.from({ length: 4 }, () => hashing.matches('x', null, '192.0.2.1')))
  expect(() => hashing.refuseWhenFull('192.0.2.7')).not.toThrow()
  const waiting = Array.from({ length: 22 }, () => hashing.matches('x', null, '203.0.113.7'))
  expect(() => hashing.refuseWhenFull('192.0.2.7')).toThrow('Service Unavailable')
  expect(() => hashing.refuseWhenFull('198.51.100.1')).not.toThrow()
  await Promise.all(waiting)
})

test('the pages keep a processor to themselves where there are two', () => {
  expect([1, 2, 3, 16].map(hashersFor)).toEqual([1, 1, 2, 2])
})
