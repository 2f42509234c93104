/** Kinds of refusal, in the order of the statuses that `platform/http` gives them: 422, 401, 403, 404, 409. */
export type RefusalKind = 'invalid' | 'unauthenticated' | 'forbidden' | 'missing' | 'conflict'

/** A single fault: a stable code, by which pages choose their French, and the wire's sentence. */
export interface Problem {
  code: string
  message: string
}

/** Faults of a request by the wire's name of their field. */
export type FieldProblems = Readonly<Record<string, readonly Problem[]>>

/**
 * A no that the caller can act on. Anything else that is thrown is a bug and is answered 500.
 * Recognised by its tag, not by `instanceof`: the page bundle and the server each load a copy of this file.
 */
export class Refusal extends Error {
  readonly refusal = true
  readonly kind: RefusalKind
  readonly code: string
  readonly fields: FieldProblems | undefined
  /** Id of the account concerned where nobody is logged in: for the log, never in the answer. */
  readonly about: number | undefined

  constructor(kind: RefusalKind, code: string, message: string, fields?: FieldProblems, about?: number) {
    super(message)
    this.name = 'Refusal'
    this.kind = kind
    this.code = code
    this.fields = fields
    this.about = about
  }
}

/** Recognises a `Refusal` among all that can be thrown. */
export const isRefusal = (thrown: unknown): thrown is Refusal =>
  thrown instanceof Error && (thrown as Partial<Refusal>).refusal === true

/** Refusal (422) of one field, under its wire name: its fault is the whole answer's as well. */
export const invalidField = (field: string, code: string, message: string): Refusal =>
  new Refusal('invalid', code, message, { [field]: [{ code, message }] })

/** Refusal (401) of a call without a valid token. */
export const unauthenticated = () => new Refusal('unauthenticated', 'unauthenticated', 'Unauthenticated.')

/** Refusal (403) of a caller whose role may not do this. */
export const forbidden = () => new Refusal('forbidden', 'forbidden', 'Forbidden.')

/** Refusal (403) of a banned account. The wire calls it deleted. */
export const accountDeleted = () => new Refusal('forbidden', 'account_deleted', 'Your account has been deleted.')
