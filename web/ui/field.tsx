import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from './class-names.ts'
import style from './field.module.css'
import { Icon, type IconName } from './icon.tsx'

/** Small is 44 px high, as in the rows of filters; normal 48 px. */
type Size = 'normal' | 'small'

export interface FieldTexts {
  label: ReactNode
  hint?: ReactNode
  /** A sentence that says how to correct the value. */
  error?: ReactNode
  /** Adds *(facultatif)* to the label. */
  optional?: boolean
  size?: Size
}

/** The attributes that tie a control to its label, hint and error: spread them on the control. */
export interface ControlAttributes {
  id: string
  className: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean
}

interface FieldFrameProps extends FieldTexts {
  id?: string | undefined
  className?: string | undefined
  children: (control: ControlAttributes) => ReactNode
}

/** Label, hint and error around a control of one's own. */
export function FieldFrame({ label, hint, error, optional = false, size, id, className, children }: FieldFrameProps) {
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
      <Box size={size}>
        {children({
          id: control,
          className: style.control!,
          'aria-describedby': described || undefined,
          // Also where it is false: of a required field that is still empty, a browser says that it is invalid.
          'aria-invalid': Boolean(error),
        })}
      </Box>
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

interface BoxProps {
  size?: Size | undefined
  className?: string | undefined
  children: ReactNode
}

const Box = ({ size = 'normal', className, children }: BoxProps) => (
  <div className={classes(style.box, style[size], className)}>{children}</div>
)

type InputProps = Omit<ComponentProps<'input'>, 'size'> & { icon?: IconName; size?: Size }
type SelectProps = Omit<ComponentProps<'select'>, 'size'> & { size?: Size }

/** One line of text. `id` defaults to a made one: give it when a summary links to the field. */
export function Field({ label, hint, error, optional, size, id, className, icon, ...input }: FieldTexts & InputProps) {
  return (
    <FieldFrame {...{ label, hint, error, optional, size, id, className }}>
      {(control) => (
        <>
          {icon && <Icon name={icon} />}
          <input {...input} {...control} />
        </>
      )}
    </FieldFrame>
  )
}

/** A field of one line without a visible label: give it an `aria-label`. */
export const Input = ({ size, className, icon, ...input }: InputProps) => (
  <Box {...{ size, className }}>
    {icon && <Icon name={icon} />}
    <input {...input} className={style.control} />
  </Box>
)

/** A native select; its options are the children. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  size,
  id,
  className,
  ...select
}: FieldTexts & SelectProps) {
  return (
    <FieldFrame {...{ label, hint, error, optional, size, id, className }}>
      {(control) => (
        <>
          <select {...select} {...control} />
          <Icon name="chevron-down" />
        </>
      )}
    </FieldFrame>
  )
}

/** A native select without a visible label: give it an `aria-label`. */
export const Select = ({ size, className, ...select }: SelectProps) => (
  <Box {...{ size, className }}>
    <select {...select} className={style.control} />
    <Icon name="chevron-down" />
  </Box>
)
