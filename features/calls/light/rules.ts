import { dateInWords } from '#platform/kernel/days/day-in-words.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/kernel/durations.ts'
import { localDay } from '#platform/kernel/time.ts'
import type { Channel, Light } from '../model.ts'

/** A sign with its weight: positive points speak against the order, negative ones for it. */
interface Point {
  value: number
  label: string
}

export interface Assessment {
  light: Light
  /** The most weighty first; what they add up to decides the light. */
  points: Point[]
}

/** An order as far as the light looks at it. No name, gender, district or city is among it. */
export interface AssessedOrder {
  phone: string
  address: string
  city: string
  createdAt: Date
  /** She confirmed it herself: on her page, or from her own WhatsApp. */
  hasConfirmedHerself: boolean
  lines: readonly { productId: number; quantity: number }[]
}

/** Other orders of the same phone in the last twelve months. */
export interface OrderOfPhone {
  id: number
  createdAt: Date
  end: 'delivered' | 'refused' | 'wrong_number' | 'unreachable' | 'cancelled' | null
  productIds: readonly number[]
}

const WEIGHTS = {
  delivered: { each: -3, most: -6 },
  confirmedHerself: -3,
  refused: { each: 3, most: 6 },
  wrongNumber: 4,
  unreachable: 2,
  sameProduct: 3,
  manyInAnHour: 2,
  oddPhone: 4,
  unusualPhone: 2,
  shortAddress: 1,
  manyPieces: 2,
} as const

const ORANGE_FROM = 2
const RED_FROM = 5
const MANY_PIECES = 6
const SHORT_ADDRESS = 10
const THIRD_ORDER = 3

/** Orders of the same phone count for a year. */
export const LIGHT_LOOKS_BACK_MS = 365 * DAY_MS

/** True when the customer confirmed by herself: on her page, or from her own WhatsApp. */
export const isHerOwn = (confirmedVia: Channel | null): boolean =>
  confirmedVia === 'page' || confirmedVia === 'whatsapp'

/** Explains how sure an order looks, by what happened with its phone. It refuses nothing and is stored nowhere. */
export function assess(order: AssessedOrder, others: readonly OrderOfPhone[], now: Date): Assessment {
  const points = [...fromHistory(others), ...fromOpenOrders(order, others, now), ...fromShape(order)]
    .filter((point) => point !== null)
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value))
  return { light: lightOf(points), points }
}

function lightOf(points: readonly Point[]): Light {
  const sum = points.reduce((total, { value }) => total + value, 0)
  if (sum >= RED_FROM) return 'red'
  return sum >= ORANGE_FROM ? 'orange' : 'green'
}

type Sign = Point | null

const sign = (applies: boolean, value: number, label: string): Sign => (applies ? { value, label } : null)

const numbers = (orders: readonly OrderOfPhone[]): string => orders.map(({ id }) => `n°\u00A0${id}`).join(', ')

/** `n° 871 le 3 nov.` */
const numberAndDay = ({ id, createdAt }: OrderOfPhone): string =>
  `n°\u00A0${id} le ${dateInWords(localDay(createdAt), 'short')}`

/** Time since a moment: `il y a 2 heures`. */
function agoInWords(at: Date, now: Date): string {
  const minutes = Math.max(1, Math.floor((now.getTime() - at.getTime()) / MINUTE_MS))
  const [count, unit] =
    minutes < 60
      ? [minutes, 'minute']
      : minutes < 24 * 60
        ? [Math.floor(minutes / 60), 'heure']
        : [Math.floor(minutes / (24 * 60)), 'jour']
  return `il y a ${count}\u00A0${unit}${count === 1 ? '' : 's'}`
}

function fromHistory(others: readonly OrderOfPhone[]): Sign[] {
  const ended = (end: OrderOfPhone['end']) => others.filter((other) => other.end === end)
  const [delivered, refused, unreachable] = [ended('delivered'), ended('refused'), ended('unreachable')]
  return [
    sign(
      delivered.length > 0,
      Math.max(WEIGHTS.delivered.each * delivered.length, WEIGHTS.delivered.most),
      `Déjà livrée ${delivered.length}\u00A0fois à ce numéro.`,
    ),
    sign(
      refused.length > 0,
      Math.min(WEIGHTS.refused.each * refused.length, WEIGHTS.refused.most),
      `Refusée à la livraison ${refused.length}\u00A0fois à ce numéro (${refused.map(numberAndDay).join(', ')}).`,
    ),
    sign(ended('wrong_number').length > 0, WEIGHTS.wrongNumber, 'Ce numéro a déjà été noté faux.'),
    sign(unreachable.length > 0, WEIGHTS.unreachable, `Injoignable pour une autre commande (${numbers(unreachable)}).`),
  ]
}

function fromOpenOrders(order: AssessedOrder, others: readonly OrderOfPhone[], now: Date): Sign[] {
  const apart = ({ createdAt }: OrderOfPhone) => Math.abs(order.createdAt.getTime() - createdAt.getTime())
  const products = new Set(order.lines.map(({ productId }) => productId))
  const same = others.find(
    (other) => other.end === null && apart(other) < DAY_MS && other.productIds.some((id) => products.has(id)),
  )
  const before = others.filter((other) => other.createdAt <= order.createdAt && apart(other) < HOUR_MS)
  const nth = before.length + 1
  return [
    same
      ? sign(
          true,
          WEIGHTS.sameProduct,
          `Même produit commandé ${agoInWords(same.createdAt, now)} (n°\u00A0${same.id}).`,
        )
      : null,
    sign(nth >= THIRD_ORDER, WEIGHTS.manyInAnHour, `${nth}e\u00A0commande de ce numéro en une heure.`),
    sign(order.hasConfirmedHerself, WEIGHTS.confirmedHerself, 'A confirmé elle-même.'),
  ]
}

/** One digit six times running, or the digits in their order: nobody’s number looks like that. */
const isOdd = (phone: string): boolean => /(\d)\1{5}/.test(phone) || phone.includes('1234567')

/** True for another form than that of Moroccan mobiles and fixed lines. */
const isUnusual = (phone: string): boolean => !/^0[5-7]\d{8}$/.test(phone)

function fromShape({ phone, address, city, lines }: AssessedOrder): Sign[] {
  const letters = address.trim().length
  const isCityAlone = address.trim().toLowerCase() === city.toLowerCase()
  const pieces = Math.max(...lines.map(({ quantity }) => quantity))
  return [
    sign(isOdd(phone), WEIGHTS.oddPhone, 'Numéro peu probable.'),
    sign(isUnusual(phone), WEIGHTS.unusualPhone, 'Ce numéro n’a pas la forme habituelle.'),
    sign(letters < SHORT_ADDRESS, WEIGHTS.shortAddress, `Adresse de ${letters}\u00A0lettre${letters > 1 ? 's' : ''}.`),
    sign(isCityAlone && letters >= SHORT_ADDRESS, WEIGHTS.shortAddress, 'L’adresse ne dit que la ville.'),
    sign(pieces >= MANY_PIECES, WEIGHTS.manyPieces, `Quantité inhabituelle\u00A0: ${pieces}.`),
  ]
}
