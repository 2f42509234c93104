import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, gt, isNull, notExists, or } from 'drizzle-orm'
import type { Db, Tx } from '#platform/db/database.ts'
import { invalidField } from '#platform/kernel/refusal.ts'
import { WorkQueue } from '#platform/workers/work-queue.ts'
import { PRODUCT_FIELDS } from '../model.ts'
import { images, products } from '../tables.ts'
import type { EncodedMaster } from './encode.ts'
import { ResizeProcess } from './resize-process.ts'

const REASONS = {
  'no picture': { code: 'no_picture', message: 'Choisissez une image JPEG, PNG, WebP ou AVIF.' },
  'too large': {
    code: 'picture_too_large',
    message: 'Cette image est trop grande\u00A0: 40 millions de pixels au plus.',
  },
  broken: {
    code: 'picture_broken',
    message: 'Cette image est abîmée ou incomplète\u00A0: choisissez un autre fichier.',
  },
} as const

/** The `image` of a product without a picture. It belongs to the program and is in no table. */
export const PLACEHOLDER = 'products/sans-image.webp'
const PLACEHOLDER_FILE = join(import.meta.dirname, 'placeholder.webp')

const MAX_UPLOADS = 10

/** The masters of products' pictures: read before the transaction of the product that shows one, saved in it. */
export class ImageStore {
  readonly #uploads = new WorkQueue(MAX_UPLOADS)
  readonly #randomBytes: (count: number) => Buffer

  constructor({ randomBytes }: { randomBytes: (count: number) => Buffer }) {
    this.#randomBytes = randomBytes
  }

  /**
   * Decodes an uploaded picture to its master, in a process of its own: a hostile file takes down no more than that. Refuses
   * (422) a file that is no JPEG, PNG, WebP or AVIF by its bytes, has too many pixels or is broken, (503) when too many are
   * waiting.
   */
  async read(upload: Uint8Array): Promise<EncodedMaster> {
    const answer = await this.#uploads.run(async () => {
      const worker = new ResizeProcess()
      return worker.ask({ upload }).finally(() => worker.end())
    })
    if (answer && 'master' in answer) return answer.master
    const { code, message } = REASONS[answer && 'refused' in answer ? answer.refused : 'broken']
    throw invalidField(PRODUCT_FIELDS.image, code, message)
  }

  /** Saves a master under a name that nobody can guess. Returns the `image` for its product. */
  async save(tx: Tx, master: EncodedMaster, now: Date): Promise<string> {
    const image = `products/${this.#randomBytes(16).toString('hex')}.webp`
    await saveMasters(tx, [{ ...master, image }], now)
    return image
  }

  /** Deletes the master of a picture that has been replaced, unless another product shows it. */
  async deleteIfUnused(tx: Tx, image: string): Promise<void> {
    const shown = tx.select({ id: products.id }).from(products).where(eq(products.image, image))
    await tx.delete(images).where(and(eq(images.name, image), notExists(shown)))
  }
}

/** Saves masters under given names, such as the demo's. */
export async function saveMasters(
  tx: Tx,
  masters: readonly (EncodedMaster & { image: string })[],
  now: Date,
): Promise<void> {
  await tx.insert(images).values(
    masters.map(({ image, bytes, width, height }) => ({
      name: image,
      master: Buffer.from(bytes),
      width,
      height,
      createdAt: now,
    })),
  )
}

/** The bytes of a picture's master; null when there is none. */
export async function findMaster(db: Db, image: string): Promise<Buffer | null> {
  if (image === PLACEHOLDER) return readFile(PLACEHOLDER_FILE)
  const [row] = await db.select({ master: images.master }).from(images).where(eq(images.name, image))
  return row?.master ?? null
}

/** Deletes the masters that no product shows, except those of products deleted after `since`: carts still show them. */
export async function deleteUnusedMasters(db: Db, since: Date): Promise<void> {
  const shown = db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.image, images.name), or(isNull(products.deletedAt), gt(products.deletedAt, since))))
  await db.delete(images).where(notExists(shown))
}

/** The `image` of each master. */
export async function listImages(db: Db): Promise<string[]> {
  const rows = await db.select({ image: images.name }).from(images)
  return [PLACEHOLDER, ...rows.map(({ image }) => image)]
}
