import { useEffect, useState } from 'react'
import { type Category, LIST_PATHS, type Product } from '#features/catalogue/names.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { atOwnPrices } from '#web/cart/own-prices.ts'
import { readCart, writeCart } from '#web/cart/stored-cart.ts'
import { useSession } from '#web/session.ts'
import { readSession } from '#web/stored-session.ts'

/** A product as the page shows it: for a supplier, its own price comes after the page. */
export type SeenProduct = Product & { isPriceAwaited: boolean }

type Prices = ReadonlyMap<ProductId, Centimes>
const NONE: Prices = new Map()

/** Kept for the life of the document, per supplier: a log-out loads another one. */
const asked = new Map<string, Promise<Prices>>()

/**
 * Pages are the same for everybody, so a supplier's prices are asked for once the page is there. Others get the
 * products as they are, and so does a supplier whose prices cannot be had.
 */
export function useSupplierPrices(products: readonly Product[]): readonly SeenProduct[] {
  const session = useSession()
  const supplierId = session?.role === 'supplier' ? session.id : null
  const categories = [...new Set(products.map((product) => product.category))].sort().join(' ')
  const wanted = supplierId === null || categories === '' ? null : `${supplierId} ${categories}`
  const [known, setKnown] = useState<{ wanted: string; prices: Prices } | null>(null)

  useEffect(() => {
    if (wanted === null) return
    const [supplier, ...names] = wanted.split(' ') as [string, ...Category[]]
    let isCurrent = true
    Promise.all(names.map((category) => pricesOf(supplier, category))).then((found) => {
      const prices = new Map(found.flatMap((each) => [...each]))
      repriceCart(supplier, prices)
      if (isCurrent) setKnown({ wanted, prices })
    })
    return () => {
      isCurrent = false
    }
  }, [wanted])

  const isCurrent = known?.wanted === wanted
  const prices = known && isCurrent ? known.prices : NONE
  return products.map((product) => ({
    ...product,
    distributorPrice: prices.get(product.id),
    isPriceAwaited: wanted !== null && !isCurrent,
  }))
}

/** What was put in the cart before these prices were there went in at the public ones. */
function repriceCart(supplier: string, prices: Prices): void {
  // Another tab may have logged this supplier out meanwhile.
  if (String(readSession()?.id) !== supplier) return
  const lines = readCart()
  const repriced = atOwnPrices(lines, prices)
  if (repriced !== lines) writeCart(repriced)
}

function pricesOf(supplier: string, category: Category): Promise<Prices> {
  const key = `${supplier} ${category}`
  const before = asked.get(key)
  if (before) return before
  const answer = askFor(category).catch(() => {
    asked.delete(key)
    return NONE
  })
  asked.set(key, answer)
  return answer
}

async function askFor(category: Category): Promise<Prices> {
  const [{ callApi }, { products }] = await Promise.all([
    import('#web/api.ts'),
    import('#features/catalogue/contract.ts'),
  ])
  const list = await callApi(LIST_PATHS[category], { answer: products })
  return new Map(
    list.flatMap(({ id, distributorPrice }) => (distributorPrice === undefined ? [] : [[id, distributorPrice]])),
  )
}
