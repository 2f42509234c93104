import { MIN_PASSWORD } from '#features/accounts/model.ts'
import { looksMoroccan, normalisePhone } from '#platform/kernel/phone.ts'

/**
 * Fields of a person; sign-up adds the password, twice. Password managers take what stands before it for the name that
 * goes with it: the e-mail address, with which one may log in.
 */
const PERSON_FIELDS = ['name', 'phone', 'address', 'email'] as const
export const SIGNUP_FIELDS = [...PERSON_FIELDS, 'password', 'confirmation'] as const
export type SignupField = (typeof SIGNUP_FIELDS)[number]

/** Attributes of the fields for a person's details. */
export const INPUTS = {
  name: { autoComplete: 'name', autoCapitalize: 'words', spellCheck: false, enterKeyHint: 'next', maxLength: 120 },
  email: {
    type: 'email',
    inputMode: 'email',
    autoComplete: 'email',
    autoCapitalize: 'none',
    spellCheck: false,
    enterKeyHint: 'next',
    maxLength: 200,
  },
  phone: { type: 'tel', inputMode: 'numeric', autoComplete: 'tel-national', enterKeyHint: 'next', maxLength: 40 },
  address: { autoComplete: 'street-address', enterKeyHint: 'next', maxLength: 300 },
} as const

export const PASSWORDS_DIFFER = 'Les mots de passe ne correspondent pas'
const DIGITS_ONLY = 'Le numéro de téléphone ne doit contenir que des chiffres.'
const PASSWORD_TOO_SHORT = `Le mot de passe doit comporter au moins ${MIN_PASSWORD} caractères.`

const MISSING: Readonly<Record<SignupField, string>> = {
  name: 'Saisissez votre nom complet.',
  email: "L'adresse email est obligatoire.",
  phone: 'Saisissez votre numéro de téléphone.',
  address: 'Saisissez votre adresse.',
  password: 'Choisissez un mot de passe.',
  confirmation: 'Saisissez le mot de passe une deuxième fois.',
}

/** Checks one field by itself: a sentence, or null when nothing is wrong. The server has the last word. */
export function problemOf(field: SignupField, value: string): string | null {
  if (value.trim() === '') return MISSING[field]
  switch (field) {
    case 'email':
      return /^\S+@\S+\.\S+$/.test(value.trim())
        ? null
        : 'Saisissez une adresse email complète, par exemple nom@exemple.ma.'
    case 'phone':
      return phoneProblem(value.trim())
    case 'password':
      return value.length < MIN_PASSWORD ? PASSWORD_TOO_SHORT : null
    default:
      return null
  }
}

function phoneProblem(digits: string): string | null {
  if (!/^\d+$/.test(digits)) return DIGITS_ONLY
  if (/^(\d)\1*$/.test(digits)) return 'Ce numéro n’est à personne\u00A0: vérifiez ses chiffres.'
  return digits.length < 6 || digits.length > 15
    ? 'Saisissez un numéro à 10 chiffres, par exemple 06\u00A012\u00A034\u00A056\u00A078.'
    : null
}

/** Another shape than `0[1-8]` and eight digits, once normalised, raises a question, never a refusal. */
export const isUnusualPhone = (typed: string): boolean =>
  problemOf('phone', typed) === null && !looksMoroccan(normalisePhone(typed) ?? typed)

/** Leaves out what people write between the digits of a phone, and what nobody sees around a copied one. */
export const withoutPhoneMarks = (typed: string): string => typed.replace(/[\s.+()/\-‐-―\p{Cf}]/gu, '')

/** Drops these marks from a field while somebody types, and leaves the cursor behind the same digit. */
export function dropPhoneMarks(input: HTMLInputElement): void {
  const { value, selectionStart } = input
  const digits = withoutPhoneMarks(value)
  if (digits === value) return
  const cursor = withoutPhoneMarks(value.slice(0, selectionStart ?? value.length)).length
  input.value = digits
  if (document.activeElement === input) input.setSelectionRange(cursor, cursor)
}

const RIB_DIGITS = 24

/** Checks a new RIB: a sentence, or null. An empty field leaves the stored one as it is. */
export function ribProblem(typed: string): string | null {
  const digits = typed.replace(/\s/g, '')
  if (digits === '') return null
  if (!/^\d+$/.test(digits)) return 'Un RIB ne contient que des chiffres.'
  return digits.length === RIB_DIGITS
    ? null
    : `Un RIB compte ${RIB_DIGITS} chiffres\u00A0: vous en avez saisi ${digits.length}.`
}
