import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Db } from '#platform/db/database.ts'
import { FileCache, keepNewestFiles, sweepFiles } from '../images/file-cache.ts'
import { findMaster } from '../images/image-store.ts'
import { type Product, STORAGE_PATH } from '../model.ts'
import { listProducts } from '../queries.ts'

const FOLDER = 'cards'
/** Raise it when the same product is to get another card: caches keep one for ever. */
const RECIPE = 1
const MOST_WAITING = 10
/** Cards are drawn again when somebody asks, so that only those of late need to be kept. */
const MOST_KEPT = 3_000

const fileOf = ({ id, name, userPrice, image }: Product, shopName: string): string => {
  const shown = JSON.stringify([RECIPE, shopName, name, userPrice, image])
  return `${id}-${createHash('sha256').update(shown).digest('hex').slice(0, 16)}.jpg`
}

/** The address of a product's card: another one as soon as it shows something else. */
export const cardAddress = (product: Product, shopName: string): string =>
  `${STORAGE_PATH}${FOLDER}/${fileOf(product, shopName)}`

interface Place {
  db: Db
  name: string
  storageDir: string
}

/** The cards of products: drawn when the first one asks, and kept as files of this copy of the program. */
export class ShareCardStore {
  readonly #shop: Place
  readonly #cache: FileCache

  constructor(shop: Place, onError: (error: unknown) => void) {
    this.#shop = shop
    this.#cache = new FileCache(join(shop.storageDir, FOLDER), MOST_WAITING, onError)
  }

  /** A product's card; null when the product's picture is not there. 503 when too many are waited for. */
  get(product: Product): Promise<Buffer | null> {
    const { db, name } = this.#shop
    return this.#cache.get(fileOf(product, name), async () => {
      const master = await findMaster(db, product.image)
      if (!master) return null
      // Loaded for the first card: no start waits for it.
      const { drawShareCard } = await import('./draw-share-card.ts')
      return drawShareCard(product, name, master)
    })
  }
}

/** Removes the cards that no product has any more, and beyond a number those that were drawn first. */
export async function sweepShareCards({ db, name, storageDir }: Place, now: Date): Promise<void> {
  const folder = join(storageDir, FOLDER)
  const current = new Set((await listProducts(db)).map((product) => fileOf(product, name)))
  await sweepFiles(folder, (file) => current.has(file), now)
  await keepNewestFiles(folder, MOST_KEPT)
}
