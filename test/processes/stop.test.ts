import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runningConnection, startEmbedded } from '#platform/db/embedded/embedded.ts'
import { killShops, startShop } from '../shop-process.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'shop-stop-'))

beforeAll(() => {
  // When we are root, another user runs PostgreSQL in it.
  chmodSync(dataDir, 0o755)
})

afterAll(async () => {
  killShops()
  // Whatever a failed test left behind is taken over and stopped.
  if (runningConnection(dataDir)) await (await startEmbedded({ dataDir })).stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const EMPTY = { DEMO: '0' }

// Each start of the program costs as much as a file of tests: Ctrl-C is proved where the modules of a start are counted,
// a service that is stopped where orders are under way.
test('a stop in development ends the shop with its database', async () => {
  const { child } = await startShop(dataDir, { ...EMPTY, NODE_ENV: 'development' })
  expect(runningConnection(dataDir)).not.toBeNull()
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(runningConnection(dataDir)).toBeNull()
})

test('told to stop while it starts, by the end of its terminal, it leaves no database behind', async () => {
  const child = spawn(process.execPath, ['--import', './scripts/quick-imports.ts', 'server/main.ts'], {
    cwd: join(import.meta.dirname, '..', '..'),
    env: { ...process.env, ...EMPTY, DATA_DIR: dataDir, PORT: '0', DATABASE_URL: undefined },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  while (!existsSync(join(dataDir, 'postgres', 'postmaster.pid'))) await sleep(2)
  child.kill('SIGHUP')
  expect(await ended).toEqual([0, null])
  expect(runningConnection(dataDir)).toBeNull()
})
