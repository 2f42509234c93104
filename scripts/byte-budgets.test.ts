import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { buildPages, isBuildFresh } from './pages-build.ts'

const CLIENT = join(import.meta.dirname, '..', 'build', 'client')
const KB = 1000

/** What the router knows of a page's route: its own script, and the route that stands around it. */
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

let routes: Readonly<Record<string, Route>>
let routeList: string
let chunks: readonly Chunk[]
let chunkOf: Readonly<Record<string, Chunk>>

beforeAll(() => {
  if (!isBuildFresh()) buildPages()
  routeList = globSync('assets/manifest-*.js', { cwd: CLIENT })[0]!
  const [json] = /\{.*\}/s.exec(readFileSync(join(CLIENT, routeList), 'utf8'))!
  routes = JSON.parse(json).routes
  chunkOf = JSON.parse(readFileSync(join(CLIENT, '.vite', 'manifest.json'), 'utf8'))
  chunks = Object.values(chunkOf)
}, 120_000)

const packed = (file: string): number => gzipSync(readFileSync(join(CLIENT, file)), { level: 9 }).length
const sum = (files: ReadonlySet<string>): number => [...files].reduce((bytes, file) => bytes + packed(file), 0)

const around = (route: Route | undefined): Route[] =>
  route ? [route, ...around(route.parentId === undefined ? undefined : routes[route.parentId])] : []

/** Gzipped bytes of all that a page's document loads before anything is tapped. */
function weightOf(page: Route): { page: string; script: number; style: number } {
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
  return { page: page.id, script: sum(scripts), style: sum(styles) }
}

const pagesIn = (layout: string): Route[] => Object.values(routes).filter(({ parentId }) => parentId === layout)

test('every public page loads at most 140 KB of script and 15 KB of style', () => {
  const pages = pagesIn('shell/public-layout').map(weightOf)
  expect(pages.map(({ page }) => page)).toEqual(
    expect.arrayContaining([
      'home/home',
      'catalogue/boutique',
      'catalogue/product',
      'orders/checkout',
      'accounts/login',
      'accounts/signup',
      'pages/about',
    ]),
  )
  expect(pages.filter(({ script, style }) => script > 140 * KB || style > 15 * KB)).toEqual([])
})

test('every dashboard loads at most 230 KB of script', () => {
  const layouts = pagesIn('root').filter(({ id }) => id !== 'shell/public-layout')
  const pages = layouts.flatMap(({ id }) => pagesIn(id)).map(weightOf)
  expect(pages.map(({ page }) => page)).toContain('orders/order-admin')
  expect(pages.filter(({ script }) => script > 230 * KB)).toEqual([])
})

test('there is one font, of at most 30 KB', () => {
  const fonts = globSync('**/*.{woff2,woff,ttf,otf}', { cwd: CLIENT })
  expect(fonts).toHaveLength(1)
  expect(statSync(join(CLIENT, fonts[0]!)).size).toBeLessThanOrEqual(30 * KB)
})
