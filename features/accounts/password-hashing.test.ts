import { expect, test } from 'vitest'
import { PasswordHashQueue } from './password-hashing.ts'

const SALT = Buffer.alloc(16, 1)

test('a password matches its own hash and no other, and nobody has none', async () => {
  const hashing = new PasswordHashQueue()
  const stored = await hashing.hash('le soleil de minuit', SALT)
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await hashing.matches('le soleil de minuit', stored, 'sara')).toBe(true)
  expect(await hashing.matches('le soleil de midi', stored, 'sara')).toBe(false)
  expect(await hashing.matches('le soleil de minuit', null, 'sara')).toBe(false)
})

test('beyond two at work and twenty waiting, more are told to come later', async () => {
  const hashing = new PasswordHashQueue()
  const all = await Promise.allSettled(Array.from({ length: 30 }, (_, nth) => hashing.matches('x', null, `p${nth}`)))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(22)
  expect(hashing.hashes).toBe(22)
})

test('who would be refused by a full queue hears it before anything else is done', async () => {
  const hashing = new PasswordHashQueue()
  const waiting = Array.from({ length: 21 }, (_, nth) => hashing.matches('x', null, `p${nth}`))
  expect(() => hashing.refuseWhenFull()).not.toThrow()
  waiting.push(hashing.matches('x', null, 'p21'))
  expect(() => hashing.refuseWhenFull()).toThrow('Service Unavailable')
  await Promise.all(waiting)
  expect(() => hashing.refuseWhenFull()).not.toThrow()
})
