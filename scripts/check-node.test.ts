import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const SCRIPT = join(import.meta.dirname, 'check-node.cjs')
const folder = mkdtempSync(join(tmpdir(), 'shop-node-'))

afterAll(() => rmSync(folder, { recursive: true }))

/** Runs it as npm on that version of Node does, with the installed one; or as a start on that version would, as far as it can tell. */
function lookedAtBy(version: string, isInstallation: boolean) {
  const old = join(folder, `${version}.cjs`)
  writeFileSync(old, `Object.defineProperty(process.versions, 'node', { value: '${version}' })`)
  const words = isInstallation ? [SCRIPT] : ['-r', old, '-r', SCRIPT, '-e', 'console.log("started")']
  const env = { ...process.env, npm_config_user_agent: `npm/10.8.2 node/v${version} linux x64 workspaces/false` }
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', env })
  return { status, said: stdout + stderr }
}

test.each([
  ['18.20.8', true, 1, /^Pour installer.* 18\.20\.8\.\n$/],
  ['20.18.0', true, 1, /^Pour installer.*\n$/],
  ['21.7.3', true, 1, /^Pour installer.*\n$/],
  ['22.12.0', true, 0, /^$/],
  ['20.20.2', true, 0, /^$/],
  ['20.20.2', false, 1, /^Node 24\.7 .*20\.20\.2.*npm ci.*\n$/],
  ['24.6.0', false, 1, /^Node 24\.7 .*\n$/],
  ['24.7.0', false, 0, /^started\n$/],
  ['26.0.0', false, 0, /^started\n$/],
] as const)('Node %s, installing: %s', (version, isInstallation, status, said) => {
  const looked = lookedAtBy(version, isInstallation)
  expect(looked.status).toBe(status)
  expect(looked.said).toMatch(said)
})
