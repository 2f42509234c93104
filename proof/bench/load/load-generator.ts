import { connect } from 'node:net'
import { percentile } from '../report/figures.ts'

export const CONNECTIONS = 32
const LONGEST_WARM_UP_MS = 8_000
const LONGEST_SILENCE_MS = 5_000

/** The headers that browsers send. */
export const BROWSER_HEADERS = {
  accept: 'text/html,application/json;q=0.9,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
}

export interface LoadResult {
  total: number
  perSecond: number
  p99Ms: number
}

/**
 * Requests one path, or several in turn, on all connections, each as soon as its last answer is there, or every `everyMs`
 * milliseconds. Answers are counted by their content length and not parsed, to leave the processor to the measured program.
 */
export async function generateLoad(
  address: string,
  paths: string | readonly string[],
  seconds: number,
  connections = CONNECTIONS,
  everyMs = 0,
): Promise<LoadResult> {
  const { host, hostname, port } = new URL(address)
  const headers = Object.entries(BROWSER_HEADERS).map(([name, value]) => `${name}: ${value}\r\n`)
  const requests = [paths].flat().map((path) => `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${headers.join('')}\r\n`)
  const begin = performance.now()
  const end = begin + seconds * 1000
  const place = { host: hostname, port: Number(port) }
  const times = await Promise.all(
    Array.from({ length: connections }, (_, nth) =>
      requestUntil(end, place, (sent) => requests[(nth + sent) % requests.length]!, {
        pace: { everyMs, firstMs: (everyMs * nth) / connections },
      }),
    ),
  )
  const all = times.flat()
  const lasted = (performance.now() - begin) / 1000
  return { total: all.length, perSecond: all.length / lasted, p99Ms: percentile(all, 0.99) }
}

const END_OF_HEAD = '\r\n\r\n'

/** The times of a connection's requests: every `everyMs` milliseconds, the first after `firstMs`. */
export interface Pace {
  everyMs: number
  firstMs: number
}

const AT_ONCE: Pace = { everyMs: 0, firstMs: 0 }

/** Milliseconds of each answer on one connection. Anything but a `status` with a stated length ends the run. */
export function requestUntil(
  end: number,
  place: { host: string; port: number },
  requestOf: (sent: number) => string,
  { status = 200, pace = AT_ONCE }: { status?: number; pace?: Pace } = {},
): Promise<number[]> {
  const stating = new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*?\\r\\ncontent-length: (\\d+)`, 'i')
  return new Promise((resolve, reject) => {
    const times: number[] = []
    const socket = connect({ ...place, noDelay: true })
    let sent = 0
    let request = ''
    let begin = 0
    let head = ''
    /** Bytes of the answer's body still to come; null before its head is complete. */
    let missing: number | null = null
    let due = performance.now() + pace.firstMs
    const ask = () => {
      request = requestOf(sent++)
      begin = performance.now()
      head = ''
      missing = null
      socket.write(request)
    }
    socket.setTimeout(LONGEST_SILENCE_MS, () =>
      socket.destroy(new Error(`No answer to ${request.split('\r\n', 1)[0]}`)),
    )
    socket.once('error', reject)
    socket.once('connect', askWhenDue)
    socket.once('close', () => reject(new Error('The connection was closed')))
    socket.on('data', (part: Buffer) => {
      missing = missing === null ? readHead(part) : missing - part.length
      if (missing !== 0) return
      const now = performance.now()
      times.push(now - begin)
      if (Math.max(now, due) < end) return askWhenDue()
      resolve(times)
      socket.destroy()
    })

    function askWhenDue(): void {
      const wait = due - performance.now()
      due += pace.everyMs
      if (wait > 0) setTimeout(ask, wait)
      else ask()
    }

    function readHead(part: Buffer): number | null {
      head += part.toString('latin1')
      const length = head.indexOf(END_OF_HEAD)
      if (length === -1) return null
      const stated = stating.exec(head.slice(0, length))
      if (!stated) {
        socket.destroy(new Error(`${request.split('\r\n', 1)[0]} is answered: ${head}`))
        return null
      }
      return Number(stated[1]) - (head.length - length - END_OF_HEAD.length)
    }
  })
}

/** Loads until enough was answered for the programs to be compiled, but not for ever on a slow machine. */
export async function warmUp(answers: number, load: (seconds: number) => Promise<number>): Promise<void> {
  const end = performance.now() + LONGEST_WARM_UP_MS
  for (let done = 0; done < answers && performance.now() < end; ) done += await load(1)
}
