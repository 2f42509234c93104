import { type RefObject, useRef, useState } from 'react'
import { ApiError } from '#web/api/api.ts'
import { fieldSentences } from '#web/api/french-errors.ts'
import type { FieldError } from '#web/ui/error-summary.tsx'
import { useIdempotencyKey } from './use-idempotency-key.ts'
import { type Problems, useProblems } from './use-problems.ts'

export type FieldTexts<Name extends string> = Readonly<Record<Name, string>>

/** A sentence about what the page itself finds wrong with a field; null when nothing is. */
export type FieldRule<Name extends string> = (text: string, typed: FieldTexts<Name>) => string | null

export interface ApiFormOptions<Name extends string> {
  /** Fields in the order of the page, by the names of their controls, which are the wire's. */
  fields: Readonly<Record<Name, FieldRule<Name>>>
  /** Fields whose spaces at both ends count, as in a password. */
  verbatim?: readonly NoInfer<Name>[]
  /** Reads the fields where the page holds them itself. */
  read?: () => FieldTexts<NoInfer<Name>>
  /** Sends the fields, and throws when the API refuses. Calls that must be carried out once go under the key. */
  send: (typed: FieldTexts<NoInfer<Name>>, idempotencyKey: string) => Promise<void>
  /** Identifies what is sent beside the fields: another subject is another call, with a key of its own. */
  subject?: string | number | undefined
  /** Deals with an error in another way, and says so by true. */
  handles?: (error: unknown) => boolean
  /** Reads the problems of fields out of a refusal, where the names alone do not do. */
  problemsIn?: (error: ApiError) => Problems<NoInfer<Name>>
  /** The failure shows also when the server found fields wrong. */
  failsBesideFields?: boolean
  /** Runs after each try that was sent, which may have changed something even without an answer. */
  onSettled?: () => Promise<void> | void
}

export interface ApiForm<Name extends string> {
  element: RefObject<HTMLFormElement | null>
  /** False for a mere question, which holds nothing that could be lost. */
  hasFields: boolean
  isBusy: boolean
  /** The last try was carried out. */
  isDone: boolean
  /** Error of the last try, when no field is at fault. */
  failure: { error: unknown } | null
  problems: Problems<Name>
  errors: readonly FieldError[]
  /** The number of refusals so far. */
  attempt: number
  /** Name and error of a control. */
  field: (name: Name) => { name: Name; error: string | undefined }
  submit: () => Promise<void>
  /** Shows an error as if `send` had thrown it. */
  fail: (error: unknown) => void
  has: (name: string) => name is Name
  settle: (name: Name, problem: string | null) => void
  read: () => FieldTexts<Name>
  focus: (name: Name) => void
  focusFirstProblem: () => void
  reset: () => void
}

/**
 * A form of fields that one call of the API takes. It is sent once however often it is tapped, and again under the same
 * key after a lost answer; what is wrong stands at its field, or is the form's failure.
 */
export function useApiForm<Name extends string>(options: ApiFormOptions<Name>): ApiForm<Name> {
  const names = Object.keys(options.fields) as Name[]
  const element = useRef<HTMLFormElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [isDone, setDone] = useState(false)
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  const { problems, errors, attempt, refuse, settle, ...all } = useProblems(names)
  const key = useIdempotencyKey()
  // State is a render late for a second tap.
  const isUnderWay = useRef(false)

  const read = () => options.read?.() ?? valuesIn(element.current, names, options.verbatim ?? [])

  const focus = (name: Name) => (element.current?.elements.namedItem(name) as HTMLElement | null)?.focus()

  const fail = (error: unknown) => {
    if (options.handles?.(error)) return
    const found = error instanceof ApiError ? (options.problemsIn?.(error) ?? fieldSentences(error, names)) : {}
    const isFields = Object.keys(found).length > 0
    if (isFields) refuse(found)
    if (!isFields || options.failsBesideFields) setFailure({ error })
  }

  const carryOut = async (typed: FieldTexts<Name>) => {
    try {
      await options.send(typed, key.keyFor(JSON.stringify([options.subject, typed])))
      key.done()
      setDone(true)
    } catch (error) {
      fail(error)
    }
    await options.onSettled?.()
  }

  const submit = async () => {
    if (isUnderWay.current) return
    setFailure(null)
    setDone(false)
    all.clear()
    const typed = read()
    const found = problemsOf(options.fields, typed)
    if (Object.keys(found).length > 0) return refuse(found)
    isUnderWay.current = true
    setBusy(true)
    try {
      await carryOut(typed)
    } finally {
      setBusy(false)
      isUnderWay.current = false
    }
  }

  return {
    hasFields: names.length > 0,
    ...{ element, isBusy, isDone, failure, problems, errors, attempt, submit, fail, settle, read, focus },
    field: (name) => ({ name, error: problems[name] }),
    has: (name): name is Name => names.includes(name as Name),
    focusFirstProblem: () => {
      const first = names.find((name) => problems[name] !== undefined)
      if (first !== undefined) focus(first)
    },
    reset: () => {
      setFailure(null)
      setDone(false)
      all.reset()
    },
  }
}

function valuesIn<Name extends string>(
  form: HTMLFormElement | null,
  names: readonly Name[],
  verbatim: readonly Name[],
): FieldTexts<Name> {
  const data = new FormData(form ?? undefined)
  const textOf = (name: Name) => String(data.get(name) ?? '')
  return Object.fromEntries(
    names.map((name) => [name, verbatim.includes(name) ? textOf(name) : textOf(name).trim()]),
  ) as FieldTexts<Name>
}

function problemsOf<Name extends string>(
  fields: Readonly<Record<Name, FieldRule<Name>>>,
  typed: FieldTexts<Name>,
): Problems<Name> {
  const problems: Problems<Name> = {}
  for (const name of Object.keys(fields) as Name[]) {
    const problem = fields[name](typed[name], typed)
    if (problem !== null) problems[name] = problem
  }
  return problems
}
