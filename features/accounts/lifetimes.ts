import { DAY_MS, HOUR_MS } from '#platform/kernel/durations.ts'

/**
 * Rule: a session of an admin or an agent lasts 12 hours and dies after 2 unused, anybody else's 30 days and 7 unused. Gives
 * both in milliseconds, `life` from log-in and `idle` from the last use.
 */
export const sessionLife = (role: string): { life: number; idle: number } =>
  role === 'admin' || role === 'agent'
    ? { life: 12 * HOUR_MS, idle: 2 * HOUR_MS }
    : { life: 30 * DAY_MS, idle: 7 * DAY_MS }

/** Applies `sessionLife` to one session. */
export function isSessionAlive(
  role: string,
  { createdAt, lastUsedAt }: { createdAt: Date; lastUsedAt: Date },
  now: Date,
): boolean {
  const { life, idle } = sessionLife(role)
  return now.getTime() - createdAt.getTime() <= life && now.getTime() - lastUsedAt.getTime() <= idle
}

/** Rule: a link to choose a password expires after an hour when it was requested, after a week when it invites. */
export const linkExpiry = (kind: 'reset' | 'invitation', now: Date): Date =>
  new Date(now.getTime() + (kind === 'reset' ? HOUR_MS : 7 * DAY_MS))
