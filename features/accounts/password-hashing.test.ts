import { expect, test } from 'vitest'
import { PasswordHashQueue } from './password-hashing.ts'

const SALT = Buffer.alloc(16, 1)

test('a password matches its own hash and no other, and nobody has none', async () => {
  const hashing = new PasswordHashQueue()
  const stored = await hashing.hash('le soleil de minuit', SALT, null)
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await hashing.matches('le soleil de minuit', stored, 'sara', null)).toBe(true)
  expect(await hashing.matches('le soleil de midi', stored, 'sara', null)).toBe(false)
  expect(await hashing.matches('le soleil de minuit', null, 'sara', null)).toBe(false)
})

test('beyond two at work and twenty waiting, more are told to come later', async () => {
  const hashing = new PasswordHashQueue()
  const all = await Promise.allSettled(
    Array.from({ length: 30 }, (_, nth) => hashing.matches('x', null, `p${nth}`, `203.0.113.${nth}`)),
  )
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(22)
  expect(hashing.hashes).toBe(22)
})

test('one network has five of these places, whoever asks there, and others the rest', async () => {
  const hashing = new PasswordHashQueue()
  const from = (address: string) => (nth: number) => hashing.matches('x', null, `${address} ${nth}`, address)
  const greedy = Array.from({ length: 20 }, (_, nth) => from(`2001:db8::${nth}`)(nth))
  const hashes = Array.from({ length: 3 }, () => hashing.hash('x', SALT, '2001:db8::ffff'))
  const others = Array.from({ length: 5 }, (_, nth) => from('203.0.113.1')(nth))
  const served = async (all: Promise<unknown>[]) =>
    (await Promise.allSettled(all)).filter(({ status }) => status === 'fulfilled').length
  expect(await Promise.all([greedy, hashes, others].map(served))).toEqual([5, 0, 5])
  expect(await from('2001:db8::1')(0)).toBe(false)
})

test('who would be refused by a full queue hears it before anything else is done', async () => {
  const hashing = new PasswordHashQueue()
  const waiting = Array.from({ length: 21 }, (_, nth) => hashing.matches('x', null, `p${nth}`, `203.0.113.${nth}`))
  expect(() => hashing.refuseWhenFull()).not.toThrow()
  waiting.push(hashing.matches('x', null, 'p21', null))
  expect(() => hashing.refuseWhenFull()).toThrow('Service Unavailable')
  await Promise.all(waiting)
  expect(() => hashing.refuseWhenFull()).not.toThrow()
})
