import { type SQL, sql } from 'drizzle-orm'
import { customers } from '#features/orders/tables.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { firstFound } from './first-found.ts'
import { asKept, holding, idsOf, isShort, wholePhone } from './people-search.ts'

interface Wanted {
  isNewestFirst: boolean
  limit: number
  /** Whose customers are found as well. */
  supplierId?: AccountId | undefined
}

/** As an array, the numbers of the first customers that hold what was typed. */
export function firstCustomers(typed: string, { isNewestFirst, limit, supplierId }: Wanted): SQL {
  const orTheirs = (condition: SQL) => (supplierId ? sql`(${condition} or supplier_id = ${supplierId})` : condition)
  const isHeld = sql`strpos(search, ${asKept(typed)}) > 0`
  if (isShort(typed)) {
    const sought = { table: customers, within: undefined, holding: orTheirs(isHeld), isShort: true }
    return sql`array(${idsOf(sought, isNewestFirst, limit)})`
  }
  const order = sql.raw(isNewestFirst ? 'order by id desc' : 'order by id')
  const phone = wholePhone(typed)
  if (phone !== null)
    return sql`array(select id from (select id from customers where phone = ${phone} offset 0) as found ${order} limit ${limit})`
  const byIndex = sql`select id from customers where ${orTheirs(isFound(typed, isHeld))} offset 0`
  return firstFound({ table: customers, order, isSought: orTheirs(isHeld), byIndex }, limit)
}

/** As an array, the numbers of all customers that hold what was typed. */
export const allCustomers = (typed: string): SQL =>
  sql`array(select id from customers where ${customerHolding(typed)!})`

/** What a customer is searched by, its columns named without their table. */
export function customerHolding(typed: string): SQL | undefined {
  const phone = wholePhone(typed)
  return phone === null ? holding(typed) : sql`phone = ${phone}`
}

/** Of several words, those are looked up that have them side by side: each word alone has many more. */
function isFound(typed: string, isHeld: SQL): SQL {
  const joints = jointsIn(asKept(typed))
  if (joints.length === 0) return holding(typed)!
  return sql`(joints_of(search) @> ${sql.param(joints)}::text[] and ${isHeld})`
}

const JOINED = 3

/** Where words meet, as `joints_of` has it in the database. The first and the last word may be parts of longer ones. */
export function jointsIn(typed: string): string[] {
  const words = typed.split(' ').map((word) => [...word])
  const isKnown = (word: string[], nth: number) => word.length >= JOINED || (nth > 0 && nth < words.length - 1)
  return words.slice(1).flatMap((next, nth) => {
    const word = words[nth]!
    if (!isKnown(word, nth) || !isKnown(next, nth + 1)) return []
    return [`${word.slice(-JOINED).join('')} ${next.slice(0, JOINED).join('')}`]
  })
}
