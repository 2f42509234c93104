import { type Argon2Parameters, argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Overload } from '#platform/http/errors.ts'

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

/** argon2id, 19 MiB, two passes, one lane: about 20 ms of a core. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const SALT_BYTES = 16

// A hash is the most expensive thing that a stranger can make the server do: two at once at most, twenty waiting.
const AT_ONCE = 2
const WAITING = 20

/** One processor is left for the pages, where there is more than one. */
export const hashersFor = (processors: number): number => Math.max(1, Math.min(AT_ONCE, processors - 1))

interface Waiting {
  neighbourhood: string
  begin: () => void
  giveUp: () => void
}

const MEMORY_MS = 60_000

/**
 * One line of hashers for a process. Whose neighbourhood had many hashes of late waits behind whose had few, and gives its
 * place up to them when the line is full; among equals the newest goes first, for the oldest has mostly gone by then. A
 * flood of log-ins does not lock out the one that comes from elsewhere.
 */
export class HashingLine {
  #running = 0
  readonly #waiting: Waiting[] = []
  readonly #now: () => Date
  readonly #atOnce: number
  #spent = new Map<string, number>()
  #spentSince = 0

  /** Hashes of this process so far: known and unknown accounts must cost the same. */
  hashes = 0

  constructor(now: () => Date, atOnce = AT_ONCE) {
    this.#now = now
    this.#atOnce = atOnce
  }

  async #inLine<T>(address: string, work: () => Promise<T>): Promise<T> {
    const neighbourhood = neighbourhoodOf(address)
    if (this.#running < this.#atOnce) this.#running++
    else await this.#wait(neighbourhood)
    try {
      this.hashes++
      this.#spend(neighbourhood)
      return await work()
    } finally {
      const next = this.#takeNext()
      if (next) next.begin()
      else this.#running--
    }
  }

  /** Hashes of a neighbourhood within the minute. */
  #spentBy = ({ neighbourhood }: Pick<Waiting, 'neighbourhood'>): number => this.#spent.get(neighbourhood) ?? 0

  #spend(neighbourhood: string): void {
    const now = this.#now().getTime()
    if (now - this.#spentSince > MEMORY_MS) {
      this.#spent = new Map()
      this.#spentSince = now
    }
    this.#spent.set(neighbourhood, this.#spentBy({ neighbourhood }) + 1)
  }

  /** Refuses (503) whom the line would refuse now, before anything else is done for it. */
  refuseWhenFull(address: string): void {
    if (this.#isFull()) this.#whoGivesWay(neighbourhoodOf(address))
  }

  #isFull = (): boolean => this.#waiting.length >= WAITING

  #wait(neighbourhood: string): Promise<void> {
    if (this.#isFull()) {
      const leaving = this.#whoGivesWay(neighbourhood)
      this.#waiting.splice(this.#waiting.indexOf(leaving), 1)
      leaving.giveUp()
    }
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(new Overload(503, 'Service Unavailable', 2))
      this.#waiting.push({ neighbourhood, begin: resolve, giveUp })
    })
  }

  /** The one that spent most, the longest waiting of several. Refuses (503) who spent more than all of them. */
  #whoGivesWay(neighbourhood: string): Waiting {
    const most = this.#waiting.reduce((worst, each) => (this.#spentBy(each) > this.#spentBy(worst) ? each : worst))
    if (this.#spentBy(most) < this.#spentBy({ neighbourhood })) throw new Overload(503, 'Service Unavailable', 2)
    return most
  }

  /** The one that spent least, the newest of several. */
  #takeNext(): Waiting | undefined {
    if (this.#waiting.length === 0) return undefined
    const next = this.#waiting.reduce((best, each) => (this.#spentBy(each) <= this.#spentBy(best) ? each : best))
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

/** Whoever has one address of a block has its neighbours too: IPv4 by 256, IPv6 by what a customer is given. */
function neighbourhoodOf(address: string): string {
  const parts = address.split(address.includes(':') ? ':' : '.')
  return parts.slice(0, 3).join('.')
}
