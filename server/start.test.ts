import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runningConnection, startEmbedded } from '#platform/db/embedded.ts'
import { ensureBuild } from './test-build.ts'
import { killShops, startShop } from './test-process.ts'

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

const packageOf = (url: string): string | undefined => /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]

beforeAll(async () => {
  chmodSync(dataDir, 0o755)
  await ensureBuild()
})

afterAll(async () => {
  killShops()
  await (await startEmbedded({ dataDir })).stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('the first page waits for no drawing, no mail and nothing that only dashboards show; Ctrl-C ends all of it', async () => {
  const watcher = join(dataDir, 'watcher.mjs')
  writeFileSync(watcher, WATCHER)
  const { child } = await startShop(dataDir, { DEMO: '0', NODE_OPTIONS: `--import ${watcher}` })
  const packages = new Set(readFileSync(list, 'utf8').split('\n').map(packageOf))
  expect(packages).toContain('react-router')
  for (const late of ['pdfkit', 'sharp', 'nodemailer']) expect(packages).not.toContain(late)
  expect(runningConnection(dataDir)).not.toBeNull()
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  expect(await ended).toEqual([0, null])
  expect(runningConnection(dataDir)).toBeNull()
})
