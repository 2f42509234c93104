import type { FieldMessages } from '#platform/kernel/refusal.ts'

/** One finding of a schema, as the type provider hands it over. */
interface Finding {
  keyword: string
  instancePath: string
  message?: string | undefined
  params: Record<string, unknown>
}

/** Findings of the schemas in the words that clients know, under the path of each field (`quantities.0`). */
export function fieldMessages(findings: readonly object[], input: unknown): FieldMessages {
  const messages: Record<string, string[]> = {}
  for (const finding of findings as readonly Finding[]) {
    const path = finding.instancePath.split('/').filter(Boolean)
    const field = path.join('.') || 'body'
    messages[field] ??= []
    const list = messages[field]
    const words = wordsFor(finding, field, valueAt(input, path))
    if (!list.includes(words)) list.push(words)
  }
  return messages
}

const valueAt = (input: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], input)

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

function wordsFor({ keyword, params, message }: Finding, field: string, value: unknown): string {
  if (keyword === 'custom') return message ?? `The ${field} field is invalid.`
  // `zod/mini` carries no words of its own: others than these were written for this field.
  if (message && message !== 'Invalid input' && !isMissing(value)) return message
  if (isMissing(value)) return `The ${field} field is required.`
  switch (keyword) {
    case 'invalid_type':
      return `The ${field} field must be ${withArticle(String(params.expected))}.`
    case 'invalid_value':
      return `The selected ${field} is invalid.`
    case 'not_multiple_of':
      return `The ${field} field must have at most two decimals.`
    case 'too_small':
      return tooSmall(field, params)
    case 'too_big':
      return tooBig(field, params)
    case 'invalid_format':
      return params.format === 'email'
        ? `The ${field} field must be a valid email address.`
        : `The ${field} field format is invalid.`
    default:
      return `The ${field} field is invalid.`
  }
}

const KINDS: Record<string, string> = { int: 'an integer', array: 'an array', object: 'an object' }
const withArticle = (kind: string): string => KINDS[kind] ?? `a ${kind}`

const UNITS: Record<string, string> = { string: ' characters', array: ' items' }

const tooSmall = (field: string, { origin, minimum }: Record<string, unknown>): string =>
  `The ${field} field must be at least ${minimum}${UNITS[String(origin)] ?? ''}.`

const tooBig = (field: string, { origin, maximum }: Record<string, unknown>): string =>
  `The ${field} field must not be greater than ${maximum}${UNITS[String(origin)] ?? ''}.`
