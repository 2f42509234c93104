import { enableCompileCache, registerHooks } from 'node:module'

// What was compiled once is read from a cache the next time.
enableCompileCache()

const ROOT = new URL('..', import.meta.url).href
const PACKAGES = new URL('node_modules/', ROOT).href
/** The rooms and tools of the shop, as package.json names them to each other. */
const OURS = /^#((?:platform|features|server|web|demo)\/.*\.ts)$/
/** Packages of many modules that name each other by whole paths. */
const PLAIN = /\/node_modules\/(?:drizzle-orm|zod)\/.*\.js$/

interface Module {
  url: string
  format: string
}

/**
 * What a name means where nothing has to be looked up. Node would ask the disk for each of them, and for the package
 * file that says of what kind it is; telling it saves most of the time and memory that importing them takes.
 */
function known(name: string, parent: string | undefined): Module | null {
  const ours = OURS.exec(name)
  if (ours) return { url: ROOT + ours[1], format: 'module-typescript' }
  if (!name.startsWith('.') || parent === undefined) return null
  if (name.endsWith('.ts') && parent.startsWith(ROOT) && !parent.startsWith(PACKAGES))
    return { url: new URL(name, parent).href, format: 'module-typescript' }
  if (name.endsWith('.js') && PLAIN.test(parent)) return { url: new URL(name, parent).href, format: 'module' }
  return null
}

registerHooks({
  resolve(name, context, next) {
    const module = known(name, context.parentURL)
    return module ? { ...module, shortCircuit: true } : next(name, context)
  },
})
