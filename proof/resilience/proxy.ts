import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** A fault between the shop and PostgreSQL. */
export type Fault =
  | { kind: 'none' }
  /** Each answer comes so much later. */
  | { kind: 'delay'; milliseconds: number }
  /** Nothing passes in either direction, without any error. */
  | { kind: 'black hole' }
  /** Half of each of the next `times` statements with this text is passed on, then the connection is cut. */
  | { kind: 'cut mid-statement'; text: string; times: number }
  /** The next `times` statements with this text are executed, and the connection is cut before the answer. */
  | { kind: 'cut after the statement'; text: string; times: number }

const NONE: Fault = { kind: 'none' }

/** The server's message that it is ready and outside of a transaction. */
const DONE = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])

interface ProxiedConnection {
  client: Socket
  server: Socket
  /** The answer to what was sent last will not be passed on. */
  isDoomed: boolean
  /** It was open while everything vanished: what was on it is lost for good. */
  isDead: boolean
}

/** A TCP port in front of PostgreSQL's socket. */
export class DatabaseProxy {
  readonly #target: string
  readonly #connections = new Set<ProxiedConnection>()
  #server: Server | undefined
  #port = 0
  #fault: Fault = NONE
  /** The number of connections cut. */
  cuts = 0

  constructor(target: string) {
    this.#target = target
  }

  get port(): number {
    return this.#port
  }

  async open(): Promise<void> {
    this.#server = createServer({ noDelay: true }, (client) => this.#connect(client))
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as { port: number }).port
  }

  /** Refuses connections from now on and cuts those that stand. */
  async close(): Promise<void> {
    this.#server?.close()
    this.cutAll()
  }

  cutAll(): void {
    for (const connection of this.#connections) this.#cut(connection)
  }

  set fault(fault: Fault) {
    // Lost bytes do not come back, so a connection of that time stays silent.
    if (this.#fault.kind === 'black hole') for (const connection of this.#connections) connection.isDead = true
    this.#fault = fault
  }

  #connect(client: Socket): void {
    const server = connect(this.#target)
    const connection: ProxiedConnection = { client, server, isDoomed: false, isDead: false }
    this.#connections.add(connection)
    for (const socket of [client, server]) {
      socket.on('error', () => undefined)
      socket.on('close', () => {
        this.#connections.delete(connection)
        client.destroy()
        server.destroy()
      })
    }
    client.on('data', (sent: Buffer) => this.#send(connection, sent))
    server.on('data', (answer: Buffer) => this.#answer(connection, answer))
  }

  #send(connection: ProxiedConnection, sent: Buffer): void {
    const fault = this.#fault
    if (fault.kind === 'black hole' || connection.isDead) return
    if ((fault.kind === 'cut mid-statement' || fault.kind === 'cut after the statement') && fault.times > 0)
      if (sent.includes(fault.text)) {
        fault.times--
        if (fault.kind === 'cut after the statement') connection.isDoomed = true
        else {
          connection.server.write(sent.subarray(0, Math.floor(sent.length / 2)), () => this.#cut(connection))
          return
        }
      }
    connection.server.write(sent)
  }

  #answer(connection: ProxiedConnection, answer: Buffer): void {
    const fault = this.#fault
    if (fault.kind === 'black hole' || connection.isDead) return
    if (connection.isDoomed) {
      if (answer.includes(DONE)) this.#cut(connection)
    } else if (fault.kind === 'delay') setTimeout(() => connection.client.write(answer), fault.milliseconds)
    else connection.client.write(answer)
  }

  #cut({ client, server }: ProxiedConnection): void {
    this.cuts++
    client.resetAndDestroy()
    server.destroy()
  }
}
