// The products of each order. Shop and baseline share them, so that both lock the same rows at the same time.
export const ORDER_CLIENTS = 8
export const PIECES_OF_A_LINE = 1

/** `spread`: any two products. `hot`: one product is in every order, beside any other. */
export type Mix = 'spread' | 'hot'

export interface SoldProduct {
  id: number
  /** In centimes. */
  userPrice: number
}

/** The two products of the order that a client places as its nth. */
export function productsOfOrder<Product>(
  mix: Mix,
  products: readonly Product[],
  client: number,
  order: number,
): [Product, Product] {
  const draw = scatter(client * 1_000_003 + order)
  const first = mix === 'hot' ? 0 : draw % products.length
  // One of the others, so never the same twice.
  const second = (first + 1 + (Math.floor(draw / 1024) % (products.length - 1))) % products.length
  return [products[first]!, products[second]!]
}

/** A whole number that looks random, always the same for the same input. */
function scatter(input: number): number {
  let mixed = Math.imul(input ^ (input >>> 16), 0x45d9f3b)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
