import { MAX_ADDRESS, type Recipient } from '#features/orders/model.ts'
import { findCity, OTHER_CITY } from '#platform/kernel/cities.ts'
import { acceptPhone } from '#platform/kernel/phone.ts'
import type { Draft } from './draft.ts'

export type RecipientField = keyof Recipient

/** The recipient's fields in the order of forms. */
export const RECIPIENT_ORDER: readonly RecipientField[] = ['name', 'phone', 'city', 'address']

/** A field of the order form: the recipient's, and the town that the list of cities does not name. */
export type OrderField = RecipientField | 'town'

/** The labels of the order form's fields, in its order. */
export const FIELD_LABELS: Readonly<Record<OrderField, string>> = {
  name: 'Nom complet',
  phone: 'Téléphone',
  city: 'Ville',
  town: 'Votre ville',
  address: 'Adresse',
}

export const ORDER_FIELDS = Object.keys(FIELD_LABELS) as readonly OrderField[]

export const fieldIdOf = (field: OrderField): string => `checkout-${field}`

export const PROMO_FIELD_ID = 'checkout-promo'

/** The sentence that says how to correct a recipient's field; null when it is right. */
export function problemOf(field: RecipientField, typed: string): string | null {
  switch (field) {
    case 'name':
      return typed.trim() ? null : 'Saisissez le nom complet du destinataire.'
    case 'phone':
      return acceptPhone(typed) ? null : 'Saisissez un numéro à 10 chiffres, par exemple 06 12 34 56 78.'
    case 'city':
      return findCity(typed) ? null : 'Choisissez la ville dans la liste.'
    case 'address':
      return typed.trim() ? null : 'Saisissez l’adresse\u00A0: quartier, rue, numéro, point de repère.'
  }
}

/** The words to somebody who orders for herself. */
const OWN_WORDS: Partial<Record<OrderField, string>> = {
  name: 'Saisissez votre nom complet.',
  city: 'Choisissez votre ville.',
}

/**
 * The same for a field of the order form, where the town that the list does not name is a field of its own. `isOwn` is
 * false for a supplier, who orders for a customer.
 */
export function problemInDraft(field: OrderField, draft: Draft, isOwn = true): string | null {
  if (field === 'town')
    return draft.city !== OTHER_CITY || draft.town.trim() ? null : 'Saisissez le nom de votre ville ou village.'
  const problem = problemOf(field, draft[field])
  if (problem !== null) return (isOwn && OWN_WORDS[field]) || problem
  if (field !== 'address' || addressOf(draft).length <= MAX_ADDRESS) return null
  return `Raccourcissez l’adresse\u00A0: avec la ville, elle compte au plus ${MAX_ADDRESS} lettres.`
}

/** Says of a refused form how much is missing or wrong. */
export function refusalInWords(count: number, areMissing: boolean): string {
  if (areMissing) return count > 1 ? `Il manque ${count} informations` : 'Il manque une information'
  return count > 1 ? `${count} informations sont à corriger` : 'Une information est à corriger'
}

/** The address to write on the parcel: it begins with a town that the list of cities does not name. */
export function addressOf({ city, town, address }: Draft): string {
  const parts = city === OTHER_CITY ? [town, address] : [address]
  return parts.map((part) => part.trim()).join(', ')
}

/** An address with fewer letters names no street. */
export const SHORT_ADDRESS = 8

export const isShortAddress = ({ address }: Draft): boolean => {
  const { length } = address.trim()
  return length > 0 && length < SHORT_ADDRESS
}

/**
 * A Moroccan number in pairs of digits, `06 12 34 5`, as far as it is typed; null for a text of another shape, which stays
 * as it is.
 */
export function inPairs(typed: string): string | null {
  const digits = typed.replaceAll(' ', '')
  return /^0\d{1,9}$/.test(digits) ? digits.replace(/\d{2}(?=\d)/g, '$& ') : null
}
