import * as z from 'zod/mini'
import { MAX_ID } from './ids.ts'
import { type Centimes, centimes } from './money.ts'

// Codecs that rooms share: on the left what travels as JSON, on the right what the code works with.
// `zod/mini`, because pages load these files too. The inner sides are plain schemas (not `z.custom`), so that
// the OpenAPI document can describe them; the casts add our brands.

type Plain<Inner> = z.ZodMiniType<Inner, Inner>

/** Twenty times the dearest order that can be placed; amounts stay exact in a number far beyond it. */
const MAX_DIRHAMS = 1_000_000_000_000

/** Dirhams on the wire (at most two decimals, not negative), centimes inside. */
export const dirhams = z.codec(
  z.number().check(z.gte(0), z.lte(MAX_DIRHAMS), z.multipleOf(0.01)),
  z.int() as unknown as Plain<Centimes>,
  { decode: (amount) => centimes(Math.round(amount * 100)), encode: (amount) => amount / 100 },
)

/** An ISO 8601 instant in UTC on the wire, a `Date` inside. */
export const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (at) => at.toISOString(),
})

/** A row's id in a body: a whole number that a column can hold. */
export const id = <Id extends number>() => z.int().check(z.gte(1), z.lte(MAX_ID)) as unknown as Plain<Id>

/** Flags travel as 0 and 1. */
export const flag = z.codec(z.union([z.literal(0), z.literal(1)]), z.boolean(), {
  decode: (digit) => digit === 1,
  encode: (is) => (is ? 1 : 0),
})

/** Text that PostgreSQL can store and people can read: trimmed, no control characters, no half of a surrogate pair. */
export const text = (longest: number, shortest = 1) =>
  z.string().check(
    z.trim(),
    z.minLength(shortest),
    z.maxLength(longest),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
    z.regex(/^[^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\p{Cs}]*$/u),
  )

/** Two names for each value of a short list: the wire's and ours. */
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

/** A page of a back-office list. */
export const pageOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({ data: z.array(row), current_page: z.int(), last_page: z.int(), per_page: z.int(), total: z.int() })

export const message = z.object({ message: z.string() })
