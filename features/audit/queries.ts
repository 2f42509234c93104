import { and, desc, eq, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { accounts } from '#features/accounts/tables.ts'
import { FILE_FIELDS, type FileColumn } from '#features/parcels/model.ts'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import { containsText, escapeLike, listPage } from '#platform/db/list-page.ts'
import { isOneOf } from '#platform/db/one-of.ts'
import { type AccountId, idIn } from '#platform/kernel/ids.ts'
import { normaliseForSearch } from '#platform/kernel/text.ts'
import { startOfDays } from '#platform/kernel/time.ts'
import type { AuditEntry } from './contract.ts'
import {
  CODED_COLUMNS,
  type DescribedChange,
  describeAct,
  describeChanges,
  describeSubject,
  NAMED_COLUMNS,
  numberIn,
  storedValuesOf,
} from './describe-entry.ts'
import {
  AUDIT_SUBJECTS,
  type AuditSubject,
  type AuditValue,
  BY_THE_SHOP,
  ENTRIES_SEARCHED,
  MONEY_COLUMNS,
} from './model.ts'
import { auditEntries } from './tables.ts'

export interface AuditFilter {
  /** A piece of the actor's name or contact, or of a value; an amount; a number of a subject, or else of a value. */
  search?: string | undefined
  subject?: AuditSubject | undefined
  /** A custom id, or `BY_THE_SHOP`. */
  actor?: string | undefined
  days?: number | undefined
}

const PEOPLE_SEARCHED = 50

/** SQL of a filter: `where` is served by indexes, `value` reads every entry. */
interface Condition {
  where: SQL | undefined
  value: SQL | undefined
}

/** Turns a filter into SQL; null when nothing can match, because its actor does not exist. */
async function conditionOf(db: DbOrTx, filter: AuditFilter, now: Date): Promise<Condition | null> {
  const { search = '', subject, actor, days } = filter
  const by = actor === undefined ? undefined : await actorCondition(db, actor)
  if (by === null) return null
  const text = search.trim()
  const where = and(
    subject && eq(auditEntries.subject, subject),
    by,
    days === undefined ? undefined : gte(auditEntries.at, startOfDays(now, days)),
  )
  if (text === '') return { where, value: undefined }
  const number = idIn(text)
  if (number === null) return { where, value: await containsValue(db, text) }
  // Many values read as a small number does: beside them, the entries about that number would be lost.
  const about = and(where, isAbout(number))
  if (await hasEntry(db, about)) return { where: about, value: undefined }
  return { where, value: hasValue(isTypedNumber(text)) }
}

/** Matches entries about a number. Lists all subjects, so that the index that begins with the subject serves it. */
const isAbout = (number: number): SQL | undefined =>
  and(inArray(auditEntries.subject, [...AUDIT_SUBJECTS]), eq(auditEntries.subjectId, number))

async function hasEntry(db: DbOrTx, where: SQL | undefined): Promise<boolean> {
  const found = await db.select({ id: auditEntries.id }).from(auditEntries).where(where).limit(1)
  return found.length > 0
}

/** Matches entries of an actor, by custom id or `BY_THE_SHOP`; null when there is no such account. */
async function actorCondition(db: DbOrTx, actor: string): Promise<SQL | null> {
  if (actor.toLowerCase() === BY_THE_SHOP) return isNull(auditEntries.actorId)
  const [row] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(sql`upper(${accounts.customId})`, actor.toUpperCase()))
  return row ? eq(auditEntries.actorId, row.id) : null
}

/** Folds a value as `normaliseForSearch` folds French, without an extension of the database. */
const withoutAccents = (value: SQL): SQL =>
  sql`translate(lower(${value}), 'àâäáãçèéêëìíîïñòóôõöùúûüÿ', 'aaaaaceeeeiiiinooooouuuuy')`

/** Matches entries whose actor or values contain a text, as people read the values. */
async function containsValue(db: DbOrTx, text: string): Promise<SQL> {
  const people = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(containsText(accounts.search, text))
    .orderBy(desc(accounts.id))
    .limit(PEOPLE_SEARCHED)
  const ids = sql.param(people.map(({ id }) => id))
  const pattern = `%${escapeLike(normaliseForSearch(text))}%`
  const stored = sql.param(storedValuesOf(text))
  const reads = sql`field.value = any(${stored}::text[])
    or (field.key <> all(${sql.param(CODED_COLUMNS)}::text[])
      and field.value not like '[{%' and ${withoutAccents(sql`field.value`)} like ${pattern})
    or ${isTypedNumber(text)}`
  return sql`(${auditEntries.actorId} = any(${ids}::int[]) or ${hasValue(reads)})`
}

/** Matches entries of which a value, before or after, meets a condition on `field.key` and `field.value`. */
const hasValue = (reads: SQL): SQL =>
  sql`exists (select from jsonb_each_text(${auditEntries.after}) as field where ${reads}
    union all select from jsonb_each_text(${auditEntries.before}) as field where ${reads})`

/** Matches fields that show a typed number: amounts in dirhams, others as they are stored. */
function isTypedNumber(text: string): SQL {
  const typed = numberIn(text)
  if (typed === null) return sql`false`
  return sql`case when field.key = any(${sql.param(MONEY_COLUMNS)}::text[])
    then field.value::numeric between ${typed.least} and ${typed.most}
    else field.value = ${typed.stored} and field.key <> all(${sql.param(NAMED_COLUMNS)}::text[]) end`
}

/** Limits a search to the newest entries of a filter, because values have no index. */
const amongNewest = (where: SQL | undefined): SQL => sql`${auditEntries.id} >= coalesce((
  select min(id) from (
    select id from ${auditEntries} ${whereOf(where)} order by id desc limit ${ENTRIES_SEARCHED}) as newest), 0)`

/** Lists one page of the journal, newest first, and counts the matches (capped as `listPage` does). */
export async function listAuditEntries(
  db: DbOrTx,
  { page, perPage, ...filter }: AuditFilter & { page: number; perPage: number },
  now: Date,
): Promise<{ rows: AuditEntry[]; total: number }> {
  const condition = await conditionOf(db, filter, now)
  if (condition === null) return { rows: [], total: 0 }
  const { where, value } = condition
  const { rows, total } = await listPage(db, {
    query: db.select({ id: auditEntries.id }).from(auditEntries).$dynamic(),
    table: auditEntries,
    where,
    search: value && and(value, amongNewest(where)),
    sort: [desc(auditEntries.id)],
    page,
    perPage,
  })
  if (rows.length === 0) return { rows: [], total }
  const ids = sql.param(rows.map(({ id }) => id))
  return { rows: await readEntries(db, sql`(select * from audit_entries where id = any(${ids}::int[]))`), total }
}

const whereOf = (condition: SQL | undefined): SQL => (condition ? sql`where ${condition}` : sql``)

/** Reads the next rows of an exported file: all matches however old, newest first, below `last`. */
export async function auditEntriesBefore(
  db: DbOrTx,
  filter: AuditFilter,
  now: Date,
  last: AuditEntry | null,
  limit: number,
): Promise<AuditEntry[]> {
  const condition = await conditionOf(db, filter, now)
  if (condition === null) return []
  const selected = and(condition.where, condition.value, last ? lt(auditEntries.id, last.id) : undefined)
  return readEntries(db, sql`(select * from audit_entries ${whereOf(selected)} order by id desc limit ${limit})`)
}

/** An entry in French, for the person whom it is about. It names no actor: that is the shop's business. */
export interface DescribedEntry {
  at: Date
  thing: string
  act: string
  changes: DescribedChange[]
}

/** Reads and describes every entry about some subjects of one kind, oldest first. */
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

/**
 * Removes names, phones, addresses, notes and RIBs from the entries about orders or accounts. Throws unless these are
 * anonymised already: a trigger refuses it, as it refuses any other change of an entry.
 */
export async function forgetPersonIn(tx: Tx, subject: 'order' | 'account', subjectIds: readonly number[]) {
  await tx.execute(sql`
    update audit_entries
    set before = without_personal_values(before), after = without_personal_values(after)
    where subject = ${subject} and subject_id = any(${sql.param(subjectIds)}::int[])
      and (before is distinct from without_personal_values(before) or after is distinct from without_personal_values(after))`)
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
  before: Readonly<Record<string, AuditValue | FileColumn[]>> | null
  after: Readonly<Record<string, AuditValue | FileColumn[]>>
  aboutCustomId: string | null
  aboutName: string | null
}

/** The columns of a courier's file are a list: `Ville : Ville, Prix : Montant à encaisser (,)`. */
const inOneLine = (value: AuditValue | FileColumn[]): AuditValue =>
  Array.isArray(value)
    ? value
        .map((each) => `${each.heading}\u00A0: ${FILE_FIELDS[each.field]}${each.as ? ` (${each.as})` : ''}`)
        .join(', ')
    : value

/** The values of an entry, its courier by name. */
const withCourierName = (values: SQL): SQL => sql`${values} || coalesce(
  (select jsonb_build_object('courier_id', name) from couriers where id = (${values} ->> 'courier_id')::int), '{}')`

/** Joins selected entries with the names of their actors, subjects and couriers, newest first. */
async function readEntries(db: DbOrTx, selected: SQL): Promise<AuditEntry[]> {
  const { rows } = await db.execute<EntryRow>(sql`
    select entry.id, (extract(epoch from entry.at) * 1000)::bigint as "atMs", entry.actor_id as "actorId",
      actor.custom_id as "actorCustomId", actor.name as "actorName", entry.subject, entry.subject_id as "subjectId",
      entry.act, ${withCourierName(sql`entry.before`)} as before, ${withCourierName(sql`entry.after`)} as after,
      person.custom_id as "aboutCustomId",
      coalesce(person.name, products.name, announcements.title, couriers.name) as "aboutName"
    from ${selected} as entry
    left join accounts actor on actor.id = entry.actor_id
    left join products on entry.subject = 'product' and products.id = entry.subject_id
    left join announcements on entry.subject = 'announcement' and announcements.id = entry.subject_id
    left join couriers on entry.subject = 'courier' and couriers.id = entry.subject_id
    left join withdrawals on entry.subject = 'withdrawal' and withdrawals.id = entry.subject_id
    left join purchases on entry.subject = 'purchase' and purchases.id = entry.subject_id
    left join sales on entry.subject = 'sale' and sales.id = entry.subject_id
    left join sale_declarations on entry.subject = 'declaration' and sale_declarations.id = entry.subject_id
    left join accounts person on person.id = coalesce(
      case when entry.subject = 'account' then entry.subject_id end,
      withdrawals.account_id, purchases.buyer_id, sales.buyer_id, sale_declarations.buyer_id)
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
      before: inOneLine(row.before?.[column] ?? null),
      after: inOneLine(after),
    })),
  }))
}
