import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Db } from '#platform/db/database.ts'
import { deleteOldestFiles, FileCache, sweepFiles } from '../images/file-cache.ts'
import { findMaster } from '../images/image-store.ts'
import { type Product, STORAGE_PATH } from '../model.ts'
import { listProducts } from '../queries.ts'

const FOLDER = 'cards'
/** Version of the drawing. Raise it to change existing cards: caches hold a card for ever under its address. */
const RECIPE = 2
const MAX_UNDER_WAY = 10
/** A deleted card is drawn again at its next request, so that recent ones are enough. */
const MAX_CARDS = 3_000

const fileOf = ({ id, name, userPrice, image }: Product): string => {
  const shown = JSON.stringify([RECIPE, name, userPrice, image])
  return `${id}-${createHash('sha256').update(shown).digest('hex').slice(0, 16)}.jpg`
}

/** The address of a product's card. It changes with everything that the card shows. */
export const cardAddress = (product: Product): string => `${STORAGE_PATH}${FOLDER}/${fileOf(product)}`

interface ShareCardSource {
  db: Db
  storageDir: string
}

/** The cards of products, as files of this copy of the program: each is drawn at its first request. */
export class ShareCardStore {
  readonly #shop: ShareCardSource
  readonly #cache: FileCache

  constructor(shop: ShareCardSource, onError: (error: unknown) => void) {
    this.#shop = shop
    this.#cache = new FileCache(join(shop.storageDir, FOLDER), MAX_UNDER_WAY, onError)
  }

  /** A product's card; null when its picture has no master. Refuses (503) when too many are waiting. */
  get(product: Product): Promise<Buffer | null> {
    const { db } = this.#shop
    return this.#cache.get(fileOf(product), async () => {
      const master = await findMaster(db, product.image)
      if (!master) return null
      // Loaded at the first card, so that no start waits for it.
      const { drawShareCard } = await import('./draw-share-card.ts')
      return drawShareCard(product, master)
    })
  }
}

/** Deletes the cards that no product has any more, and the oldest beyond `MAX_CARDS`. */
export async function sweepShareCards({ db, storageDir }: ShareCardSource, now: Date): Promise<void> {
  const folder = join(storageDir, FOLDER)
  const current = new Set((await listProducts(db)).map((product) => fileOf(product)))
  await sweepFiles(folder, (file) => current.has(file), now)
  await deleteOldestFiles(folder, MAX_CARDS)
}
