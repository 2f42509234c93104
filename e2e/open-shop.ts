import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const ROOT = join(import.meta.dirname, '..')
const OPEN = /^La boutique est ouverte : (http:\S+?)\/?$/m
const OPEN_WITHIN_MS = 120_000
const STOPPED_WITHIN_MS = 10_000

export interface OpenShop {
  url: string
  dataDir: string
  /** As a system does: with SIGTERM. Fails when the shop did not end by itself, or complained. */
  close: () => Promise<void>
}

/** A demo shop for the whole run. */
export default async function openShopOfTheRun(): Promise<() => Promise<void>> {
  const { url, dataDir, close } = await openShop()
  process.env.SHOP_URL = url
  process.env.SHOP_DATA_DIR = dataDir
  return close
}

/** Opens a demo shop of its own, as `npm start` would. */
export async function openShop(): Promise<OpenShop> {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-e2e-'))
  // Made for us alone; when we are root, another user runs the database in it.
  chmodSync(dataDir, 0o755)
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    env: {
      // Nothing else of our own: whoever runs the tests may have a shop's settings set.
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      DEMO: '1',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [said, complaints] = ['', '']
  server.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })

  for (const end = Date.now() + OPEN_WITHIN_MS; !OPEN.test(said); await sleep(50))
    if (hasEnded(server) || Date.now() > end) {
      server.kill('SIGKILL')
      throw new Error(`The shop did not open:\n${said}${complaints}`)
    }

  const close = async () => {
    const ending = await stop(server)
    rmSync(dataDir, { recursive: true, force: true })
    if (ending !== 0) throw new Error(`The shop was to end by itself, with 0, within 10 s of SIGTERM: ${ending}`)
    if (complaints !== '') throw new Error(`The shop complained while it was tested:\n${complaints}`)
  }
  return { url: OPEN.exec(said)![1]!, dataDir, close }
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

async function stop(server: ChildProcess): Promise<number | string> {
  if (!hasEnded(server)) {
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    const late = sleep(STOPPED_WITHIN_MS, 'late', { ref: false })
    if ((await Promise.race([ended, late])) === 'late') server.kill('SIGKILL')
    await ended
  }
  return server.exitCode ?? server.signalCode ?? 'unknown'
}

/** The shop's mails name its address, so it must be known beforehand. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
