import * as z from 'zod/mini'
import type { AccountId } from '#platform/kernel/ids.ts'
import { flag, id, text } from '#platform/kernel/wire.ts'

export const ROLES = ['supplier', 'buyer', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** What a browser is told of the person who logged in. */
export interface Person {
  id: AccountId
  customId: string
  name: string
  email: string
  phone: string
  address: string
  role: Role
  isAdmin: boolean
  isActive: boolean
}

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

/** Answered, with 403, to every call that carries a banned account's token. */
export const ACCOUNT_DELETED = 'Your account has been deleted.'
