import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { classes } from './class-names.ts'
import style from './field.module.css'
import { Icon } from './icon.tsx'

interface Texts {
  label: ReactNode
  hint?: ReactNode
  /** What to do about it, in a sentence. */
  error?: ReactNode
  /** Adds *(facultatif)* to the label. */
  optional?: boolean
}

/** What ties a control to its label, hint and error: spread it on the control. */
export interface ControlAttributes {
  id: string
  className: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldFrameProps extends Texts {
  id?: string | undefined
  className?: string | undefined
  children: (control: ControlAttributes) => ReactNode
}

/** Label, hint and error around a control of one's own. */
export function FieldFrame({ label, hint, error, optional = false, id, className, children }: FieldFrameProps) {
  const made = useId()
  const control = id ?? made
  const hintId = `${control}-hint`
  const errorId = `${control}-error`
  const described = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ')
  return (
    <div className={classes(style.field, className)}>
      <label className={style.label} htmlFor={control}>
        {label}
        {optional && <span className={style.optional}> (facultatif)</span>}
      </label>
      {hint && (
        <p className={style.hint} id={hintId}>
          {hint}
        </p>
      )}
      <div className={style.box}>
        {children({
          id: control,
          className: style.control!,
          'aria-describedby': described || undefined,
          'aria-invalid': error ? true : undefined,
        })}
      </div>
      {error && (
        <p className={style.error} id={errorId}>
          <Icon name="danger" size={16} />
          <span>
            <span className="visually-hidden">Erreur&nbsp;: </span>
            {error}
          </span>
        </p>
      )}
    </div>
  )
}

/** One line of text. `id` defaults to a made one: give it when a summary links to the field. */
export function Field({ label, hint, error, optional, id, className, ...input }: Texts & ComponentProps<'input'>) {
  return (
    <FieldFrame {...{ label, hint, error, id, className }} optional={optional ?? false}>
      {(control) => <input {...input} {...control} />}
    </FieldFrame>
  )
}

/** A native select; its options are the children. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  id,
  className,
  ...select
}: Texts & ComponentProps<'select'>) {
  return (
    <FieldFrame {...{ label, hint, error, id, className }} optional={optional ?? false}>
      {(control) => (
        <>
          <select {...select} {...control} />
          <Icon name="chevron-down" className={style.chevron} />
        </>
      )}
    </FieldFrame>
  )
}

/** A password with a button that shows and hides it. */
export function PasswordField({
  label,
  hint,
  error,
  optional,
  id,
  className,
  ...input
}: Texts & Omit<ComponentProps<'input'>, 'type'>) {
  const [isShown, setShown] = useState(false)
  return (
    <FieldFrame {...{ label, hint, error, id, className }} optional={optional ?? false}>
      {(control) => (
        <>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...control}
            className={classes(control.className, style.withToggle)}
            type={isShown ? 'text' : 'password'}
          />
          <button
            type="button"
            className={style.toggle}
            aria-label={isShown ? 'Masquer le mot de passe' : 'Afficher le mot de passe'}
            aria-controls={control.id}
            onClick={() => setShown(!isShown)}
          >
            <Icon name={isShown ? 'eye-off' : 'eye'} />
          </button>
        </>
      )}
    </FieldFrame>
  )
}
