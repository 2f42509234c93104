import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { buildPages, isBuildFresh } from '../pages-build.ts'
import { copyRelease } from './release-files.ts'

// `npm run release`: the shop as one archive for machines of this kind, with built pages and without tools; with
// `-- --complete` also with this Node and the shop's own PostgreSQL, with `-- --into FOLDER` as a folder.

const ROOT = join(import.meta.dirname, '..', '..')
const RELEASES = join(ROOT, 'release')

const { values } = parseArgs({ options: { complete: { type: 'boolean', default: false }, into: { type: 'string' } } })
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const name = `boutique-${version}-${process.platform}-${process.arch}${values.complete ? '-complete' : ''}`
const archive = join(RELEASES, `${name}.tar.gz`)

if (!isBuildFresh()) buildPages()
if (values.into) {
  copyRelease(values.into, values.complete)
  process.exit()
}
rmSync(join(RELEASES, name), { recursive: true, force: true })
const packages = copyRelease(join(RELEASES, name), values.complete)
const { status } = spawnSync('tar', ['-czf', archive, '--owner=0', '--group=0', '-C', RELEASES, name], {
  stdio: 'inherit',
})
if (status !== 0) throw new Error('tar could not write the archive')
rmSync(join(RELEASES, name), { recursive: true })
const size = (statSync(archive).size / 1e6).toFixed(0)
process.stdout.write(`${relative(process.cwd(), archive)}: ${size} MB, ${packages} packages\n`)
