import type { AccountId } from '#platform/kernel/ids.ts'

// Names and constants that pages need without the schemas of `contract.ts`, which bring their library with them.

export const ROLES = ['supplier', 'buyer', 'agent', 'admin'] as const

export type Role = (typeof ROLES)[number]

/** Roles whose accounts an admin opens by an invitation. */
export type InvitedRole = Extract<Role, 'buyer' | 'agent'>

/** An account as the API shows it to its person. */
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

export const MIN_PASSWORD = 8

export const MIN_ADMIN_PASSWORD = 12

/** Least number of characters of a password. */
export const leastPassword = (isAdmin: boolean): number => (isAdmin ? MIN_ADMIN_PASSWORD : MIN_PASSWORD)

export const EMAIL_FIELD = 'email'

export const PASSWORD_FIELD = 'password'

export const CURRENT_PASSWORD_FIELD = 'current_password'

export const OTP_FIELD = 'otp'

/** Number of recovery codes of a second factor; each opens the account once. */
export const RECOVERY_CODE_COUNT = 10

export const GRADES = ['Bronze', 'Argent', 'Or', 'Diamant'] as const

/** States by which admins filter accounts, with their wire names. */
export const ACCOUNT_STATES = { active: 'actif', banned: 'banni' } as const

export type AccountState = keyof typeof ACCOUNT_STATES

/** Groups a RIB as banks print it: `007 780 0001234567890123 45` (bank, town, account, key). */
export const groupRib = (rib: string): string => rib.replace(/^(\d{3})(\d{3})(\d{16})(\d{2})$/, '$1 $2 $3 $4')
