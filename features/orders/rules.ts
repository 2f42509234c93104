import type { Rates } from '#features/settings/model.ts'
import { findCity } from '#platform/kernel/cities.ts'
import { MINUTE_MS } from '#platform/kernel/durations.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { atLeastZero, type Centimes, formatDirhams, minus, percent, plus, times, ZERO } from '#platform/kernel/money.ts'
import { acceptPhone } from '#platform/kernel/phone.ts'
import { type FieldProblems, invalidField, type Problem, Refusal } from '#platform/kernel/refusal.ts'
import { normaliseForSearch } from '#platform/kernel/text.ts'
import {
  CITY_FIELD,
  CUSTOMER_FIELD,
  lineField,
  ORDER_MOVES,
  type OrderAction,
  type OrderStatus,
  PHONE_FIELD,
  PROMO_FIELD,
  type Recipient,
  type RequestedLine,
  STATUS_NAMES,
  TOTAL_FIELD,
} from './model.ts'

/** The fee of delivery to a city, in centimes: its own or that of all others. */
export function deliveryFee(city: string, { fees, otherFee }: Rates): Centimes {
  const [, fee = otherFee] =
    Object.entries(fees).find(([name]) => normaliseForSearch(name) === normaliseForSearch(city)) ?? []
  return fee
}

/** The rates of one order, stored with it: later rates change no placed order. */
export interface OrderRates {
  delivery: Centimes
  /** 0 without a promo code. */
  discountPercent: number
}

/** Today's rates for an order of that origin to that city. A promo code alone gives the discount. */
export const ratesFor = (origin: OrderOrigin, city: string, rates: Rates): OrderRates => ({
  delivery: deliveryFee(city, rates),
  discountPercent: origin === 'promo' ? rates.discountPercent : 0,
})

/** A line at the prices of its day, in centimes. */
export interface PricedLine {
  quantity: number
  userPrice: Centimes
  distributorPrice: Centimes
}

/**
 * The origin of an order decides who earns: placed by a supplier itself, by a visitor with a supplier's promo code, or
 * directly, without a supplier.
 */
export type OrderOrigin = 'supplier' | 'promo' | 'direct'

/** The amounts of an order, in centimes. The checkout shows `total`, the courier collects `collected`. */
export interface Figures extends OrderRates {
  subtotal: Centimes
  /** Rounded half up to the centime, once, on the sum. */
  discount: Centimes
  total: Centimes
  collected: Centimes
  gain: Centimes
}

const sold = (lines: readonly PricedLine[]): Centimes =>
  plus(...lines.map((line) => times(line.userPrice, line.quantity)))
const cost = (lines: readonly PricedLine[]): Centimes =>
  plus(...lines.map((line) => times(line.distributorPrice, line.quantity)))

/** A supplier's order costs distributor prices; the courier collects public ones, and the difference is the gain. */
function supplierOrderFigures(lines: readonly PricedLine[], rates: OrderRates): Figures {
  const subtotal = cost(lines)
  return {
    ...rates,
    subtotal,
    discount: ZERO,
    total: plus(subtotal, rates.delivery),
    collected: plus(sold(lines), rates.delivery),
    gain: minus(sold(lines), subtotal),
  }
}

/**
 * A promo order costs public prices less the discount, which comes out of the supplier's margin; the gain never falls below
 * 0.
 */
function promoOrderFigures(lines: readonly PricedLine[], rates: OrderRates): Figures {
  const subtotal = sold(lines)
  const discount = percent(subtotal, rates.discountPercent)
  const total = plus(minus(subtotal, discount), rates.delivery)
  return {
    ...rates,
    subtotal,
    discount,
    total,
    collected: total,
    gain: atLeastZero(minus(minus(subtotal, cost(lines)), discount)),
  }
}

/** A direct order costs public prices: no discount, no gain. */
function directOrderFigures(lines: readonly PricedLine[], rates: OrderRates): Figures {
  const subtotal = sold(lines)
  const total = plus(subtotal, rates.delivery)
  return { ...rates, subtotal, discount: ZERO, total, collected: total, gain: ZERO }
}

const FIGURES = { supplier: supplierOrderFigures, promo: promoOrderFigures, direct: directOrderFigures }

/** The amounts of an order, in centimes, by its origin and at its own rates. */
export const orderFigures = (origin: OrderOrigin, lines: readonly PricedLine[], rates: OrderRates): Figures =>
  FIGURES[origin](lines, rates)

/** Refuses (422) an order whose total differs from the page's: nobody pays an amount that was not shown. Null shows none. */
export function mustCostWhatWasShown(shown: Centimes | null, total: Centimes): void {
  if (shown !== null && shown !== total)
    throw invalidField(TOTAL_FIELD, 'total_changed', `Le total a changé\u00A0: ${formatDirhams(total)}.`)
}

/** Delivered and cancelled orders are final: no move leads out of them. */
export const isFinal = (status: OrderStatus): boolean => !ORDER_MOVES.admin[status].some((act) => act in STATUS_NAMES)

/** Refuses (409) an action that `ORDER_MOVES` does not allow to this role in this status. */
export function mustBeAllowed(role: keyof typeof ORDER_MOVES, status: OrderStatus, act: OrderAction): void {
  if (ORDER_MOVES[role][status].includes(act)) return
  const { code, message } = act === 'delete' ? UNDELETABLE[role] : alreadyFinal(status)
  throw new Refusal('conflict', code, message)
}

const UNDELETABLE: Readonly<Record<keyof typeof ORDER_MOVES, Problem>> = {
  admin: {
    code: 'order_not_pending',
    message: `Seule une commande «\u00A0${STATUS_NAMES.pending}\u00A0» peut être supprimée.`,
  },
  supplier: { code: 'order_delivered', message: 'Une commande livrée ne peut pas être supprimée.' },
}

const alreadyFinal = (status: OrderStatus): Problem => ({
  code: 'order_final',
  message: `La commande est déjà ${PAST[status]}\u00A0: son statut ne change plus.`,
})

/**
 * Refuses (409) a move that was decided by another status than the present one: it might take an order back from the courier
 * to whom somebody handed it meanwhile.
 */
export function mustBeAsShown(shown: OrderStatus, present: OrderStatus): void {
  if (shown === present) return
  const now = `«\u00A0${STATUS_NAMES[present]}\u00A0»`
  throw new Refusal(
    'conflict',
    'order_moved',
    `Elle est passée à ${now} entre-temps\u00A0: vérifiez-la, puis recommencez.`,
  )
}

const PAST: Record<OrderStatus, string> = {
  pending: 'en attente',
  assigned: 'attribuée',
  in_transit: 'en transit',
  delivered: 'livrée',
  cancelled: 'annulée',
}

/** The result of an order, one of several, that failed without a refusal. */
export const NOT_MOVED = 'Il y a eu un problème, veuillez réessayer'

export const nothingToDeliver = () =>
  new Refusal('conflict', 'nothing_to_deliver', 'Une commande annulée ou supprimée n’a pas de bon de livraison.')

/** The fields that tell the place of an order's pieces. */
export interface Whereabouts {
  status: OrderStatus
  leftAt: Date | null
  piecesBackAt: Date | null
}

/** True while an order's pieces are with a courier: not in stock, not the customer's, not given up. */
export const isOutside = ({ status, leftAt, piecesBackAt }: Whereabouts): boolean =>
  leftAt !== null && piecesBackAt === null && status !== 'delivered'

/**
 * The `leftAt` of an order in its next status: set by the first *en transit*, and null again when it is set back before that.
 */
export function leftAtAfter(next: OrderStatus, leftAt: Date | null, now: Date): Date | null {
  if (next === 'in_transit') return leftAt ?? now
  return next === 'pending' || next === 'assigned' ? null : leftAt
}

/** True for a move that takes an order back after it left: its parcel loses courier, tracking number and fees. */
export const isSetBack = (from: OrderStatus, to: OrderStatus): boolean =>
  from === 'in_transit' && (to === 'pending' || to === 'assigned')

/** A line of an order to place, with today's prices and stock. */
export interface OrderedProduct extends PricedLine {
  id: ProductId
  name: string
  stock: number
}

export type CurrentProduct = Omit<OrderedProduct, 'quantity'>

/**
 * Checks requested lines against today's catalogue, for a caller who pays distributor prices or not. Returns them at today's
 * prices. Refuses (422), under each field at fault, a product off sale, a changed price and a stock that is too small.
 */
export function checkLines(
  requested: readonly RequestedLine[],
  today: ReadonlyMap<ProductId, CurrentProduct>,
  paysDistributorPrice: boolean,
): OrderedProduct[] {
  const problems: Record<string, Problem[]> = {}
  const ordered = requested.flatMap((line, index) => {
    const product = today.get(line.productId)
    if (!product) {
      problems[lineField('productId', index)] = [{ code: 'product_gone', message: 'Ce produit n’est plus en vente.' }]
      return []
    }
    const price = paysDistributorPrice ? product.distributorPrice : product.userPrice
    const changed = { code: 'price_changed', message: `Le prix de ${product.name} a changé.` }
    if (line.price !== price) problems[lineField('price', index)] = [changed]
    if (line.userPrice !== product.userPrice) problems[lineField('userPrice', index)] = [changed]
    if (line.quantity > product.stock)
      problems[lineField('quantity', index)] = [
        { code: 'stock_short', message: `Il ne reste que ${product.stock} unités en stock.` },
      ]
    return [{ ...product, quantity: line.quantity }]
  })
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
  return ordered
}

/** A refusal (422) about several fields; code and sentence are the first one's. */
export function invalidFields(problems: FieldProblems): Refusal {
  const [first] = Object.values(problems).flat()
  return new Refusal('invalid', first!.code, first!.message, problems)
}

export const unknownPromoCode = () => invalidField(PROMO_FIELD, 'unknown_promo_code', 'Code promo invalide ou expiré.')
export const codeNotForSuppliers = () =>
  invalidField(PROMO_FIELD, 'promo_code_of_supplier', 'Un fournisseur ne peut pas utiliser de code promo.')
export const unknownCustomer = () =>
  invalidField(CUSTOMER_FIELD, 'unknown_customer', 'Ce client est inconnu\u00A0: confirmez vos coordonnées.')
const unknownCity = () => invalidField(CITY_FIELD, 'unknown_city', 'Choisissez votre ville dans la liste.')
const badPhone = () =>
  invalidField(PHONE_FIELD, 'phone_number', 'Saisissez un numéro à 10 chiffres, par exemple 06 12 34 56 78.')
export const buyersDoNotOrder = () =>
  new Refusal('forbidden', 'buyers_do_not_order', 'Vous ne pouvez pas passer des commandes en tant que acheteur.')

/** Time for which a visitor's record serves without its key, at the address that made it. */
export const KEYLESS_RECORD_LIFE_MS = 15 * MINUTE_MS

/** The third order of one phone within an hour is flagged, and each one after it. */
export const FLAGGED_FROM_ORDER = 3

/** Reasons for the admin to look at an order: many of its phone, many of a product, a large one. */
export type OrderFlag = 'phone' | 'product' | 'large'

export const unknownOrder = () => new Refusal('missing', 'unknown_order', 'Cette commande n’existe pas.')

/**
 * A recipient with the listed city and the phone's digits. Refuses (422) a city that is not listed and a phone that is no
 * number.
 */
export function checkRecipient({ name, phone: typedPhone, address, city: typedCity }: Recipient) {
  const city = findCity(typedCity)
  if (city === null) throw unknownCity()
  const phone = acceptPhone(typedPhone)
  if (phone === null) throw badPhone()
  return { name, phone, address, city }
}

/**
 * Refuses (403) a supplier's change of an order that a visitor placed with its code: visitors trust the shop with their
 * address.
 */
export function mustBePlacedBySupplier(origin: OrderOrigin): void {
  if (origin !== 'supplier')
    throw new Refusal(
      'forbidden',
      'order_of_visitor',
      'Cette commande a été passée par un client avec votre code\u00A0: elle ne se modifie pas ici.',
    )
}

/** A phone as pages of its own customer show it, `06 61 •• •• ••`: the last digits are what proves her. */
export const hideLastDigits = (phone: string): string => `${phone.slice(0, 2)} ${phone.slice(2, 4)} •• •• ••`

/**
 * Masks a visitor who ordered with a supplier's code, for that supplier: `Nadia B.`, the city, `06 •• •• •• 12`, no address.
 */
export function maskRecipient({ name, phone, city }: { name: string; phone: string; city: string }) {
  const [first = '', ...others] = name.trim().split(/\s+/)
  const initial = others.flatMap((word) => /\p{L}/u.exec(word) ?? []).at(-1)
  return {
    name: initial ? `${first} ${initial.toUpperCase()}.` : first,
    phone: `${phone.slice(0, 2)} •• •• •• ${phone.slice(-2)}`,
    address: '',
    city,
  }
}
