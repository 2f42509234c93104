import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Access } from '#platform/http/access.ts'
import { DAY_MS, HOUR_MS } from '#platform/kernel/durations.ts'
import { type Caller, type Instance, openTestShop, PASSWORD, type TestShop } from '../test-app.ts'

interface Route {
  method: string
  url: string
  access: Access
}

let shop: TestShop
let routes: Route[]

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  await shop.addAgent()
  routes = shop.first.app.guardedRoutes.flatMap(({ method, url, config }) =>
    [method].flat().map((each) => ({ method: each, url, access: config!.access! })),
  )
})

afterAll(() => shop.close())

const called = ({ url }: Route) => url.replace(/:\w+/g, '999999999').replace('*', 'inconnu')
const namesOf = (list: readonly Route[]) => list.map(({ method, url }) => `${method} ${url}`)

const call = (route: Route, token?: string, instance?: Instance) =>
  shop.call(route.method, called(route), { token, ...(/GET|HEAD/.test(route.method) ? {} : { body: {} }) }, instance)

/** Open to several roles, each for its own row: whose it is comes after the door. */
const ONES_OWN = ['/api/suppliers/:id']

/** An answer to HEAD has no body. */
const said = ({ method }: Route, message: string, code: string) =>
  method === 'HEAD' ? '' : JSON.stringify({ message, code })

/** Those whom the door itself sends away; whatever else a call finds wrong comes after the door. */
async function turnedAway(token: string | undefined, status: number, by: readonly Route[] = routes): Promise<Route[]> {
  const away: Route[] = []
  for (const route of by) if ((await call(route, token)).status === status) away.push(route)
  return away
}

const restricted = () => routes.filter(({ access }) => typeof access === 'object')
const closedTo = (role: string) =>
  restricted().filter(({ access }) => typeof access === 'object' && !access.only.includes(role))

describe('every route says who may call it, and means it:', () => {
  test('there are routes of every kind', () => {
    expect(routes.length).toBeGreaterThan(15)
    for (const role of ['supplier', 'buyer', 'agent', 'admin'])
      expect(closedTo(role).length).toBeLessThan(routes.length)
    expect(namesOf(closedTo('supplier'))).toContain('PUT /api/admin/orders/:id/tracking')
  })

  test('everything under /api/admin is the admin’s alone', () => {
    const back = routes.filter(({ url }) => url.startsWith('/api/admin'))
    expect(back.length).toBeGreaterThan(4)
    for (const { access } of back) expect(access).toEqual({ only: ['admin'] })
  })

  test('an agent may do what everybody may for itself, and the calls of the desk', () => {
    const own = [
      '/api/logout',
      '/api/password/change',
      '/api/sessions',
      '/api/user/update',
      '/api/announcement',
      ...ONES_OWN,
    ]
    const open = restricted().filter(({ access }) => typeof access === 'object' && access.only.includes('agent'))
    const others = open.filter(({ url }) => !own.includes(url) && !/^\/api\/(confirmation|parcels)(\/|$)/.test(url))
    expect(namesOf(others)).toEqual([])
    expect(open.length).toBeGreaterThan(own.length)
  })

  test('without a token, the restricted ones answer 401 and the others do not', async () => {
    expect(namesOf(await turnedAway(undefined, 401, restricted()))).toEqual(namesOf(restricted()))
    const open = routes.filter(({ url, access }) => typeof access === 'string' && url !== '/api/login')
    expect(namesOf(await turnedAway(undefined, 401, open))).toEqual([])
  })

  test.each([
    ['an unknown token', () => 'x'.repeat(43)],
    ['a token with zeros', () => 'a%00b'],
    ['half a token', () => shop.tokens.admin.slice(0, 40)],
    ['an identifier for a token', () => 'ADMIN'],
    ['a very long token', () => 'y'.repeat(8000)],
  ])(
    '%s is nobody’s: 401 where a person is wanted, and never taken for a visitor’s at the checkout',
    async (_, token) => {
      const strict = routes.filter(({ access }) => access !== 'anyone' && access !== 'public')
      expect(namesOf(await turnedAway(token(), 401, strict))).toEqual(namesOf(strict))
      const body = { identifier: 'A-1', password: PASSWORD }
      expect((await shop.call('POST', '/api/login', { token: token(), body })).status).toBe(200)
      expect((await shop.call('GET', '/api/cosmetique', { token: token() })).status).toBe(200)
    },
  )

  test.each(['Basic YTpi', 'Bearer', 'Bearer ', 'bearer', 'Token abc', '', 'Bearer  x'])(
    'the header « %s » is no token and no visitor’s at the checkout either',
    async (authorization) => {
      const strict = routes.filter(({ access }) => access !== 'anyone' && access !== 'public')
      for (const route of strict) {
        const body = /GET|HEAD/.test(route.method) ? {} : { body: {} }
        const { status, text } = await shop.call(route.method, called(route), { ...body, headers: { authorization } })
        expect([status, text], route.url).toEqual([401, said(route, 'Unauthenticated.', 'unauthenticated')])
      }
    },
  )

  test.each(['sara', 'karim', 'salma', 'admin'] as const)(
    'what is not of %s’s role answers 403, all else does not',
    async (who) => {
      const role = { sara: 'supplier', karim: 'buyer', salma: 'agent', admin: 'admin' }[who]
      const closed = closedTo(role)
      const away: Route[] = []
      for (const route of routes) {
        if (route.url === '/api/logout' || ONES_OWN.includes(route.url)) continue
        const answer = await call(route, shop.tokens[who])
        if (answer.status === 403 && answer.text === said(route, 'Forbidden.', 'forbidden')) away.push(route)
        expect([route.url, answer.status]).not.toEqual([route.url, 401])
        expect(answer.status).toBeLessThan(500)
      }
      expect(namesOf(away)).toEqual(namesOf(closed))
    },
  )

  test('the scheme’s case does not matter', async () => {
    for (const scheme of ['bearer', 'BEARER']) {
      const headers = { authorization: `${scheme} ${shop.tokens.admin}` }
      expect((await shop.call('GET', '/api/admin/orders', { headers })).status).toBe(200)
    }
  })

  test('a route that does not say so stops the start', async () => {
    const extend = ({ app }: Instance) => {
      app.get('/api/forgotten', () => 'secret')
    }
    await expect(shop.another({ extend })).rejects.toThrow('GET /api/forgotten does not say who may call it')
  })

  test('so does one in a plugin of a plugin', async () => {
    const extend = ({ app }: Instance) => {
      app.register(async (outer) => {
        await outer.register(
          async (inner) => {
            inner.post('/deep', () => 'secret')
          },
          { prefix: '/api/very' },
        )
      })
    }
    await expect(shop.another({ extend })).rejects.toThrow('POST /api/very/deep does not say who may call it')
  })
})

describe('a banned account', () => {
  const ban = (who: Caller) =>
    shop.db.execute(sql`update accounts set banned_at = ${shop.now.toISOString()} where id = ${shop.ids[who]}`)
  const restore = (who: Caller) =>
    shop.db.execute(sql`update accounts set banned_at = null where id = ${shop.ids[who]}`)

  test('is told so by every call that carries its token, and nothing is done', async () => {
    const token = await shop.logIn('youssef')
    await ban('youssef')
    const before = await shop.rowCounts()
    for (const route of routes.filter(({ access }) => access !== 'public')) {
      const answer = await call(route, token)
      expect([answer.status, answer.text], route.url).toEqual([
        403,
        said(route, 'Your account has been deleted.', 'account_deleted'),
      ])
    }
    expect(await shop.rowCounts()).toEqual(before)
    await restore('youssef')
  })

  test('is told so at log-in when the password is right, and otherwise learns nothing', async () => {
    await ban('youssef')
    const logIn = (password: string) => shop.call('POST', '/api/login', { body: { identifier: 'F-1002', password } })
    const right = await logIn(PASSWORD)
    expect([right.status, right.json]).toEqual([
      403,
      { message: 'Your account has been deleted.', code: 'account_deleted' },
    ])
    expect((await logIn('autre chose')).status).toBe(401)
    await restore('youssef')
    expect((await logIn(PASSWORD)).status).toBe(200)
  })

  test('lends its code to nobody any more', async () => {
    await ban('youssef')
    expect((await shop.call('GET', '/api/supplier-from-code/YOUSSEF5')).text).toBe('null')
    await restore('youssef')
  })
})

describe('a session', () => {
  const isAlive = async (token: string) =>
    (await shop.call('POST', '/api/customers/create', { token, body: {} })).status !== 401
  const log = async (who: Caller) => {
    await shop.logIn(who)
    return shop.tokens[who]
  }

  test.each([
    ['admin', 2 * HOUR_MS],
    ['salma', 2 * HOUR_MS],
    ['sara', 7 * DAY_MS],
    ['karim', 7 * DAY_MS],
  ] as const)('of %s dies when it is left unused for too long', async (who, idle) => {
    const token = await log(who)
    shop.pass(idle)
    expect(await isAlive(token)).toBe(true)
    shop.pass(idle + 1)
    expect(await isAlive(token)).toBe(false)
  })

  test.each([
    ['admin', 12 * HOUR_MS, HOUR_MS],
    ['salma', 12 * HOUR_MS, HOUR_MS],
    ['sara', 30 * DAY_MS, 5 * DAY_MS],
    ['karim', 30 * DAY_MS, 5 * DAY_MS],
  ] as const)('of %s dies at its age, however much it is used', async (who, life, step) => {
    const token = await log(who)
    for (let age = step; age <= life; age += step) {
      shop.pass(step)
      expect(await isAlive(token), `${age}`).toEqual(true)
    }
    shop.pass(1)
    expect(await isAlive(token)).toBe(false)
  })

  test('notes its last use once a minute, not at every call', async () => {
    const token = await log('admin')
    const lastUsedAt = async () =>
      (await shop.db.execute<{ seen: Date }>(sql`select max(last_used_at)::text as seen from sessions`)).rows[0]!.seen
    const first = await lastUsedAt()
    shop.pass(59_000)
    await isAlive(token)
    expect(await lastUsedAt()).toBe(first)
    shop.pass(2_000)
    await isAlive(token)
    expect(await lastUsedAt()).not.toBe(first)
  })

  test('that has died does not come back when it is used', async () => {
    const token = await log('admin')
    shop.pass(2 * HOUR_MS + 1)
    expect(await isAlive(token)).toBe(false)
    shop.pass(-2 * HOUR_MS)
    shop.pass(2 * HOUR_MS)
    expect(await isAlive(token)).toBe(false)
  })
})
