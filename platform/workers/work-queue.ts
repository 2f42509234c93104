import { tooBusy } from '#platform/http/errors.ts'

/** Work done one after the other, in the order asked. Refuses (503) whoever finds too many waiting. */
export class WorkQueue {
  readonly #most: number
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  constructor(most: number) {
    this.#most = most
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting >= this.#most) throw tooBusy(5)
    this.#waiting++
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => undefined)
    return turn.finally(() => this.#waiting--)
  }
}
