import { useState } from 'react'
import type { FieldError } from '#web/ui/error-summary.tsx'

/** Sentences about fields that are wrong, by their names. */
export type Problems<Name extends string> = Partial<Record<Name, string>>

/** Problems of a form's fields: all at once after a refusal, one by one while somebody corrects them. */
export function useProblems<Name extends string>(fields: readonly Name[]) {
  const [problems, setProblems] = useState<Problems<Name>>({})
  const [attempt, setAttempt] = useState(0)

  return {
    problems,
    /** Lines of the summary: each field's id is its name. */
    errors: fields.flatMap((field): FieldError[] => {
      const message = problems[field]
      return message === undefined ? [] : [{ fieldId: field, message }]
    }),
    /** The number of refusals so far: the focus moves when it grows. */
    attempt,
    refuse(found: Problems<Name>) {
      setProblems(found)
      setAttempt((before) => before + 1)
    },
    /** Null takes a field's message away. */
    settle(field: Name, problem: string | null) {
      setProblems(
        ({ [field]: _, ...others }) => (problem === null ? others : { ...others, [field]: problem }) as Problems<Name>,
      )
    },
    clear: () => setProblems({}),
    /** Forgets that it was ever refused. */
    reset() {
      setProblems({})
      setAttempt(0)
    },
  }
}
