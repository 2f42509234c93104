import * as z from 'zod/mini'
import type { AccountId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { dirhams, flag, id, instant, named, pageOf, text } from '#platform/kernel/wire.ts'
import { ACCOUNT_STATES, GRADES, MIN_PASSWORD, ROLES } from './names.ts'

const centimesInside = z.int() as unknown as z.ZodMiniType<Centimes, Centimes>

export const person = z.codec(
  z.object({
    id: id<AccountId>(),
    custom_id: z.string(),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    role: z.enum(ROLES),
    is_admin: flag,
    is_active: flag,
  }),
  z.object({
    id: id<AccountId>(),
    customId: z.string(),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    role: z.enum(ROLES),
    isAdmin: z.boolean(),
    isActive: z.boolean(),
  }),
  {
    decode: ({ custom_id, is_admin, is_active, ...same }) => ({
      ...same,
      customId: custom_id,
      isAdmin: is_admin,
      isActive: is_active,
    }),
    encode: ({ customId, isAdmin, isActive, ...same }) => ({
      ...same,
      custom_id: customId,
      is_admin: isAdmin,
      is_active: isActive,
    }),
  },
)

/** Log-in: the identifier is a custom id or an e-mail address, case ignored. */
export const credentials = z.object({
  identifier: text(200),
  password: z.string().check(z.minLength(1), z.maxLength(200)),
})

export const session = z.object({ token: z.string(), user: person })

const MAX_PASSWORD = 200

export const emailAddress = text(200).check(z.email())

/** 6 to 15 digits and nothing else. */
export const phoneDigits = text(15, 6).check(z.regex(/^\d+$/, 'The phone field must only contain digits.'))

const newPassword = z.string().check(z.minLength(MIN_PASSWORD), z.maxLength(MAX_PASSWORD))

/** Sign-up: whoever signs up is a supplier, whatever else is sent. */
export const registration = z.object({
  name: text(120),
  email: emailAddress,
  phone: phoneDigits,
  address: text(300),
  password: newPassword,
})

export const registered = z.object({ message: z.string(), user: person })

export const resetRequest = z.object({ email: emailAddress })

/** What is wrong with a new password or its link is said in one message, so only the shape is looked at here. */
export const passwordReset = z.object({
  email: z.string().check(z.maxLength(200)),
  password: z.string().check(z.maxLength(MAX_PASSWORD)),
  password_confirmation: z.string().check(z.maxLength(MAX_PASSWORD)),
  token: z.string().check(z.maxLength(200)),
})

/** 24 digits; spaces are how people write it. Empty takes it away. */
const rib = z.pipe(
  z.string().check(z.maxLength(40)),
  z.pipe(
    z.transform((typed: string) => typed.replace(/\s+/g, '')),
    z.string().check(z.regex(/^(\d{24})?$/, 'The rib field must be 24 digits.')),
  ),
)

/** A RIB that is left out stays as it is. */
export const profileChange = z.object({
  name: text(120),
  address: text(300),
  email: emailAddress,
  phone: phoneDigits,
  rib: z.optional(z.nullable(rib)),
})

/** A person's own page of itself. */
export const profile = z.codec(
  z.object({
    id: id<AccountId>(),
    custom_id: z.string(),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    grade: z.enum(GRADES),
    promo_code: z.nullable(z.string()),
    gainsUser: dirhams,
    rib: z.nullable(z.string()),
  }),
  z.object({
    id: id<AccountId>(),
    customId: z.string(),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    grade: z.enum(GRADES),
    promoCode: z.nullable(z.string()),
    gains: centimesInside,
    /** Only its last four digits are readable. */
    rib: z.nullable(z.string()),
  }),
  {
    decode: ({ custom_id, promo_code, gainsUser, ...same }) => ({
      ...same,
      customId: custom_id,
      promoCode: promo_code,
      gains: gainsUser,
    }),
    encode: ({ customId, promoCode, gains, ...same }) => ({
      ...same,
      custom_id: customId,
      promo_code: promoCode,
      gainsUser: gains,
    }),
  },
)

export const accountState = named(ACCOUNT_STATES)

/** A supplier as a row of the admin's list. */
export const supplierRow = z.codec(
  z.object({
    id: id<AccountId>(),
    custom_id: z.string(),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    grade: z.enum(GRADES),
    gainsUser: dirhams,
    created_at: instant,
    is_deleted: z.boolean(),
  }),
  z.object({
    id: id<AccountId>(),
    customId: z.string(),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    grade: z.enum(GRADES),
    gains: centimesInside,
    createdAt: z.date(),
    isBanned: z.boolean(),
  }),
  {
    decode: ({ custom_id, gainsUser, created_at, is_deleted, ...same }) => ({
      ...same,
      customId: custom_id,
      gains: gainsUser,
      createdAt: created_at,
      isBanned: is_deleted,
    }),
    encode: ({ customId, gains, createdAt, isBanned, ...same }) => ({
      ...same,
      custom_id: customId,
      gainsUser: gains,
      created_at: createdAt,
      is_deleted: isBanned,
    }),
  },
)

export type SupplierRow = z.output<typeof supplierRow>

export const supplierPage = pageOf(supplierRow)
