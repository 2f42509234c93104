import { type Centimes, dh } from '#platform/kernel/money.ts'

// Readers of answers for what every customer's page asks: a contract brings a validator of 13 KB, which a slow phone
// takes longer to start than to draw the page. They check the fields that are used, and throw a TypeError for another
// kind of value; `callApi` says then that no answer came. Tests compare them with the contracts.

type Read<Value> = (value: unknown) => Value

/** The fields of an object, none of them checked. */
export function fields<Name extends string>(value: unknown): Partial<Record<Name, unknown>> {
  if (typeof value !== 'object' || value === null) throw new TypeError('No object')
  return value
}

export function text(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('No text')
  return value
}

export function whole(value: unknown): number {
  if (!Number.isSafeInteger(value)) throw new TypeError('No whole number')
  return value as number
}

/** An id, of whatever it is the id. */
export const id = <Id extends number>(value: unknown): Id => whole(value) as Id

/** Dirhams on the wire, centimes inside. */
export function amount(value: unknown): Centimes {
  if (typeof value !== 'number') throw new TypeError('No amount')
  return dh(value)
}

export const optional =
  <Value>(read: Read<Value>): Read<Value | undefined> =>
  (value) =>
    value === undefined ? undefined : read(value)

export const nullable =
  <Value>(read: Read<Value>): Read<Value | null> =>
  (value) =>
    value === null ? null : read(value)
