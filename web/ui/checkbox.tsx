import type { ComponentProps, ReactNode } from 'react'
import style from './checkbox.module.css'
import { classes } from './class-names.ts'

type TickProps = Omit<ComponentProps<'input'>, 'type' | 'size'> & {
  /** The words beside the box, which tick it too. Without them give an `aria-label`: a finger's width around the box ticks it. */
  children?: ReactNode
}

/** A box to tick. */
export const Checkbox = (props: TickProps) => <Tick {...props} type="checkbox" />

/** A box that ticks several others, with a third state while only some of them are ticked. */
export function SelectAllCheckbox({ isPartial, ...rest }: Omit<TickProps, 'ref'> & { isPartial: boolean }) {
  // HTML has no attribute for `indeterminate`.
  const mark = (box: HTMLInputElement | null) => {
    if (box) box.indeterminate = isPartial
  }
  return <Tick {...rest} ref={mark} type="checkbox" />
}

/** One of several choices, in a `fieldset` with a `legend`. */
export const Radio = (props: TickProps & { name: string }) => <Tick {...props} type="radio" />

const Tick = ({ className, children, ...input }: TickProps & { type: 'checkbox' | 'radio' }) => (
  <label className={classes(style.field, className)}>
    <input {...input} className={style.box} />
    {children && <span>{children}</span>}
  </label>
)
