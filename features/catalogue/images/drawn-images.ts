import { basename, join } from 'node:path'
import type { Db } from '#platform/db/database.ts'
import { DAY_MS } from '#platform/kernel/durations.ts'
import { type ImageFormat, LARGEST_WIDTH, PICTURE_WIDTHS, pictureFile } from '../model.ts'
import { FileCache, sweepFiles } from './file-cache.ts'
import { deleteUnusedMasters, findMaster, listImages } from './image-store.ts'
import { ResizeProcess } from './resize-process.ts'

const FOLDER = 'products'
const MAX_UNDER_WAY = 200
/** Idle time after which the drawing process ends. */
const IDLE_MS = 10_000

const SIZE = new RegExp(String.raw`^([a-z0-9-]+)-(${PICTURE_WIDTHS.join('|')})\.(avif|webp)$`)
const PLAIN = /^(?![a-z0-9-]*-\d{1,4}\.)([a-z0-9-]+)\.webp$/

export interface ImageFile {
  /** The `image` of its product. */
  image: string
  width: number
  /** Null at the plain address, where the `Accept` header decides. */
  format: ImageFormat | null
}

/** Parses an address below `/storage/products/`; null for a name or a width that the shop never gives. */
export function parseImageFile(file: string): ImageFile | null {
  const plain = PLAIN.exec(file)
  if (plain) return { image: `${FOLDER}/${file}`, width: LARGEST_WIDTH, format: null }
  const [, name, width, format] = SIZE.exec(file) ?? []
  return name === undefined
    ? null
    : { image: `${FOLDER}/${name}.webp`, width: Number(width), format: format as ImageFormat }
}

/** The sizes of pictures, as files of this copy of the program: each is drawn at its first request. */
export class DrawnImages {
  readonly #db: Db
  readonly #cache: FileCache
  #worker: ResizeProcess | null = null
  #idle: NodeJS.Timeout | undefined

  constructor({ db, storageDir }: { db: Db; storageDir: string }, onError: (error: unknown) => void) {
    this.#db = db
    this.#cache = new FileCache(join(storageDir, FOLDER), MAX_UNDER_WAY, onError)
  }

  /** A picture's bytes at one size; null when there is no such picture. Refuses (503) when too many are waiting. */
  get({ image, width }: ImageFile, format: ImageFormat): Promise<Buffer | null> {
    return this.#cache.get(basename(pictureFile(image, width, format)), async () => {
      const master = await findMaster(this.#db, image)
      return master && this.#draw(master, width, format)
    })
  }

  async #draw(master: Uint8Array, width: number, format: ImageFormat): Promise<Buffer> {
    clearTimeout(this.#idle)
    if (!this.#worker?.isRunning) this.#worker = new ResizeProcess()
    const answer = await this.#worker.ask({ master, width, format })
    this.#idle = setTimeout(() => this.end(), IDLE_MS).unref()
    if (answer && 'bytes' in answer) return Buffer.from(answer.bytes)
    throw new Error('A picture could not be drawn from its master')
  }

  end(): void {
    clearTimeout(this.#idle)
    this.#worker?.end()
    this.#worker = null
  }
}

/** Carts show the picture of a deleted product a while longer. */
const CARTS_MS = DAY_MS

/** Deletes masters that no product shows any more, and this copy's sizes of masters that are gone. */
export async function sweepImages({ db, storageDir }: { db: Db; storageDir: string }, now: Date): Promise<void> {
  await deleteUnusedMasters(db, new Date(now.getTime() - CARTS_MS))
  const current = new Set(await listImages(db))
  await sweepFiles(join(storageDir, FOLDER), (file) => current.has(parseImageFile(file)?.image ?? ''), now)
}
