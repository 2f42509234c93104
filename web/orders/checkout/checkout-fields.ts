import type { Recipient } from '#features/orders/model.ts'
import { CITIES, findCity } from '#platform/kernel/cities.ts'
import { acceptPhone } from '#platform/kernel/phone.ts'

export type RecipientField = keyof Recipient

/** The recipient's fields in the order of the form. */
export const RECIPIENT_ORDER: readonly RecipientField[] = ['name', 'phone', 'city', 'address']

export const fieldIdOf = (field: RecipientField): string => `checkout-${field}`

export const PROMO_FIELD_ID = 'checkout-promo'

/** The sentence that says how to correct a field; null when it is right. */
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

/** The last city of the list, for every place that the list does not name. */
export const OTHER_CITY = CITIES.at(-1)!
