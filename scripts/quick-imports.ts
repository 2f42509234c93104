import { enableCompileCache, registerHooks } from 'node:module'

// What was compiled once is read from a cache the next time.
enableCompileCache()

// The package file of Drizzle is large, and Node reads it again for each of its modules to learn of what kind they are.
// Telling it costs nothing, and saves most of the time and memory that importing them takes.
registerHooks({
  resolve(specifier, context, next) {
    const parent = context.parentURL
    if (!specifier.startsWith('.') || !parent?.includes('/node_modules/drizzle-orm/')) return next(specifier, context)
    return { url: new URL(specifier, parent).href, format: 'module', shortCircuit: true }
  },
})
