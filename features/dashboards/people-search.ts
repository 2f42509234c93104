import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { escapeLike, pageWindow } from '#platform/http/paging.ts'
import { fold } from '#platform/kernel/text.ts'

const WRITTEN_NUMBER = /^\+?[\d\s().-]*\d[\d\s().-]*$/

/** A number as people write it is searched as it is kept: `+212 6 61…`, `06.61…` and `0661…` are the same. */
const asKept = (typed: string): string =>
  WRITTEN_NUMBER.test(typed)
    ? typed
        .replace(/[^\d+]/g, '')
        .replace(/^(\+|00)2120?/, '0')
        .replace('+', '')
    : fold(typed)

/** The condition that a `search` column holds what was typed somewhere; none when nothing was typed. */
export function holds(column: PgColumn, typed: string): SQL | undefined {
  const part = escapeLike(asKept(typed))
  return part === '' ? undefined : sql`${column} like ${`%${part}%`}`
}

/** Loads one page of a list whose order can be read from both ends; the farther half comes from the end. */
export async function loadPage<Row>(
  total: number,
  asked: { page: number; perPage: number },
  load: (part: { isReversed: boolean; limit: number; offset: number }) => Promise<Row[]>,
): Promise<{ rows: Row[]; total: number }> {
  const part = pageWindow(total, asked)
  const rows = await load(part)
  return { rows: part.isReversed ? rows.reverse() : rows, total }
}
