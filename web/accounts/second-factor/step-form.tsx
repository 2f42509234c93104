import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/api/api.ts'
import { errorSentence, fieldSentences } from '#web/api/french-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import style from './second-factor.module.css'

interface StepFormProps<Name extends string> {
  /** The one field of the step, as the wire calls it. */
  name: Name
  /** Said of the field when nothing was typed. */
  missing: string
  /** What this step says of a code of the server's, where it knows better. */
  sentences?: Readonly<Record<string, string>>
  confirm: string
  onCancel: () => void
  act: (typed: string) => Promise<void>
  children: (error: string | undefined) => ReactNode
}

/** A step with one field, which has the focus from the start and again when it is wrong. */
export function StepForm<Name extends string>({
  name,
  missing,
  sentences = {},
  confirm,
  onCancel,
  act,
  children,
}: StepFormProps<Name>) {
  const form = useRef<HTMLFormElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [trouble, setTrouble] = useState<string | null>(null)
  const control = () => form.current?.elements.namedItem(name) as HTMLInputElement | null

  useEffect(() => {
    ;(form.current?.elements.namedItem(name) as HTMLInputElement | null)?.focus()
  }, [name])

  const refuse = (sentence: string) => {
    setProblem(sentence)
    // After the render that gives the field its message, so that both are heard.
    requestAnimationFrame(() => control()?.select())
  }

  const submit = async () => {
    const typed = control()?.value ?? ''
    setTrouble(null)
    setProblem(undefined)
    if (typed.trim() === '') return refuse(missing)
    setBusy(true)
    try {
      await act(typed)
    } catch (error) {
      const known = error instanceof ApiError ? sentences[error.code] : undefined
      const refused = known ?? (error instanceof ApiError ? fieldSentences(error, [name])[name] : undefined)
      if (refused !== undefined) refuse(refused)
      else setTrouble(errorSentence(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      ref={form}
      className={style.form}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) submit()
      }}
    >
      {trouble && (
        <Notice tone="danger" role="alert">
          {trouble}
        </Notice>
      )}
      {children(problem)}
      <div className={style.buttons}>
        <Button type="submit" busy={isBusy}>
          {confirm}
        </Button>
        <Button look="secondary" onClick={onCancel}>
          Annuler
        </Button>
      </div>
    </form>
  )
}
