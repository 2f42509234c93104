import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { SECURITY_HEADERS } from '#platform/http/security-headers.ts'
import { requestIdOf } from '../http/request-ids.ts'

type Encoding = 'br' | 'gzip' | 'identity'

interface CachedPage {
  generation: number
  /** When its rendering began, in milliseconds. */
  madeAt: number
  etag: string
  headers: Readonly<Record<string, string>>
  body: Buffer
  packed: Partial<Record<Encoding, { head: string[]; body: Buffer }>>
}

/** The longest life of a page, since another copy of the program may have changed its data. */
const LIVES_MS = 10_000
/** Beyond this many pages or bytes the oldest page is removed. */
const MAX_PAGES = 4_000
const MAX_BYTES = 64 * 1024 * 1024
const WORTH_PACKING_BYTES = 1_000

interface PageCacheOptions {
  /** Returns milliseconds since any fixed moment. */
  clock?: () => number
  commonHeaders?: Readonly<Record<string, string>>
}

/**
 * Caches pages, which are the same for every visitor, as bytes that are sent before any routing. A page lives ten seconds;
 * a change made by this process drops all pages at once. Stale pages stay until their place is needed, for moments when no
 * new one can be rendered.
 */
export class PageCache {
  readonly #pages = new Map<string, CachedPage>()
  #bytes = 0
  #generation = 0
  readonly #clock: () => number
  readonly #common: Readonly<Record<string, string>>

  constructor({ clock = () => performance.now(), commonHeaders = SECURITY_HEADERS }: PageCacheOptions = {}) {
    this.#clock = clock
    this.#common = commonHeaders
  }

  /** Increases with each change, to distinguish pages rendered before and after it. */
  get generation(): number {
    return this.#generation
  }

  dropAll(): void {
    this.#generation++
  }

  /** Call before a page reads its data. Returns the function that stores the rendered page, unless all were dropped meanwhile. */
  begin(address: string): (headers: Readonly<Record<string, string>>, body: Buffer) => void {
    const [generation, madeAt] = [this.#generation, this.#clock()]
    return (headers, body) => {
      if (generation !== this.#generation || body.length > MAX_BYTES) return
      this.#remove(address)
      this.#bytes += body.length
      while (this.#pages.size >= MAX_PAGES || this.#bytes > MAX_BYTES) this.#remove(this.#pages.keys().next().value!)
      const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
      const page = { generation, madeAt, etag, headers: { ...this.#common, ...headers }, body, packed: {} }
      this.#pages.set(address, page)
    }
  }

  #remove(address: string): void {
    this.#bytes -= this.#pages.get(address)?.body.length ?? 0
    this.#pages.delete(address)
  }

  has(address: string): boolean {
    const page = this.#pages.get(address)
    return page !== undefined && page.generation === this.#generation && this.#clock() - page.madeAt < LIVES_MS
  }

  /** Sends the page of `address` (path and query, byte for byte). Returns false when there is none or it is stale. */
  send(request: IncomingMessage, response: ServerResponse, address = request.url ?? ''): boolean {
    return this.has(address) && this.sendStale(request, response, address)
  }

  /** Sends the page of `address` however old it is. Returns false when there is none. */
  sendStale(request: IncomingMessage, response: ServerResponse, address: string): boolean {
    const page = this.#pages.get(address)
    if (page === undefined || request.method !== 'GET') return false
    const encoding = encodingFor(request.headers['accept-encoding'])
    page.packed[encoding] ??= pack(page, encoding)
    const { head, body } = page.packed[encoding]
    const named = ['x-request-id', requestIdOf(request)]
    if (request.headers['if-none-match'] === etagFor(page, encoding)) {
      response.writeHead(304, ['etag', etagFor(page, encoding), 'vary', 'Accept-Encoding', ...named]).end()
      return true
    }
    response.writeHead(200, [...head, ...named])
    response.end(body)
    return true
  }
}

// Accepted means named, with a weight other than 0.
const TAKES_BROTLI = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i
const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i

function encodingFor(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity'
  return TAKES_BROTLI.test(accepted) ? 'br' : TAKES_GZIP.test(accepted) ? 'gzip' : 'identity'
}

const etagFor = ({ etag }: CachedPage, encoding: Encoding): string =>
  encoding === 'identity' ? etag : `${etag.slice(0, -1)}-${encoding}"`

function pack(page: CachedPage, wanted: Encoding): { head: string[]; body: Buffer } {
  const encoding = page.body.length < WORTH_PACKING_BYTES ? 'identity' : wanted
  const body = packed(page.body, encoding)
  const headers: Record<string, string> = {
    ...page.headers,
    etag: etagFor(page, wanted),
    vary: 'Accept-Encoding',
    'content-length': String(body.length),
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  }
  return { head: Object.entries(headers).flat(), body }
}

const BROTLI_QUALITY = 6

function packed(body: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'br')
    return brotliCompressSync(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    })
  return encoding === 'gzip' ? gzipSync(body) : body
}
