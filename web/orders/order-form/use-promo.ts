import { useEffect, useState } from 'react'
import { normalisePromoCode } from '#features/accounts/promo-codes/rules.ts'
import { ApiError, NetworkError } from '#web/api/api.ts'
import { waitSentence } from '#web/api/french-errors.ts'
import {
  hasPromo,
  readPromo,
  readPromoGiver,
  removePromo,
  savePromo,
  watchRemovedPromo,
} from '#web/cart/stored-promo.ts'
import { announce } from '#web/ui/live-region.tsx'

/** Loaded with the first code: most orders have none. */
const loadCheck = () =>
  import('#web/cart/check-promo-code.ts').catch((error: unknown) => {
    throw new NetworkError(error)
  })

const UNKNOWN = 'Code promo invalide.'

export interface Promo {
  /** The code that takes its discount, or null. */
  applied: string | null
  typed: string
  error: string | null
  isBusy: boolean
  type: (text: string) => void
  apply: () => Promise<void>
  remove: () => void
  /** Checks the applied or typed code for an order; null when there is none. Throws when the shop does not answer. */
  verify: (signal: AbortSignal) => Promise<string | null | 'unknown'>
}

/** The promo code of an order. Visitors and admins alone can use one; a link's code applies by itself. */
export function usePromo(isAllowed: boolean): Promo {
  const [applied, setApplied] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  /** Asks the shop, and shows what it says; false as well for a code that nobody wants any more once it answers. */
  const settle = async (
    code: string,
    isTyped: boolean,
    signal?: AbortSignal,
    isWanted = () => true,
  ): Promise<boolean> => {
    const giver = await (await loadCheck()).giverOf(code, signal)
    if (!isWanted()) return false
    if (giver !== null) {
      // A code that came with a link is stored already, as a link's.
      if (isTyped) savePromo(code, giver)
      setApplied(code)
      setTyped('')
    } else {
      removePromo()
      setApplied(null)
      setTyped(code)
    }
    setError(giver === null ? UNKNOWN : null)
    return giver !== null
  }

  const tryCode = async (code: string, isTyped: boolean) => {
    setBusy(true)
    setError(null)
    try {
      // The strip may have taken a link's code out meanwhile: it does not come back.
      const isWanted = () => isTyped || readPromo() !== null
      if (await settle(code, isTyped, undefined, isWanted)) announce(`Code ${code} appliqué`)
    } catch (failure) {
      setTyped(code)
      const isLimited = failure instanceof ApiError && failure.status === 429
      const wait = isLimited ? ` ${waitSentence(failure.retryAfterSeconds)}` : ''
      setError(`Erreur lors de la vérification du code promo.${wait}`)
    } finally {
      setBusy(false)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a code that came with a link is tried once, on arrival
  useEffect(() => {
    if (!isAllowed || !hasPromo()) return
    const storedCode = () => normalisePromoCode(readPromo() ?? '')
    // The discount that the other pages have shown is there at once.
    if (readPromoGiver() !== null) setApplied(storedCode())
    const tryStored = () => {
      if (storedCode() !== '') tryCode(storedCode(), false)
    }
    loadCheck().then((check) => {
      check.saveArrivingPromo()
      tryStored()
    }, tryStored)
  }, [isAllowed])

  // The strip of the page takes a code out as well.
  useEffect(() => watchRemovedPromo(() => setApplied(null)), [])

  return {
    applied: isAllowed ? applied : null,
    typed,
    error,
    isBusy,
    type: (text) => {
      setTyped(text)
      setError(null)
    },
    apply: async () => {
      const code = normalisePromoCode(typed)
      if (code === '') setError('Veuillez entrer un code promo.')
      else await tryCode(code, true)
    },
    remove: () => {
      removePromo()
      setApplied(null)
    },
    verify: async (signal) => {
      const code = isAllowed ? (applied ?? normalisePromoCode(typed)) : ''
      if (code === '') return null
      return (await settle(code, applied === null, signal)) ? code : 'unknown'
    },
  }
}
