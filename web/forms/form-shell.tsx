import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { errorSentence } from '#web/api/french-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary, type FieldError } from '#web/ui/error-summary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useIsReady } from '#web/ui/use-is-ready.ts'
import type { ApiForm } from './use-api-form.ts'
import { useUnsaved } from './use-unsaved.ts'

/** The failure of a form: a title above the French of the error, or a display of the page's own. */
export type FailureProps =
  | {
      /** Null leaves the explanation alone. */
      failed: ReactNode | ((error: unknown) => ReactNode)
      explain?: ((error: unknown) => ReactNode) | undefined
    }
  | { showFailure: (failure: { error: unknown } | null) => ReactNode }

type FormProps<Name extends string> = Pick<
  ComponentProps<'form'>,
  'id' | 'className' | 'hidden' | 'onFocus' | 'onInput' | 'onBlur'
> & {
  form: ApiForm<Name>
  /** A refused form leads to its first wrong field, to the text in it, which is then typed anew, or to a summary. */
  focus: 'field' | 'text' | 'summary'
  /** Leads to a field also when none is at fault. */
  focusOnFailure?: Name
  /** Lines of the summary, where the fields' own sentences do not name them. */
  errors?: readonly FieldError[]
  /** Title of the summary. */
  summary?: string
  failureClassName?: string | undefined
  /** Puts the failure beside the button, which is out of sight of the top. */
  hasFailureInFoot?: boolean
  /** Null for a form whose button stands elsewhere. */
  submit: Omit<ComponentProps<typeof Button>, 'type'> | null
  /** Lays out the button, with what stands around it. */
  foot?: (button: ReactNode, failure: ReactNode) => ReactNode
  children: ReactNode
}

/** A form with everything that its state asks of a page: a busy button, the failure, the focus after a refusal. */
export function FormShell<Name extends string>(props: FormProps<Name> & FailureProps) {
  const { form, focus, errors = form.errors, hasFailureInFoot = false, submit, foot, children } = props
  const isReady = useIsReady()
  const [isTyped, setTyped] = useState(false)
  useFocus(props)
  useUnsaved(isTyped)

  useEffect(() => {
    if (form.isDone) setTyped(false)
  }, [form.isDone])

  const failure = <Failure {...props} />
  const button = submit && <Button {...submit} type={isReady ? 'submit' : 'button'} busy={submit.busy ?? form.isBusy} />
  return (
    <form
      ref={form.element}
      id={props.id}
      className={props.className}
      hidden={props.hidden}
      // Should it be sent before the script runs, then at least not within the address.
      method="post"
      noValidate
      onFocus={props.onFocus}
      onInput={(event) => {
        const { name } = event.target as HTMLInputElement
        setTyped(true)
        if (form.has(name)) form.settle(name, null)
        props.onInput?.(event)
      }}
      onBlur={props.onBlur}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      {/* Enter asks the form's first button, and this one does nothing: until the script runs, nobody can send it. */}
      {!isReady && <button type="submit" disabled hidden />}
      {focus === 'summary' && <ErrorSummary title={props.summary} errors={errors} attempt={form.attempt} />}
      {!hasFailureInFoot && failure}
      {children}
      {foot ? foot(button, hasFailureInFoot && failure) : button}
    </form>
  )
}

function Failure<Name extends string>(props: FormProps<Name> & FailureProps) {
  const { failure } = props.form
  if ('showFailure' in props) return props.showFailure(failure)
  const { failed, explain = errorSentence } = props
  if (failure === null) return null
  return (
    <Notice
      tone="danger"
      role="alert"
      className={props.failureClassName}
      title={typeof failed === 'function' ? failed(failure.error) : failed}
    >
      {explain(failure.error)}
    </Notice>
  )
}

/** Moves the focus after the render that gives the field its message, so that both are heard. */
function useFocus<Name extends string>({ form, focus, focusOnFailure }: FormProps<Name>): void {
  const { attempt, failure } = form

  // biome-ignore lint/correctness/useExhaustiveDependencies: a refusal moves the focus once
  useEffect(() => {
    // The summary takes it by itself.
    if (attempt === 0 || focus === 'summary') return
    form.focusFirstProblem()
    if (focus === 'text' && document.activeElement instanceof HTMLInputElement) document.activeElement.select()
  }, [attempt])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a failure moves the focus once
  useEffect(() => {
    if (failure === null) return
    // On a phone the button that was tapped may be far below.
    form.element.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' })
    if (focusOnFailure !== undefined && form.errors.length === 0) form.focus(focusOnFailure)
  }, [failure])
}
