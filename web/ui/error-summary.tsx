import { useEffect, useRef } from 'react'
import style from './error-summary.module.css'

export interface FieldError {
  /** The id of the control to go to. */
  fieldId: string
  message: string
  /** The name of the field, for a summary that leaves the sentence to the field. */
  label?: string
}

interface ErrorSummaryProps {
  title?: string | undefined
  errors: readonly FieldError[]
  /** The number of refusals: the summary takes the focus each time it changes. */
  attempt: number
}

/** Moves the focus to a field, and opens what it is folded in. */
export function goToField(fieldId: string): void {
  const field = document.getElementById(fieldId)
  field?.closest('details')?.setAttribute('open', '')
  field?.focus()
}

/**
 * Lists the errors of a refused form: it takes the focus and links to each field. Where they have labels it links to the
 * first field, as the others come in order below it, and a sole one gets the focus itself. Renders nothing without errors.
 */
export function ErrorSummary({ title = 'Quelques informations sont à corriger', errors, attempt }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const sole = errors.length === 1 && errors[0]!.label ? errors[0] : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refusal moves the focus once
  useEffect(() => {
    if (attempt === 0) return
    if (sole) goToField(sole.fieldId)
    else box.current?.focus()
  }, [attempt])
  if (errors.length === 0) return null
  return (
    <div className={style.summary} ref={box} tabIndex={-1} role="alert">
      <h2>{title}</h2>
      {!sole && (
        <ul className={style.list}>
          {(errors[0]!.label ? errors.slice(0, 1) : errors).map(({ fieldId, message, label }) => (
            <li key={fieldId}>
              <a
                href={`#${fieldId}`}
                onClick={(event) => {
                  event.preventDefault()
                  goToField(fieldId)
                }}
              >
                {label ? `Commencer par «\u00A0${label}\u00A0»` : message}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
