import { deliveryInWords, readSettings, senderOf } from '#features/settings/index.ts'
import type { AllSettings } from '#features/settings/model.ts'
import type { Db } from '#platform/db/database.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { localDay } from '#platform/kernel/time.ts'
import { findMaster } from '../images/image-store.ts'
import { CATEGORIES } from '../model.ts'
import { countOnSale, listOldestOfCategory } from '../queries.ts'
import { MAX_PRINTED, printedShares, visibleTo } from '../rules.ts'
import { drawCatalogue, type Pictures, type Selection } from './draw-catalogue.ts'

/** Width of printed pictures: sharp at the size of a card. */
const PRINTED_PIXELS = 480

/**
 * Makes a cache of the catalogue as PDF, of `most` products at most: it is drawn again only when something in it has changed.
 */
export function cachedPdf(shop: Shop, defaults: AllSettings, most = MAX_PRINTED): () => Promise<Buffer> {
  let latest: { shows: string; pdf: Promise<Buffer> } | null = null
  let lastPictures: ReadonlyMap<string, Buffer> = new Map()

  /**
   * JPEG copies, since PDF knows no WebP: one after the other, those of the last PDF again. An unreadable picture is left
   * out.
   */
  const picturesOf = async (selections: readonly Selection[]): Promise<Pictures> => {
    const former = lastPictures
    const current = new Map<string, Buffer>()
    const pictures = new Map<ProductId, Buffer>()
    for (const { id, image } of selections.flatMap(({ products }) => products)) {
      const picture = current.get(image) ?? former.get(image) ?? (await printed(shop.db, image))
      if (picture === null) continue
      current.set(image, picture)
      pictures.set(id, picture)
    }
    lastPictures = current
    return pictures
  }

  return async () => {
    const settings = await readSettings(shop.db, defaults)
    const selections = await select(shop.db, most)
    const now = shop.now()
    const { deliveryDelay } = settings
    const deliveryText = deliveryInWords(settings)
    const sender = { ...senderOf(shop, settings), publicUrl: shop.publicUrl, deliveryText, deliveryDelay }
    const shown = selections.map(({ products, inShop }) => [
      inShop,
      products.map(({ stock, ...each }) => ({ ...each, isGone: stock < 1 })),
    ])
    const shows = JSON.stringify([localDay(now), sender, shown])
    if (latest?.shows !== shows) {
      const pdf = picturesOf(selections).then((pictures) => drawCatalogue(selections, pictures, sender, now))
      latest = { shows, pdf }
      pdf.catch(() => {
        if (latest?.pdf === pdf) latest = null
      })
    }
    return latest.pdf
  }
}

/** The oldest products of each category, as many as `printedShares` gives it. */
async function select(db: Db, most: number): Promise<Selection[]> {
  const inShop = await countOnSale(db)
  const shares = printedShares(inShop, most)
  return Promise.all(
    CATEGORIES.map(async (category) => {
      const listed = await listOldestOfCategory(db, category, shares[category])
      return { category, products: listed.map((each) => visibleTo(null, each)), inShop: inShop[category] }
    }),
  )
}

async function printed(db: Db, image: string): Promise<Buffer | null> {
  const master = await findMaster(db, image)
  if (!master) return null
  // Loaded at the first picture, so that no start waits for it.
  const { default: sharp } = await import('sharp')
  return sharp(master)
    .resize(PRINTED_PIXELS, PRINTED_PIXELS, { fit: 'contain', background: '#ffffff' })
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer()
    .catch(() => null)
}
