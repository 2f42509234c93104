import type { ComponentProps, WheelEvent } from 'react'
import { Field } from './field.tsx'
import { asNumberText } from './number-text.ts'

type NumberFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'onWheel' | 'ref'>

/** A field for a number, typed or pasted as people write it. The wheel does not change it. */
export const NumberField = (props: NumberFieldProps) => (
  <Field
    {...props}
    ref={correctEntries}
    type="number"
    onWheel={({ currentTarget }: WheelEvent<HTMLInputElement>) => currentTarget.blur()}
  />
)

/** Corrects what is about to be entered: a browser drops a comma without a word, and 149,50 would become 14950. */
function correctEntries(input: HTMLInputElement | null) {
  const correct = (event: InputEvent) => {
    const entry = event.data ?? ''
    const corrected = asNumberText(entry)
    if (corrected === entry) return
    event.preventDefault()
    // A number field has no selection of its own to write to.
    document.execCommand('insertText', false, corrected)
  }
  input?.addEventListener('beforeinput', correct)
  return () => input?.removeEventListener('beforeinput', correct)
}
