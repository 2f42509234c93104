import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { tooBusy } from '#platform/http/errors.ts'
import type { ImageFormat } from '../names.ts'
import type { EncodedMaster } from './draw.ts'

export type ResizeJob = { upload: Uint8Array } | { master: Uint8Array; width: number; format: ImageFormat }
export type ResizeAnswer =
  | { master: EncodedMaster }
  | { bytes: Uint8Array }
  | { refused: 'no picture' | 'too large' | 'broken' }

const WORKER = join(import.meta.dirname, 'resize-worker.ts')
/** Beyond this, in milliseconds, a decoder was led astray. */
const PATIENCE_MS = 30_000

/** A process that decodes and draws pictures, one job at a time. It keeps no program from ending. */
export class ResizeProcess {
  readonly #child: ChildProcess

  constructor() {
    this.#child = fork(WORKER, {
      execArgv: [],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child.unref()
    this.#child.channel?.unref()
    // A process that could not be started says so to whoever asks it.
    this.#child.on('error', () => undefined)
  }

  get isRunning(): boolean {
    return this.#child.connected
  }

  /** Its answer; `broken` when it ended or took too long over it. */
  async ask(job: ResizeJob): Promise<ResizeAnswer> {
    const child = this.#child
    const asked = new AbortController()
    const { signal } = asked
    const patience = setTimeout(() => this.end(), PATIENCE_MS)
    try {
      const answered = once(child, 'message', { signal }).then(([answer]) => answer as ResizeAnswer)
      const ended = once(child, 'disconnect', { signal }).then((): ResizeAnswer => ({ refused: 'broken' }))
      for (const event of [answered, ended]) event.catch(() => undefined)
      if (!child.connected) return { refused: 'broken' }
      child.send(job, () => undefined)
      return await Promise.race([answered, ended])
    } finally {
      clearTimeout(patience)
      asked.abort()
    }
  }

  end(): void {
    this.#child.kill('SIGKILL')
  }
}

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
