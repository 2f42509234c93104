import * as z from 'zod/mini'
import {
  as,
  dirhams,
  flag,
  id,
  instant,
  named,
  nameOf,
  oneLine,
  pageOf,
  record,
  says,
  text,
} from '#platform/kernel/codecs.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { normalisePhone } from '#platform/kernel/phone.ts'
import { ACCOUNT_STATES, GRADES, MIN_PASSWORD, ROLES } from './model.ts'

/** An account's identifier, and how to reach its person. */
export const accountFields = {
  id: id<AccountId>(),
  customId: as('custom_id', z.string()),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
}

export const person = record({
  ...accountFields,
  role: z.enum(ROLES),
  isAdmin: as('is_admin', flag),
  isActive: as('is_active', flag),
})

/** A random word that a browser keeps for itself: by it, those who share its address are told from it. */
const browserKey = as('browser_key', z.optional(z.nullable(z.string().check(z.regex(/^[\w-]{32,100}$/)))))

/** What it may be is said in one answer for all that are wrong. */
const oneTimeCode = z.string().check(z.maxLength(40))

/** Log-in: the identifier is a custom id or an e-mail address, case ignored. */
export const credentials = record({
  identifier: text(200),
  password: z.string().check(z.minLength(1), z.maxLength(200)),
  browserKey,
  /** Of the authenticator, or a recovery code; left out until it is asked for. */
  otp: z.optional(oneTimeCode),
})

export const session = z.object({ token: z.string(), user: person })

const MAX_PASSWORD = 200

/** No mail ever reaches `.invalid`: erased accounts get such addresses, which nobody may have taken before. */
export const emailAddress = text(200).check(
  z.email({ abort: true }),
  z.refine((typed) => !/\.invalid$/i.test(typed), says('email', 'The email field must be a valid email address.')),
)

/** 6 to 15 digits and nothing else, kept in the one form of a number. */
const phoneDigits = text(15, 6).check(
  z.regex(/^\d+$/, says('digits', 'The phone field must only contain digits.')),
  z.refine((digits) => !/^(\d)\1*$/.test(digits), says('one_digit', 'The phone field must be a phone number.')),
  z.overwrite((digits) => normalisePhone(digits) ?? digits),
)

const newPassword = z.string().check(z.minLength(MIN_PASSWORD), z.maxLength(MAX_PASSWORD))

/** How to reach a person, as somebody types it. */
export const typedContact = { name: nameOf(120), email: emailAddress, phone: phoneDigits, address: oneLine(300) }

/** Sign-up: whoever signs up is a supplier, whatever else is sent. */
export const registration = record({ ...typedContact, password: newPassword, browserKey })

export const registered = z.object({ message: z.string(), user: person })

export const resetRequest = record({ email: emailAddress, browserKey })

/** What is wrong with a new password or its link is said in one message, so only the shape is looked at here. */
export const passwordReset = record({
  email: z.string().check(z.maxLength(200)),
  password: z.string().check(z.maxLength(MAX_PASSWORD)),
  confirmation: as('password_confirmation', z.string().check(z.maxLength(MAX_PASSWORD))),
  token: z.string().check(z.maxLength(200)),
  browserKey,
})

const currentPassword = z.string().check(z.minLength(1), z.maxLength(MAX_PASSWORD))

/** How long the new one must be depends on whose it is. */
export const passwordChange = record({
  current: as('current_password', currentPassword),
  password: z.string().check(z.minLength(1), z.maxLength(MAX_PASSWORD)),
  confirmation: as('password_confirmation', z.string().check(z.maxLength(MAX_PASSWORD))),
})

export const openSession = record({
  since: instant,
  lastUsed: as('last_used', instant),
  /** What people call it; words of ours. */
  browser: z.string(),
  /** Where it was used from last. */
  address: z.string(),
  isCurrent: as('current', z.boolean()),
})

export type OpenSession = z.output<typeof openSession>

export const openSessions = z.array(openSession)

/** 24 digits; spaces are how people write it. Empty takes it away. */
const rib = z.pipe(
  z.string().check(z.maxLength(40)),
  z.pipe(
    z.transform((typed: string) => typed.replace(/\s+/g, '')),
    z.string().check(z.regex(/^(\d{24})?$/, says('rib_digits', 'The rib field must be 24 digits.'))),
  ),
)

/** A RIB that is left out stays as it is. */
export const profileChange = record({
  name: nameOf(120),
  address: oneLine(300),
  email: emailAddress,
  phone: phoneDigits,
  rib: z.optional(z.nullable(rib)),
  /** Asked for when the address or the RIB changes. */
  currentPassword: as('current_password', z.optional(z.nullable(z.string().check(z.maxLength(MAX_PASSWORD))))),
})

/** A person's own page of itself. */
export const profile = record({
  ...accountFields,
  grade: z.enum(GRADES),
  promoCode: as('promo_code', z.nullable(z.string())),
  gains: as('gainsUser', dirhams),
  /** Only its last four digits are readable. */
  rib: z.nullable(z.string()),
})

/** What an admin is told of the second factor of the account. */
export const secondFactorState = record({
  /** Null when there is none. */
  setAt: as('since', z.nullable(instant)),
  codesLeft: as('recovery_codes_left', z.int()),
  /** The owner asks it of every admin. */
  isRequired: as('required', z.boolean()),
})

export type SecondFactorState = z.output<typeof secondFactorState>

export const secondFactorRequest = record({ password: as('current_password', currentPassword) })

/** For the authenticator: to be typed, and as its QR code holds it. */
export const secondFactorSecret = z.object({ secret: z.string(), uri: z.string() })

export const secondFactorProof = z.object({ otp: oneTimeCode.check(z.minLength(1)) })

export const recoveryCodes = record({ codes: as('recovery_codes', z.array(z.string())) })

export const secondFactorRemoval = record({
  password: as('current_password', currentPassword),
  otp: oneTimeCode.check(z.minLength(1)),
})

export const accountState = named(ACCOUNT_STATES)

/** A supplier as a row of the admin's list. */
export const supplierRow = record({
  ...accountFields,
  grade: z.enum(GRADES),
  gains: as('gainsUser', dirhams),
  createdAt: as('created_at', instant),
  isBanned: as('is_deleted', z.boolean()),
})

export type SupplierRow = z.output<typeof supplierRow>

export const supplierPage = pageOf(supplierRow)
