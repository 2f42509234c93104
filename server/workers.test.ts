import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runningConnection, startEmbedded } from '#platform/db/embedded.ts'
import { ensureBuild } from './test-build.ts'
import { call, killShops, type Process, startShop } from './test-process.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'shop-workers-'))
let shop: Process

beforeAll(async () => {
  chmodSync(dataDir, 0o755)
  await ensureBuild()
  shop = await startShop(dataDir, { WORKERS: '2' })
}, 90_000)

afterAll(async () => {
  killShops()
  await (await startEmbedded({ dataDir })).stop()
  rmSync(dataDir, { recursive: true, force: true })
}, 30_000)

const workers = (): number[] =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(shop.child.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('server/main.ts'))
    .map((line) => Number.parseInt(line, 10))

/** Connections of their own: the workers take turns. */
const everyWorkerAnswers = async (path: string): Promise<string[]> => {
  const replies = await Promise.all(Array.from({ length: 8 }, () => call(shop.port, 'GET', path)))
  return replies.map(({ text }) => text)
}

test('what one process changes, all of them show', async () => {
  const body = { identifier: 'ADMIN', password: 'demo-admin-2026' }
  const { token } = JSON.parse((await call(shop.port, 'POST', '/api/login', { body })).text)
  await everyWorkerAnswers('/contact')
  for (const phone of ['0522111111', '0522222222', '0522333333']) {
    const changed = await call(shop.port, 'PUT', '/api/admin/settings', { token, body: { phone } })
    expect([changed.status, changed.text]).toEqual([200, expect.stringContaining(phone)])
    await expect
      .poll(async () => (await everyWorkerAnswers('/contact')).filter((page) => page.includes(`tel:${phone}`)).length)
      .toBe(8)
  }
})

test('whichever process is asked tells the numbers of all of them', async () => {
  const counted = async () => {
    const { text } = await call(shop.port, 'GET', '/metrics')
    return Number(/_count\{method="GET",route="\/api\/products\/:id",status="404"\} (\d+)/.exec(text)?.[1] ?? 0)
  }
  const before = await counted()
  await everyWorkerAnswers('/api/products/999999')
  for (const _ of [1, 2, 3, 4]) expect(await counted()).toBe(before + 8)
})

const isAnswered = (): Promise<boolean> =>
  fetch(`http://127.0.0.1:${shop.port}/`, { signal: AbortSignal.timeout(1_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

test('a process that dies is replaced, and the shop stays open meanwhile', async () => {
  const [first] = workers()
  process.kill(first!, 'SIGKILL')
  await expect.poll(() => workers().includes(first!)).toBe(false)
  // What the dead one was handed in its last moment is lost; whoever asks again is answered.
  await expect.poll(() => isAnswered(), { timeout: 5_000 }).toBe(true)
  await expect.poll(() => workers().length, { timeout: 20_000 }).toBe(2)
  expect(await isAnswered()).toBe(true)
}, 30_000)

test('a stop ends all of them, the database last', async () => {
  shop.child.kill('SIGTERM')
  expect(await once(shop.child, 'exit')).toEqual([0, null])
  expect(runningConnection(dataDir)).toBeNull()
}, 20_000)
