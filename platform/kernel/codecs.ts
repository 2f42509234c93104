import * as z from 'zod/mini'
import { MAX_ID } from './ids.ts'
import { type Centimes, centimes } from './money.ts'
import type { Problem } from './refusal.ts'

// Codecs that rooms share. The left side is the wire's JSON, the right side (`inner`) the values of the code; a parse that
// fails is answered 422 by `platform/http`. `zod/mini`, because pages load these files too. The inner sides are plain
// schemas (not `z.custom`), so that the OpenAPI document can describe them; the casts add our brands.

type Plain<Inner> = z.ZodMiniType<Inner, Inner>

// Twenty times the dearest order that can be placed. Amounts stay exact in a number far beyond it.
const MAX_DIRHAMS = 1_000_000_000_000

const dirhamsFrom = (least: number) =>
  z.codec(
    z.number().check(z.gte(least), z.lte(MAX_DIRHAMS), z.multipleOf(0.01)),
    z.int() as unknown as Plain<Centimes>,
    { decode: (amount) => centimes(Math.round(amount * 100)), encode: (amount) => amount / 100 },
  )

/** Money: dirhams on the wire (at least 0, at most two decimals), centimes inside. */
export const dirhams = dirhamsFrom(0)

/** Money that may be below zero. */
export const signedDirhams = dirhamsFrom(-MAX_DIRHAMS)

/** A moment: ISO 8601 in UTC on the wire, a `Date` inside. */
export const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (at) => at.toISOString(),
})

/** A row's id that is spelled in digits: in a path, in a field of a form. */
export const typedId = <Id extends number>() =>
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,9}$/)),
    z.transform((digits, context) => {
      const id = Number(digits)
      if (id > MAX_ID) context.issues.push({ code: 'custom', input: digits, message: 'There is no such id.' })
      return id as Id
    }),
  )

/** A row's id in a body: a whole number from 1 to `MAX_ID`. */
export const id = <Id extends number>() => z.int().check(z.gte(1), z.lte(MAX_ID)) as unknown as Plain<Id>

/** A flag: 0 or 1 on the wire, a boolean inside. */
export const flag = z.codec(z.union([z.literal(0), z.literal(1)]), z.boolean(), {
  decode: (digit) => digit === 1,
  encode: (is) => (is ? 1 : 0),
})

/** Joins a code and its sentence into the one text that a check of a schema may carry; `readProblem` splits them. */
export const says = (code: string, message: string): string => `${code}: ${message}`

/** Days of this century and the next ones: `0026-11-14` is a slip. */
const isDay = (typed: string): boolean =>
  /^2\d{3}-\d{2}-\d{2}$/.test(typed) && new Date(`${typed}T00:00:00Z`).toJSON()?.slice(0, 10) === typed

/** A day of the calendar: `2026-11-20`. */
export const day = z.string().check(z.refine(isDay, says('day', 'Choisissez un jour.')))

/**
 * Text that PostgreSQL can store and people can read: trimmed, no control characters but tabs and line breaks, no half of
 * a surrogate pair. Lengths in UTF-16 units, after trimming.
 */
export const text = (longest: number, shortest = 1) =>
  z.string().check(
    z.trim(),
    z.minLength(shortest),
    z.maxLength(longest),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
    z.regex(/^[^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\p{Cs}]*$/u, { abort: true }),
  )

/** Text without a visible character: marks, blanks, and letters that are drawn as nothing. */
const INVISIBLE = /^[\s\p{C}\p{Z}\p{M}\u115F\u1160\u2800\u3164\uFFA0]*$/u

/**
 * Check of a text that people read as it is: no line break, no control or formatting character (these hide words or
 * reverse them), and at least one visible character unless it is empty.
 */
export const visibleOnOneLine = z.refine<string>(
  (typed) => /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u.test(typed) && (typed === '' || !INVISIBLE.test(typed)),
  says('one_line', 'Écrivez ce texte sur une seule ligne, sans caractère invisible.'),
)

/** Text on a single line, every character of it visible; lengths as of `text`. */
export const oneLine = (longest: number, shortest = 1) => text(longest, shortest).check(visibleOnOneLine)

/** A person's name: one line without a web address. Mails of the shop carry names, so a link in one would look like ours. */
export const nameOf = (longest: number) =>
  oneLine(longest).check(
    z.refine((typed) => !/:\/\/|www\./i.test(typed), says('no_link', 'Écrivez un nom, sans l’adresse d’un site.')),
  )

/** JSON in a field of a form. */
export const json = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed, context) => {
        try {
          return JSON.parse(typed) as unknown
        } catch {
          context.issues.push({ code: 'custom', input: typed, message: says('json', 'Ce champ n’est pas du JSON.') })
          return z.NEVER
        }
      }),
    ),
    schema,
  )

/** A short list of values: the wire's name on the wire, ours inside. `wireNames` maps ours to the wire's. */
export function named<const Names extends Readonly<Record<string, string>>>(wireNames: Names) {
  type Inner = Extract<keyof Names, string>
  type Wire = Names[Inner]
  const inner = new Map<string, Inner>(Object.entries(wireNames).map(([ours, theirs]) => [theirs, ours as Inner]))
  return z.codec(
    z.enum(Object.values(wireNames) as [Wire, ...Wire[]]),
    z.enum(Object.keys(wireNames) as [Inner, ...Inner[]]),
    { decode: (name) => inner.get(name) as never, encode: (name) => wireNames[name as Inner] as never },
  )
}

/** A page of a back-office list; pages count from 1. */
export const pageOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({ data: z.array(row), current_page: z.int(), last_page: z.int(), per_page: z.int(), total: z.int() })

/** An answer that is only a sentence for people. */
export const message = z.object({ message: z.string() })

/** Splits a text made by `says` into code and sentence; null for any other text. */
export function readProblem(text: string): Problem | null {
  const [, code, message] = /^([a-z_]+): (.+)$/s.exec(text) ?? []
  return code === undefined || message === undefined ? null : { code, message }
}

/** A field with another name on the wire than in the code. */
interface Named<WireName extends string, Schema extends z.ZodMiniType> {
  wireName: WireName
  schema: Schema
}

/**
 * Gives a field of a `record` its wire name: `as('OrderID', …)`. `as('payment.Amount', …)` is the `Amount` in the wire's
 * object `payment`.
 */
export const as = <const WireName extends string, Schema extends z.ZodMiniType>(
  wireName: WireName,
  schema: Schema,
): Named<WireName, Schema> => ({ wireName, schema })

type Fields = Readonly<Record<string, z.ZodMiniType | Named<string, z.ZodMiniType>>>

type SchemaOf<Field> = Field extends Named<string, infer Schema> ? Schema : Field

type WireNameOf<Name, Field> = Field extends Named<infer WireName, z.ZodMiniType> ? WireName : Name

type Ours<Of extends Fields> = { [Name in keyof Of]: SchemaOf<Of[Name]> }

type ByPath<Of extends Fields> = { [Name in keyof Of as WireNameOf<Name, Of[Name]> & string]: SchemaOf<Of[Name]> }

type Below<Schemas, Head extends string> = {
  [Path in keyof Schemas as Path extends `${Head}.${infer Tail}` ? Tail : never]: Schemas[Path]
}

type Theirs<Schemas> = {
  [Path in keyof Schemas as Path extends `${infer Head}.${string}`
    ? Head
    : Path]: Path extends `${infer Head}.${string}`
    ? z.ZodMiniType<unknown, InputOf<Below<Schemas, Head>>>
    : Schemas[Path]
}

type InputOf<Shape extends z.core.$ZodLooseShape> = z.core.$InferObjectInput<Shape, z.core.$strip['in']>

type OutputOf<Shape extends z.core.$ZodLooseShape> = z.core.$InferObjectOutput<Shape, z.core.$strip['out']>

export type RecordCodec<Of extends Fields> = z.ZodMiniType<OutputOf<Ours<Of>>, InputOf<Theirs<ByPath<Of>>>>

type Values = Record<string, unknown>

/**
 * Makes the codec of an object from one spelling of each field: our name, the wire's if it differs (`as`), and its schema.
 * Drops fields that it does not name. Reports problems of a request under the wire's names.
 */
export function record<const Of extends Fields>(fields: Of): RecordCodec<Of> {
  const entries = Object.entries(fields).map(([ours, field]) => {
    const { wireName, schema } = 'wireName' in field ? field : { wireName: ours, schema: field }
    const [head = '', tail] = wireName.split('.')
    return { ours, head, tail, schema }
  })
  const theirs: Record<string, z.ZodMiniType> = {}
  for (const { head, tail, schema } of entries)
    theirs[head] =
      tail === undefined
        ? schema
        : z.object({ ...(theirs[head] as z.ZodMiniObject | undefined)?.shape, [tail]: schema })
  const inside = Object.fromEntries(entries.map(({ ours, schema }) => [ours, innerSide(schema)]))
  const codec = z.codec(z.object(theirs), z.object(inside), {
    decode: (wire: Values) => {
      const values: Values = {}
      for (const { ours, head, tail } of entries) {
        const value = tail === undefined ? wire[head] : (wire[head] as Values)[tail]
        if (value !== undefined) values[ours] = value
      }
      return values
    },
    encode: (values: Values) => {
      const wire: Values = {}
      for (const { ours, head, tail } of entries) {
        if (values[ours] === undefined) continue
        if (tail === undefined) wire[head] = values[ours]
        else wire[head] = { ...(wire[head] as Values), [tail]: values[ours] }
      }
      return wire
    },
  })
  return codec as unknown as RecordCodec<Of>
}

/** A field that may be missing or empty on the wire, and is null inside then. */
export const orNull = <Schema extends z.ZodMiniType>(schema: z.ZodMiniOptional<Schema>) => {
  const inside = z.nullable(innerSide(schema.def.innerType)) as unknown as Plain<z.output<Schema> | null>
  return z.codec(schema, inside, {
    decode: (value) => (value === undefined || value === '' ? null : value) as z.output<Schema> | null,
    encode: (value) => value as z.output<Schema>,
  })
}

/** Finds the inner side of a schema: what its codecs hand over, without transforms, which would change a value twice. */
function innerSide(schema: z.ZodMiniType): z.ZodMiniType {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod
  const of = (each: z.core.$ZodType) => innerSide(each as z.ZodMiniType)
  switch (def.type) {
    case 'pipe':
      return of(def.out)
    case 'nullable':
      return z.nullable(of(def.innerType))
    case 'optional':
      return z.optional(of(def.innerType))
    case 'array':
      return z.array(of(def.element))
    case 'object':
      return z.object(Object.fromEntries(Object.entries(def.shape).map(([name, each]) => [name, of(each)])))
    case 'union':
      return z.union(def.options.map(of))
    case 'transform':
      return z.unknown()
    default:
      return schema
  }
}
