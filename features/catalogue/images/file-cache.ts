import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { WorkQueue } from '#platform/workers/work-queue.ts'

const MOST_UNWRITTEN = 200
const YOUNG_MS = 60 * 60 * 1000

let parts = 0

/**
 * Files that can be made again at any time. Each is made once for all who ask meanwhile, one after the other; where it
 * cannot be written, it is answered all the same and kept in memory.
 */
export class FileCache {
  readonly #folder: string
  readonly #onError: (error: unknown) => void
  readonly #queue: WorkQueue
  readonly #inFlight = new Map<string, Promise<Buffer | null>>()
  readonly #unwritten = new Map<string, Buffer>()

  constructor(folder: string, mostWaiting: number, onError: (error: unknown) => void) {
    this.#folder = folder
    this.#queue = new WorkQueue(mostWaiting)
    this.#onError = onError
  }

  /** A file's bytes, made if need be; null when `make` says that there is no such file. */
  async get(file: string, make: () => Promise<Buffer | null>): Promise<Buffer | null> {
    const kept = await this.#read(file)
    if (kept) return kept
    const underWay = this.#inFlight.get(file)
    if (underWay) return underWay
    const making = this.#queue.run(() => this.#make(file, make)).finally(() => this.#inFlight.delete(file))
    this.#inFlight.set(file, making)
    return making
  }

  async #read(file: string): Promise<Buffer | null> {
    return this.#unwritten.get(file) ?? readFile(join(this.#folder, file)).catch(() => null)
  }

  async #make(file: string, make: () => Promise<Buffer | null>): Promise<Buffer | null> {
    // Somebody may have been quicker while this one waited for its turn.
    const kept = await this.#read(file)
    if (kept) return kept
    const made = await make()
    if (made) await this.#write(file, made)
    return made
  }

  /** A file appears under its name only when it is whole. */
  async #write(file: string, bytes: Buffer): Promise<void> {
    const part = join(this.#folder, `${file}.${process.pid}.${parts++}.part`)
    try {
      await mkdir(this.#folder, { recursive: true })
      await writeFile(part, bytes, { flush: true })
      await rename(part, join(this.#folder, file))
    } catch (error) {
      await rm(part, { force: true }).catch(() => undefined)
      const [oldest] = this.#unwritten.keys()
      if (this.#unwritten.size >= MOST_UNWRITTEN) this.#unwritten.delete(oldest!)
      this.#unwritten.set(file, bytes)
      this.#onError(error)
    }
  }
}

/** Removes the files that are none of today's, once they are an hour old: younger ones may just have been made. */
export async function sweepFiles(folder: string, isCurrent: (file: string) => boolean, now: Date): Promise<void> {
  for (const { file, madeMs } of await agesIn(folder))
    if (!isCurrent(file) && madeMs < now.getTime() - YOUNG_MS) await rm(join(folder, file), { force: true })
}

/** Removes the oldest beyond so many. */
export async function keepNewestFiles(folder: string, most: number): Promise<void> {
  const oldestFirst = (await agesIn(folder)).toSorted((one, other) => one.madeMs - other.madeMs)
  for (const { file } of oldestFirst.slice(0, -most)) await rm(join(folder, file), { force: true })
}

async function agesIn(folder: string): Promise<{ file: string; madeMs: number }[]> {
  const ages: { file: string; madeMs: number }[] = []
  for (const file of await readdir(folder).catch(() => [])) {
    const found = await stat(join(folder, file)).catch(() => null)
    if (found) ages.push({ file, madeMs: found.mtimeMs })
  }
  return ages
}
