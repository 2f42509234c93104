import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { SECURITY_HEADERS } from '#platform/http/security-headers.ts'

type Encoding = 'br' | 'gzip' | 'identity'

interface Ready {
  generation: number
  etag: string
  headers: Readonly<Record<string, string>>
  body: Buffer
  packed: Partial<Record<Encoding, { head: string[]; body: Buffer }>>
}

/** Beyond this many answers, or this many bytes of them, the one that was kept first goes. */
const MOST = 4_000
const MOST_BYTES = 64 * 1024 * 1024
const WORTH_PACKING_BYTES = 1_000

/**
 * Answers that are the same for every visitor, kept as bytes and sent before any routing. Never for a request that
 * carries a token, never an answer that depends on a person. When something that they show changes, all are dropped; the
 * former ones are still there for those for whom nothing newer can be made, until their place is needed.
 */
export class ReadyBytes {
  readonly #kept = new Map<string, Ready>()
  #bytes = 0
  #generation = 0
  readonly #common: Readonly<Record<string, string>>

  constructor(commonHeaders = SECURITY_HEADERS) {
    this.#common = commonHeaders
  }

  /** What an answer was made from; one made from an older state is not kept. */
  get generation(): number {
    return this.#generation
  }

  drop(): void {
    this.#generation++
  }

  /** Keeps an answer under the address as it is requested: path and query, byte for byte. */
  keep(address: string, generation: number, headers: Readonly<Record<string, string>>, body: Buffer): void {
    if (generation !== this.#generation || body.length > MOST_BYTES) return
    this.#forget(address)
    this.#bytes += body.length
    while (this.#kept.size >= MOST || this.#bytes > MOST_BYTES) this.#forget(this.#kept.keys().next().value!)
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    this.#kept.set(address, { generation, etag, headers: { ...this.#common, ...headers }, body, packed: {} })
  }

  #forget(address: string): void {
    this.#bytes -= this.#kept.get(address)?.body.length ?? 0
    this.#kept.delete(address)
  }

  has(address: string): boolean {
    return this.#kept.get(address)?.generation === this.#generation
  }

  /** Sends what is kept under `address`. False when there is nothing, or the request asks for more than a copy. */
  send(request: IncomingMessage, response: ServerResponse, address = request.url ?? ''): boolean {
    return this.has(address) && this.sendFormer(request, response, address)
  }

  /** The same, also of what was dropped since. */
  sendFormer(request: IncomingMessage, response: ServerResponse, address: string): boolean {
    if (request.method !== 'GET' || request.headers.authorization !== undefined) return false
    const ready = this.#kept.get(address)
    if (ready === undefined) return false
    const encoding = encodingFor(request.headers['accept-encoding'])
    ready.packed[encoding] ??= pack(ready, encoding)
    const { head, body } = ready.packed[encoding]
    if (request.headers['if-none-match'] === etagFor(ready, encoding)) {
      response.writeHead(304, { etag: etagFor(ready, encoding), vary: 'Accept-Encoding, Authorization' }).end()
      return true
    }
    response.writeHead(200, head)
    response.end(body)
    return true
  }
}

// Named, and not with the weight of nothing.
const TAKES_BROTLI = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i
const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i

function encodingFor(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity'
  return TAKES_BROTLI.test(accepted) ? 'br' : TAKES_GZIP.test(accepted) ? 'gzip' : 'identity'
}

const etagFor = (ready: Ready, encoding: Encoding): string =>
  encoding === 'identity' ? ready.etag : `${ready.etag.slice(0, -1)}-${encoding}"`

function pack(ready: Ready, wanted: Encoding): { head: string[]; body: Buffer } {
  const encoding = ready.body.length < WORTH_PACKING_BYTES ? 'identity' : wanted
  const body = packed(ready.body, encoding)
  const headers: Record<string, string> = {
    ...ready.headers,
    etag: etagFor(ready, wanted),
    // Someone with a token is answered otherwise under the same address.
    vary: 'Accept-Encoding, Authorization',
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
