/** Why a caller is told no. One table in `platform/http` gives each kind its status: 422, 401, 403, 404, 409. */
export type RefusalKind = 'invalid' | 'unauthenticated' | 'forbidden' | 'missing' | 'conflict'

/** One thing that is wrong: a stable word, by which pages choose their French, and the wire's sentence. */
export interface Problem {
  code: string
  message: string
}

/** Problems under the wire's name of the field that they are about. */
export type FieldProblems = Readonly<Record<string, readonly Problem[]>>

/**
 * A no that the caller can act on. Everything else that is thrown is a bug and is answered 500.
 * Known by its tag, not by `instanceof`: the page bundle and the server each hold a copy of this file.
 */
export class Refusal extends Error {
  readonly refusal = true
  readonly kind: RefusalKind
  readonly code: string
  readonly fields: FieldProblems | undefined
  /** Whose account it is about where nobody is logged in: for the log, never answered. */
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

export const isRefusal = (thrown: unknown): thrown is Refusal =>
  thrown instanceof Error && (thrown as Partial<Refusal>).refusal === true

/** An invalid field: its problem is the whole answer's as well. */
export const invalidField = (field: string, code: string, message: string): Refusal =>
  new Refusal('invalid', code, message, { [field]: [{ code, message }] })

export const unauthenticated = () => new Refusal('unauthenticated', 'unauthenticated', 'Unauthenticated.')
export const forbidden = () => new Refusal('forbidden', 'forbidden', 'Forbidden.')
export const accountDeleted = () => new Refusal('forbidden', 'account_deleted', 'Your account has been deleted.')
