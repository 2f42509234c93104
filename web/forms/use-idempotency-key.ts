import { useRef } from 'react'
import { freshKey } from '#web/api/idempotency-key.ts'

export interface IdempotencyKey {
  keyFor: (content: string) => string
  done: () => void
}

/**
 * Key under which a form is sent: it stays as long as the content does, so that a second try after a lost answer does
 * nothing twice; changed content, or content that was carried out, takes another.
 */
export function useIdempotencyKey(): IdempotencyKey {
  const attempt = useRef<{ content: string; key: string }>(null)
  return {
    keyFor: (content) => {
      if (attempt.current?.content !== content) attempt.current = { content, key: freshKey() }
      return attempt.current.key
    },
    done: () => {
      attempt.current = null
    },
  }
}
