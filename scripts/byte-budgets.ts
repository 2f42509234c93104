import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

export const CLIENT = join(import.meta.dirname, '..', 'build', 'client')
const KB = 1000

/** Bytes; scripts and styles gzipped. `docs/bytes.md` says what they are. */
export const BUDGETS = {
  publicScript: 145 * KB,
  publicStyle: 15 * KB,
  dashboardScript: 230 * KB,
  font: 20 * KB,
} as const

/** A route of the router's manifest: its own script, and the route around it. */
interface Route {
  id: string
  parentId?: string
  module: string
}

/** A file of the build, by the key of its source. */
interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

export interface PageWeight {
  page: string
  script: number
  style: number
  /** Its script files, below `build/client`. */
  scripts: string[]
}

const packed = (file: string): number => gzipSync(readFileSync(join(CLIENT, file)), { level: 9 }).length
const sum = (files: ReadonlySet<string>): number => [...files].reduce((bytes, file) => bytes + packed(file), 0)

/** Gzipped bytes of all that each page's document loads before anything is tapped. Wants built pages. */
export function pageWeights(): { publicPages: PageWeight[]; dashboards: PageWeight[] } {
  const routeList = globSync('assets/manifest-*.js', { cwd: CLIENT })[0]!
  const [json] = /\{.*\}/s.exec(readFileSync(join(CLIENT, routeList), 'utf8'))!
  const routes = (JSON.parse(json) as { routes: Readonly<Record<string, Route>> }).routes
  const chunkOf = JSON.parse(readFileSync(join(CLIENT, '.vite', 'manifest.json'), 'utf8')) as Record<string, Chunk>
  const chunks = Object.values(chunkOf)

  const around = (route: Route | undefined): Route[] =>
    route ? [route, ...around(route.parentId === undefined ? undefined : routes[route.parentId])] : []

  const weightOf = (page: Route): PageWeight => {
    const scripts = new Set([routeList])
    const styles = new Set<string>()
    const add = (chunk: Chunk) => {
      if (scripts.has(chunk.file)) return
      if (chunk.file.endsWith('.js')) scripts.add(chunk.file)
      for (const style of chunk.css ?? []) styles.add(style)
      for (const key of chunk.imports ?? []) add(chunkOf[key]!)
    }
    add(chunkOf['web/entry.client.tsx']!)
    for (const { module } of around(page)) add(chunks.find(({ file }) => `/${file}` === module)!)
    return { page: page.id, script: sum(scripts), style: sum(styles), scripts: [...scripts] }
  }

  const pagesIn = (layout: string): Route[] => Object.values(routes).filter(({ parentId }) => parentId === layout)
  const layouts = pagesIn('root').filter(({ id }) => id !== 'shell/public-layout')
  return {
    publicPages: pagesIn('shell/public-layout').map(weightOf),
    dashboards: layouts.flatMap(({ id }) => pagesIn(id)).map(weightOf),
  }
}

/** Bytes of each font that was built. */
export const fontSizes = (): number[] =>
  globSync('**/*.{woff2,woff,ttf,otf}', { cwd: CLIENT }).map((font) => statSync(join(CLIENT, font)).size)
