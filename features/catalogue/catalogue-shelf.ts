import { join } from 'node:path'
import sharp from 'sharp'
import { readSettings, senderOf } from '#features/settings/index.ts'
import type { Settings } from '#features/settings/names.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { localDay } from '#platform/kernel/time.ts'
import { drawCatalogue, type Pictures } from './catalogue-pdf.ts'
import { type Product, pictureFile } from './names.ts'
import { listProducts } from './queries.ts'
import { seenBy } from './rules.ts'

/** The width at which pictures are printed: sharp on a card. */
const PRINTED_PIXELS = 480

/** Today's catalogue, drawn once for all who ask until something that it shows is another. */
export function openCatalogueShelf(shop: Shop, defaults: Settings): () => Promise<Buffer> {
  let latest: { shows: string; pdf: Promise<Buffer> } | null = null
  let kept: ReadonlyMap<string, Buffer> = new Map()

  /** PDF knows JPEG, not WebP. One after the other, those of the last time not again; one that cannot be read is left out. */
  const picturesOf = async (products: readonly Product[]): Promise<Pictures> => {
    const known = kept
    const read = new Map<string, Buffer>()
    const pictures = new Map<ProductId, Buffer>()
    for (const { id, image } of products) {
      const picture = read.get(image) ?? known.get(image) ?? (await printed(join(shop.storageDir, image)))
      if (picture === null) continue
      read.set(image, picture)
      pictures.set(id, picture)
    }
    kept = read
    return pictures
  }

  return async () => {
    const settings = await readSettings(shop.db, defaults)
    const products = (await listProducts(shop.db)).map((each) => seenBy(null, each))
    const now = shop.now()
    const { deliveryText, deliveryDelay } = settings
    const sender = { ...senderOf(shop, settings), publicUrl: shop.publicUrl, deliveryText, deliveryDelay }
    const shown = products.map(({ stock, ...each }) => ({ ...each, isGone: stock < 1 }))
    const shows = JSON.stringify([localDay(now), sender, shown])
    if (latest?.shows !== shows) {
      const pdf = picturesOf(products).then((pictures) => drawCatalogue(products, pictures, sender, now))
      latest = { shows, pdf }
      pdf.catch(() => {
        if (latest?.pdf === pdf) latest = null
      })
    }
    return latest.pdf
  }
}

const printed = (image: string): Promise<Buffer | null> =>
  sharp(pictureFile(image, PRINTED_PIXELS, 'webp'))
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer()
    .catch(() => null)
