import './quick-imports.ts'
import { buildPages, isBuildFresh } from './pages-build.ts'

if (!isBuildFresh()) {
  process.stdout.write('Les pages sont construites…\n')
  buildPages()
}
await import('../server/main.ts')
