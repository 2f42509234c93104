import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'shop-lines-'))
const file = join(folder, 'a-file')
writeFileSync(file, '')

afterAll(() => rmSync(folder, { recursive: true }))

/** How a start ends, and all that stands on the console then. */
async function start(settings: Record<string, string>) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, PORT: '0', DATA_DIR: folder, DEMO: '0', ...settings }
  try {
    await promisify(execFile)(process.execPath, ['server/main.ts'], { cwd: ROOT, env })
    return { code: 0, said: '' }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, said: stdout + stderr }
  }
}

test.concurrent.each([
  ['DATA_DIR', join(file, 'below')],
  ['DATABASE_URL', 'postgres://shop:canari@127.0.0.1:1/shop'],
  ['TRUST_PROXY', 'haproxy'],
])(
  'a start that %s stops ends with 1 and one French line that names it, and tells no password',
  async (name, value) => {
    const { code, said } = await start({ [name]: value })
    expect(code).toBe(1)
    expect(said).toMatch(new RegExp(`^${name}\u00A0: .*\\.\\n$`))
    expect(said).not.toMatch(/canari| {4}at /)
  },
)
