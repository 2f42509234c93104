import type { CorrectableOrderShown } from '#features/orders/corrections/contract.ts'
import { orderFigures, ratesFor } from '#features/orders/rules.ts'
import type { Rates } from '#features/settings/model.ts'
import { findCity } from '#platform/kernel/cities.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { type Centimes, ZERO } from '#platform/kernel/money.ts'
import { readablePhone } from '#platform/kernel/readable-phone.ts'

/** The fields of a correction by the wire's names, which are those of their controls. */
export interface DraftFields {
  Name: string
  Phone: string
  City: string
  Address: string
  note: string
}

export interface DraftLine {
  productId: ProductId
  name: string
  image: string | null
  userPrice: Centimes
  quantity: number
}

/** Values that somebody types over an order. */
export interface Draft {
  fields: DraftFields
  lines: readonly DraftLine[]
}

type DraftedOrder = Pick<CorrectableOrderShown, 'recipient' | 'note' | 'lines'>

export const draftOf = ({ recipient, note, lines }: DraftedOrder): Draft => ({
  fields: {
    Name: recipient.name,
    Phone: readablePhone(recipient.phone),
    City: recipient.city,
    Address: recipient.address,
    note: note ?? '',
  },
  lines: lines.map(({ productId, name, image, userPrice, quantity }) => ({
    productId,
    name,
    image,
    userPrice,
    quantity,
  })),
})

export const hasSameLines = (one: Draft, other: Draft): boolean =>
  one.lines.length === other.lines.length &&
  one.lines.every(({ productId, quantity }, index) => {
    const line = other.lines[index]
    return line?.productId === productId && line.quantity === quantity
  })

export const isSameDraft = (one: Draft, other: Draft): boolean =>
  Object.entries(one.fields).every(([name, text]) => other.fields[name as keyof DraftFields] === text) &&
  hasSameLines(one, other)

/** Keeps what was typed over `base`, and takes from what the order has become what nobody typed over. */
export function rebase(typed: Draft, base: Draft, now: Draft): Draft {
  const names = Object.keys(now.fields) as (keyof DraftFields)[]
  const fields = { ...typed.fields }
  for (const name of names) if (typed.fields[name] === base.fields[name]) fields[name] = now.fields[name]
  return { fields, lines: hasSameLines(typed, base) ? now.lines : typed.lines }
}

type ReckonedOrder = Pick<CorrectableOrderShown, 'origin' | 'recipient' | 'delivery' | 'discountPercent'>

/** The fee of a city for an order: its own, unless it goes elsewhere. */
export const feeFor = ({ origin, recipient, delivery }: ReckonedOrder, city: string, rates: Rates): Centimes =>
  city === recipient.city ? delivery : ratesFor(origin, city, rates).delivery

/** The delivery of a draft, and what the courier collects for it; null while it names no city. */
export function amountsOf(order: ReckonedOrder, { fields, lines }: Draft, rates: Rates) {
  const city = fields.City === order.recipient.city ? fields.City : findCity(fields.City)
  if (city === null) return null
  const delivery = feeFor(order, city, rates)
  // The distributor's price decides the gain, not what is collected.
  const priced = lines.map((line) => ({ ...line, distributorPrice: ZERO }))
  const { collected } = orderFigures(order.origin, priced, { delivery, discountPercent: order.discountPercent })
  return { delivery, collected }
}
