import { useRef } from 'react'
import { freshKey } from '#web/api/idempotency-key.ts'

export interface IdempotencyKey {
  keyFor: (what: string) => string
  done: () => void
}

/**
 * The key under which a form is sent: the same as long as the same is sent, so that a second try after a lost answer
 * does nothing twice; another once something was changed, or what was sent is done.
 */
export function useIdempotencyKey(): IdempotencyKey {
  const attempt = useRef<{ what: string; key: string }>(null)
  return {
    keyFor: (what) => {
      if (attempt.current?.what !== what) attempt.current = { what, key: freshKey() }
      return attempt.current.key
    },
    done: () => {
      attempt.current = null
    },
  }
}
