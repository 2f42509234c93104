import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, exists, gt, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm'
import { type Db, type DbOrTx, inTransaction, type Tx } from '#platform/db/database.ts'
import { oneAtATime } from '#platform/http/semaphore.ts'
import { invalidField } from '#platform/kernel/refusal.ts'
import { PLACEHOLDER, PRODUCT_FIELDS } from '../model.ts'
import { images, productImages, products } from '../tables.ts'
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

const PLACEHOLDER_FILE = join(import.meta.dirname, 'placeholder.webp')

const MAX_UPLOADS = 10

/** The masters of products' pictures: read before the transaction of the product that shows one, saved in it. */
export class ImageStore {
  readonly #uploads = oneAtATime(MAX_UPLOADS)
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

  /** Refuses (422) pictures of which there is no master, and holds the others until the transaction ends. */
  async hold(tx: Tx, wanted: readonly string[]): Promise<void> {
    const found = await tx
      .select({ name: images.name })
      .from(images)
      .where(isOneOfNames(wanted))
      .orderBy(images.name)
      .for('key share')
    if (found.length === new Set(wanted).size) return
    throw invalidField(
      PRODUCT_FIELDS.images,
      'picture_gone',
      'Une de ces images n’est plus là\u00A0: retirez-la, puis ajoutez-la à nouveau.',
    )
  }

  /** Deletes the masters of pictures that have been replaced, unless another product shows them. */
  async deleteIfUnused(tx: Tx, replaced: readonly string[]): Promise<void> {
    // Whoever is about to show one holds it: it is looked for only after.
    await tx.select({ name: images.name }).from(images).where(isOneOfNames(replaced)).orderBy(images.name).for('update')
    await tx.delete(images).where(and(isOneOfNames(replaced), not(isShown(tx))))
  }
}

const isOneOfNames = (names: readonly string[]) => sql`${images.name} = any(${sql.param(names)}::text[])`

/** SQL condition: a product shows the picture, at any place. */
const isShown = (db: DbOrTx, of?: SQL) =>
  or(
    exists(
      db
        .select({ id: products.id })
        .from(products)
        .where(and(eq(products.image, images.name), of)),
    ),
    exists(
      db
        .select({ id: products.id })
        .from(productImages)
        .innerJoin(products, eq(products.id, productImages.productId))
        .where(and(eq(productImages.image, images.name), of)),
    ),
  )!

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

/**
 * Deletes the masters that no product shows, except those of products deleted after `since`, which carts still show, and
 * those uploaded after it, whose form may still be open.
 */
export async function deleteUnusedMasters(db: Db, since: Date): Promise<void> {
  const isLive = or(isNull(products.deletedAt), gt(products.deletedAt, since))
  await inTransaction(db, async (tx) => {
    await tx.delete(productImages).where(
      exists(
        tx
          .select({ id: products.id })
          .from(products)
          .where(and(eq(products.id, productImages.productId), lte(products.deletedAt, since))),
      ),
    )
    await tx.delete(images).where(and(lte(images.createdAt, since), not(isShown(tx, isLive))))
  })
}

/** The `image` of each master. */
export async function listImages(db: Db): Promise<string[]> {
  const rows = await db.select({ image: images.name }).from(images)
  return [PLACEHOLDER, ...rows.map(({ image }) => image)]
}
