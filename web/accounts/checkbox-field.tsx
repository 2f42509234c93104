import type { ComponentProps, ReactNode } from 'react'
import style from './checkbox-field.module.css'

type CheckboxFieldProps = Omit<ComponentProps<'input'>, 'type'> & { children: ReactNode }

/** A box to tick; the words beside it, which are the children, tick it too. */
export function CheckboxField({ children, ...input }: CheckboxFieldProps) {
  return (
    <label className={style.field}>
      <input {...input} type="checkbox" className={style.box} />
      <span>{children}</span>
    </label>
  )
}
