import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ServerBuild } from 'react-router'
import { Overload, plainAnswer, sendError } from '#platform/http/errors.ts'
import { pageOf } from '#web/catalogue/shop/shop-query.ts'
import type { PageServices, Stylesheets } from '#web/loader-context.ts'
import { resolvePath } from '../http/ambiguous-requests.ts'
import { canonicalPath } from '../http/canonical-path.ts'
import { BUSY_PAGE } from '../http/load-shedding.ts'
import { withHashedCsp } from './content-security-policy.ts'
import type { PageCache } from './page-cache.ts'

type Entry = typeof import('#web/entry.server.tsx')
type Build = Omit<ServerBuild, 'entry'> & { entry: { module: Entry } }

/** The folder of the built pages. */
export const BUILD_DIR = join(import.meta.dirname, '..', '..', 'build')

export const CLIENT_DIR = join(BUILD_DIR, 'client')

/** Loads the built pages; null when there is no build. */
export async function loadBuild(): Promise<Build | null> {
  const file = join(BUILD_DIR, 'server', 'index.js')
  return existsSync(file) ? await import(pathToFileURL(file).href) : null
}

/** The built style files by the addresses that pages use; not for development, where Vite serves them. */
const readStylesheets = (): Stylesheets =>
  new Map(
    globSync('assets/*.css', { cwd: CLIENT_DIR }).map((file) => [
      `/${file}`,
      readFileSync(join(CLIENT_DIR, file), 'utf8'),
    ]),
  )

/** For pages that fail because the database is away. */
const RETRY_AFTER_SECONDS = '2'

interface PagesOptions {
  services: PageServices
  build: () => Promise<Build>
  pageCache: PageCache
  randomBytes: (count: number) => Buffer
  /** True: no page is cached, and no policy blocks the tools. */
  development: boolean
}

/** Query names that change what a page shows. Others (campaigns, promo codes) share one copy. */
const MEANINGFUL = ['onglet', 'categorie', 'tri', 'q', 'page', '_routes']

/** Pages with a free text are never cached, since there are endlessly many. */
const FREE_TEXT = 'q'

interface RenderedPage {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** Serves every page: rendered by React Router once for all visitors, then cached for ten seconds or until a change. */
export function servePages(app: FastifyInstance, options: PagesOptions): void {
  const { pageCache, build, services, randomBytes, development } = options
  const stylesheets = development ? new Map() : readStylesheets()
  const underWay = new Map<string, Promise<RenderedPage>>()

  const render = async (request: FastifyRequest, address: string): Promise<RenderedPage> => {
    const store = pageCache.begin(address)
    const pages = await build()
    const { createRequestHandler, createLoadContext } = pages.entry.module
    const nonce = randomBytes(16).toString('base64url')
    const handle = createRequestHandler(pages as unknown as ServerBuild, development ? 'development' : 'production')
    const url = new URL(address, services.publicUrl)
    const response = await handle(
      new Request(url, { headers: pageHeaders(request) }),
      createLoadContext(services, nonce, stylesheets),
    )
    const text = await response.text()
    const headers = Object.fromEntries(response.headers)
    if (!headers['content-type']?.startsWith('text/html'))
      return storeIfCacheable({ status: response.status, headers, body: Buffer.from(text) })
    const { html, policy } = withHashedCsp(withLateScripts(text), nonce)
    if (!development) headers['content-security-policy'] = policy
    return storeIfCacheable({ status: response.status, headers, body: Buffer.from(html) })

    function storeIfCacheable(page: RenderedPage): RenderedPage {
      page.headers['cache-control'] ??= page.status === 200 ? 'public, no-cache' : 'no-store'
      if (page.status === 503) page.headers['retry-after'] ??= RETRY_AFTER_SECONDS
      const isPrivate = page.headers['cache-control'].includes('no-store')
      const hasFreeText = new URL(address, 'http://x').searchParams.has(FREE_TEXT)
      const isCacheable = page.status === 200 && !development && !isPrivate && !hasFreeText
      if (isCacheable) store(page.headers, page.body)
      return page
    }
  }

  /** Renders a page once for all requests that want it at the same time. */
  const renderOnce = (request: FastifyRequest, address: string): Promise<RenderedPage> => {
    const key = `${pageCache.generation} ${address}`
    const running = underWay.get(key)
    if (running) return running
    const rendering = app.load
      .render(request.ip, () => render(request, address))
      .catch(busyPage)
      .finally(() => underWay.delete(key))
    underWay.set(key, rendering)
    return rendering
  }

  app.get('/*', { config: { access: 'public' } }, async (request, reply) => {
    const [typedPath = '/', query = ''] = request.raw.url!.split('?', 2)
    const path = resolvePath(typedPath)
    const canonical = canonicalPath(typedPath) ?? canonicalPath(path)
    if (canonical !== null && canonical !== typedPath)
      return reply.redirect(query ? `${canonical}?${query}` : canonical, 308)
    // React Router would render the resolved path, and each spelling would be cached as a page of its own.
    if (path !== typedPath) return sendError(reply, plainAnswer(400))
    const address = meaningfulAddress(path, query)
    if (pageCache.send(request.raw, reply.raw, address)) return reply.hijack()
    const page = await renderOnce(request, address)
    if (pageCache.send(request.raw, reply.raw, address)) return reply.hijack()
    // Without capacity or database, an old page is better than none.
    if (page.status === 503 && pageCache.sendStale(request.raw, reply.raw, address)) return reply.hijack()
    return reply.code(page.status).headers(page.headers).send(page.body)
  })
}

const SCRIPT_LINKS = /<link rel="modulepreload"[^>]*>/g

/**
 * Moves the script preloads, which React Router puts in the head, to the end of the page with low priority. Scripts change
 * nothing visible, so on a slow connection pictures and fonts come first.
 */
function withLateScripts(html: string): string {
  const links = (html.match(SCRIPT_LINKS) ?? []).map((link) => link.replace('<link', '<link fetchpriority="low"'))
  return html.replaceAll(SCRIPT_LINKS, '').replace(/<script[^>]* type="module"/, (script) => links.join('') + script)
}

function busyPage(error: unknown): RenderedPage {
  if (error instanceof Overload) return BUSY_PAGE
  throw error
}

function meaningfulAddress(path: string, query: string): string {
  const typed = new URLSearchParams(query)
  const meaningful = new URLSearchParams()
  for (const name of MEANINGFUL) if (typed.get(name)) meaningful.set(name, typed.get(name)!.slice(0, 200))
  const page = meaningful.get('page')
  if (page !== null && pageOf(page) === 1) meaningful.delete('page')
  return meaningful.size > 0 ? `${path}?${meaningful}` : path
}

/** A page never depends on its visitor, so only the header that React Router needs for data requests is passed on. */
const pageHeaders = (request: FastifyRequest): Headers => {
  const accept = request.headers.accept
  return new Headers(accept ? { accept } : {})
}
