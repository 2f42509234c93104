import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runningConnection, startEmbedded } from '#platform/db/embedded/embedded.ts'
import { ensureBuild } from '../ensure-build.ts'
import { call, killShops, startShop } from '../shop-process.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'shop-mail-'))
const PORT = 20_000 + Math.floor(Math.random() * 10_000)
const settings = { SMTP_URL: `smtp://127.0.0.1:${PORT}`, MAIL_FROM: 'boutique@shop.example', DEMO: '0' }

const received: string[] = []
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, _session, done) {
    let text = ''
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    stream.on('end', () => {
      received.push(text)
      done()
    })
  },
})

beforeAll(async () => {
  // When we are root, another user runs PostgreSQL in it.
  chmodSync(dataDir, 0o755)
  await ensureBuild()
})

afterAll(async () => {
  killShops()
  server.close()
  if (runningConnection(dataDir)) await (await startEmbedded({ dataDir })).stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const person = (name: string) => ({
  name,
  email: `${name}@mail.example`,
  phone: '0612345678',
  address: '1, rue des Fleurs',
  password: 'le soleil de minuit',
})

const lettersTo = (name: string) => received.filter((letter) => letter.includes(`<${name}@mail.example>`))
const idOf = (letter: string) => /^Message-ID: (.*)$/im.exec(letter)?.[1]

// The queue tries a letter again that the shop was sending as it was killed, once its patience of two minutes has ended.
const SURELY_TRIED_AGAIN_MS = 240_000

const untilLetterTo = (name: string): Promise<void> =>
  expect.poll(() => new Set(lettersTo(name).map(idOf)).size, { timeout: SURELY_TRIED_AGAIN_MS }).toBe(1)

test('without a mail server people sign up all the same; killed and started again, the shop sends what it owes them', {
  timeout: 2 * SURELY_TRIED_AGAIN_MS,
}, async () => {
  let shop = await startShop(dataDir, settings)
  const begin = Date.now()
  const first = await call(shop.port, 'POST', '/api/register', { body: person('zineb') })
  process.stdout.write(`signed up in ${Date.now() - begin} ms without a mail server\n`)
  expect(first.status).toBe(201)
  await sleep(1_500)
  const second = await call(shop.port, 'POST', '/api/register', { body: person('nadia') })
  expect(second.status).toBe(201)
  shop.child.kill('SIGKILL')
  await once(shop.child, 'exit')
  expect(received).toEqual([])

  await new Promise<void>((resolve) => server.listen(PORT, '127.0.0.1', resolve))
  shop = await startShop(dataDir, settings)
  await untilLetterTo('nadia')
  await untilLetterTo('zineb')
  shop.child.kill('SIGTERM')
  await once(shop.child, 'exit')
})
