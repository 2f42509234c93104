import { type ReactNode, useEffect } from 'react'
import { fieldSentences } from '#web/api/french-errors.ts'
import { FormShell } from '#web/forms/form-shell.tsx'
import { useApiForm } from '#web/forms/use-api-form.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import style from './second-factor.module.css'

interface StepFormProps {
  /** The one field of the step, as the wire calls it. */
  name: string
  /** Sentence at the empty field. */
  missing: string
  /** Sentences of this step for error codes, in place of the general ones. */
  sentences?: Readonly<Record<string, string>>
  confirm: string
  onCancel: () => void
  act: (typed: string) => Promise<void>
  children: (error: string | undefined) => ReactNode
}

/** Step with one field, which has the focus from the start and again when it is wrong. */
export function StepForm({ name, missing, sentences = {}, confirm, onCancel, act, children }: StepFormProps) {
  const form = useApiForm({
    fields: { [name]: (text: string) => (text.trim() === '' ? missing : null) },
    verbatim: [name],
    send: (typed) => act(typed[name]!),
    problemsIn: (error) => {
      const known = sentences[error.code]
      return known === undefined ? fieldSentences(error, [name]) : { [name]: known }
    },
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a step begins once
  useEffect(() => form.focus(name), [])

  return (
    <FormShell
      form={form}
      className={classes(common.stack, common.whole)}
      focus="text"
      failed={null}
      submit={{ children: confirm }}
      foot={(button) => (
        <div className={classes(common.wrap, style.buttons)}>
          {button}
          <Button look="secondary" onClick={onCancel}>
            Annuler
          </Button>
        </div>
      )}
    >
      {children(form.problems[name])}
    </FormShell>
  )
}
