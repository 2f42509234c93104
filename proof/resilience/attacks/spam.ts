import type { SoldProduct } from '../../bench/load/order-mix.ts'
import { restockProducts } from '../../bench/load/shop-orders.ts'
import { countOf } from '../shop.ts'
import type { Trial } from '../verdict.ts'
import { Connections } from './open-loop.ts'
import { type RawAnswer, requestOf } from './raw-http.ts'
import { type Target, withTarget } from './target.ts'

const ADDRESSES = 5_000
const AT_ONCE = 16
const PER_PRODUCT = 300
const WINDOW_MS = 600_000
const HONEST_EVERY = 100

/** Fake orders from addresses without end: what they have in common is what is counted. */
export const trySpam: Trial = (folder) =>
  withTarget(
    folder,
    { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1', ORDERS_PER_PRODUCT: String(PER_PRODUCT) },
    async (target) => {
      const products = await restockProducts(target.sql)
      const [wanted, ...others] = products as [SoldProduct, ...SoldProduct[]]
      const onPhone = await flood(target, {
        phone: (nth) => SPELLINGS[nth % SPELLINGS.length]!,
        product: (nth) => others[nth % others.length]!,
        honestProduct: (nth) => others[nth % others.length]!,
      })
      const flaggedOfPhone = await flagged(target, 'phone = $1', SPELLINGS[0]!)
      const begin = Date.now()
      const onProduct = await flood(target, {
        // Another prefix than the one phone and the honest ones.
        phone: (nth) => `061${String(1_000_000 + nth)}`,
        product: () => wanted,
        honestProduct: (nth) => others[nth % others.length]!,
      })
      // Windows of ten minutes begin by the clock: a run may fall into two of them.
      const windows = Math.floor(Date.now() / WINDOW_MS) - Math.floor(begin / WINDOW_MS) + 1
      const flaggedOfProduct = await flagged(target, 'phone like $1', '0611%')
      return [
        {
          claim: 'Fake orders on one phone from addresses without end: the admin sees each from the third on',
          tried: `${ADDRESSES} orders from as many addresses, the phone in ${SPELLINGS.length} spellings`,
          held: flaggedOfPhone === onPhone.taken - 2 && onPhone.rest === 0 && onPhone.turnedAway === 0,
          figure: `${describeFlood(onPhone)}; ${flaggedOfPhone} flagged`,
        },
        {
          claim: 'Fake orders on one product: beyond 300 in ten minutes (ORDERS_PER_PRODUCT) the admin sees each',
          tried: `${ADDRESSES} orders from as many addresses and phones`,
          held:
            flaggedOfProduct >= onProduct.taken - windows * PER_PRODUCT &&
            flaggedOfProduct <= onProduct.taken - PER_PRODUCT &&
            onProduct.rest === 0 &&
            onProduct.turnedAway === 0,
          figure: `${describeFlood(onProduct)}; ${flaggedOfProduct} flagged${windows > 1 ? `; over ${windows} windows` : ''}`,
        },
      ]
    },
  )

const SPELLINGS = ['0612345678', '+212612345678', '00212612345678', '06 12 34 56 78', '06-12-34-56-78']

const flagged = ({ sql }: Target, where: string, phone: string) =>
  countOf(sql, `select count(*) from orders where is_flagged and ${where}`, [phone])

interface Flood {
  phone: (nth: number) => string
  product: (nth: number) => SoldProduct
  /** The product that honest people order meanwhile. */
  honestProduct: (nth: number) => SoldProduct
}

interface FloodResult {
  taken: number
  refused: number
  rest: number
  honest: number
  /** Honest people who were refused. */
  turnedAway: number
}

const describeFlood = ({ taken, refused, rest, honest, turnedAway }: FloodResult): string =>
  `${taken} taken, ${refused} × 429, ${rest} otherwise; honest orders meanwhile: ${honest - turnedAway} of ${honest} taken`

async function flood({ port }: Target, { phone, product, honestProduct }: Flood): Promise<FloodResult> {
  const connections = new Connections(port)
  const result: FloodResult = { taken: 0, refused: 0, rest: 0, honest: 0, turnedAway: 0 }
  let next = 0
  const client = async () => {
    for (let nth = next++; nth < ADDRESSES; nth = next++) {
      const answer = await order(
        connections,
        `10.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}`,
        phone(nth),
        product(nth),
      )
      if (answer?.status === 201) result.taken++
      else if (answer?.status === 429 && answer.headers.has('retry-after')) result.refused++
      else result.rest++
      if (nth % HONEST_EVERY !== 0) continue
      result.honest++
      const honest = await order(
        connections,
        `172.16.${nth >> 8}.${nth & 255}`,
        `07${20_000_000 + Math.floor(Math.random() * 7e7)}`,
        honestProduct(nth),
      )
      if (honest?.status !== 201) result.turnedAway++
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
  connections.close()
  return result
}

/** As the order page does it: the recipient first. */
async function order(
  connections: Connections,
  from: string,
  phone: string,
  product: SoldProduct,
): Promise<RawAnswer | null> {
  const headers = { 'x-forwarded-for': from }
  const recipient = { Name: 'Nadia', Phone: phone, Address: '1, rue du Port', City: 'Agadir' }
  const customer = await connections.exchange(
    requestOf({ method: 'POST', path: '/api/customers/create', headers, body: recipient }),
  )
  if (customer?.status !== 201) return customer
  const price = product.userPrice / 100
  const body = {
    product_ids: [product.id],
    prices: [price],
    priceGain: [price],
    quantities: [1],
    customer_id: JSON.parse(customer.body).customer.CustomerID,
  }
  return connections.exchange(requestOf({ method: 'POST', path: '/api/orders/create', headers, body }))
}
