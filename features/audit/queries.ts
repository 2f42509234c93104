import { and, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { accounts } from '#features/accounts/tables.ts'
import type { Queries, Tx } from '#platform/db/database.ts'
import { escapeLike } from '#platform/http/paging.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { MAX_ID } from '#platform/kernel/ids.ts'
import { fold } from '#platform/kernel/text.ts'
import { startOfDays } from '#platform/kernel/time.ts'
import type { AuditEntry } from './contract.ts'
import { AUDIT_SUBJECTS, type AuditSubject, type AuditValue, BY_THE_SHOP, ENTRIES_REACHED } from './names.ts'
import { CODED_COLUMNS, type SaidChange, sayAct, sayChanges, sayThing, storedAs } from './rules.ts'
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
const PEOPLE_LOOKED_AT = 5_000

/** What a filter comes to: by an index, and by looking at each entry that the index leaves. */
interface Condition {
  indexed: SQL | undefined
  /** Newest first, as that index has it. */
  order: SQL
  looked: SQL | undefined
}

/** Null when nothing can match: such a person is not there. */
async function conditionOf(db: Queries, filter: AuditFilter, now: Date): Promise<Condition | null> {
  const { search = '', subject, actor, days } = filter
  const by = actor === undefined ? undefined : await whoIs(db, actor)
  if (by === null) return null
  const text = search.trim()
  const number = /^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_ID ? Number(text) : null
  return {
    indexed: and(
      number === null ? undefined : inArray(auditEntries.subject, [...AUDIT_SUBJECTS]),
      number === null ? undefined : eq(auditEntries.subjectId, number),
      subject && eq(auditEntries.subject, subject),
      by,
    ),
    // Of nobody's entries the index is not known to be in order unless its first column is named.
    order: by ? sql`actor_id desc nulls first, id desc` : sql`id desc`,
    looked: and(
      days === undefined ? undefined : sql`at >= ${startOfDays(now, days).toISOString()}::timestamptz`,
      text === '' || number !== null ? undefined : await holding(db, text),
    ),
  }
}

async function whoIs(db: Queries, actor: string): Promise<SQL | null> {
  if (actor.toLowerCase() === BY_THE_SHOP) return isNull(auditEntries.actorId)
  const [row] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(sql`upper(${accounts.customId})`, actor.toUpperCase()))
  return row ? eq(auditEntries.actorId, row.id) : null
}

/** As `fold` does with French: the database need not have an extension for it. */
const withoutAccents = (value: SQL): SQL =>
  sql`translate(lower(${value}), 'àâäáãçèéêëìíîïñòóôõöùúûüÿ', 'aaaaaceeeeiiiinooooouuuuy')`

async function holding(db: Queries, text: string): Promise<SQL> {
  const part = `%${escapeLike(fold(text))}%`
  // A part of one or two letters has no trigram: no index finds it.
  const looked =
    text.length < 3
      ? sql`(select * from accounts order by id desc limit ${PEOPLE_LOOKED_AT}) as accounts`
      : sql`accounts`
  const { rows: people } = await db.execute<{ id: AccountId }>(
    sql`select id from ${looked} where search like ${part} order by id desc limit ${PEOPLE_SEARCHED}`,
  )
  const ids = sql.param(people.map(({ id }) => id))
  const stored = sql.param(storedAs(text))
  const isIn = (side: 'before' | 'after') => sql`exists (
    select from jsonb_each_text(${sql.raw(side)}) as said
    where case when said.key = any(${sql.param(CODED_COLUMNS)}::text[]) then said.value = any(${stored}::text[])
      else ${withoutAccents(sql`said.value`)} like ${part} end)`
  return sql`(actor_id = any(${ids}::int[]) or ${isIn('after')} or ${isIn('before')})`
}

/**
 * One page of the log, newest first, and how many match: of the newest `ENTRIES_REACHED` that the indexes give, so that
 * it costs the same however long the log is.
 */
export async function listAuditEntries(
  db: Queries,
  { page, perPage, ...filter }: AuditFilter & { page: number; perPage: number },
  now: Date,
): Promise<{ rows: AuditEntry[]; total: number }> {
  const condition = await conditionOf(db, filter, now)
  if (condition === null) return { rows: [], total: 0 }
  const { rows: found } = await db.execute<{ total: number; ids: number[] }>(pageOf(condition, page, perPage))
  const { total, ids } = found[0]!
  if (ids.length === 0) return { rows: [], total }
  return {
    rows: await readEntries(db, sql`(select * from audit_entries where id = any(${sql.param(ids)}::int[]))`),
    total,
  }
}

/** How many are reached, and the numbers of one page. What only the index decides is counted and read in the index. */
function pageOf({ indexed, order, looked }: Condition, page: number, perPage: number): SQL {
  const first = (page - 1) * perPage
  const reached = (columns: SQL) =>
    sql`select ${columns} from audit_entries ${whereOf(indexed)} order by ${order} limit ${ENTRIES_REACHED}`
  if (!looked)
    return sql`
      select (select count(*)::int from (${reached(sql``)}) as reached) as total, array(
        select id from audit_entries ${whereOf(indexed)} order by ${order}
        limit ${Math.max(0, Math.min(perPage, ENTRIES_REACHED - first))} offset ${first}) as ids`
  return sql`
    with matched as materialized (select id from (${reached(sql`*`)}) as reached ${whereOf(looked)})
    select (select count(*)::int from matched) as total, array(
      select id from matched order by id desc limit ${perPage} offset ${first}) as ids`
}

const whereOf = (condition: SQL | undefined): SQL => (condition ? sql`where ${condition}` : sql``)

/** Part of a file of the log: all that match, however old, newest first, from below the given one. */
export async function auditEntriesBefore(
  db: Queries,
  filter: AuditFilter,
  now: Date,
  last: AuditEntry | null,
  limit: number,
): Promise<AuditEntry[]> {
  const condition = await conditionOf(db, filter, now)
  if (condition === null) return []
  const where = and(condition.indexed, condition.looked, last ? lt(auditEntries.id, last.id) : undefined)
  return readEntries(
    db,
    sql`(select * from audit_entries ${whereOf(where)} order by ${condition.order} limit ${limit})`,
  )
}

/** What became of one thing, newest first. */
export const listChangesOf = (db: Queries, subject: AuditSubject, subjectId: number): Promise<AuditEntry[]> => {
  const where = and(eq(auditEntries.subject, subject), eq(auditEntries.subjectId, subjectId))
  return readEntries(db, sql`(select * from audit_entries ${whereOf(where)} order by id desc limit ${CHANGES_SHOWN})`)
}

/** An entry in words, for the person whom it is about: who among the shop's people did it is not theirs to know. */
export interface SaidEntry {
  at: Date
  thing: string
  act: string
  changes: SaidChange[]
}

/** All that is written down about some things of one kind, oldest first. */
export async function historyOf(
  db: Queries,
  subject: AuditSubject,
  subjectIds: readonly number[],
): Promise<SaidEntry[]> {
  if (subjectIds.length === 0) return []
  const where = and(eq(auditEntries.subject, subject), inArray(auditEntries.subjectId, [...subjectIds]))
  const entries = await readEntries(db, sql`(select * from audit_entries ${whereOf(where)})`)
  return entries
    .reverse()
    .map((entry) => ({ at: entry.at, thing: sayThing(entry), act: sayAct(entry), changes: sayChanges(entry) }))
}

/**
 * Takes names, phones and addresses out of the entries about orders or accounts that hold none themselves any more; the
 * database refuses any other change.
 */
export async function forgetPersonIn(tx: Tx, subject: 'order' | 'account', subjectIds: readonly number[]) {
  await tx.execute(sql`
    update audit_entries
    set before = without_personal_values(before), after = without_personal_values(after)
    where subject = ${subject} and subject_id = any(${sql.param(subjectIds)}::int[])
      and (before ?| array['name', 'phone', 'address'] or after ?| array['name', 'phone', 'address'])`)
}

interface Row extends Record<string, unknown> {
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
async function readEntries(db: Queries, found: SQL): Promise<AuditEntry[]> {
  const { rows } = await db.execute<Row>(sql`
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
