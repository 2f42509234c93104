import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answerErrors } from '#platform/http/errors.ts'
import { shedLoad } from './load-shedding.ts'

const [CALLS, ORDERS] = [3, 4]

let app: FastifyInstance
/** Every call waits until this resolves. */
let done: PromiseWithResolvers<void>
/** Calls whose work has begun. */
let begun: number

beforeEach(async () => {
  done = Promise.withResolvers()
  begun = 0
  app = fastify()
  answerErrors(app)
  shedLoad(app, false, { calls: CALLS, orders: ORDERS })
  const work = async () => {
    begun++
    await done.promise
    return { done: true }
  }
  app.get('/api/list', work)
  app.post('/api/orders/create', work)
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/api/wrong', async () => {
    begun++
    await done.promise
    throw new Error('a bug')
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
})

afterEach(() => app.close())

const list = () => app.inject({ url: '/api/list' })
const order = () => app.inject({ method: 'POST', url: '/api/orders/create', payload: { a: 1 } })
const many = <T>(count: number, work: () => Promise<T>): Promise<T>[] => Array.from({ length: count }, work)
const statuses = async (answers: Promise<{ statusCode: number }>[]) =>
  (await Promise.all(answers)).map(({ statusCode }) => statusCode)

/** Calls that are under way, once they are. */
async function underWay<T>(count: number, work: () => Promise<T>): Promise<Promise<T>[]> {
  const before = begun
  const calls = many(count, work)
  await expect.poll(() => begun).toBe(before + count)
  return calls
}

const line = () => connect({ port: (app.server.address() as { port: number }).port, host: '127.0.0.1' })

describe('when as many calls are worked on as there is room for,', () => {
  test('the next is refused at once and told when to come again', async () => {
    const inside = await underWay(CALLS, list)
    const refused = await list()
    expect([refused.statusCode, refused.json()]).toEqual([503, { message: 'Service Unavailable', code: 'unavailable' }])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    done.resolve()
    expect(await statuses(inside)).toEqual([200, 200, 200])
  })

  test('there is room again as soon as they are answered, rightly or wrongly', async () => {
    for (const url of ['/api/list', '/api/wrong'])
      for (let round = 0; round < 3; round++) {
        done = Promise.withResolvers()
        const inside = await underWay(CALLS, () => app.inject({ url }))
        done.resolve()
        await Promise.all(inside)
      }
    expect((await list()).statusCode).toBe(200)
  })

  test('orders are still taken, and have their own end', async () => {
    const inside = await underWay(CALLS, list)
    const orders = await underWay(ORDERS, order)
    expect((await order()).statusCode).toBe(503)
    done.resolve()
    expect(await statuses([...inside, ...orders])).toEqual(Array(CALLS + ORDERS).fill(200))
  })

  test('the health of the process is told', async () => {
    const inside = await underWay(CALLS, list)
    expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200)
    done.resolve()
    await Promise.all(inside)
  })

  test('work of another kind finds no room either', async () => {
    const inside = await underWay(CALLS, list)
    await expect(app.load.render('203.0.113.1', async () => 'done')).rejects.toMatchObject({ status: 503 })
    done.resolve()
    await Promise.all(inside)
    expect(await app.load.render('203.0.113.1', async () => 'done')).toBe('done')
  })
})

describe('of the room for calls and of that for orders, one network', () => {
  let shared: FastifyInstance
  const STRANGER = '2001:db8:0:7::'
  const at = (remoteAddress: string, url = '/api/list') =>
    shared.inject({ url, method: url === '/api/list' ? 'GET' : 'POST', remoteAddress })

  beforeEach(() => {
    shared = fastify()
    answerErrors(shared)
    shedLoad(shared, true, { calls: 12, orders: 8 })
    const work = async () => {
      begun++
      await done.promise
      return { done: true }
    }
    shared.get('/api/list', work)
    shared.post('/api/orders/create', work)
  })

  afterEach(() => shared.close())

  test.each([
    ['/api/list', 3],
    ['/api/orders/create', 2],
  ])('has a quarter: %s, and everybody else is served', async (url, share) => {
    const inside = await underWay(share, () => at(`${STRANGER}${begun + 1}`, url))
    expect((await at(`${STRANGER}ffff`, url)).statusCode).toBe(503)
    const elsewhere = await underWay(share, () => at('203.0.113.1', url))
    done.resolve()
    expect(await statuses([...inside, ...elsewhere])).toEqual(Array(2 * share).fill(200))
    expect((await at(`${STRANGER}1`, url)).statusCode).toBe(200)
  })

  test('has a quarter of the pages that are rendered', async () => {
    const inside = many(3, () => shared.load.render(`${STRANGER}1`, () => done.promise))
    await expect(shared.load.render(`${STRANGER}2`, async () => 'done')).rejects.toMatchObject({ status: 503 })
    expect(await shared.load.render('203.0.113.1', async () => 'done')).toBe('done')
    done.resolve()
    await Promise.all(inside)
    expect(await shared.load.render(`${STRANGER}2`, async () => 'done')).toBe('done')
  })
})

test('four pages are rendered at once, the others in their turn, and who knocks is heard in between', async () => {
  const roomy = fastify()
  shedLoad(roomy, false, { calls: 20, orders: 1 })
  const seen = { now: 0, most: 0, done: 0, heard: 0 }
  const renderings = Array.from({ length: 12 }, () =>
    roomy.load.render('203.0.113.1', async () => {
      seen.most = Math.max(seen.most, ++seen.now)
      await Promise.resolve()
      seen.now--
      // Calls from outside arrive with a turn of the event loop.
      if (seen.done++ === 3) setImmediate(() => (seen.heard = seen.done))
    }),
  )
  await Promise.all(renderings)
  expect(seen).toMatchObject({ now: 0, most: 4, done: 12 })
  expect([4, 5, 6, 7, 8]).toContain(seen.heard)
})

test('a page that cannot be rendered gives its turn on', async () => {
  const failing = Array.from({ length: 3 }, () =>
    app.load.render('203.0.113.1', () => Promise.reject(new Error('a bug'))),
  )
  expect(await Promise.allSettled(failing)).toEqual(Array(3).fill(expect.objectContaining({ status: 'rejected' })))
  const fine = Array.from({ length: 3 }, () => app.load.render('203.0.113.1', async () => 'done'))
  expect(await Promise.all(fine)).toEqual(['done', 'done', 'done'])
})

describe('no room is taken by', () => {
  test('bodies that are still on their way', async () => {
    const head =
      'POST /api/orders/create HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{'
    const slow = many(ORDERS * 2, async () => {
      const socket = line()
      await once(socket, 'connect')
      socket.write(head)
      return socket
    })
    const sockets = await Promise.all(slow)
    await sleep(100)
    done.resolve()
    expect((await order()).statusCode).toBe(200)
    for (const socket of sockets) socket.destroy()
  })

  test('callers who have gone, once their work is done', async () => {
    for (let round = 0; round < 3; round++) {
      done = Promise.withResolvers()
      const before = begun
      const sockets = many(CALLS, async () => line())
      for (const socket of await Promise.all(sockets)) socket.write('GET /api/list HTTP/1.1\r\nHost: x\r\n\r\n')
      await expect.poll(() => begun).toBe(before + CALLS)
      for (const socket of await Promise.all(sockets)) socket.destroy()
      expect((await list()).statusCode).toBe(503)
      done.resolve()
      await expect.poll(async () => (await list()).statusCode).toBe(200)
    }
  })
})
