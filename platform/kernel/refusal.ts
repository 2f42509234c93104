/** Why a caller is told no. One table in `platform/http` gives each kind its status: 422, 401, 403, 404, 409. */
export type RefusalKind = 'invalid' | 'unauthenticated' | 'forbidden' | 'missing' | 'conflict'

/** Messages under the wire's name of the field they are about. */
export type FieldMessages = Readonly<Record<string, readonly string[]>>

/**
 * A no that the caller can act on. Everything else that is thrown is a bug and is answered 500.
 * Known by its tag, not by `instanceof`: the page bundle and the server each hold a copy of this file.
 */
export class Refusal extends Error {
  readonly refusal = true
  readonly kind: RefusalKind
  readonly fields: FieldMessages | undefined

  constructor(kind: RefusalKind, message: string, fields?: FieldMessages) {
    super(message)
    this.name = 'Refusal'
    this.kind = kind
    this.fields = fields
  }
}

export const isRefusal = (thrown: unknown): thrown is Refusal =>
  thrown instanceof Error && (thrown as Partial<Refusal>).refusal === true

/** An invalid field: the message stands both as the answer's message and under the field. */
export const invalidField = (field: string, message: string): Refusal =>
  new Refusal('invalid', message, { [field]: [message] })
