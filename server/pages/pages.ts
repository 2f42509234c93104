import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ServerBuild } from 'react-router'
import {
  countOnSale,
  findPackOffer,
  findPackWith,
  findProduct,
  listBuyable,
  listInStockFirst,
  listNewest,
  listOldestOfCategory,
  listSimilar,
  listWithSimilarName,
  visibleTo,
} from '#features/catalogue/index.ts'
import { cardAddress } from '#features/catalogue/share-card/share-card-store.ts'
import { browseShop } from '#features/catalogue/shop-page.ts'
import { expectedDates, listBestSellers, listOrderedWith, shopFigures } from '#features/orders/index.ts'
import {
  deliveryInWords,
  feeSpan,
  feesInWords,
  readSettings,
  sellerFacts,
  sellerInWords,
} from '#features/settings/index.ts'
import { type AllSettings, CLOSED_SETTINGS, ratesOf, type Settings } from '#features/settings/model.ts'
import { exampleGains } from '#features/supplier-space/example-gains.ts'
import { findTrackedOrder } from '#features/tracking/index.ts'
import { isUnavailable } from '#platform/db/database.ts'
import { Overload, plainAnswer, sendError } from '#platform/http/errors.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { MAX_ID } from '#platform/kernel/ids.ts'
import { openState } from '#platform/kernel/opening-hours/open-now.ts'
import { hoursInWords } from '#platform/kernel/opening-hours/opening-hours.ts'
import { normaliseForSearch } from '#platform/kernel/text.ts'
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

const CLOSED: ReadonlySet<string> = new Set(CLOSED_SETTINGS)

/** Leaves out the settings that no page carries, and fills in what the others are made of. */
const shownSettings = (all: AllSettings): Settings => {
  const shown = Object.fromEntries(Object.entries(all).filter(([name]) => !CLOSED.has(name))) as Settings
  return {
    ...shown,
    deliveryText: deliveryInWords(all),
    openingHours: hoursInWords(all.openingHours),
    seller: sellerInWords(all),
  }
}

/** Services for the loaders of pages: the settings, and the catalogue as a visitor sees it. */
export function pageServices(shop: Shop, defaults: AllSettings): PageServices {
  const find = async (id: number) => (id <= MAX_ID ? await findProduct(shop.db, id as ProductId) : null)
  let last = defaults
  // Every page needs settings: without the database the last known ones are better than no page.
  const current = async () => {
    try {
      last = await readSettings(shop.db, defaults)
    } catch (error) {
      if (!isUnavailable(error)) throw error
    }
    return last
  }
  return {
    settings: async () => shownSettings(await current()),
    today: async () => {
      const all = await current()
      const rates = ratesOf(all)
      return {
        settings: shownSettings(all),
        openingTimes: all.openingHours,
        open: openState(all.openingHours, shop.now()),
        rates,
        feeSpan: feeSpan(rates),
        feesInWords: feesInWords(rates),
      }
    },
    sellerFacts: async () => sellerFacts(await current()),
    publicUrl: shop.publicUrl,
    orderRetentionYears: shop.orderRetentionYears,
    browse: (request) =>
      whenAvailable(async () => {
        const page = await browseShop(shop.db, request)
        return { ...page, products: page.products.map((each) => visibleTo(null, each)) }
      }),
    countOnSale: () => whenAvailable(() => countOnSale(shop.db)),
    listOldestOfCategory: (category, limit) =>
      whenAvailable(async () =>
        (await listOldestOfCategory(shop.db, category, limit)).map((each) => visibleTo(null, each)),
      ),
    bestSellers: (limit) =>
      whenAvailable(async () => {
        const sold = await listBuyable(shop.db, await listBestSellers(shop.db, shop.now(), BEST_SELLERS_READ))
        const areSold = sold.length >= LEAST_BEST_SELLERS
        const products = areSold ? familiesFirst(sold).slice(0, limit) : await listNewest(shop.db, limit)
        return { areSold, products: products.map((each) => visibleTo(null, each)) }
      }),
    findProduct: (id) =>
      whenAvailable(async () => {
        const product = await find(id)
        return product && visibleTo(null, product)
      }),
    packOffer: (pack) => whenAvailable(() => findPackOffer(shop.db, pack)),
    packWith: ({ id }) =>
      whenAvailable(async () => {
        const pack = await findPackWith(shop.db, id)
        return pack && visibleTo(null, pack)
      }),
    orderedWith: ({ id }) =>
      whenAvailable(async () => {
        const together = await listOrderedWith(shop.db, id, shop.now(), ORDERED_WITH_READ)
        return (await listBuyable(shop.db, together)).map((each) => visibleTo(null, each))
      }),
    listSimilar: (id, shown) =>
      whenAvailable(async () => {
        const product = await find(id)
        return product ? (await listSimilar(shop.db, product, shown)).map((each) => visibleTo(null, each)) : []
      }),
    suggest: (typed) =>
      whenAvailable(async () => {
        const words = wordsOf(typed)
        const like = words.length > 0 ? await listWithSimilarName(shop.db, words, SUGGESTIONS) : []
        const suggested = like.length > 0 ? like : await listInStockFirst(shop.db, SUGGESTIONS)
        return { areAlike: like.length > 0, products: suggested.map((each) => visibleTo(null, each)) }
      }),
    cardAddress,
    exampleGains: () => whenAvailable(async () => exampleGains(shop.db, ratesOf(await current()).discountPercent)),
    shopFigures: () => whenAvailable(() => shopFigures(shop.db, shop.now())),
    deliveryDates: (city) => whenAvailable(() => expectedDates(shop.db, { city, placed: shop.now() }, shop.now())),
    findTrackedOrder: (token) => whenAvailable(() => findTrackedOrder(shop.db, token, shop.now())),
  }
}

/** For pages that fail because the database is away. */
const RETRY_AFTER_SECONDS = '2'
const SUGGESTIONS = 4
/** More than a page shows: some are sold out, hidden or deleted. */
const BEST_SELLERS_READ = 30
/** More than the one that is shown, for the same reasons. */
const ORDERED_WITH_READ = 10
/** A shop that sold fewer has no best sellers yet. */
const LEAST_BEST_SELLERS = 4
const MOST_WORDS = 6
const SHORTEST_WORD = 3

/** Words of addresses that describe pages rather than products: any product with such a word would match. */
const GENERIC_WORDS = new Set([
  'boutique',
  'categorie',
  'category',
  'details',
  'html',
  'page',
  'product',
  'products',
  'produit',
  'produits',
  'shop',
])

/** Most unknown addresses come from scanners that look for files of known software. */
const FILE_EXTENSION = /\.(?!html?$)/i

/** The words of an unknown address, normalised for the product search. */
function wordsOf(typed: string): string[] {
  if (FILE_EXTENSION.test(typed)) return []
  const words = normaliseForSearch(typed.slice(0, 200)).match(/[\p{L}\p{N}]+/gu) ?? []
  return words.filter((word) => word.length >= SHORTEST_WORD && !GENERIC_WORDS.has(word)).slice(0, MOST_WORDS)
}

async function whenAvailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isUnavailable(error) ? new Response(null, { status: 503 }) : error
  }
}

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
      .render(() => render(request, address))
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

/** The best seller of each family comes first: the two cards that a phone shows tell that the shop sells more than one kind. */
function familiesFirst<Sold extends { category: string }>(sold: readonly Sold[]): Sold[] {
  const firsts = sold.filter((each, nth) => sold.findIndex(({ category }) => category === each.category) === nth)
  return [...firsts, ...sold.filter((each) => !firsts.includes(each))]
}
