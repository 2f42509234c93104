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

/** Identity of an account and contact of its person, in every answer that shows one. */
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

/** A random word that a browser stores, so that it is not taken for others behind the same address. */
const browserKey = as('browser_key', z.optional(z.nullable(z.string().check(z.regex(/^[\w-]{32,100}$/)))))

/** A code in any spelling: whatever opens nothing gets one answer, so the schema must not answer first. */
const oneTimeCode = z.string().check(z.maxLength(40))

/** Log-in: the identifier is a custom id or an e-mail address, case ignored. */
export const credentials = record({
  identifier: text(200),
  password: z.string().check(z.minLength(1), z.maxLength(200)),
  browserKey,
  /** A code of the authenticator or a recovery code; left out until the answer demands one. */
  otp: z.optional(oneTimeCode),
})

export const session = z.object({ token: z.string(), user: person })

const MAX_PASSWORD = 200

/** Refuses addresses under `.invalid`: erased accounts get such ones, and nobody may have taken them before. */
export const emailAddress = text(200).check(
  z.email({ abort: true }),
  z.refine((typed) => !/\.invalid$/i.test(typed), says('email', 'The email field must be a valid email address.')),
)

/** A phone of 6 to 15 digits and nothing else; inside, its normal form (`normalisePhone`). */
const phoneDigits = text(15, 6).check(
  z.regex(/^\d+$/, says('digits', 'The phone field must only contain digits.')),
  z.refine((digits) => !/^(\d)\1*$/.test(digits), says('one_digit', 'The phone field must be a phone number.')),
  z.overwrite((digits) => normalisePhone(digits) ?? digits),
)

const newPassword = z.string().check(z.minLength(MIN_PASSWORD), z.maxLength(MAX_PASSWORD))

/** Name, e-mail, phone and address of a person, as forms send them. */
const typedContact = { name: nameOf(120), email: emailAddress, phone: phoneDigits, address: oneLine(300) }

/** Sign-up. It has no role: whoever signs up is a supplier, whatever else is sent. */
export const registration = record({ ...typedContact, password: newPassword, browserKey })

/** Buyer or agent whom an admin invites; the person chooses the password. */
export const invitation = z.object(typedContact)

/** The answer to a sign-up or an invitation. */
export const personAnswer = z.object({ message: z.string(), user: person })

export const resetRequest = record({ email: emailAddress, browserKey })

/** Reset of a password. Checks shapes alone: `resetPassword` refuses link and password with French messages. */
export const passwordReset = record({
  email: z.string().check(z.maxLength(200)),
  password: z.string().check(z.maxLength(MAX_PASSWORD)),
  confirmation: as('password_confirmation', z.string().check(z.maxLength(MAX_PASSWORD))),
  token: z.string().check(z.maxLength(200)),
  browserKey,
})

/** Present password, of calls by which some changes ask for it. */
export const sentPassword = z.optional(z.nullable(z.string().check(z.maxLength(MAX_PASSWORD))))

const currentPassword = z.string().check(z.minLength(1), z.maxLength(MAX_PASSWORD))

/** Change of a password. The least length depends on the role, so `changePassword` checks it. */
export const passwordChange = record({
  current: as('current_password', currentPassword),
  password: z.string().check(z.minLength(1), z.maxLength(MAX_PASSWORD)),
  confirmation: as('password_confirmation', z.string().check(z.maxLength(MAX_PASSWORD))),
})

export const openSession = record({
  since: instant,
  lastUsed: as('last_used', instant),
  /** Name in French, made by `browserName`. */
  browser: z.string(),
  /** IP address of the last use. */
  address: z.string(),
  isCurrent: as('current', z.boolean()),
})

export type OpenSession = z.output<typeof openSession>

export const openSessions = z.array(openSession)

/** A RIB of 24 digits, spaces ignored; empty removes it. */
const rib = z.pipe(
  z.string().check(z.maxLength(40)),
  z.pipe(
    z.transform((typed: string) => typed.replace(/\s+/g, '')),
    z.string().check(z.regex(/^(\d{24})?$/, says('rib_digits', 'The rib field must be 24 digits.'))),
  ),
)

/** Change of one's own profile; a RIB that is left out stays. */
export const profileChange = record({
  name: nameOf(120),
  address: oneLine(300),
  email: emailAddress,
  phone: phoneDigits,
  rib: z.optional(z.nullable(rib)),
  /** Required when the e-mail address or the RIB changes. */
  currentPassword: as('current_password', sentPassword),
})

/** A supplier's or buyer's profile, as its owner and admins read it. */
export const profile = record({
  ...accountFields,
  grade: z.enum(GRADES),
  promoCode: as('promo_code', z.nullable(z.string())),
  gains: as('gainsUser', dirhams),
  /** Masked but for its last four digits. */
  rib: z.nullable(z.string()),
})

/** State of an admin's own second factor. */
export const secondFactorState = record({
  /** Null when there is none. */
  setAt: as('since', z.nullable(instant)),
  codesLeft: as('recovery_codes_left', z.int()),
  /** True when the settings demand one of every admin. */
  isRequired: as('required', z.boolean()),
})

export type SecondFactorState = z.output<typeof secondFactorState>

export const secondFactorRequest = record({ password: as('current_password', currentPassword) })

/** Secret for the authenticator: in base32 to type, and as the address in its QR code. */
export const secondFactorSecret = z.object({ secret: z.string(), uri: z.string() })

export const secondFactorProof = z.object({ otp: oneTimeCode.check(z.minLength(1)) })

export const recoveryCodes = record({ codes: as('recovery_codes', z.array(z.string())) })

export const secondFactorRemoval = record({
  password: as('current_password', currentPassword),
  otp: oneTimeCode.check(z.minLength(1)),
})

/** An agent's own profile: an agent earns nothing here, and no bank account belongs to it. */
export const agentProfile = record(accountFields)

export const accountState = named(ACCOUNT_STATES)

/** Row of the admin's list of suppliers. */
export const supplierRow = record({
  ...accountFields,
  grade: z.enum(GRADES),
  gains: as('gainsUser', dirhams),
  createdAt: as('created_at', instant),
  isBanned: as('is_deleted', z.boolean()),
  orders: z.int(),
  /** Delivered orders among 100 that ended; null while none has ended. */
  deliveryRate: as('delivery_rate', z.nullable(z.int())),
  lastOrderAt: as('last_order_at', z.nullable(instant)),
})

export type SupplierRow = z.output<typeof supplierRow>

export const supplierPage = pageOf(supplierRow)

/** Row of the admin's list of agents. */
export const agentRow = record({
  ...accountFields,
  createdAt: as('created_at', instant),
  isBanned: as('is_deleted', z.boolean()),
  /** True until the person has chosen a password. */
  isInvited: as('is_invited', z.boolean()),
})

export type AgentRow = z.output<typeof agentRow>

export const agentPage = pageOf(agentRow)
