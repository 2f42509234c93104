import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/** Beyond this, in milliseconds, what reads a file was led astray. */
const PATIENCE_MS = 30_000

/**
 * A process that reads what strangers made, one job at a time: what a hostile file does to it ends with it, and takes no
 * time from orders. No program waits for its end.
 */
export class WorkerProcess<Job, Answer> {
  readonly #child: ChildProcess
  readonly #patienceMs: number

  /** `file` answers each message that it gets with one, as by `answerJobs`. */
  constructor(file: string, patienceMs = PATIENCE_MS) {
    this.#patienceMs = patienceMs
    this.#child = fork(file, {
      execArgv: [],
      env: compileCache(),
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

  /** Its answer; null when it ended or took too long over it. */
  async ask(job: Job): Promise<Answer | null> {
    const child = this.#child
    const waiting = new AbortController()
    const { signal } = waiting
    const patience = setTimeout(() => this.end(), this.#patienceMs)
    try {
      const answered = once(child, 'message', { signal }).then(([answer]) => answer as Answer)
      const ended = once(child, 'disconnect', { signal }).then(() => null)
      for (const event of [answered, ended]) event.catch(() => undefined)
      if (!child.connected) return null
      child.send(job as object, () => undefined)
      return await Promise.race([answered, ended])
    } finally {
      clearTimeout(patience)
      waiting.abort()
    }
  }

  end(): void {
    this.#child.kill('SIGKILL')
  }
}

/** Points a child to this process's folder of compiled code, so that it starts in half the time. */
function compileCache(): Record<string, string> {
  const folder = getCompileCacheDir()
  // Node gives each of its versions a folder in it.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
