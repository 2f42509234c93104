import type { ProductId } from '#platform/kernel/ids.ts'
import { atLeastZero, type Centimes, dh, minus, percent, plus, times, ZERO } from '#platform/kernel/money.ts'
import { NO_ADDRESS, NOBODYS_PHONE } from '#platform/kernel/nobody.ts'
import { type FieldMessages, invalidField, Refusal } from '#platform/kernel/refusal.ts'
import { fold } from '#platform/kernel/text.ts'
import {
  CITY_FIELD,
  CUSTOMER_FIELD,
  lineField,
  type OrderStatus,
  PHONE_FIELD,
  PROMO_FIELD,
  type SeenLine,
  STATUS_NAMES,
} from './names.ts'

/** Where parcels go, in the order in which they are offered. */
export const CITIES: readonly string[] = [
  'Agadir',
  'Béni Mellal',
  'Berkane',
  'Berrechid',
  'Casablanca',
  'Dakhla',
  'El Jadida',
  'Errachidia',
  'Fès',
  'Guelmim',
  'Inezgane',
  'Kénitra',
  'Khémisset',
  'Khouribga',
  'Laâyoune',
  'Larache',
  'Marrakech',
  'Meknès',
  'Mohammédia',
  'Nador',
  'Oujda',
  'Rabat',
  'Safi',
  'Salé',
  'Settat',
  'Tanger',
  'Taza',
  'Témara',
  'Tétouan',
  'autre',
]

/** The city as it is listed, whatever its accents, case and spaces; null when we do not deliver to such a name. */
export const findCity = (text: string): string | null => CITIES.find((city) => fold(city) === fold(text)) ?? null

const CHEAP_CITY = 'casablanca'
export const CASABLANCA_DELIVERY = dh(20)
export const OTHER_DELIVERY = dh(35)

export const deliveryFee = (city: string): Centimes =>
  fold(city) === CHEAP_CITY ? CASABLANCA_DELIVERY : OTHER_DELIVERY

export const DISCOUNT_PERCENT = 5

/** What a promo code takes off a subtotal: 5 %, rounded half up to the centime, once, on the sum. */
export const discountOf = (subtotal: Centimes): Centimes => percent(subtotal, DISCOUNT_PERCENT)

/** Who stands in the place of a person who was forgotten. The name is the database's word too: see its audit log. */
export const ANONYMOUS_RECIPIENT = { name: 'Client anonymisé', phone: NOBODYS_PHONE, address: NO_ADDRESS } as const

/** A phone as it is kept: digits alone, `+212` and `00212` written `0`. Null unless 6 to 15 digits remain. */
export function normalisePhone(typed: string): string | null {
  const digits = typed
    .replace(/[^\d+]/g, '')
    .replace(/^(\+|00)2120?/, '0')
    .replace(/\D/g, '')
  return /^\d{6,15}$/.test(digits) ? digits : null
}

/** The usual shape of a Moroccan number. Another one is asked about on the page, not refused. */
export const looksMoroccan = (phone: string): boolean => /^0[1-8]\d{8}$/.test(phone)

/** Prices of one product on the day of the order, and how many are taken. */
export interface PricedLine {
  quantity: number
  userPrice: Centimes
  distributorPrice: Centimes
}

/**
 * How an order comes to be, which decides who earns what: placed by a supplier itself, by a visitor with a supplier's
 * promo code, or by nobody's doing.
 */
export type OrderOrigin = 'supplier' | 'promo' | 'direct'

/** All in centimes. `total` is what the checkout shows, `collected` what the courier asks for at the door. */
export interface Figures {
  subtotal: Centimes
  discount: Centimes
  delivery: Centimes
  total: Centimes
  collected: Centimes
  gain: Centimes
}

const sold = (lines: readonly PricedLine[]): Centimes =>
  plus(...lines.map((line) => times(line.userPrice, line.quantity)))
const cost = (lines: readonly PricedLine[]): Centimes =>
  plus(...lines.map((line) => times(line.distributorPrice, line.quantity)))

/** A supplier pays its own price at the checkout; the courier collects the public one, and the difference is its gain. */
export function supplierOrderFigures(lines: readonly PricedLine[], delivery: Centimes): Figures {
  const subtotal = cost(lines)
  const collected = plus(sold(lines), delivery)
  return {
    subtotal,
    discount: ZERO,
    delivery,
    total: plus(subtotal, delivery),
    collected,
    gain: minus(sold(lines), subtotal),
  }
}

/** A visitor with a supplier's code: the discount comes out of the supplier's margin, which never goes below nothing. */
export function promoOrderFigures(lines: readonly PricedLine[], delivery: Centimes): Figures {
  const subtotal = sold(lines)
  const discount = discountOf(subtotal)
  const total = plus(minus(subtotal, discount), delivery)
  return {
    subtotal,
    discount,
    delivery,
    total,
    collected: total,
    gain: atLeastZero(minus(minus(subtotal, cost(lines)), discount)),
  }
}

/** Nobody brought this order: public prices, no discount, no gain. */
export function directOrderFigures(lines: readonly PricedLine[], delivery: Centimes): Figures {
  const subtotal = sold(lines)
  const total = plus(subtotal, delivery)
  return { subtotal, discount: ZERO, delivery, total, collected: total, gain: ZERO }
}

const FIGURES = { supplier: supplierOrderFigures, promo: promoOrderFigures, direct: directOrderFigures }

/** The figures of an order by how it came to be, delivered to `city`. */
export const orderFigures = (origin: OrderOrigin, lines: readonly PricedLine[], city: string): Figures =>
  FIGURES[origin](lines, deliveryFee(city))

const FINAL: readonly OrderStatus[] = ['delivered', 'cancelled']

/** Delivered and cancelled orders never change their status again. */
export const isFinal = (status: OrderStatus): boolean => FINAL.includes(status)

/** Refuses (409) to move an order that is final already; every other move is the admin's to make. */
export function mustBeMovable(status: OrderStatus): void {
  if (isFinal(status))
    throw new Refusal('conflict', `La commande est déjà ${PAST[status]}\u00A0: son statut ne change plus.`)
}

const PAST: Record<OrderStatus, string> = {
  pending: 'en attente',
  assigned: 'attribuée',
  in_transit: 'en transit',
  delivered: 'livrée',
  cancelled: 'annulée',
}

/** Refuses (409) an admin who deletes an order that is no longer waiting. */
export function mustBeDeletableByAdmin(status: OrderStatus): void {
  if (status !== 'pending')
    throw new Refusal('conflict', `Seule une commande «\u00A0${STATUS_NAMES.pending}\u00A0» peut être supprimée.`)
}

/** Said of one order of several that was not moved for no reason of its own. */
export const NOT_MOVED = 'Il y a eu un problème, veuillez réessayer'

export const nothingToDeliver = () =>
  new Refusal('conflict', 'Une commande annulée ou supprimée n’a pas de bon de livraison.')

/** Whether moving to `next` gives the goods back to the shelf. */
export const returnsStock = (next: OrderStatus): boolean => next === 'cancelled'

/** Today's product as an order sees it. */
export interface OrderedProduct extends PricedLine {
  id: ProductId
  name: string
  stock: number
}

export type CurrentProduct = Omit<OrderedProduct, 'quantity'>

/**
 * Holds what the browser saw against today's catalogue, for a caller who pays distributor prices or not.
 * Refuses (422) with one message under each line's field that is wrong.
 */
export function checkLines(
  seen: readonly SeenLine[],
  today: ReadonlyMap<ProductId, CurrentProduct>,
  paysDistributorPrice: boolean,
): OrderedProduct[] {
  const problems: Record<string, string[]> = {}
  const ordered = seen.flatMap((line, index) => {
    const product = today.get(line.productId)
    if (!product) {
      problems[lineField('productId', index)] = ['Ce produit n’est plus en vente.']
      return []
    }
    const price = paysDistributorPrice ? product.distributorPrice : product.userPrice
    const changed = `Le prix de ${product.name} a changé.`
    if (line.price !== price) problems[lineField('price', index)] = [changed]
    if (line.userPrice !== product.userPrice) problems[lineField('userPrice', index)] = [changed]
    if (line.quantity > product.stock)
      problems[lineField('quantity', index)] = [`Il ne reste que ${product.stock} unités en stock.`]
    return [{ ...product, quantity: line.quantity }]
  })
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
  return ordered
}

function invalidFields(problems: FieldMessages): Refusal {
  return new Refusal('invalid', Object.values(problems)[0]?.[0] ?? 'Commande invalide.', problems)
}

export const unknownPromoCode = () => invalidField(PROMO_FIELD, 'Code promo invalide ou expiré.')
export const codeNotForSuppliers = () => invalidField(PROMO_FIELD, 'Un fournisseur ne peut pas utiliser de code promo.')
export const unknownCustomer = () =>
  invalidField(CUSTOMER_FIELD, 'Ce client est inconnu\u00A0: confirmez vos coordonnées.')
export const unknownCity = () => invalidField(CITY_FIELD, 'Choisissez votre ville dans la liste.')
export const badPhone = () =>
  invalidField(PHONE_FIELD, 'Saisissez un numéro de téléphone de 6 à 15 chiffres, par exemple 06 12 34 56 78.')
export const buyersDoNotOrder = () =>
  new Refusal('forbidden', 'Vous ne pouvez pas passer des commandes en tant que acheteur.')

/** A visitor's customer record takes orders for one hour after it was made. */
export const VISITOR_CUSTOMER_LIFE_MS = 60 * 60 * 1000

/** From the third order of one phone within an hour on, the admin sees a flag; from the twenty-first, none is taken. */
export const FLAGGED_FROM_ORDER = 3
export const ORDERS_PER_PHONE = 20

/** What the back office's bell says of an order. */
export interface BellLine {
  kind: string
  message: string
  link: string
}

export const unknownOrder = () => new Refusal('missing', 'Cette commande n’existe pas.')

/** A recipient as it is kept. Refuses (422) a city that is not listed and a phone that is no number. */
export function checkRecipient<Typed extends { name: string; phone: string; address: string; city: string }>({
  name,
  phone: typedPhone,
  address,
  city: typedCity,
}: Typed) {
  const city = findCity(typedCity)
  if (city === null) throw unknownCity()
  const phone = normalisePhone(typedPhone)
  if (phone === null) throw badPhone()
  return { name, phone, address, city }
}

/** Refuses (403) a supplier to change what a visitor ordered with its code: these people gave their address to the shop. */
export function mustBePlacedBySupplier(origin: OrderOrigin): void {
  if (origin !== 'supplier')
    throw new Refusal(
      'forbidden',
      'Cette commande a été passée par un client avec votre code\u00A0: elle ne se modifie pas ici.',
    )
}

/** Refuses (409) a supplier who deletes an order that was delivered. */
export function mustBeDeletableBySupplier(status: OrderStatus): void {
  if (status === 'delivered') throw new Refusal('conflict', 'Une commande livrée ne peut pas être supprimée.')
}

/** What a supplier may read of somebody who ordered with its code: `Nadia B.`, the city, `06 •• •• •• 12`. */
export function maskRecipient({ name, phone, city }: { name: string; phone: string; city: string }) {
  const [first = '', ...others] = name.trim().split(/\s+/)
  const initial = others.at(-1)?.[0]
  return {
    name: initial ? `${first} ${initial.toUpperCase()}.` : first,
    phone: `${phone.slice(0, 2)} •• •• •• ${phone.slice(-2)}`,
    address: '',
    city,
  }
}
