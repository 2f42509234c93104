import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, NO_ANSWER } from './shop.ts'

const LOOK_EVERY_MS = 50
/** To each shop at once; what is beyond waits here. */
const CONNECTIONS = 24

interface Backend {
  port: number
  agent: Agent
  isReady: boolean
}

/**
 * Shares requests out between shops that say they are ready, as the balancer of an operator does. A connection that
 * fails before the first byte of an answer has the request sent to the other shop, where it may be sent twice: what only
 * reads, what has a key, and what never reached anybody.
 */
export class Balancer {
  readonly #backends: Backend[]
  readonly #server = createServer((incoming, answer) => this.#pass(incoming, answer))
  #turn = 0
  #isOpen = true
  #looking: Promise<unknown> = Promise.resolve()
  repeated = 0

  constructor(ports: readonly number[]) {
    this.#backends = ports.map((port) => ({
      port,
      agent: new Agent({ keepAlive: true, maxSockets: CONNECTIONS }),
      isReady: true,
    }))
  }

  async open(): Promise<number> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#looking = Promise.all(this.#backends.map((backend) => this.#watch(backend)))
    return (this.#server.address() as { port: number }).port
  }

  async close(): Promise<void> {
    this.#isOpen = false
    await this.#looking
    for (const { agent } of this.#backends) agent.destroy()
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async untilIn(port: number): Promise<void> {
    while (!this.#backends.find((backend) => backend.port === port)?.isReady) await sleep(10)
  }

  async #watch(backend: Backend): Promise<void> {
    while (this.#isOpen) {
      const { status, text } = await ask(backend.port, 'GET', '/readyz', { within: 1_000 })
      // Slow is not gone.
      if (status !== NO_ANSWER || !/abort/i.test(text)) backend.isReady = status === 200
      await sleep(LOOK_EVERY_MS)
    }
  }

  async #pass(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    const mayRepeat = incoming.method === 'GET' || incoming.headers['idempotency-key'] !== undefined
    const tried = new Set<Backend>()
    for (let backend = this.#next(tried); backend; backend = this.#next(tried)) {
      tried.add(backend)
      try {
        const from = await this.#send(backend, incoming, body)
        answer.writeHead(from.statusCode!, forwarded(from.headers))
        from.once('error', () => answer.destroy())
        from.pipe(answer)
        return
      } catch (error) {
        backend.isReady = false
        const reached = (error as NodeJS.ErrnoException).code !== 'ECONNREFUSED'
        if (reached && !mayRepeat) break
        this.repeated++
      }
    }
    answer.writeHead(502).end()
  }

  #next(tried: ReadonlySet<Backend>): Backend | undefined {
    const free = this.#backends.filter((backend) => !tried.has(backend))
    const ready = free.filter((backend) => backend.isReady)
    const among = ready.length > 0 ? ready : free
    return among[this.#turn++ % Math.max(1, among.length)]
  }

  #send({ port, agent }: Backend, { method, url, headers }: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const { connection: _, ...passed } = headers
      request({ host: '127.0.0.1', port, agent, method, path: url, headers: passed }, resolve)
        .once('error', reject)
        .end(body)
    })
  }
}

function forwarded(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  const { connection: _, 'keep-alive': __, ...passed } = headers
  return passed
}
