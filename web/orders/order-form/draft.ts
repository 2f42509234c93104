import type { Recipient } from '#features/orders/model.ts'
import { forgetStored, readStored, watchStored, writeStored } from '#web/browser-storage.ts'
import { mayRead, readSession } from '#web/session/stored-session.ts'

const KEY = 'checkout-draft'

/**
 * The order form's fields as they were typed; the city only once it is one of the list, the town for a place that the
 * list does not name.
 */
export type Draft = Recipient & { town: string; note: string }

export function readDraft(): Draft {
  return draftFrom(readStored(KEY))
}

/** A draft of another account is an empty one: it names that account's customer. */
export function draftFrom(stored: string | null): Draft {
  const draft: Draft = { name: '', phone: '', city: '', town: '', address: '', note: '' }
  try {
    const parsed: Partial<Record<string, unknown>> = JSON.parse(stored ?? '{}')
    for (const field of Object.keys(draft) as (keyof Draft)[]) {
      const value = mayRead(parsed.accountId) && parsed[field]
      if (typeof value === 'string') draft[field] = value
    }
  } catch {
    // A damaged draft is an empty one.
  }
  return draft
}

export const watchDraft = (onChange: () => void) => watchStored([KEY], onChange)

export const saveDraft = (draft: Draft): void =>
  writeStored(KEY, JSON.stringify({ ...draft, accountId: readSession()?.id }))

export const forgetDraft = (): void => forgetStored([KEY])
