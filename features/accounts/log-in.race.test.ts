import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#platform/db/database.ts'
import { whileLocked } from '#test/locks.ts'
import { openTestShop, PASSWORD, type TestShop } from '#test/test-app.ts'
import { storeReset } from './queries.ts'
import { hashToken, newToken } from './tokens.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
})

afterAll(() => shop.close())

const logIn = (identifier: string) => shop.call('POST', '/api/login', { body: { identifier, password: PASSWORD } })

async function resetLink(key: 'sara' | 'youssef') {
  const token = newToken(randomBytes)
  const expiry = new Date(shop.now.getTime() + 60_000)
  await inTransaction(shop.db, (tx) => storeReset(tx, hashToken(token), shop.ids[key], expiry))
  return { token, email: `${key}@shop.example` }
}

const sessionsOf = async (id: number): Promise<number> =>
  (await shop.db.execute<{ count: number }>(sql`select count(*)::int as count from sessions where account_id = ${id}`))
    .rows[0]!.count

test('a thief who goes on logging in during a reset is out for good', async () => {
  const password = 'une phrase toute neuve'
  const link = await resetLink('sara')
  const open = `select from sessions where account_id = ${shop.ids.sara} for update`
  const { reset, thief } = await whileLocked(shop.db, open, async (holder) => {
    const body = { ...link, password, password_confirmation: password }
    const reset = shop.call('POST', '/api/password/reset', { body })
    await holder.untilWaiting(1)
    const thief = logIn('sara@shop.example')
    await holder.untilWaiting(2)
    await holder.query('commit')
    return { reset: await reset, thief: await thief }
  })
  expect([reset.status, thief.status]).toEqual([200, 401])
  expect(await sessionsOf(shop.ids.sara)).toBe(0)
})

test('whoever logs in while being banned gets no session', async () => {
  const ban = `update accounts set banned_at = now() where id = ${shop.ids.karim}`
  const before = await sessionsOf(shop.ids.karim)
  const answer = await whileLocked(shop.db, ban, async (holder) => {
    const logging = logIn('karim@shop.example')
    await holder.untilWaiting(1)
    await holder.query('commit')
    return logging
  })
  expect(answer.status).toBe(401)
  expect(await sessionsOf(shop.ids.karim)).toBe(before)
})
