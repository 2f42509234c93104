import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { oneAtATime, type Semaphore } from '#platform/http/semaphore.ts'
import { HOUR_MS } from '#platform/kernel/durations.ts'

const MAX_UNWRITTEN = 200

let partialFiles = 0

/**
 * Files that can be made again at any time. Concurrent requests for one share its making, and files are made one after the
 * other. A file that cannot be written is served all the same, from memory.
 */
export class FileCache {
  readonly #folder: string
  readonly #onError: (error: unknown) => void
  readonly #queue: Semaphore
  readonly #inFlight = new Map<string, Promise<Buffer | null>>()
  readonly #unwritten = new Map<string, Buffer>()

  constructor(folder: string, mostUnderWay: number, onError: (error: unknown) => void) {
    this.#folder = folder
    this.#queue = oneAtATime(mostUnderWay)
    this.#onError = onError
  }

  /** A file's bytes, made if need be; null when `make` returns null. Refuses (503) when too many are waiting. */
  async get(file: string, make: () => Promise<Buffer | null>): Promise<Buffer | null> {
    const stored = await this.#read(file)
    if (stored) return stored
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
    // Another call may have made it between the first look and this turn.
    const stored = await this.#read(file)
    if (stored) return stored
    const made = await make()
    if (made) await this.#write(file, made)
    return made
  }

  /** Writes under another name first: a file appears under its own only when it is whole. */
  async #write(file: string, bytes: Buffer): Promise<void> {
    const partial = join(this.#folder, `${file}.${process.pid}.${partialFiles++}.part`)
    try {
      await mkdir(this.#folder, { recursive: true })
      await writeFile(partial, bytes, { flush: true })
      await rename(partial, join(this.#folder, file))
    } catch (error) {
      await rm(partial, { force: true }).catch(() => undefined)
      const [oldest] = this.#unwritten.keys()
      if (this.#unwritten.size >= MAX_UNWRITTEN) this.#unwritten.delete(oldest!)
      this.#unwritten.set(file, bytes)
      this.#onError(error)
    }
  }
}

/** Deletes the files that are not current, once they are an hour old: a younger one may be newer than the list. */
export async function sweepFiles(folder: string, isCurrent: (file: string) => boolean, now: Date): Promise<void> {
  for (const { file, madeMs } of await agesIn(folder))
    if (!isCurrent(file) && madeMs < now.getTime() - HOUR_MS) await rm(join(folder, file), { force: true })
}

/** Deletes all files but the `most` newest. */
export async function deleteOldestFiles(folder: string, most: number): Promise<void> {
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
