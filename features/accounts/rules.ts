import type { AccountId } from '#platform/kernel/ids.ts'
import { invalidField, Refusal } from '#platform/kernel/refusal.ts'
import { normaliseForSearch } from '#platform/kernel/text.ts'
import { CURRENT_PASSWORD_FIELD, EMAIL_FIELD, type InvitedRole, PASSWORD_FIELD, type Role } from './model.ts'

const PREFIXES: Record<Role, string> = { supplier: 'F-', buyer: 'B-', agent: 'C-', admin: 'A-' }

/** Makes the custom id of the nth account of a role: `F-1001`. */
export const customIdOf = (role: Role, number: number): string => `${PREFIXES[role]}${number}`

/**
 * Rule: of a supplier's name, pages for everybody say the first word, when it is one of letters; null when it is a number, an
 * initial or a text that is too long for a name.
 */
export function firstNameOf(name: string): string | null {
  const [first = ''] = name.trim().split(/\s+/)
  return /^\p{L}[\p{L}\p{M}’'-]{1,19}$/u.test(first) ? first : null
}

/** Refusal (401) of a log-in. `about` is the account that the identifier names, for the log alone. */
export const wrongCredentials = (about?: number) =>
  new Refusal('unauthenticated', 'wrong_credentials', 'These credentials do not match our records.', undefined, about)

const CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const CODE_NAME_LETTERS = 4
const CODE_RANDOM_LETTERS = 6

/**
 * Makes a promo code for a new supplier: up to four letters of the name, then six random characters (30 bits) without
 * letters that look like digits. `random` holds at least six bytes.
 */
export function newPromoCode(name: string, random: Uint8Array): string {
  const letters = normaliseForSearch(name)
    .replace(/[^a-z]/g, '')
    .toUpperCase()
    .slice(0, CODE_NAME_LETTERS)
  const chance = [...random.slice(0, CODE_RANDOM_LETTERS)].map((byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length])
  return letters + chance.join('')
}

/** Masks a RIB as `•••• •••• •••• •••• •••• 1234`: enough to recognise an account, too little to use it. */
export const maskRib = (rib: string): string => `${'•••• '.repeat(5)}${rib.slice(-4)}`

export const emailTaken = () => invalidField(EMAIL_FIELD, 'taken', 'The email has already been taken.')

/** Rule: a RIB belongs to whoever is paid by transfer, suppliers and buyers. */
export const mayHaveRib = (role: Role): boolean => role === 'supplier' || role === 'buyer'

/** Rule: a change of e-mail address or RIB hands over the account or its money, so a token alone does not allow it. */
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

/** Names the fields that differ in French, for a letter: no value but the last digits of a RIB. */
export const changedFields = (before: ProfileValues, after: ProfileValues): string[] =>
  (Object.keys(FIELD_LABELS) as (keyof ProfileValues)[])
    .filter((field) => before[field] !== after[field])
    .map((field) => (field === 'rib' ? `${FIELD_LABELS.rib} (${describeRib(after.rib)})` : FIELD_LABELS[field]))

const describeRib = (rib: string | null): string => (rib === null ? 'supprimé' : `finit par ${rib.slice(-4)}`)

export const badEmail = () => invalidField(EMAIL_FIELD, 'email', 'The email field must be a valid email address.')

/** Refusal (404, `unknown_account`) of an account that does not exist, or that the caller may not know of. */
export const unknownAccount = () => new Refusal('missing', 'unknown_account', 'Ce compte n’existe pas.')

/** Rule: an invitation waits until a password is chosen. Gives the role that it is for; null when none waits. */
export const invitedRole = (
  { role, isActive }: { role: Role; isActive: boolean },
  hasPassword: boolean,
): InvitedRole | null => ((role === 'buyer' || role === 'agent') && isActive && !hasPassword ? role : null)

/** Rule: an invitation is sent again while it waits. Refuses (409) an account that is banned, or that logs in already. */
export function mustBeInvited(account: { role: Role; isActive: boolean }, hasPassword: boolean): InvitedRole {
  const role = invitedRole(account, hasPassword)
  if (role !== null) return role
  throw new Refusal(
    'conflict',
    'not_invited',
    'Cette invitation n’attend plus\u00A0: le compte a son mot de passe, ou il est banni.',
  )
}

/** Rule: admins are not banned. Refuses (409) to. */
export function mustBeBannable(role: Role): void {
  if (role === 'admin') throw new Refusal('conflict', 'admin_not_bannable', 'Un administrateur ne peut pas être banni.')
}

/** Rule: an erased account stays as it is. Refuses (409) to change it. */
export function mustNotBeErased({ erasedAt }: { erasedAt: Date | null }): void {
  if (erasedAt !== null)
    throw new Refusal('conflict', 'account_anonymised', 'Ce compte est anonymisé\u00A0: il n’est plus à personne.')
}

/** Rule: admins are not erased, because the journal must name who decided, and nobody is twice. Refuses (409) both. */
export function mustBeErasable(account: { role: Role; erasedAt: Date | null }): void {
  if (account.role === 'admin')
    throw new Refusal('conflict', 'admin_not_erasable', 'Un administrateur ne peut pas être anonymisé.')
  mustNotBeErased(account)
}

/** Makes the address of an erased account: unique, and never reached by mail, since `.invalid` is reserved for that. */
export const erasedEmail = (id: AccountId): string => `compte-${id}@anonyme.invalid`

/** Makes the code that replaces an erased person's, which began with its name. No new code contains a 0 or a 1. */
export const erasedCode = (id: AccountId): string => `X0${String(id).padStart(4, '0')}`
