import { registerHooks } from 'node:module'

/** Addresses of drizzle-orm's entries, by the name under which our files import them. */
const entries = new Map<string, string>()

// To resolve drizzle-orm Node parses the 180 KB of its package.json, each time: 0.4 s for its hundred files, which name each
// other by paths that need none of it, and 0.15 s for the hundred files of ours that import it.
registerHooks({
  resolve(name, context, next) {
    if (name.startsWith('.') && context.parentURL?.includes('/node_modules/drizzle-orm/'))
      return { url: new URL(name, context.parentURL).href, format: 'module', shortCircuit: true }
    if (!/^drizzle-orm(\/|$)/.test(name)) return next(name, context)
    const known = entries.get(name)
    if (known !== undefined) return { url: known, format: 'module', shortCircuit: true }
    const found = next(name, context)
    entries.set(name, found.url)
    return found
  },
})
