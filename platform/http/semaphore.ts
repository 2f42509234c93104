import { tooBusy } from './errors.ts'

/** Runs a limited amount of work at once and queues more, first come first served. Refuses (503) when the queue is full. */
export class Semaphore {
  #free: number
  readonly #maxQueue: number
  readonly #retryAfterSeconds: number
  readonly #queue: (() => void)[] = []

  constructor(atOnce: number, maxQueue = Number.POSITIVE_INFINITY, retryAfterSeconds = 2) {
    this.#free = atOnce
    this.#maxQueue = maxQueue
    this.#retryAfterSeconds = retryAfterSeconds
  }

  /** Throws an `Overload` (503) when the queue is full. */
  refuseWhenFull(): void {
    if (this.#free === 0 && this.#queue.length >= this.#maxQueue) throw tooBusy(this.#retryAfterSeconds)
  }

  /** Runs the work in its turn and returns its result. Throws an `Overload` (503) when the queue is full. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.refuseWhenFull()
    if (this.#free > 0) this.#free--
    else await new Promise<void>((resolve) => this.#queue.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#queue.shift()
      // In a new turn of the event loop, so that the process first reads requests that arrived meanwhile.
      if (next) setImmediate(next)
      else this.#free++
    }
  }
}

/** Runs slow work one after the other, with `most` of it running and queued. */
export const oneAtATime = (most: number): Semaphore => new Semaphore(1, most - 1, 5)
