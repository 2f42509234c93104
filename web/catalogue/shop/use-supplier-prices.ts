import { useEffect, useState } from 'react'
import { MAX_PRICED, type Product } from '#features/catalogue/model.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { atSupplierPrices } from '#web/cart/lines.ts'
import { readCart, writeCart } from '#web/cart/stored-cart.ts'
import { useSession } from '#web/session/session.ts'
import { readSession } from '#web/session/stored-session.ts'

/** A product with the price of whoever looks: a supplier's own price arrives after the page. */
export type PricedProduct = Product & { isPriceAwaited: boolean }

type Prices = ReadonlyMap<ProductId, Centimes>
const NONE: Prices = new Map()

/** After so long a page asks for prices anew: the shop may have others by now. */
const LIFETIME_MS = 60_000

/** The prices that this document has fetched, per supplier: another one can log in without a reload. */
const cache = new Map<string, { prices: Map<ProductId, Centimes>; until: number }>()

/** Prices are fetched anew with the next products: the shop has others by now. */
export const forgetSupplierPrices = (): void => cache.clear()

/**
 * Fetches a supplier's own prices once the page is there, since pages are the same for everybody. Others get the
 * products as they are, and so does a supplier whose prices cannot be fetched.
 */
export function useSupplierPrices<Of extends Product>(products: readonly Of[]): readonly (Of & PricedProduct)[] {
  const session = useSession()
  const supplierId = session?.role === 'supplier' ? session.id : null
  const ids = products.map((product) => product.id).join(' ')
  const wanted = supplierId === null || ids === '' ? null : `${supplierId} ${ids}`
  const [known, setKnown] = useState<{ wanted: string; prices: Prices } | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a product that was loaded anew may have another price
  useEffect(() => {
    if (wanted === null) return
    const [supplier, ...shown] = wanted.split(' ') as [string, ...string[]]
    let isCurrent = true
    pricesOf(supplier, [...shown.map(Number), ...readCart().map((line) => line.productId)]).then((prices) => {
      repriceCart(supplier, prices)
      if (isCurrent) setKnown({ wanted, prices })
    })
    return () => {
      isCurrent = false
    }
  }, [wanted, products[0]])

  const isCurrent = known?.wanted === wanted
  const prices = known && isCurrent ? known.prices : NONE
  return products.map((product) => ({
    ...product,
    distributorPrice: prices.get(product.id),
    isPriceAwaited: wanted !== null && !isCurrent,
  }))
}

/** Reprices products that a supplier put in the cart, at the public price, before its own prices were there. */
function repriceCart(supplier: string, prices: Prices): void {
  // Another tab may have logged this supplier out meanwhile.
  if (String(readSession()?.id) !== supplier) return
  const lines = readCart()
  const repriced = atSupplierPrices(lines, prices)
  if (repriced !== lines) writeCart(repriced)
}

async function pricesOf(supplier: string, wanted: readonly number[]): Promise<Prices> {
  const known = cache.get(supplier)
  const isFresh = known !== undefined && Date.now() < known.until
  const { prices } = isFresh ? known : { prices: new Map<ProductId, Centimes>() }
  if (!isFresh) cache.set(supplier, { prices, until: Date.now() + LIFETIME_MS })
  const missing = [...new Set(wanted as readonly ProductId[])].filter((id) => !prices.has(id))
  try {
    while (missing.length > 0)
      for (const [id, price] of await fetchPrices(missing.splice(0, MAX_PRICED))) prices.set(id, price)
  } catch {
    // The next page fetches the missing prices again.
  }
  return prices
}

async function fetchPrices(ids: readonly ProductId[]): Promise<Prices> {
  const [{ callApi }, { supplierPrices }] = await Promise.all([
    import('#web/api/api.ts'),
    import('#features/catalogue/contract.ts'),
  ])
  const list = await callApi(`/api/supplier/prices?ids=${ids}`, { answer: supplierPrices })
  return new Map(list.map((each) => [each.id, each.distributorPrice]))
}
