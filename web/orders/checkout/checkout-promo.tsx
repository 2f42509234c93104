import { useEffect, useRef, useState } from 'react'
import { normalisePromoCode } from '#features/accounts/rules.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { ApiError, NetworkError } from '#web/api/api.ts'
import { waitSentence } from '#web/api/french-errors.ts'
import { hasPromo, readPromo, readPromoGiver, removePromo, savePromo } from '#web/cart/stored-promo.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { Price } from '#web/ui/price.tsx'
import tones from '#web/ui/tones.module.css'
import { PROMO_FIELD_ID } from './checkout-fields.ts'
import style from './checkout-promo.module.css'

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

/** The promo code of this checkout. Visitors and admins alone can use one; a link's code applies by itself. */
export function usePromo(isAllowed: boolean): Promo {
  const [applied, setApplied] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  /** Asks the shop, and shows what it says. */
  const settle = async (code: string, isTyped: boolean, signal?: AbortSignal): Promise<boolean> => {
    const giver = await (await loadCheck()).giverOf(code, signal)
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
      if (await settle(code, isTyped)) announce(`Code ${code} appliqué`)
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

interface PromoFieldProps {
  promo: Promo
  discount: Centimes
  /** The reason that forbids this person a code. */
  refusal: string | null
}

export function PromoField({ promo, discount, refusal }: PromoFieldProps) {
  const remove = useRef<HTMLButtonElement>(null)
  const hadCode = useRef(promo.applied)

  // The control with the focus is gone: the focus goes to the control in its place.
  useEffect(() => {
    if (hadCode.current === promo.applied) return
    const cameByItself = hadCode.current === null && document.activeElement !== document.body
    hadCode.current = promo.applied
    if (cameByItself) return
    if (promo.applied) remove.current?.focus()
    else document.getElementById(PROMO_FIELD_ID)?.focus()
  }, [promo.applied])

  if (promo.applied)
    return (
      <p className={classes(tones.ok, common.strong, style.chip)}>
        <Icon name="check-circle" size={20} />
        <span className={style.words}>
          Code {promo.applied}&nbsp;: −<Price amount={discount} />
        </span>
        <IconButton
          icon="close"
          iconSize={18}
          label={`Retirer le code ${promo.applied}`}
          ref={remove}
          onClick={promo.remove}
        />
      </p>
    )
  return (
    <form
      className={classes(common.stack, common.gap2, style.promo)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!promo.isBusy) promo.apply()
      }}
    >
      <Field
        label="Code promo"
        id={PROMO_FIELD_ID}
        hint={refusal ?? undefined}
        error={promo.error ?? undefined}
        className={style.field}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={100}
        enterKeyHint="done"
        disabled={refusal !== null}
        value={promo.typed}
        onChange={(event) => promo.type(event.target.value)}
      />
      <Button type="submit" look="secondary" wide busy={promo.isBusy} disabled={refusal !== null}>
        Appliquer le code promo
      </Button>
    </form>
  )
}
