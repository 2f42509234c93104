import { tooBusy } from './errors.ts'

/** Counts work under way by whose it is, and refuses (503) what is beyond one share, so that nobody fills a place alone. */
export class Shares {
  readonly #most: number
  readonly #underWay = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  isUsedUp = (who: string): boolean => (this.#underWay.get(who) ?? 0) >= this.#most

  enter(who: string): void {
    this.#underWay.set(who, (this.#underWay.get(who) ?? 0) + 1)
  }

  leave(who: string): void {
    const left = (this.#underWay.get(who) ?? 1) - 1
    if (left > 0) this.#underWay.set(who, left)
    else this.#underWay.delete(who)
  }

  /** Does work within the share. Throws an `Overload` (503) when it is used up. */
  async run<Result>(who: string, work: () => Promise<Result>): Promise<Result> {
    if (this.isUsedUp(who)) throw tooBusy(2)
    this.enter(who)
    try {
      return await work()
    } finally {
      this.leave(who)
    }
  }
}
