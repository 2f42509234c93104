import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runningConnection, startEmbedded } from '#platform/db/embedded.ts'
import { ensureBuild } from './test-build.ts'
import { killShops, startShop } from './test-process.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'shop-stop-'))

beforeAll(async () => {
  // When we are root, another user runs PostgreSQL in it.
  chmodSync(dataDir, 0o755)
  await ensureBuild()
}, 60_000)

afterAll(async () => {
  killShops()
  // Whatever a failed test left behind is taken over and stopped.
  await (await startEmbedded({ dataDir })).stop()
  rmSync(dataDir, { recursive: true, force: true })
}, 30_000)

const EMPTY = { DEMO: '0' }

test.each<[NodeJS.Signals, string, Record<string, string>]>([
  ['SIGTERM', 'a service that is stopped', {}],
  ['SIGINT', 'Ctrl-C', {}],
  ['SIGHUP', 'a terminal that is closed', {}],
  ['SIGTERM', 'a stop in development', { NODE_ENV: 'development' }],
])(
  '%s (%s) ends the shop with its database',
  async (signal, _, settings) => {
    const { child } = await startShop(dataDir, { ...EMPTY, ...settings })
    expect(runningConnection(dataDir)).not.toBeNull()
    const ended = once(child, 'exit')
    child.kill(signal)
    expect(await ended).toEqual([0, null])
    expect(runningConnection(dataDir)).toBeNull()
  },
  60_000,
)

test('told to stop while it starts, it leaves no database behind', async () => {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, ...EMPTY, DATA_DIR: dataDir, PORT: '0', DATABASE_URL: undefined },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  while (!existsSync(join(dataDir, 'postgres', 'postmaster.pid'))) await sleep(2)
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(runningConnection(dataDir)).toBeNull()
}, 60_000)
