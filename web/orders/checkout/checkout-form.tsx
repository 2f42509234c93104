import { useEffect, useRef } from 'react'
import { MAX_NOTE } from '#features/orders/model.ts'
import { findCity } from '#platform/kernel/cities.ts'
import common from '#web/ui/common.module.css'
import { Field, FieldFrame } from '#web/ui/field.tsx'
import { PrivacyNotice } from '#web/ui/privacy-notice.tsx'
import { CityField, needsCityInAddress } from './checkout-city.tsx'
import { type Draft, readDraft, saveDraft } from './checkout-draft.ts'
import { fieldIdOf, problemOf, type RecipientField } from './checkout-fields.ts'

export const CHECKOUT_FORM_ID = 'checkout-form'

interface CheckoutFormProps {
  city: string | null
  onCity: (city: string | null) => void
  problems: Partial<Record<RecipientField, string>>
  isReady: boolean
  onType: (draft: Draft) => void
  onLeave: (field: RecipientField, problem: string | null) => void
  onSubmit: (draft: Draft) => void
}

/**
 * The recipient in four fields, and a note to the courier. The browser holds their values, not React, so that a text
 * typed before the script runs stays. React holds the city alone, since the delivery fee depends on it.
 */
export function CheckoutForm({ city, onCity, problems, isReady, onType, onLeave, onSubmit }: CheckoutFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const draftWith = (chosen: string | null): Draft => ({ ...fieldValues(form.current), city: chosen ?? '' })

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script takes the form over
  useEffect(() => {
    if (!form.current) return
    const draft = readDraft()
    const typed = fieldValues(form.current)
    for (const field of ['name', 'phone', 'address', 'note'] as const)
      if (!typed[field]) (form.current.elements.namedItem(field) as HTMLInputElement).value = draft[field]
    const chosen = findCity(typed.city || draft.city)
    if (chosen) onCity(chosen)
    if (Object.values(typed).some(Boolean)) saveDraft(draftWith(chosen))
  }, [])

  return (
    <form
      id={CHECKOUT_FORM_ID}
      ref={form}
      className={common.stack}
      noValidate
      onInput={(event) => {
        // CityField reports its own changes.
        if (nameOf(event) !== 'city') onType(draftWith(city))
      }}
      onBlur={(event) => {
        const { phone } = draftWith(city)
        if (nameOf(event) === 'phone' && phone.trim() !== '') onLeave('phone', problemOf('phone', phone))
      }}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(draftWith(city))
      }}
    >
      <Field
        label="Nom complet"
        id={fieldIdOf('name')}
        name="name"
        error={problems.name}
        autoComplete="name"
        autoCapitalize="words"
        spellCheck={false}
        enterKeyHint="next"
        maxLength={120}
      />
      <Field
        label="Téléphone"
        hint="Le livreur vous appelle avant de passer."
        id={fieldIdOf('phone')}
        name="phone"
        error={problems.phone}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        enterKeyHint="next"
        maxLength={40}
      />
      <CityField
        city={city}
        error={problems.city}
        isReady={isReady}
        onChange={(chosen) => {
          onCity(chosen)
          onType(draftWith(chosen))
        }}
        onLeave={(isKnown) => onLeave('city', isKnown ? null : problemOf('city', ''))}
      />
      <Field
        label="Adresse"
        hint={
          needsCityInAddress(city)
            ? 'Indiquez aussi votre ville\u00A0: ville, quartier, rue, numéro, point de repère'
            : 'Quartier, rue, numéro, point de repère'
        }
        id={fieldIdOf('address')}
        name="address"
        error={problems.address}
        autoComplete="street-address"
        enterKeyHint="next"
        maxLength={300}
      />
      <FieldFrame
        label="Note pour le livreur"
        hint="Par exemple l’étage, le code de l’immeuble ou l’heure qui vous convient."
        id="checkout-note"
        optional
      >
        {(control) => <textarea {...control} name="note" rows={2} autoComplete="off" maxLength={MAX_NOTE} />}
      </FieldFrame>
      <PrivacyNotice purpose="préparer et à livrer la commande" />
    </form>
  )
}

const nameOf = ({ target }: React.SyntheticEvent): string => (target instanceof HTMLInputElement ? target.name : '')

/** Reads the fields from the page. */
function fieldValues(form: HTMLFormElement | null): Draft {
  const typed = new FormData(form ?? undefined)
  const of = (field: keyof Draft) => String(typed.get(field) ?? '')
  return { name: of('name'), phone: of('phone'), city: of('city'), address: of('address'), note: of('note') }
}
