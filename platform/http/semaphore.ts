import { tooBusy } from './errors.ts'

/** Some work at once, more of it in a queue, first come first served. Who finds the queue full is refused (503). */
export class Semaphore {
  #free: number
  readonly #longest: number
  readonly #queue: (() => void)[] = []

  constructor(atOnce: number, longest = Number.POSITIVE_INFINITY) {
    this.#free = atOnce
    this.#longest = longest
  }

  refuseWhenFull(): void {
    if (this.#free === 0 && this.#queue.length >= this.#longest) throw tooBusy(2)
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.refuseWhenFull()
    if (this.#free > 0) this.#free--
    else await new Promise<void>((resolve) => this.#queue.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#queue.shift()
      // In a turn of its own: before it, the process hears whoever came meanwhile.
      if (next) setImmediate(next)
      else this.#free++
    }
  }
}
