import { createContext } from 'react-router'
import type {
  CardProduct,
  Category,
  PackOffer,
  Product,
  ProductDetail,
  ShopPage,
  ShopRequest,
} from '#features/catalogue/model.ts'
import type { ShopFigures } from '#features/orders/model.ts'
import type { Rates, SellerFacts, Settings } from '#features/settings/model.ts'
import type { ExampleGains } from '#features/supplier-space/model.ts'
import type { TrackedOrder } from '#features/tracking/model.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import type { OpenState } from '#platform/kernel/opening-hours/open-now.ts'

/** The services that the server hands to the loaders. They answer alike for every visitor, so that pages can be cached. */
export interface PageServices {
  /** The shop's settings as the owner has them now. */
  settings(): Promise<Settings>
  /**
   * The same, with the opening hours day by day, whether the shop is open now, today's delivery fees, the
   * cheapest and the dearest of them, all in words, and the percentage of promo codes.
   */
  today(): Promise<{
    settings: Settings
    openingTimes: string
    open: OpenState | null
    rates: Rates
    feeSpan: { least: Centimes; most: Centimes }
    feesInWords: string
  }>
  /** The seller, fact by fact. */
  sellerFacts(): Promise<SellerFacts>
  /** The shop's address on the internet, without a slash at the end. */
  publicUrl: string
  /** The number of years after which a final order is anonymised. */
  orderRetentionYears: number
  /** One page of the shop. */
  browse(request: ShopRequest): Promise<ShopPage>
  /** The number of products on sale in each category. */
  countOnSale(): Promise<Readonly<Record<Category, number>>>
  /** The first products of a category. */
  listOldestOfCategory(category: Category, limit: number): Promise<readonly CardProduct[]>
  /** At most so many products that sold best lately, of those that can be bought; while too few did, the newest. */
  bestSellers(limit: number): Promise<{ areSold: boolean; products: readonly CardProduct[] }>
  findProduct(id: number): Promise<ProductDetail | null>
  /** The contents of a pack, and what they cost one by one. */
  packOffer(pack: Product): Promise<PackOffer>
  /** The pack with this product in it that saves most, of those that can be bought; null when none saves anything. */
  packWith(product: Product): Promise<CardProduct | null>
  /** Products that stood in orders with this one lately and can be bought, the most frequent first. */
  orderedWith(product: Product): Promise<readonly CardProduct[]>
  /** At most 4 of the same category: neither the product itself nor what is shown beside it already. */
  listSimilar(id: number, shown: readonly ProductId[]): Promise<readonly CardProduct[]>
  /** At most 4 products with a name like the typed text; without any, the first products of the shop. */
  suggest(typed: string): Promise<{ areAlike: boolean; products: readonly CardProduct[] }>
  /** The address of the picture that shared links show for a product. */
  cardAddress(product: Product): string
  /** The order that a tracking link's token opens; null for a token that opens none. */
  findTrackedOrder(token: string): Promise<TrackedOrder | null>
  /** A supplier’s gain from an order of one piece; null while no product brings anything. */
  exampleGains(): Promise<ExampleGains | null>
  /** Delivered orders, cities and years of the shop, each null below what is worth showing. */
  shopFigures(): Promise<ShopFigures>
  /** When an order of now should arrive in a city, in words; null where the shop has too few deliveries to name any. */
  deliveryDates(city: string): Promise<string | null>
}

/** Turns a 503 into null, for data that a page can be shown without. */
export const unlessAway = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (error instanceof Response && error.status === 503) return null
    throw error
  })

/** The status of a page with a list: 503 without the list. */
export const listStatus = (list: unknown): { status: number } => ({ status: list === null ? 503 : 200 })

/** The text of the built style files that may be inlined, by their addresses. */
export type Stylesheets = ReadonlyMap<string, string>

export const pageServices = createContext<PageServices>()

/** A fresh random value for each render. It marks our own inline scripts, and their hashes become the page's policy. */
export const scriptNonce = createContext<string>()

export const stylesheets = createContext<Stylesheets>()
