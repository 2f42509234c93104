import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NetworkError } from './api.ts'
import { fetchFile } from './fetch-file.ts'

const PATH = '/api/admin/orders.csv'
const QUARTER_MS = 250

let answer: (response: ServerResponse) => Promise<void>
const server = createServer((_, response) => void answer(response))

beforeEach(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, call: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, call))
})
afterEach(async () => {
  vi.unstubAllGlobals()
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
})

test('a file may take longer than the limit for its answer, as long as more of it arrives', async () => {
  answer = async (response) => {
    response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' })
    for (let row = 1; row <= 6; row++) {
      response.write(`${row}\r\n`)
      await pause(QUARTER_MS)
    }
    response.end()
  }
  const file = await fetchFile(PATH, { timeoutSeconds: 1 })
  expect([await file.text(), file.type]).toEqual(['1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n', 'text/csv; charset=utf-8'])
})

test.each([
  ['no answer', async () => {}],
  ['an answer of which no more comes', async (response: ServerResponse) => void response.write('1\r\n')],
  [
    'an answer that breaks off',
    async (response: ServerResponse) => void response.write('1\r\n', () => response.destroy()),
  ],
])('a file with %s is given up', async (_, given) => {
  answer = given
  await expect(fetchFile(PATH, { timeoutSeconds: 0.25 })).rejects.toThrow(NetworkError)
})
