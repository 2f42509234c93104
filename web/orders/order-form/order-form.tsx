import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { MAX_ADDRESS, MAX_NOTE } from '#features/orders/model.ts'
import { findCity, OTHER_CITY } from '#platform/kernel/cities.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Field, FieldFrame } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { CityField } from './city/city-field.tsx'
import { type Draft, readDraft, saveDraft } from './draft.ts'
import {
  FIELD_LABELS,
  fieldIdOf,
  inPairs,
  isShortAddress,
  type OrderField,
  problemInDraft,
  SHORT_ADDRESS,
} from './fields.ts'
import style from './order-form.module.css'
import type { Order } from './use-order.ts'

export const ORDER_FORM_ID = 'checkout-form'

/** Letters of a town that the list of cities does not name, at most. */
const MAX_TOWN = 60

/**
 * The recipient in four fields, and a note to the courier. The browser holds their values, not React, so that a text
 * typed before the script runs stays. React holds the city alone, since the delivery fee depends on it. The button that
 * sends the form stands elsewhere on the page.
 */
export function OrderForm({ order }: { order: Order }) {
  const { city, setCity, problems } = order
  useErrorTitle(order.wasRefused)
  const form = useRef<HTMLFormElement>(null)
  const note = useRef<HTMLDetailsElement>(null)
  const [isAddressShort, setAddressShort] = useState(false)
  const draftWith = (chosen: string | null): Draft => ({ ...typedIn(form.current), city: chosen ?? '' })

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script takes the form over
  useEffect(() => {
    if (!form.current) return
    const draft = readDraft()
    const typed = typedIn(form.current)
    for (const field of ['name', 'phone', 'address', 'note'] as const)
      if (!typed[field]) (form.current.elements.namedItem(field) as HTMLInputElement).value = draft[field]
    note.current!.open = draft.note !== ''
    const chosen = findCity(typed.city || draft.city)
    if (chosen) setCity(chosen)
    const { town: _, ...shown } = typed
    if (Object.values(shown).some(Boolean)) saveDraft(draftWith(chosen))
  }, [])

  const text = (field: OrderField) =>
    ({
      label: FIELD_LABELS[field],
      id: fieldIdOf(field),
      name: field,
      error: problems[field],
      className: common.hintBeside,
      required: true,
    }) as const

  return (
    <>
      <p className={common.hint}>Champs obligatoires, sauf la note.</p>
      <form
        id={ORDER_FORM_ID}
        ref={form}
        className={common.stack}
        noValidate
        onInput={(event) => {
          const input = event.target as HTMLInputElement
          if (input.name === 'phone' && input.selectionStart === input.value.length) pair(input)
          // CityField reports its own changes.
          if (input.name === 'city') return
          const draft = draftWith(city)
          order.typed(draft)
          setAddressShort((isShort) => isShort && isShortAddress(draft))
        }}
        onBlur={({ target }) => {
          const { name } = target as Element as HTMLInputElement
          const draft = draftWith(city)
          if (name === 'phone' && draft.phone.trim() !== '') order.left('phone', problemInDraft('phone', draft))
          if (name === 'address') setAddressShort(isShortAddress(draft))
        }}
        onKeyDown={goOn}
        onSubmit={(event) => {
          event.preventDefault()
          order.send(draftWith(city))
        }}
      >
        <Field
          {...text('name')}
          dir="auto"
          autoComplete="name"
          autoCapitalize="words"
          spellCheck={false}
          enterKeyHint="next"
          maxLength={120}
        />
        <Field
          {...text('phone')}
          hint={problems.phone ? undefined : 'Par exemple 06 12 34 56 78'}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          enterKeyHint="next"
          maxLength={40}
        />
        <CityField
          city={city}
          error={problems.city}
          isReady={order.isReady}
          onChange={(chosen) => {
            setCity(chosen)
            order.typed(draftWith(chosen))
          }}
          onLeave={(isKnown) =>
            order.left('city', isKnown ? null : problemInDraft('city', draftWith(null), !order.isSupplier))
          }
        />
        {city === OTHER_CITY && (
          <Field
            {...text('town')}
            dir="auto"
            defaultValue={readDraft().town}
            autoComplete="off"
            autoCapitalize="words"
            enterKeyHint="next"
            maxLength={MAX_TOWN}
          />
        )}
        <div className={classes(common.stack, common.gap1)}>
          <Field
            {...text('address')}
            dir="auto"
            hint={problems.address ? undefined : 'Quartier, rue, numéro, repère'}
            autoComplete="street-address"
            enterKeyHint="send"
            minLength={SHORT_ADDRESS}
            maxLength={MAX_ADDRESS}
          />
          <p className={common.hint} role="status">
            {isAddressShort && 'Ajoutez la rue et le numéro, pour que le livreur vous trouve.'}
          </p>
        </div>
        <details ref={note} className={style.note}>
          <summary className={common.iconed}>
            <Icon name="plus" size={18} />
            Ajouter une note (facultatif)
          </summary>
          <FieldFrame label="Note pour le livreur" hint="Étage, code, heure qui vous convient" id="checkout-note">
            {(control) => (
              <textarea {...control} dir="auto" name="note" rows={2} autoComplete="off" maxLength={MAX_NOTE} />
            )}
          </FieldFrame>
        </details>
      </form>
    </>
  )
}

/** Enter goes to the next field, and sends the form from the last. */
function goOn(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || event.defaultPrevented) return
  const inputs = [...event.currentTarget.querySelectorAll('input')]
  const nth = inputs.indexOf(event.target as HTMLInputElement)
  const next = nth < 0 ? undefined : inputs[nth + 1]
  if (!next) return
  event.preventDefault()
  next.focus()
}

const ERROR_PREFIX = 'Erreur\u00A0: '

/** Puts *Erreur* before the page's title while the form is refused. */
function useErrorTitle(wasRefused: boolean) {
  useEffect(() => {
    if (!wasRefused) return
    document.title = ERROR_PREFIX + document.title
    return () => {
      document.title = document.title.replace(ERROR_PREFIX, '')
    }
  }, [wasRefused])
}

/** Writes a phone number in pairs of digits. Only at the end of the text, so that the caret stays where it is. */
function pair(input: HTMLInputElement): void {
  const paired = inPairs(input.value)
  if (paired !== null && paired !== input.value) input.value = paired
}

/** Reads the fields from the page. The town stays as it was while its field is not there. */
function typedIn(form: HTMLFormElement | null): Draft {
  const typed = new FormData(form ?? undefined)
  const of = (field: keyof Draft) => String(typed.get(field) ?? '')
  const town = typed.has('town') ? of('town') : readDraft().town
  return { name: of('name'), phone: of('phone'), city: of('city'), town, address: of('address'), note: of('note') }
}
