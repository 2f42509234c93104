import { ANONYMOUS_NAMES, ANONYMOUS_PHONE, NO_ADDRESS } from '#platform/kernel/anonymised.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { invalidField, Refusal } from '#platform/kernel/refusal.ts'
import { normaliseForSearch } from '#platform/kernel/text.ts'
import { CURRENT_PASSWORD_FIELD, EMAIL_FIELD, PASSWORD_FIELD, type Role } from './model.ts'

const PREFIXES: Record<Role, string> = { supplier: 'F-', buyer: 'B-', admin: 'A-' }

/** The identifier given to the nth account of a role: `F-1001`. */
export const customIdOf = (role: Role, number: number): string => `${PREFIXES[role]}${number}`

/** A promo code as it is compared and kept: capitals, no spaces around. */
export const normalisePromoCode = (typed: string): string => typed.trim().toUpperCase()

/** 6 to 12 letters and digits. */
export const isPromoCode = (code: string): boolean => /^[A-Z0-9]{6,12}$/.test(code)

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

/** How long a session lives from log-in, and how long it may be left unused (milliseconds). */
export const sessionLife = (role: string): { life: number; idle: number } =>
  role === 'admin' ? { life: 12 * HOUR, idle: 2 * HOUR } : { life: 30 * DAY, idle: 7 * DAY }

export function isSessionAlive(
  role: string,
  { createdAt, seenAt }: { createdAt: Date; seenAt: Date },
  now: Date,
): boolean {
  const { life, idle } = sessionLife(role)
  return now.getTime() - createdAt.getTime() <= life && now.getTime() - seenAt.getTime() <= idle
}

/** `about`: the account that the identifier names, for the log. */
export const wrongCredentials = (about?: number) =>
  new Refusal('unauthenticated', 'wrong_credentials', 'These credentials do not match our records.', undefined, about)

/** Until when a link to choose a password is worth something: an hour when it was asked for, a week when it invites. */
export const linkExpiry = (kind: 'reset' | 'invitation', now: Date): Date =>
  new Date(now.getTime() + (kind === 'reset' ? HOUR : 7 * DAY))

const CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const CODE_NAME_LETTERS = 4
const CODE_RANDOM_LETTERS = 6

/**
 * A promo code for a new supplier: letters of its first name, then chance (30 bits, no letters that look like digits).
 * Needs six random bytes.
 */
export function newPromoCode(name: string, random: Uint8Array): string {
  const letters = normaliseForSearch(name)
    .replace(/[^a-z]/g, '')
    .toUpperCase()
    .slice(0, CODE_NAME_LETTERS)
  const chance = [...random.slice(0, CODE_RANDOM_LETTERS)].map((byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length])
  return letters + chance.join('')
}

/** `•••• •••• •••• •••• •••• 1234`: enough to recognise an account, not to use it. */
export const maskRib = (rib: string): string => `${'•••• '.repeat(5)}${rib.slice(-4)}`

export const emailTaken = () => invalidField(EMAIL_FIELD, 'taken', 'The email has already been taken.')
/** Whether a change moves the account or its money elsewhere: only who knows the password may, not who has the token. */
export const movesAccount = (
  before: { email: string; rib: string | null },
  after: { email: string; rib: string | null },
): boolean => before.email !== after.email || before.rib !== after.rib

export const passwordMissing = () =>
  invalidField(CURRENT_PASSWORD_FIELD, 'required', 'The current_password field is required.')
export const wrongPassword = () =>
  invalidField(CURRENT_PASSWORD_FIELD, 'wrong_password', 'Ce n’est pas votre mot de passe actuel.')
export const deadResetLink = () =>
  new Refusal('invalid', 'reset_link_dead', 'Ce lien n’est plus valable\u00A0: demandez-en un nouveau.')
export const passwordsDiffer = () =>
  invalidField(PASSWORD_FIELD, 'passwords_differ', 'Les mots de passe ne correspondent pas.')

const FIELD_LABELS = {
  name: 'nom',
  email: 'adresse e-mail',
  phone: 'téléphone',
  address: 'adresse',
  rib: 'RIB',
} as const

type ProfileValues = Record<keyof typeof FIELD_LABELS, string | null>

/** The French names of the fields that differ; of a RIB how it ends, of nothing else what it is. */
export const changedFields = (before: ProfileValues, after: ProfileValues): string[] =>
  (Object.keys(FIELD_LABELS) as (keyof ProfileValues)[])
    .filter((field) => before[field] !== after[field])
    .map((field) => (field === 'rib' ? `${FIELD_LABELS.rib} (${describeRib(after.rib)})` : FIELD_LABELS[field]))

const describeRib = (rib: string | null): string => (rib === null ? 'supprimé' : `finit par ${rib.slice(-4)}`)

export const badEmail = () => invalidField(EMAIL_FIELD, 'email', 'The email field must be a valid email address.')
export const unknownAccount = () => new Refusal('missing', 'unknown_account', 'Ce compte n’existe pas.')

/** Refuses (409) to ban an admin. */
export function mustBeBannable(role: Role): void {
  if (role === 'admin') throw new Refusal('conflict', 'admin_not_bannable', 'Un administrateur ne peut pas être banni.')
}

/** Who stands in the place of a person who was forgotten. */
export const ERASED_PERSON = { name: ANONYMOUS_NAMES.account, phone: ANONYMOUS_PHONE, address: NO_ADDRESS } as const

/** Refuses (409) to do anything to an account that is nobody's any more. */
export function mustNotBeErased({ erasedAt }: { erasedAt: Date | null }): void {
  if (erasedAt !== null)
    throw new Refusal('conflict', 'account_anonymised', 'Ce compte est anonymisé\u00A0: il n’est plus à personne.')
}

/** Refuses (409) to erase an admin, whose name stands behind what was decided. */
export function mustBeErasable(account: { role: Role; erasedAt: Date | null }): void {
  if (account.role === 'admin')
    throw new Refusal('conflict', 'admin_not_erasable', 'Un administrateur ne peut pas être anonymisé.')
  mustNotBeErased(account)
}

/** An address of its own that no mail ever reaches: that ending is kept free for such a use. */
export const erasedEmail = (id: AccountId): string => `compte-${id}@anonyme.invalid`

/** In the place of a code that began with letters of the person's name. No new code has these digits. */
export const erasedCode = (id: AccountId): string => `X0${String(id).padStart(4, '0')}`
