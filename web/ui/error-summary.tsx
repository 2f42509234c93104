import { useEffect, useRef } from 'react'
import style from './error-summary.module.css'

export interface FieldError {
  /** The id of the control to go to. */
  fieldId: string
  message: string
}

interface ErrorSummaryProps {
  title?: string
  errors: readonly FieldError[]
  /** Takes the focus each time this changes: the number of the attempt, for instance. */
  attempt: number
}

/** What a refused form says first: takes the focus and leads to each field. Nothing when there is no error. */
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
