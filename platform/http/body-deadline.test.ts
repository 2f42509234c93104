import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountId } from '#platform/kernel/ids.ts'
import { guardRoutes, only } from './access.ts'
import { dropLeftovers, limitBodyTime } from './body-deadline.ts'
import { answerErrors } from './errors.ts'
import { acceptForms } from './multipart.ts'

// Long enough for what must be in time to be so on a busy machine.
const USUAL_SECONDS = 1.5
const LONG_SECONDS = 4
const LEFTOVER_MS = 1_500

let app: FastifyInstance
const handled: string[] = []
const warnings: string[] = []

/** A server as ours is put together, with less patience. */
beforeAll(async () => {
  app = fastify({
    logger: { level: 'warn', stream: { write: (line: string) => void warnings.push(line) } },
    serverFactory: (listener) =>
      createServer((request, response) => {
        dropLeftovers(request, response, LEFTOVER_MS)
        listener(request, response)
      }),
  })
  answerErrors(app)
  guardRoutes(app, async (token) =>
    token === 'admin' ? { id: 1 as AccountId, role: 'admin', banned: false, mustSetUp: false } : null,
  )
  limitBodyTime(app, USUAL_SECONDS)
  const config = { access: only('admin') }
  app.post('/json', { config }, async (request) => {
    handled.push('/json')
    return { got: request.body }
  })
  app.get('/list', { config: { access: 'anyone' } }, async () => ({ list: [] }))
  await app.register(async (forms) => {
    await acceptForms(forms)
    const upload = { field: 'image', bytes: 1_000_000 }
    forms.post('/upload', { config: { ...config, upload, bodySeconds: LONG_SECONDS } }, async (request) => {
      handled.push('/upload')
      return { fields: request.body, bytes: request.uploaded?.length }
    })
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
})

afterAll(() => app.close())

/** One connection, what came over it, and when the server ended it, in milliseconds. */
class Connection {
  readonly socket: Socket
  readonly #begin = Date.now()
  readonly #closed: Promise<unknown>
  heard = ''
  endedAfter: number | null = null

  constructor() {
    this.socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    this.socket.setEncoding('utf8').on('data', (text: string) => {
      this.heard += text
    })
    // A connection that the server drops while we write to it.
    this.socket.on('error', () => undefined)
    this.#closed = new Promise<void>((resolve) => {
      this.socket.once('close', () => {
        this.endedAfter = Date.now() - this.#begin
        resolve()
      })
    })
  }

  async untilEnded(within = 60_000): Promise<void> {
    await Promise.race([this.#closed, sleep(within, undefined, { ref: false })])
    this.socket.destroy()
  }

  async untilHeard(pattern: RegExp): Promise<void> {
    for (const end = Date.now() + 60_000; !pattern.test(this.heard) && Date.now() < end; ) await sleep(10)
    expect(this.heard).toMatch(pattern)
  }
}

const head = (method: string, path: string, ...headers: string[]): string =>
  [`${method} ${path} HTTP/1.1`, 'Host: shop', ...headers, '', ''].join('\r\n')

const ADMIN = 'Authorization: Bearer admin'
const JSON_BODY = ['Content-Type: application/json', 'Content-Length: 100']
const FORM = ['Content-Type: multipart/form-data; boundary=b', 'Content-Length: 100000']
const PART = '--b\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n'

const LATE = /^HTTP\/1\.1 408 [\s\S]*connection: close[\s\S]*\{"message":"Request Timeout","code":"request_timeout"\}$/i

/** Says something, then goes on by drops. */
async function slowly(said: string, drop = ' '): Promise<Connection> {
  const line = new Connection()
  line.socket.write(said)
  const drops = setInterval(() => line.socket.write(drop), 50)
  await line.untilEnded()
  clearInterval(drops)
  return line
}

describe('a body that is late', () => {
  test.concurrent('is answered 408 in our words at its deadline, and the connection is closed', async () => {
    const line = await slowly(`${head('POST', '/json', ADMIN, ...JSON_BODY)}{"a":`)
    expect(line.heard).toMatch(LATE)
    expect(line.endedAfter).toBeGreaterThanOrEqual(USUAL_SECONDS * 1000 - 20)
    expect(handled).not.toContain('/json')
  })

  test.concurrent('also when it comes in chunks without a length, or not at all', async () => {
    const chunked = head('POST', '/json', ADMIN, 'Content-Type: application/json', 'Transfer-Encoding: chunked')
    for (const line of [
      await slowly(`${chunked}5\r\n{"a":\r\n`, '1\r\n \r\n'),
      await slowly(head('POST', '/json', ADMIN, ...JSON_BODY)),
    ])
      expect([line.heard.slice(0, 12), line.endedAfter]).toEqual(['HTTP/1.1 408', expect.any(Number)])
  })

  test.concurrent('has longer where its route says so: a form, in the middle of its file', async () => {
    const line = await slowly(head('POST', '/upload', ADMIN, ...FORM) + PART + 'x'.repeat(1000))
    expect(line.heard).toMatch(LATE)
    expect(line.endedAfter).toBeGreaterThanOrEqual(LONG_SECONDS * 1000 - 20)
    expect(handled).not.toContain('/upload')
  })

  test.concurrent('or between its fields', async () => {
    const line = await slowly(`${head('POST', '/upload', ADMIN, ...FORM)}--b\r\nContent-Disp`)
    expect(line.heard).toMatch(LATE)
  })

  test('leaves nothing to complain about, and the server goes on', async () => {
    expect(warnings).toEqual([])
    const answer = await app.inject({
      method: 'POST',
      url: '/json',
      headers: { authorization: 'Bearer admin' },
      payload: { a: 1 },
    })
    expect([answer.statusCode, answer.json()]).toEqual([200, { got: { a: 1 } }])
  })
})

describe('a body in time', () => {
  test.concurrent('is taken in parts, and its connection serves the next call', async () => {
    const line = new Connection()
    const body = JSON.stringify({ a: 1 })
    for (let round = 1; round <= 2; round++) {
      line.socket.write(
        head('POST', '/json', ADMIN, JSON_BODY[0]!, `Content-Length: ${body.length}`) + body.slice(0, 3),
      )
      await sleep(USUAL_SECONDS * 100)
      line.socket.write(body.slice(3))
      await line.untilHeard(new RegExp(`(200 OK[\\s\\S]*){${round}}\\{"got":\\{"a":1\\}\\}$`))
      // Longer than the deadline of the first: it must be forgotten.
      await sleep(USUAL_SECONDS * 1000)
    }
    expect(line.endedAfter).toBeNull()
    line.socket.destroy()
  })

  test.concurrent('may be a form that takes longer than other bodies may', async () => {
    const line = new Connection()
    const file = `${PART}${'x'.repeat(500)}`
    const rest = '\r\n--b\r\nContent-Disposition: form-data; name="Name"\r\n\r\nGel\r\n--b--\r\n'
    const length = `Content-Length: ${file.length + rest.length}`
    line.socket.write(head('POST', '/upload', ADMIN, FORM[0]!, length) + file)
    await sleep(USUAL_SECONDS * 1000 + 200)
    line.socket.write(rest)
    await line.untilHeard(/200 OK[\s\S]*\{"fields":\{"Name":"Gel"\},"bytes":500\}$/)
    line.socket.destroy()
  })
})

describe('whoever is answered before the body is there', () => {
  test.concurrent('because the door sends them away is not waited for', async () => {
    const line = await slowly(head('POST', '/upload', ...FORM) + PART)
    expect(line.heard).toMatch(/^HTTP\/1\.1 401 [\s\S]*\{"message":"Unauthenticated\.","code":"unauthenticated"\}$/)
    expect(line.endedAfter).not.toBeNull()
  })

  test.concurrent('because nobody asked for a body is not waited for either', async () => {
    const line = await slowly(`${head('GET', '/list', 'Content-Length: 100')}x`)
    expect(line.heard).toMatch(/^HTTP\/1\.1 200 /)
    expect(line.endedAfter).not.toBeNull()
  })

  test.concurrent('may send the rest at once, and use the connection again', async () => {
    const line = new Connection()
    const body = '{"a":1}'
    const refused = head('POST', '/json', JSON_BODY[0]!, `Content-Length: ${body.length}`)
    line.socket.write(refused)
    await line.untilHeard(/401/)
    line.socket.write(body)
    await sleep(LEFTOVER_MS + 200)
    line.socket.write(refused + body)
    await line.untilHeard(/401[\s\S]*401/)
    expect(line.endedAfter).toBeNull()
    line.socket.destroy()
  })
})
