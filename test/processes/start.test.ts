import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runningConnection, startEmbedded } from '#platform/db/embedded/embedded.ts'
import { ensureBuild } from '../ensure-build.ts'
import { killShops, startShop } from '../shop-process.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'shop-start-'))
const list = join(dataDir, 'modules')

/** Writes down every module that is loaded. */
const WATCHER = `
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
registerHooks({
  load(url, context, next) {
    appendFileSync(${JSON.stringify(list)}, url + '\\n')
    return next(url, context)
  },
})`

/** A call whose body never arrives whole; the server has begun to read it. */
async function halfACall(port: number): Promise<void> {
  const headers = { 'content-type': 'application/json', 'content-length': 1000, expect: '100-continue' }
  const sent = request({ host: '127.0.0.1', port, method: 'POST', path: '/api/customers/create', headers })
  sent.on('error', () => undefined)
  sent.flushHeaders()
  await once(sent, 'continue')
  sent.write('{"Name":')
}

const packageOf = (url: string): string | undefined => /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]

beforeAll(async () => {
  chmodSync(dataDir, 0o755)
  await ensureBuild()
})

afterAll(async () => {
  killShops()
  if (runningConnection(dataDir)) await (await startEmbedded({ dataDir })).stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('the first page waits for no drawing, no mail and nothing that only dashboards show; Ctrl-C ends all of it, also a call half way', async () => {
  const watcher = join(dataDir, 'watcher.mjs')
  writeFileSync(watcher, WATCHER)
  const { child, port } = await startShop(dataDir, { DEMO: '0', NODE_OPTIONS: `--import ${watcher}` })
  const packages = new Set(readFileSync(list, 'utf8').split('\n').map(packageOf))
  expect(packages).toContain('react-router')
  for (const late of ['pdfkit', 'sharp', 'nodemailer']) expect(packages).not.toContain(late)
  expect(runningConnection(dataDir)).not.toBeNull()
  await halfACall(port)
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  expect(await ended).toEqual([0, null])
  expect(runningConnection(dataDir)).toBeNull()
})
