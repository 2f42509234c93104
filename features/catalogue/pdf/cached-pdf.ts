import { readSettings, senderOf } from '#features/settings/index.ts'
import type { Settings } from '#features/settings/model.ts'
import type { Db } from '#platform/db/database.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { localDay } from '#platform/kernel/time.ts'
import { findMaster } from '../images/image-store.ts'
import { CATEGORIES } from '../model.ts'
import { countOnSale, listFirstOf } from '../queries.ts'
import { MOST_PRINTED, printedShares, visibleTo } from '../rules.ts'
import { drawCatalogue, type Pictures, type Selection } from './draw-catalogue.ts'

/** The width at which pictures are printed: sharp on a card. */
const PRINTED_PIXELS = 480

/** Today's catalogue, of at most so many products, drawn once for all who ask until something that it shows is another. */
export function cachedPdf(shop: Shop, defaults: Settings, most = MOST_PRINTED): () => Promise<Buffer> {
  let latest: { shows: string; pdf: Promise<Buffer> } | null = null
  let kept: ReadonlyMap<string, Buffer> = new Map()

  /** PDF knows JPEG, not WebP. One after the other, those of the last time not again; one that cannot be read is left out. */
  const picturesOf = async (selections: readonly Selection[]): Promise<Pictures> => {
    const known = kept
    const read = new Map<string, Buffer>()
    const pictures = new Map<ProductId, Buffer>()
    for (const { id, image } of selections.flatMap(({ products }) => products)) {
      const picture = read.get(image) ?? known.get(image) ?? (await printed(shop.db, image))
      if (picture === null) continue
      read.set(image, picture)
      pictures.set(id, picture)
    }
    kept = read
    return pictures
  }

  return async () => {
    const settings = await readSettings(shop.db, defaults)
    const selections = await select(shop.db, most)
    const now = shop.now()
    const { deliveryText, deliveryDelay } = settings
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

/** The first of each category, as many as may be printed. */
async function select(db: Db, most: number): Promise<Selection[]> {
  const inShop = await countOnSale(db)
  const shares = printedShares(inShop, most)
  return Promise.all(
    CATEGORIES.map(async (category) => {
      const listed = await listFirstOf(db, category, shares[category])
      return { category, products: listed.map((each) => visibleTo(null, each)), inShop: inShop[category] }
    }),
  )
}

async function printed(db: Db, image: string): Promise<Buffer | null> {
  const master = await findMaster(db, image)
  if (!master) return null
  // Loaded for the first picture: no start waits for it.
  const { default: sharp } = await import('sharp')
  return sharp(master)
    .resize(PRINTED_PIXELS, PRINTED_PIXELS, { fit: 'contain', background: '#ffffff' })
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer()
    .catch(() => null)
}
