import type { ComponentProps, KeyboardEvent, WheelEvent } from 'react'
import { Field } from './field.tsx'

type NumberFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'onWheel' | 'onKeyDown'>

/** A field for a number. The wheel does not change it, and a comma is a decimal point in every browser. */
export const NumberField = (props: NumberFieldProps) => (
  <Field
    {...props}
    type="number"
    onWheel={({ currentTarget }: WheelEvent<HTMLInputElement>) => currentTarget.blur()}
    onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
      if (event.key !== ',' || event.currentTarget.inputMode !== 'decimal') return
      event.preventDefault()
      // A number field has no selection of its own to write to.
      document.execCommand('insertText', false, '.')
    }}
  />
)
