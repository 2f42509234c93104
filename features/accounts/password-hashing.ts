import { type Argon2Parameters, argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { networkOf } from '#platform/http/limits.ts'
import { Semaphore } from '#platform/http/semaphore.ts'
import { Shares } from '#platform/http/shares.ts'

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

/** Cost of a hash: argon2id, 19 MiB, two passes, one lane, about 20 ms of a core. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const SALT_BYTES = 16

// A hash is the most expensive thing that a stranger can make the server do.
const MAX_RUNNING = 2
const MAX_WAITING = 20

/** Limit of one person's hashes, running and waiting. No counter of tries stops somebody who sends the right password. */
const MAX_PER_PERSON = 3

/** The same of one network: whoever has many accounts there leaves three quarters of the places to others. */
const MAX_PER_NETWORK = 5

/**
 * Hashes and compares passwords, two at once with twenty waiting; refuses (503) the rest, and what is beyond the share of
 * one network. A process has one, so that a flood of log-ins leaves it time for everything else.
 */
export class PasswordHashQueue {
  readonly #semaphore = new Semaphore(MAX_RUNNING, MAX_WAITING)
  readonly #ofPerson = new Shares(MAX_PER_PERSON)
  readonly #ofNetwork = new Shares(MAX_PER_NETWORK)

  /** Number of hashes so far, for the tests: known and unknown accounts must cost the same. */
  hashes = 0

  /** Refuses (503) a caller whom the queue has no room for, before the caller costs anything else. */
  refuseWhenFull = (): void => this.#semaphore.refuseWhenFull()

  /**
   * Hashes a password into the PHC string that is stored. Refuses (503) when the queue is full, and the sixth hash at once
   * from the network of `address`, null for the shop itself.
   */
  hash(password: string, salt: Buffer, address: string | null): Promise<string> {
    return this.#inTurn(address, async () =>
      phcOf(salt, await derive('argon2id', { message: password, nonce: salt, ...COST })),
    )
  }

  /**
   * Compares a password with the stored hash. Null, for an unknown account, takes as long and is false. Refuses (503) as
   * `hash` does, and the fourth comparison at once for the same `person` (any stable key).
   */
  matches(password: string, stored: string | null, person: string, address: string | null): Promise<boolean> {
    return this.#ofPerson.run(person, () => this.#compare(password, stored, address))
  }

  #inTurn<Result>(address: string | null, work: () => Promise<Result>): Promise<Result> {
    const inTurn = () =>
      this.#semaphore.run(() => {
        this.hashes++
        return work()
      })
    return address === null ? inTurn() : this.#ofNetwork.run(networkOf(address), inTurn)
  }

  #compare(password: string, stored: string | null, address: string | null): Promise<boolean> {
    return this.#inTurn(address, async () => {
      const [, memory, passes, parallelism, salt, tag] = PHC.exec(stored ?? DUMMY_HASH) as unknown as string[]
      const expected = Buffer.from(tag!, 'base64')
      const given = await derive('argon2id', {
        message: password,
        nonce: Buffer.from(salt!, 'base64'),
        memory: Number(memory),
        passes: Number(passes),
        parallelism: Number(parallelism),
        tagLength: expected.length,
      })
      return timingSafeEqual(given, expected) && stored !== null
    })
  }
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/

const phcOf = (salt: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${salt.toString('base64')}$${tag.toString('base64')}`

const DUMMY_HASH = phcOf(Buffer.alloc(SALT_BYTES), Buffer.alloc(COST.tagLength))

/** Draws the 16 random bytes that a new hash needs. */
export const newSalt = (randomBytes: (count: number) => Buffer): Buffer => randomBytes(SALT_BYTES)
