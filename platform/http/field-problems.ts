import { readProblem } from '#platform/kernel/codecs.ts'
import type { FieldProblems, Problem } from '#platform/kernel/refusal.ts'

/** One finding of a schema, as the type provider passes it on. */
interface SchemaFinding {
  keyword: string
  instancePath: string
  message?: string | undefined
  params: Record<string, unknown>
}

/** Translates the findings of schemas into the contract's codes and sentences, by the path of each field (`quantities.0`). */
export function fieldProblems(findings: readonly object[], input: unknown): FieldProblems {
  const problems: Record<string, Problem[]> = {}
  for (const finding of findings as readonly SchemaFinding[]) {
    const path = finding.instancePath.split('/').filter(Boolean)
    const field = path.join('.') || 'body'
    problems[field] ??= []
    const list = problems[field]
    const problem = problemOf(finding, field, valueAt(input, path))
    if (list.every(({ message }) => message !== problem.message)) list.push(problem)
  }
  return problems
}

const valueAt = (input: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], input)

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

function problemOf(finding: SchemaFinding, field: string, value: unknown): Problem {
  const own = readProblem(finding.message ?? '')
  if (own && (finding.keyword === 'custom' || !isMissing(value))) return own
  if (finding.keyword !== 'custom' && isMissing(value))
    return { code: 'required', message: `The ${field} field is required.` }
  const { code, words } = wordsFor(finding)
  return { code, message: code === 'not_listed' ? `The selected ${field} is invalid.` : `The ${field} field ${words}.` }
}

function wordsFor({ keyword, params }: SchemaFinding): { code: string; words: string } {
  switch (keyword) {
    case 'invalid_type':
      return KINDS[String(params.expected)] ?? { code: 'type', words: `must be a ${params.expected}` }
    case 'invalid_value':
      return { code: 'not_listed', words: 'is invalid' }
    case 'not_multiple_of':
      return { code: 'decimals', words: 'must have at most two decimals' }
    case 'too_small':
      return bound('min', `must be at least ${params.minimum}`, params.origin)
    case 'too_big':
      return bound('max', `must not be greater than ${params.maximum}`, params.origin)
    case 'invalid_format':
      return params.format === 'email'
        ? { code: 'email', words: 'must be a valid email address' }
        : { code: 'format', words: 'format is invalid' }
    default:
      return { code: 'invalid', words: 'is invalid' }
  }
}

const KINDS: Record<string, { code: string; words: string }> = {
  number: { code: 'number', words: 'must be a number' },
  int: { code: 'integer', words: 'must be an integer' },
  array: { code: 'type', words: 'must be an array' },
  object: { code: 'type', words: 'must be an object' },
}

function bound(code: 'min' | 'max', words: string, origin: unknown): { code: string; words: string } {
  if (origin === 'string') return { code: `${code}_length`, words: `${words} characters` }
  if (origin === 'array') return { code: `${code}_items`, words: `${words} items` }
  return { code, words }
}
