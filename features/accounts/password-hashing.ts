import { type Argon2Parameters, argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { tooBusy } from '#platform/http/errors.ts'
import { Semaphore } from '#platform/http/semaphore.ts'

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

/** argon2id, 19 MiB, two passes, one lane: about 20 ms of a core. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const SALT_BYTES = 16

/** A hash is the most expensive thing that a stranger can make the server do. */
const MAX_RUNNING = 2
const MAX_WAITING = 20

/** Passwords of one person that are looked at or wait: right ones are counted nowhere else. */
const MAX_PER_PERSON = 3

/** Two hashes at once, twenty in the queue; the rest is refused (503). One for a process. */
export class PasswordHashQueue {
  readonly #semaphore = new Semaphore(MAX_RUNNING, MAX_WAITING)
  readonly #underWay = new Map<string, number>()

  /** Hashes of this process so far: known and unknown accounts must cost the same. */
  hashes = 0

  /** Refuses (503) whom the queue would refuse now, before anything else is done for it. */
  refuseWhenFull = (): void => this.#semaphore.refuseWhenFull()

  /** The password as it is kept, in the PHC text form. */
  hash(password: string, salt: Buffer): Promise<string> {
    return this.#semaphore.run(async () => {
      this.hashes++
      const tag = await derive('argon2id', { message: password, nonce: salt, ...COST })
      return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${salt.toString('base64')}$${tag.toString('base64')}`
    })
  }

  /**
   * Whether it is the password. Without a kept hash it costs the same time, and the answer is no. Refuses (503) the fourth
   * at once of the same person, so that nobody fills the queue alone.
   */
  async matches(password: string, kept: string | null, person: string): Promise<boolean> {
    const underWay = this.#underWay.get(person) ?? 0
    if (underWay >= MAX_PER_PERSON) throw tooBusy(2)
    this.#underWay.set(person, underWay + 1)
    try {
      return await this.#compare(password, kept)
    } finally {
      const left = (this.#underWay.get(person) ?? 1) - 1
      if (left > 0) this.#underWay.set(person, left)
      else this.#underWay.delete(person)
    }
  }

  #compare(password: string, kept: string | null): Promise<boolean> {
    return this.#semaphore.run(async () => {
      this.hashes++
      const [, , , cost, salt, tag] = (kept ?? DUMMY_HASH).split('$') as [
        string,
        string,
        string,
        string,
        string,
        string,
      ]
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

const DUMMY_HASH = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${Buffer.alloc(SALT_BYTES).toString('base64')}$${Buffer.alloc(COST.tagLength).toString('base64')}`

export const newSalt = (randomBytes: (count: number) => Buffer): Buffer => randomBytes(SALT_BYTES)
