import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from '#platform/db/embedded.ts'
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

const QUICK_IMPORTS = join(import.meta.dirname, '..', 'scripts', 'quick-imports.ts')

async function modulesOfStart(): Promise<string[]> {
  writeFileSync(list, '')
  const watcher = join(dataDir, 'watcher.mjs')
  writeFileSync(watcher, WATCHER)
  const { child } = await startShop(dataDir, { NODE_OPTIONS: `--import ${QUICK_IMPORTS} --import ${watcher}` })
  child.kill('SIGTERM')
  await new Promise((resolve) => child.once('exit', resolve))
  return readFileSync(list, 'utf8').split('\n')
}

const packageOf = (url: string): string | undefined => /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]

beforeAll(async () => {
  chmodSync(dataDir, 0o755)
  await ensureBuild()
  // The first start of all draws pictures for the demo.
  await modulesOfStart()
}, 120_000)

afterAll(async () => {
  killShops()
  await (await startEmbedded({ dataDir })).stop()
  rmSync(dataDir, { recursive: true, force: true })
}, 30_000)

test('the first page waits for no drawing, no mail and nothing that only dashboards show', async () => {
  const packages = new Set((await modulesOfStart()).map(packageOf))
  expect(packages).toContain('react-router')
  for (const late of ['pdfkit', 'sharp', 'nodemailer', '@mantine/core']) expect(packages).not.toContain(late)
}, 60_000)
