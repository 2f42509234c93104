import { and, desc, eq, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { accounts } from '#features/accounts/tables.ts'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import { containsText, escapeLike, listPage } from '#platform/db/list-page.ts'
import { isOneOf } from '#platform/db/one-of.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { MAX_ID } from '#platform/kernel/ids.ts'
import { normaliseForSearch } from '#platform/kernel/text.ts'
import { startOfDays } from '#platform/kernel/time.ts'
import type { AuditEntry } from './contract.ts'
import { AUDIT_SUBJECTS, type AuditSubject, type AuditValue, BY_THE_SHOP, ENTRIES_SEARCHED } from './model.ts'
import {
  CODED_COLUMNS,
  type DescribedChange,
  describeAct,
  describeChanges,
  describeSubject,
  storedValuesOf,
} from './rules.ts'
import { auditEntries } from './tables.ts'

export interface AuditFilter {
  /** A number, a part of who did it, or a part of a value. */
  search?: string | undefined
  subject?: AuditSubject | undefined
  /** A custom id, or `BY_THE_SHOP`. */
  actor?: string | undefined
  days?: number | undefined
}

const CHANGES_SHOWN = 200
const PEOPLE_SEARCHED = 50

/** What a filter comes to: what indexes find, and what is looked for in each entry. */
interface Condition {
  where: SQL | undefined
  search: SQL | undefined
}

/** Null when nothing can match: such a person is not there. */
async function conditionOf(db: DbOrTx, filter: AuditFilter, now: Date): Promise<Condition | null> {
  const { search = '', subject, actor, days } = filter
  const by = actor === undefined ? undefined : await actorCondition(db, actor)
  if (by === null) return null
  const text = search.trim()
  const isNumber = /^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_ID
  const where = and(
    subject && eq(auditEntries.subject, subject),
    by,
    days === undefined ? undefined : gte(auditEntries.at, startOfDays(now, days)),
    isNumber ? isAbout(Number(text)) : undefined,
  )
  return { where, search: text === '' || isNumber ? undefined : await containsValue(db, text) }
}

/** All subjects are named for the index that begins with them. */
const isAbout = (number: number): SQL | undefined =>
  and(inArray(auditEntries.subject, [...AUDIT_SUBJECTS]), eq(auditEntries.subjectId, number))

async function actorCondition(db: DbOrTx, actor: string): Promise<SQL | null> {
  if (actor.toLowerCase() === BY_THE_SHOP) return isNull(auditEntries.actorId)
  const [row] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(sql`upper(${accounts.customId})`, actor.toUpperCase()))
  return row ? eq(auditEntries.actorId, row.id) : null
}

/** As `normaliseForSearch` does with French: the database need not have an extension for it. */
const withoutAccents = (value: SQL): SQL =>
  sql`translate(lower(${value}), 'àâäáãçèéêëìíîïñòóôõöùúûüÿ', 'aaaaaceeeeiiiinooooouuuuy')`

async function containsValue(db: DbOrTx, text: string): Promise<SQL> {
  const people = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(containsText(accounts.search, text))
    .orderBy(desc(accounts.id))
    .limit(PEOPLE_SEARCHED)
  const ids = sql.param(people.map(({ id }) => id))
  const part = `%${escapeLike(normaliseForSearch(text))}%`
  const stored = sql.param(storedValuesOf(text))
  const isIn = (side: PgColumn) => sql`exists (
    select from jsonb_each_text(${side}) as said
    where said.value = any(${stored}::text[])
      or (said.key <> all(${sql.param(CODED_COLUMNS)}::text[]) and ${withoutAccents(sql`said.value`)} like ${part}))`
  return sql`(${auditEntries.actorId} = any(${ids}::int[]) or ${isIn(auditEntries.after)} or ${isIn(auditEntries.before)})`
}

/** Values have no index: they are looked for in the newest entries of a filter. A file looks through all. */
const amongNewest = (where: SQL | undefined): SQL => sql`${auditEntries.id} >= coalesce((
  select min(id) from (
    select id from ${auditEntries} ${whereOf(where)} order by id desc limit ${ENTRIES_SEARCHED}) as newest), 0)`

/** One page of the log, newest first, and how many match. */
export async function listAuditEntries(
  db: DbOrTx,
  { page, perPage, ...filter }: AuditFilter & { page: number; perPage: number },
  now: Date,
): Promise<{ rows: AuditEntry[]; total: number }> {
  const condition = await conditionOf(db, filter, now)
  if (condition === null) return { rows: [], total: 0 }
  const { where, search } = condition
  const { rows, total } = await listPage(db, {
    query: db.select({ id: auditEntries.id }).from(auditEntries).$dynamic(),
    table: auditEntries,
    where,
    search: search && and(search, amongNewest(where)),
    sort: [desc(auditEntries.id)],
    page,
    perPage,
  })
  if (rows.length === 0) return { rows: [], total }
  const ids = sql.param(rows.map(({ id }) => id))
  return { rows: await readEntries(db, sql`(select * from audit_entries where id = any(${ids}::int[]))`), total }
}

const whereOf = (condition: SQL | undefined): SQL => (condition ? sql`where ${condition}` : sql``)

/** Part of a file of the log: all that match, however old, newest first, from below the given one. */
export async function auditEntriesBefore(
  db: DbOrTx,
  filter: AuditFilter,
  now: Date,
  last: AuditEntry | null,
  limit: number,
): Promise<AuditEntry[]> {
  const condition = await conditionOf(db, filter, now)
  if (condition === null) return []
  const where = and(condition.where, condition.search, last ? lt(auditEntries.id, last.id) : undefined)
  return readEntries(db, sql`(select * from audit_entries ${whereOf(where)} order by id desc limit ${limit})`)
}

/** What became of one thing, newest first. */
export const listChangesOf = (db: DbOrTx, subject: AuditSubject, subjectId: number): Promise<AuditEntry[]> => {
  const where = and(eq(auditEntries.subject, subject), eq(auditEntries.subjectId, subjectId))
  return readEntries(db, sql`(select * from audit_entries ${whereOf(where)} order by id desc limit ${CHANGES_SHOWN})`)
}

/** An entry in words, for the person whom it is about: who among the shop's people did it is not theirs to know. */
export interface DescribedEntry {
  at: Date
  thing: string
  act: string
  changes: DescribedChange[]
}

/** All that is written down about some things of one kind, oldest first. */
export async function historyOf(
  db: DbOrTx,
  subject: AuditSubject,
  subjectIds: readonly number[],
): Promise<DescribedEntry[]> {
  if (subjectIds.length === 0) return []
  const where = and(eq(auditEntries.subject, subject), isOneOf(auditEntries.subjectId, subjectIds))
  const entries = await readEntries(db, sql`(select * from audit_entries ${whereOf(where)})`)
  return entries.reverse().map((entry) => ({
    at: entry.at,
    thing: describeSubject(entry),
    act: describeAct(entry),
    changes: describeChanges(entry),
  }))
}

const PERSONAL = sql`array['name', 'phone', 'address', 'note', 'rib']`

/**
 * Takes names, phones, addresses and notes out of the entries about orders or accounts that hold none themselves any more; the
 * database refuses any other change.
 */
export async function forgetPersonIn(tx: Tx, subject: 'order' | 'account', subjectIds: readonly number[]) {
  await tx.execute(sql`
    update audit_entries
    set before = without_personal_values(before), after = without_personal_values(after)
    where subject = ${subject} and subject_id = any(${sql.param(subjectIds)}::int[])
      and (before ?| ${PERSONAL} or after ?| ${PERSONAL})`)
}

interface EntryRow extends Record<string, unknown> {
  id: number
  atMs: number
  actorId: AccountId | null
  actorCustomId: string
  actorName: string
  subject: AuditSubject
  subjectId: number | null
  act: 'created' | 'changed'
  before: Readonly<Record<string, AuditValue>> | null
  after: Readonly<Record<string, AuditValue>>
  aboutCustomId: string | null
  aboutName: string | null
}

/** Joins the few entries of a page to the names of who did it and of what it is about. */
async function readEntries(db: DbOrTx, found: SQL): Promise<AuditEntry[]> {
  const { rows } = await db.execute<EntryRow>(sql`
    select entry.id, (extract(epoch from entry.at) * 1000)::bigint as "atMs", entry.actor_id as "actorId",
      actor.custom_id as "actorCustomId", actor.name as "actorName", entry.subject, entry.subject_id as "subjectId",
      entry.act, entry.before, entry.after, person.custom_id as "aboutCustomId",
      coalesce(person.name, products.name, announcements.title) as "aboutName"
    from ${found} as entry
    left join accounts actor on actor.id = entry.actor_id
    left join products on entry.subject = 'product' and products.id = entry.subject_id
    left join announcements on entry.subject = 'announcement' and announcements.id = entry.subject_id
    left join withdrawals on entry.subject = 'withdrawal' and withdrawals.id = entry.subject_id
    left join purchases on entry.subject = 'purchase' and purchases.id = entry.subject_id
    left join sales on entry.subject = 'sale' and sales.id = entry.subject_id
    left join accounts person on person.id = coalesce(
      case when entry.subject = 'account' then entry.subject_id end,
      withdrawals.account_id, purchases.buyer_id, sales.buyer_id)
    order by entry.id desc`)
  return rows.map((row) => ({
    id: row.id,
    at: new Date(row.atMs),
    actor: row.actorId === null ? null : { customId: row.actorCustomId, name: row.actorName },
    subject: row.subject,
    subjectId: row.subjectId,
    act: row.act,
    about: row.aboutName === null ? null : { customId: row.aboutCustomId, name: row.aboutName },
    changes: Object.entries(row.after).map(([column, after]) => ({
      column,
      before: row.before?.[column] ?? null,
      after,
    })),
  }))
}
