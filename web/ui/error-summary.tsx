import { useEffect, useRef } from 'react'
import style from './error-summary.module.css'

export interface FieldError {
  /** The id of the control to go to. */
  fieldId: string
  message: string
}

interface ErrorSummaryProps {
  title?: string | undefined
  errors: readonly FieldError[]
  /** The number of refusals: the summary takes the focus each time it changes. */
  attempt: number
}

/** Lists the errors of a refused form: it takes the focus and links to each field. Renders nothing without errors. */
export function ErrorSummary({ title = 'Quelques informations sont à corriger', errors, attempt }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempt > 0) box.current?.focus()
  }, [attempt])
  if (errors.length === 0) return null
  return (
    <div className={style.summary} ref={box} tabIndex={-1} role="alert">
      <h2>{title}</h2>
      <ul className={style.list}>
        {errors.map(({ fieldId, message }) => (
          <li key={fieldId}>
            <a
              href={`#${fieldId}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(fieldId)?.focus()
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
