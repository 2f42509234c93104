import { type Argon2Parameters, argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Overload } from '#platform/http/errors.ts'

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

/** argon2id, 19 MiB, two passes, one lane: about 20 ms of a core. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const SALT_BYTES = 16

// A hash is the most expensive thing that a stranger can make the server do: two at once, twenty waiting, no more.
const AT_ONCE = 2
const WAITING = 20

interface Waiting {
  /** How often its address has asked of late. */
  asked: number
  begin: () => void
  giveUp: () => void
}

const MEMORY_MS = 60_000

/**
 * One line of hashers for a process. Who asks often waits behind who asks seldom, and gives its place up to them when
 * the line is full: a flood from a thousand addresses does not lock out the one that logs in once.
 */
export class HashingLine {
  #running = 0
  readonly #waiting: Waiting[] = []
  readonly #now: () => Date
  #asked = new Map<string, number>()
  #askedSince = 0

  /** Hashes of this process so far: known and unknown accounts must cost the same. */
  hashes = 0

  constructor(now: () => Date) {
    this.#now = now
  }

  async #inLine<T>(address: string, work: () => Promise<T>): Promise<T> {
    const asked = this.#countAsking(address)
    if (this.#running < AT_ONCE) this.#running++
    else await this.#wait(asked)
    try {
      this.hashes++
      return await work()
    } finally {
      const next = this.#takeSeldomest()
      if (next) next.begin()
      else this.#running--
    }
  }

  /** Times that the address has asked within the minute, this one included. */
  #countAsking(address: string): number {
    const now = this.#now().getTime()
    if (now - this.#askedSince > MEMORY_MS) {
      this.#asked = new Map()
      this.#askedSince = now
    }
    const asked = (this.#asked.get(address) ?? 0) + 1
    this.#asked.set(address, asked)
    return asked
  }

  #wait(asked: number): Promise<void> {
    if (this.#waiting.length >= WAITING) this.#makeRoom(asked)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ asked, begin: resolve, giveUp: () => reject(new Overload(503, 'Service Unavailable', 2)) })
    })
  }

  #makeRoom(asked: number): void {
    const most = this.#waiting.reduce((worst, each) => (each.asked >= worst.asked ? each : worst))
    if (most.asked <= asked) throw new Overload(503, 'Service Unavailable', 2)
    this.#waiting.splice(this.#waiting.indexOf(most), 1)
    most.giveUp()
  }

  #takeSeldomest(): Waiting | undefined {
    if (this.#waiting.length === 0) return undefined
    const next = this.#waiting.reduce((best, each) => (each.asked < best.asked ? each : best))
    this.#waiting.splice(this.#waiting.indexOf(next), 1)
    return next
  }

  /** The password as it is kept, in the PHC text form. */
  hash(password: string, salt: Buffer, address: string): Promise<string> {
    return this.#inLine(address, async () => {
      const tag = await derive('argon2id', { message: password, nonce: salt, ...COST })
      return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${salt.toString('base64')}$${tag.toString('base64')}`
    })
  }

  /** Whether it is the password. Without a kept hash it costs the same time, and the answer is no. */
  matches(password: string, kept: string | null, address: string): Promise<boolean> {
    return this.#inLine(address, async () => {
      const [, , , cost, salt, tag] = (kept ?? NOBODY).split('$') as [string, string, string, string, string, string]
      const [memory, passes, parallelism] = cost.split(',').map((part) => Number(part.slice(2))) as [
        number,
        number,
        number,
      ]
      const expected = Buffer.from(tag, 'base64')
      const nonce = Buffer.from(salt, 'base64')
      const given = await derive('argon2id', {
        message: password,
        nonce,
        memory,
        passes,
        parallelism,
        tagLength: expected.length,
      })
      return timingSafeEqual(given, expected) && kept !== null
    })
  }
}

const NOBODY = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${Buffer.alloc(SALT_BYTES).toString('base64')}$${Buffer.alloc(COST.tagLength).toString('base64')}`

export const newSalt = (randomBytes: (count: number) => Buffer): Buffer => randomBytes(SALT_BYTES)
