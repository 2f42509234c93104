import { connect, type Socket } from 'node:net'

// Requests as bytes: a client library would not send what attackers do.

/** The longest time for an answer. */
const LONGEST_SILENCE_MS = 20_000
/** The time for an answer to an incomplete request. */
const IMPATIENCE_MS = 300
const END_OF_HEAD = Buffer.from('\r\n\r\n')

export interface RawAnswer {
  status: number
  /** By their names in small letters; the last of several. */
  headers: Map<string, string>
  body: string
  milliseconds: number
}

interface ParsedAnswer extends Omit<RawAnswer, 'milliseconds'> {
  /** Bytes of it. */
  length: number
  /** The server ends the connection with it. */
  isLast: boolean
}

/** The first whole answer among the bytes; null as long as something of it is missing. */
function readAnswer(bytes: Buffer, { isHead = false, hasEnded = false } = {}): ParsedAnswer | null {
  const head = bytes.indexOf(END_OF_HEAD)
  if (head === -1) return null
  const [first = '', ...lines] = bytes.subarray(0, head).toString('latin1').split('\r\n')
  const status = Number(first.split(' ')[1])
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const begin = head + END_OF_HEAD.length
  const whole = (length: number, body: string): ParsedAnswer => ({
    status,
    headers,
    body,
    length: begin + length,
    isLast: headers.get('connection')?.toLowerCase() === 'close',
  })
  if (isHead || status < 200 || status === 204 || status === 304) return whole(0, '')
  const rest = bytes.subarray(begin)
  if (headers.get('transfer-encoding') === 'chunked') {
    const chunks = readChunks(rest)
    return chunks && whole(chunks.length, chunks.body)
  }
  const stated = headers.get('content-length')
  if (stated === undefined) return hasEnded ? whole(rest.length, rest.toString()) : null
  return rest.length < Number(stated) ? null : whole(Number(stated), rest.subarray(0, Number(stated)).toString())
}

function readChunks(bytes: Buffer): { length: number; body: string } | null {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at)
    if (end === -1) return null
    const size = Number.parseInt(bytes.toString('latin1', at, end), 16)
    const next = end + 2 + size + 2
    if (bytes.length < next) return null
    if (size === 0) return { length: next, body: Buffer.concat(parts).toString() }
    parts.push(bytes.subarray(end + 2, end + 2 + size))
    at = next
  }
}

/** One connection, reused until the server closes it. */
export class Connection {
  readonly #port: number
  #socket: Socket | null = null

  constructor(port: number) {
    this.#port = port
  }

  /**
   * The answer to the bytes; null when the server hangs up without one. When it says nothing for long, who is patient
   * throws, and who is not hangs up.
   */
  exchange(bytes: Buffer | string, { isHead = false, isPatient = true } = {}): Promise<RawAnswer | null> {
    const begin = performance.now()
    this.#socket ??= connect({ port: this.#port, host: '127.0.0.1', noDelay: true })
    const socket = this.#socket
    return new Promise((resolve, reject) => {
      let heard: Buffer = Buffer.alloc(0)
      const done = (read: ParsedAnswer | null) => {
        for (const event of ['data', 'close', 'error', 'timeout']) socket.removeAllListeners(event)
        socket.setTimeout(0).on('error', () => undefined)
        if (read === null || read.isLast || heard.length > read.length) socket.destroy()
        if (socket.destroyed) this.#forget(socket)
        else socket.once('close', () => this.#forget(socket))
        resolve(read && { ...read, milliseconds: performance.now() - begin })
      }
      const look = (hasEnded: boolean): boolean => {
        const read = readAnswer(heard, { isHead, hasEnded })
        if (read === null) return false
        // "Continue" comes before the answer.
        if (read.status >= 200) done(read)
        else heard = heard.subarray(read.length)
        return read.status >= 200 || look(hasEnded)
      }
      socket.removeAllListeners('close')
      socket.on('data', (part: Buffer) => {
        heard = heard.length === 0 ? part : Buffer.concat([heard, part])
        look(false)
      })
      socket.once('close', () => {
        if (!look(true)) done(null)
      })
      // The end follows.
      socket.on('error', () => undefined)
      socket.setTimeout(isPatient ? LONGEST_SILENCE_MS : IMPATIENCE_MS, () => {
        this.drop()
        if (!isPatient) resolve(null)
        reject(new Error(`Silence after ${bytes.toString('latin1').slice(0, 200)}`))
      })
      socket.write(bytes)
    })
  }

  #forget(socket: Socket): void {
    if (this.#socket === socket) this.#socket = null
  }

  drop(): void {
    this.#socket?.destroy()
    this.#socket = null
  }
}

export interface PlainRequest {
  method?: string
  path: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
}

/** A request as honest programs send it. */
export function requestOf({ method = 'GET', path, headers = {}, body }: PlainRequest): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const all = {
    host: '127.0.0.1',
    ...headers,
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`
}
