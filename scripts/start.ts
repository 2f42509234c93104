import { enableCompileCache, registerHooks } from 'node:module'
import { buildPages, isBuildFresh } from './pages-build.ts'

// Compiled code is cached for the next start.
enableCompileCache()

// To resolve a file of drizzle-orm Node parses the 180 KB of its package.json, each time: 0.4 s for its hundred files, which
// name each other by paths that need none of it.
registerHooks({
  resolve: (path, context, next) =>
    path.startsWith('.') && context.parentURL?.includes('/node_modules/drizzle-orm/')
      ? { url: new URL(path, context.parentURL).href, format: 'module', shortCircuit: true }
      : next(path, context),
})

if (!isBuildFresh()) {
  process.stdout.write('Les pages sont construites…\n')
  buildPages()
}
await import('../server/main.ts')
