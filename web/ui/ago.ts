import { MINUTE_MS } from '#platform/kernel/durations.ts'

/** `il y a 12 min`, `il y a 2 h`, `il y a 3 j`. */
export function ago(at: Date, now: Date): string {
  const minutes = Math.max(1, Math.floor((now.getTime() - at.getTime()) / MINUTE_MS))
  if (minutes < 60) return `il y a ${minutes}\u00A0min`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `il y a ${hours}\u00A0h` : `il y a ${Math.floor(hours / 24)}\u00A0j`
}
