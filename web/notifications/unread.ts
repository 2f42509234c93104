import type * as z from 'zod/mini'
import { unreadAnswer } from '#features/notifications/contract.ts'
import { usePolled } from './use-polled.ts'

export type Unread = z.output<typeof unreadAnswer>

const EVERY_MS = 10_000

const loadAnswer = async () => unreadAnswer

/** The number of unread notifications, every ten seconds. */
export function useUnread(isWatching: boolean): { unread: Unread | null; refresh: () => void } {
  const { answered, refresh } = usePolled('/api/admin/notifications/unread', loadAnswer, EVERY_MS, isWatching)
  return { unread: answered, refresh }
}
