import {
  countOnSale,
  type FullProduct,
  findPackOffer,
  findPackWith,
  findProduct,
  listBuyable,
  listInStockFirst,
  listNewest,
  listOldestOfCategory,
  listSimilar,
  listWithSimilarName,
  visibleTo,
} from '#features/catalogue/index.ts'
import { cardAddress } from '#features/catalogue/share-card/share-card-store.ts'
import { browseShop } from '#features/catalogue/shop-page.ts'
import { expectedDates, listBestSellers, listOrderedWith, shopFigures } from '#features/orders/index.ts'
import {
  deliveryInWords,
  feeSpan,
  feesInWords,
  readSettings,
  sellerFacts,
  sellerInWords,
} from '#features/settings/index.ts'
import { type AllSettings, CLOSED_SETTINGS, ratesOf, type Settings } from '#features/settings/model.ts'
import { exampleGains } from '#features/supplier-space/example-gains.ts'
import { findTrackedOrder } from '#features/tracking/index.ts'
import { isUnavailable } from '#platform/db/database.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { MAX_ID } from '#platform/kernel/ids.ts'
import { openState } from '#platform/kernel/opening-hours/open-now.ts'
import { hoursInWords } from '#platform/kernel/opening-hours/opening-hours.ts'
import { normaliseForSearch } from '#platform/kernel/text.ts'
import type { PageServices } from '#web/loader-context.ts'

const SUGGESTIONS = 4
/** More than a page shows: some are sold out, hidden or deleted. */
const BEST_SELLERS_READ = 30
/** More than the one that is shown, for the same reasons. */
const ORDERED_WITH_READ = 10
/** A shop that sold fewer has no best sellers yet. */
const LEAST_BEST_SELLERS = 4

const CLOSED: ReadonlySet<string> = new Set(CLOSED_SETTINGS)

/** Leaves out the settings that no page carries, and fills in what the others are made of. */
const shownSettings = (all: AllSettings): Settings => {
  const shown = Object.fromEntries(Object.entries(all).filter(([name]) => !CLOSED.has(name))) as Settings
  return {
    ...shown,
    deliveryText: deliveryInWords(all),
    openingHours: hoursInWords(all.openingHours),
    seller: sellerInWords(all),
  }
}

/** Services for the loaders of pages: the settings, and the catalogue as a visitor sees it. */
export function pageServices(shop: Shop, defaults: AllSettings): PageServices {
  const find = async (id: number) => (id <= MAX_ID ? await findProduct(shop.db, id as ProductId) : null)
  let last = defaults
  // Every page needs settings: without the database the last known ones are better than no page.
  const current = async () => {
    try {
      last = await readSettings(shop.db, defaults)
    } catch (error) {
      if (!isUnavailable(error)) throw error
    }
    return last
  }
  return {
    settings: async () => shownSettings(await current()),
    today: async () => {
      const all = await current()
      const rates = ratesOf(all)
      return {
        settings: shownSettings(all),
        openingTimes: all.openingHours,
        open: openState(all.openingHours, shop.now()),
        rates,
        feeSpan: feeSpan(rates),
        feesInWords: feesInWords(rates),
      }
    },
    sellerFacts: async () => sellerFacts(await current()),
    publicUrl: shop.publicUrl,
    orderRetentionYears: shop.orderRetentionYears,
    browse: (request) =>
      whenAvailable(async () => {
        const page = await browseShop(shop.db, request)
        return { ...page, products: asVisitor(page.products) }
      }),
    countOnSale: () => whenAvailable(() => countOnSale(shop.db)),
    listOldestOfCategory: (category, limit) =>
      whenAvailable(async () => asVisitor(await listOldestOfCategory(shop.db, category, limit))),
    bestSellers: (limit) =>
      whenAvailable(async () => {
        const sold = await listBuyable(shop.db, await listBestSellers(shop.db, shop.now(), BEST_SELLERS_READ))
        const areSold = sold.length >= LEAST_BEST_SELLERS
        const products = areSold ? familiesFirst(sold).slice(0, limit) : await listNewest(shop.db, limit)
        return { areSold, products: asVisitor(products) }
      }),
    findProduct: (id) =>
      whenAvailable(async () => {
        const product = await find(id)
        return product && visibleTo(null, product)
      }),
    packOffer: (pack) => whenAvailable(() => findPackOffer(shop.db, pack)),
    packWith: ({ id }) =>
      whenAvailable(async () => {
        const pack = await findPackWith(shop.db, id)
        return pack && visibleTo(null, pack)
      }),
    orderedWith: ({ id }) =>
      whenAvailable(async () => {
        const together = await listOrderedWith(shop.db, id, shop.now(), ORDERED_WITH_READ)
        return asVisitor(await listBuyable(shop.db, together))
      }),
    listSimilar: (id, shown) =>
      whenAvailable(async () => {
        const product = await find(id)
        return product ? asVisitor(await listSimilar(shop.db, product, shown)) : []
      }),
    suggest: (typed) =>
      whenAvailable(async () => {
        const words = wordsOf(typed)
        const like = words.length > 0 ? await listWithSimilarName(shop.db, words, SUGGESTIONS) : []
        const suggested = like.length > 0 ? like : await listInStockFirst(shop.db, SUGGESTIONS)
        return { areAlike: like.length > 0, products: asVisitor(suggested) }
      }),
    cardAddress,
    exampleGains: () => whenAvailable(async () => exampleGains(shop.db, ratesOf(await current()).discountPercent)),
    shopFigures: () => whenAvailable(() => shopFigures(shop.db, shop.now())),
    deliveryDates: (city) => whenAvailable(() => expectedDates(shop.db, { city, placed: shop.now() }, shop.now())),
    findTrackedOrder: (token) => whenAvailable(() => findTrackedOrder(shop.db, token, shop.now())),
  }
}

const asVisitor = <Of extends FullProduct>(products: readonly Of[]) => products.map((each) => visibleTo(null, each))

/** The best seller of each family comes first: the two cards that a phone shows tell that the shop sells more than one kind. */
function familiesFirst<Sold extends { category: string }>(sold: readonly Sold[]): Sold[] {
  const firsts = sold.filter((each, nth) => sold.findIndex(({ category }) => category === each.category) === nth)
  return [...firsts, ...sold.filter((each) => !firsts.includes(each))]
}

const MOST_WORDS = 6
const SHORTEST_WORD = 3

/** Words of addresses that describe pages rather than products: any product with such a word would match. */
const GENERIC_WORDS = new Set([
  'boutique',
  'categorie',
  'category',
  'details',
  'html',
  'page',
  'product',
  'products',
  'produit',
  'produits',
  'shop',
])

/** Most unknown addresses come from scanners that look for files of known software. */
const FILE_EXTENSION = /\.(?!html?$)/i

/** The words of an unknown address, normalised for the product search. */
function wordsOf(typed: string): string[] {
  if (FILE_EXTENSION.test(typed)) return []
  const words = normaliseForSearch(typed.slice(0, 200)).match(/[\p{L}\p{N}]+/gu) ?? []
  return words.filter((word) => word.length >= SHORTEST_WORD && !GENERIC_WORDS.has(word)).slice(0, MOST_WORDS)
}

async function whenAvailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isUnavailable(error) ? new Response(null, { status: 503 }) : error
  }
}
