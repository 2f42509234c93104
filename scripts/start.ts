import './quick-imports.ts'
import cluster from 'node:cluster'
import { buildPages, isBuildFresh } from './pages-build.ts'

if (cluster.isPrimary && !isBuildFresh()) {
  process.stdout.write('Les pages sont construites…\n')
  buildPages()
}
await import('../server/main.ts')
