import type { FastifyBaseLogger } from 'fastify'
import type { Shop } from '#platform/http/shop.ts'
import {
  PictureLine,
  PLACEHOLDER,
  removeLeftPictures,
  removePicture,
  storePicture,
  storePlaceholder,
} from './pictures.ts'
import { isPictureShown, listImages, listProducts } from './queries.ts'
import { removeLeftCards } from './share-card.ts'

/** Where products' pictures stand, from before a product shows them until none does. */
export class PictureShelf {
  readonly #shop: Pick<Shop, 'db' | 'storageDir' | 'randomBytes'>
  readonly #line = new PictureLine()

  constructor(shop: Pick<Shop, 'db' | 'storageDir' | 'randomBytes'>) {
    this.#shop = shop
  }

  /** Stores a picture that was sent, or the one that stands for none, and gives the `image` of its product. */
  async put(sent: Uint8Array | null): Promise<string> {
    const { storageDir, randomBytes } = this.#shop
    if (sent === null) return storePlaceholder(storageDir)
    return storePicture(storageDir, await this.#line.draw(sent), randomBytes)
  }

  /** Does the work that makes a product show the picture. When that fails, the picture goes. */
  async keepWith<T>(image: string | null, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      // Asked first: a commit whose answer was lost may have happened. Without an answer here either, it stays.
      if (image !== null) await this.#drop(image).catch(() => undefined)
      throw error
    }
  }

  /** Removes a picture that has been replaced; other products may show it as well, and orders never do. */
  async dropUnlessShown(image: string, log: FastifyBaseLogger): Promise<void> {
    await this.#drop(image).catch((error: unknown) => log.warn({ err: error, image }, 'a picture was left behind'))
  }

  async #drop(image: string): Promise<void> {
    const { db, storageDir } = this.#shop
    if (image !== PLACEHOLDER && !(await isPictureShown(db, image))) await removePicture(storageDir, image)
  }
}

const CARTS_MS = 24 * 60 * 60 * 1000

/** Removes what a crash left behind, pictures of products that left the shop a day ago, and cards that are no more. */
export async function sweepPictures(shop: Pick<Shop, 'db' | 'storageDir' | 'name'>, now: Date): Promise<void> {
  const { db, storageDir } = shop
  await removeLeftPictures(storageDir, await listImages(db, new Date(now.getTime() - CARTS_MS)), now)
  await removeLeftCards(shop, await listProducts(db), now)
}
