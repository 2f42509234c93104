import { createContext } from 'react-router'
import type { Category, Product, ShopPage, ShopRequest } from '#features/catalogue/model.ts'
import type { Rates } from '#features/orders/rates.ts'
import type { Settings } from '#features/settings/model.ts'
import type { TrackedOrder } from '#features/tracking/model.ts'

/** What the server hands to the loaders. Anonymous by nature: the same for every visitor, so that pages can be kept. */
export interface PageServices {
  /** What the owner says of the shop, as it is now. */
  settings(): Promise<Settings>
  /** Where the shop is found from outside, without a slash at the end. */
  publicUrl: string
  /** What delivery and promo codes cost and give today. */
  rates: Rates
  /** After so many years the person is taken out of a final order. */
  orderRetentionYears: number
  /** One page of the shop. */
  browse(request: ShopRequest): Promise<ShopPage>
  /** The first products of a category. */
  listFirstOf(category: Category, limit: number): Promise<readonly Product[]>
  findProduct(id: number): Promise<Product | null>
  /** At most 4 of the same category, never the product itself. */
  listSimilar(id: number): Promise<readonly Product[]>
  /** At most 4 products whose names are like what was typed; without any, what the shop shows first. */
  suggest(typed: string): Promise<{ areAlike: boolean; products: readonly Product[] }>
  /** Where the picture is that stands for a product in shared links. */
  cardAddress(product: Product): string
  /** What a link's token opens, for whoever has the link; null for one that opens nothing. */
  findTrackedOrder(token: string): Promise<TrackedOrder | null>
}

/** Null while the shop's data cannot be had: for what a page can be shown without. */
export const unlessAway = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (error instanceof Response && error.status === 503) return null
    throw error
  })

/** What the page of a list answers; 503 without the list. */
export const listStatus = (list: unknown): { status: number } => ({ status: list === null ? 503 : 200 })

/** The text of the built style files that may stand in a page, by their addresses. */
export type Stylesheets = ReadonlyMap<string, string>

export const pageServices = createContext<PageServices>()

/** A fresh secret a render: marks our own inline scripts, whose hashes then make the page's policy. */
export const scriptNonce = createContext<string>()

export const stylesheets = createContext<Stylesheets>()
