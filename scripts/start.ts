import { enableCompileCache } from 'node:module'
import { buildPages, isBuildFresh } from './pages-build.ts'

// What was compiled once is read from a cache the next time.
enableCompileCache()

if (!isBuildFresh()) {
  process.stdout.write('Les pages sont construites…\n')
  buildPages()
}
await import('../server/main.ts')
