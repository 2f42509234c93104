import { setTimeout as sleep } from 'node:timers/promises'
import { Connection, type RawAnswer } from './raw-http.ts'

/** Connections of honest or dishonest programs, as many as are needed at a time. */
export class Connections {
  readonly #port: number
  readonly #idle: Connection[] = []
  readonly #all: Connection[] = []

  constructor(port: number) {
    this.#port = port
  }

  async exchange(request: string): Promise<RawAnswer | null> {
    const connection = this.#idle.pop() ?? this.#open()
    try {
      return await connection.exchange(request)
    } finally {
      this.#idle.push(connection)
    }
  }

  #open(): Connection {
    const connection = new Connection(this.#port)
    this.#all.push(connection)
    return connection
  }

  close(): void {
    for (const connection of this.#all) connection.drop()
  }
}

/** Sends so many a second whatever the answers take: a queue in the server shows, instead of slowing its clients. */
export async function atRate<Result>(
  perSecond: number,
  seconds: number,
  send: (nth: number) => Promise<Result>,
): Promise<Result[]> {
  const begin = performance.now()
  const all: Promise<Result>[] = []
  for (let nth = 0; nth < perSecond * seconds; nth++) {
    const due = begin + (nth * 1000) / perSecond
    const early = due - performance.now()
    if (early > 0) await sleep(early)
    all.push(send(nth))
  }
  return Promise.all(all)
}

/** Sends on so many connections, each as soon as its last answer is there. Returns the number a second. */
export async function asFastAs(connections: number, seconds: number, send: (nth: number) => Promise<unknown>) {
  const end = performance.now() + seconds * 1000
  let sent = 0
  const client = async () => {
    while (performance.now() < end) await send(sent++)
  }
  await Promise.all(Array.from({ length: connections }, client))
  return sent / seconds
}
