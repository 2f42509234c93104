import { execFile } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { installedPackage, programs } from './user-and-folders.ts'

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0
const nobody = { uid: 65_534, gid: 65_534 }

/** One copy of the package, that those of the tests are links to: none of them writes into a file. */
const original = mkdtempSync(join(tmpdir(), 'shop-programs-'))
let folder: string
let shared: string
let native: string
const lines: string[] = []

beforeAll(() => {
  cpSync(installedPackage().native, original, { recursive: true, verbatimSymlinks: true })
  chmodSync(original, 0o755)
})

afterAll(() => rmSync(original, { recursive: true, force: true }))

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shop-place-'))
  chmodSync(folder, 0o755)
  shared = join(folder, 'shared')
  mkdirSync(shared)
  native = join(folder, 'package', 'native')
  mkdirSync(join(folder, 'package'))
  await run('cp', ['-Rl', original, native])
  lines.length = 0
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const place = () =>
  programs(isRoot ? nobody : undefined, folder, [shared], (line) => lines.push(line), { native, version: '18.4' })

/** As PostgreSQL's user. */
const version = (programs: string) =>
  run(join(programs, 'bin', 'postgres'), ['--version'], isRoot ? { ...nobody, cwd: '/' } : {})

test('programs that can be run where they are stay there', () => {
  expect(place()).toBe(native)
  expect(lines).toEqual([])
})

test('links that the package came without are made', async () => {
  const link = join(native, 'lib', 'libpq.so.5')
  rmSync(link)
  expect((await version(place())).stdout).toContain('18.4')
  expect(existsSync(link)).toBe(true)
})

test.runIf(isRoot)(
  'programs below a closed folder are copied once to where they can be run, and it is told',
  async () => {
    chmodSync(join(folder, 'package'), 0o700)
    const copy = place()
    expect(copy.startsWith(shared)).toBe(true)
    expect(lines.join()).toContain(copy)
    expect((await version(copy)).stdout).toContain('18.4')
    const made = statSync(copy).ino
    expect(place()).toBe(copy)
    expect(statSync(copy).ino).toBe(made)
  },
)

test.runIf(isRoot)('programs installed under a strict umask are copied with rights for all', async () => {
  rmSync(native, { recursive: true })
  cpSync(installedPackage().native, native, { recursive: true, verbatimSymlinks: true })
  await run('chmod', ['-R', 'go=', join(native, 'share'), join(native, 'bin', 'postgres')])
  expect((await version(place())).stdout).toContain('18.4')
})

test.runIf(isRoot)('a copy that a crash emptied is made again', async () => {
  chmodSync(join(folder, 'package'), 0o700)
  place()
  truncateSync(join(shared, readdirSync(shared)[0]!, 'bin', 'postgres'))
  expect((await version(place())).stdout).toContain('18.4')
})

test.runIf(isRoot)('several that copy at once end with one whole copy and nothing beside it', async () => {
  chmodSync(join(folder, 'package'), 0o700)
  const program = `
    const { programs } = await import(${JSON.stringify(join(import.meta.dirname, 'user-and-folders.ts'))})
    const from = ${JSON.stringify({ native, version: '18.4' })}
    console.log(programs(${JSON.stringify(nobody)}, '/', [${JSON.stringify(shared)}], () => undefined, from))`
  const once = () => run(process.execPath, ['--input-type=module', '-e', program])
  const places = await Promise.all([once(), once(), once()])
  expect(new Set(places.map(({ stdout }) => stdout)).size).toBe(1)
  expect(readdirSync(shared)).toHaveLength(1)
  expect((await version(place())).stdout).toContain('18.4')
})
