import { enableCompileCache } from 'node:module'
import { buildPages, isBuildFresh } from './pages-build.ts'
import './quick-imports.ts'

// Compiled code is cached for the next start.
enableCompileCache()

if (!isBuildFresh()) {
  process.stdout.write('Les pages sont construites…\n')
  buildPages()
}
await import('../server/main.ts')
