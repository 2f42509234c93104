import { useEffect, useRef, useState } from 'react'
import { normalisePromoCode } from '#features/accounts/rules.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { ApiError, NetworkError } from '#web/api/api.ts'
import { waitSentence } from '#web/api/french-errors.ts'
import { forgetPromo, readPromo, saveArrivingPromo, savePromo } from '#web/cart/stored-promo.ts'
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

/** Loads the check with the first code: most orders have none. */
const isPromoKnown = async (code: string, signal?: AbortSignal): Promise<boolean> => {
  const promo = await import('#web/cart/check-promo-code.ts').catch((error: unknown) => {
    throw new NetworkError(error)
  })
  return promo.isPromoCodeActive(code, signal)
}

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

  const settle = (code: string, isKnown: boolean, isTyped: boolean) => {
    if (isKnown) {
      // A code that came with a link is stored already, as a link's.
      if (isTyped) savePromo(code)
      setApplied(code)
      setTyped('')
    } else {
      forgetPromo()
      setApplied(null)
      setTyped(code)
    }
  }

  const tryCode = async (code: string, isTyped: boolean) => {
    setBusy(true)
    setError(null)
    try {
      const isKnown = await isPromoKnown(code)
      settle(code, isKnown, isTyped)
      if (isKnown) announce(`Code ${code} appliqué`)
      else setError(UNKNOWN)
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
    if (!isAllowed) return
    saveArrivingPromo()
    const code = normalisePromoCode(readPromo() ?? '')
    if (code !== '') tryCode(code, false)
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
      forgetPromo()
      setApplied(null)
    },
    verify: async (signal) => {
      const code = isAllowed ? (applied ?? normalisePromoCode(typed)) : ''
      if (code === '') return null
      const isKnown = await isPromoKnown(code, signal)
      settle(code, isKnown, applied === null)
      setError(isKnown ? null : UNKNOWN)
      return isKnown ? code : 'unknown'
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
