import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const ROOT = join(import.meta.dirname, '..')
const STAMP = join(ROOT, 'build', 'stamp')

/** All that the built pages are made from, tests aside; `features` and `platform` give them contracts, rules and the kernel. */
const SOURCES = [
  'web/**/*',
  'features/**/{contract,describe-entry,model,rules}.ts',
  'platform/kernel/**/*.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
]

function hashSources(): string {
  const hash = createHash('sha256')
  const files = globSync(SOURCES, { cwd: ROOT, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name),
  )
  // Sorted, since a copy of the folder lists them in another order.
  for (const path of files.map((file) => join(file.parentPath, file.name)).toSorted()) {
    hash.update(path.slice(ROOT.length)).update('\0').update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}

export const isBuildFresh = (): boolean => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hashSources()

/** Builds the pages and packs their files once, so that no request has to. Throws when the build fails. */
export function buildPages(): void {
  const stamp = hashSources()
  // Without its stamp, a build that fails halfway is never used.
  rmSync(STAMP, { force: true })
  const cli = join(ROOT, 'node_modules', '@react-router', 'dev', 'bin.cjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'build'], {
    cwd: ROOT,
    encoding: 'utf8',
    // Under tests NODE_ENV would give React's slow and large development build.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  // A style that names a picture which is gone: the bundler only warns.
  const isMissing = stderr.includes("didn't resolve at build time")
  if (status !== 0 || isMissing) throw new Error(`Les pages n’ont pas pu être construites\u00A0:\n${stdout}${stderr}`)
  packFiles()
  writeFileSync(STAMP, stamp)
}

function packFiles(): void {
  for (const file of globSync('**/*.{js,css,svg,txt,webmanifest}', { cwd: join(ROOT, 'build', 'client') })) {
    const path = join(ROOT, 'build', 'client', file)
    const content = readFileSync(path)
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params }))
  }
}
