import { Refusal } from '#platform/kernel/refusal.ts'
import { ACCOUNT_DELETED, type Role } from './contract.ts'

const PREFIXES: Record<Role, string> = { supplier: 'F-', buyer: 'B-', admin: 'A-' }

/** The identifier given to the nth account of a role: `F-1001`. */
export const customIdOf = (role: Role, number: number): string => `${PREFIXES[role]}${number}`

/** A promo code as it is compared and kept: capitals, no spaces around. */
export const foldPromoCode = (typed: string): string => typed.trim().toUpperCase()

/** 6 to 12 letters and digits. */
export const isPromoCode = (code: string): boolean => /^[A-Z0-9]{6,12}$/.test(code)

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

/** How long a session lives from log-in, and how long it may be left unused (milliseconds). */
export const sessionLife = (role: Role): { life: number; idle: number } =>
  role === 'admin' ? { life: 12 * HOUR, idle: 2 * HOUR } : { life: 30 * DAY, idle: 7 * DAY }

export const unauthenticated = () => new Refusal('unauthenticated', 'Unauthenticated.')
export const wrongCredentials = () => new Refusal('unauthenticated', 'These credentials do not match our records.')
export const accountDeleted = () => new Refusal('forbidden', ACCOUNT_DELETED)
