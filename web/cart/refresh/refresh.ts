import type { ProductId } from '#platform/kernel/ids.ts'
import { ApiError, callApi, isAccountDeleted } from '#web/api/api.ts'
import { readSession, readToken } from '#web/session/stored-session.ts'
import { storedForm } from '../lines.ts'
import { type CurrentProducts, changeSentence, reconcileCart } from '../reconcile.ts'
import { readCart, writeCart } from '../stored-cart.ts'
import { currentProduct } from './contract.ts'

export interface RefreshedCart {
  /** Sentences about changes of the cart. A stock that is too small is shown at its line instead. */
  news: readonly string[]
  /** The stock of each product for which the shop answered. */
  stocks: ReadonlyMap<ProductId, number>
}

let underWay: { token: string | null; done: Promise<RefreshedCart> } | null = null

/**
 * Fetches each line's product at the prices of the person now logged in, and reconciles the cart with them. A line whose
 * product cannot be fetched stays as it is. Throws only when the account turns out to be deleted.
 */
export function refreshCart(): Promise<RefreshedCart> {
  const token = readToken()
  if (underWay?.token === token) return underWay.done
  const done = refresh(token).finally(() => {
    if (underWay?.done === done) underWay = null
  })
  underWay = { token, done }
  return done
}

async function refresh(token: string | null): Promise<RefreshedCart> {
  const before = readCart()
  const answers = await Promise.all(
    before.map(async ({ productId }) => [productId, await fetchProduct(productId)] as const),
  )
  // Somebody logged in or out meanwhile: these prices are not theirs.
  if (readToken() !== token) return refreshCart()
  const now = readCart()
  // A product was put in meanwhile: it was not fetched, and its page waits for this answer too.
  if (now.some(({ productId }) => !before.some((line) => line.productId === productId))) return refresh(token)
  const current: CurrentProducts = new Map(
    answers.flatMap(([id, answer]) => (answer === undefined ? [] : [[id, answer] as const])),
  )
  const { lines, changes } = reconcileCart(now, current, readSession()?.role === 'supplier')
  if (storedForm(lines) !== storedForm(now)) writeCart(lines)
  const news = changes.filter(({ kind }) => kind !== 'stock').map(changeSentence)
  return { news, stocks: new Map([...current].map(([id, found]) => [id, found?.stock ?? 0])) }
}

/**
 * Fetches a product at the prices of the person now logged in: null when it is gone, undefined when no answer came. Throws
 * only when the account turns out to be deleted.
 */
export async function fetchProduct(id: ProductId) {
  try {
    return await callApi(`/api/products/${id}`, { answer: { parse: currentProduct } })
  } catch (error) {
    if (isAccountDeleted(error)) throw error
    return error instanceof ApiError && error.status === 404 ? null : undefined
  }
}
