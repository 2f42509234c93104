import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { Queries, Tx } from '#platform/db/database.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { fold } from '#platform/kernel/text.ts'
import { forgetOldPlaces, forgetPlacesOf } from './known-places.ts'
import type { Person, Role } from './names.ts'
import { customIdOf, ERASED_PERSON, erasedCode, erasedEmail, foldPromoCode } from './rules.ts'
import { accounts, adminNumbers, buyerNumbers, passwordResets, sessions, supplierNumbers } from './tables.ts'

const NUMBERS = { supplier: supplierNumbers, buyer: buyerNumbers, admin: adminNumbers }

/** The next identifier of a role. A sequence never gives a number twice, not even one of an undone transaction. */
export async function nextCustomId(db: Queries, role: Role): Promise<string> {
  const { rows } = await db.execute<{ number: number }>(
    sql`select nextval(${NUMBERS[role].seqName}::regclass)::int as number`,
  )
  return customIdOf(role, rows[0]!.number)
}

export interface NewAccount {
  customId: string
  role: Role
  name: string
  email: string
  phone: string
  address: string
  passwordHash: string | null
  promoCode: string | null
  rib?: string | null
}

const searchOf = (account: Pick<NewAccount, 'customId' | 'name' | 'email' | 'phone'>): string =>
  fold([account.customId, account.name, account.email, account.phone].join(' '))

export async function storeAccount(db: Queries, account: NewAccount, now: Date): Promise<AccountId> {
  const [row] = await db
    .insert(accounts)
    .values({ ...account, createdAt: now, search: searchOf(account) })
    .returning({ id: accounts.id })
  return row!.id
}

/** By custom id or e-mail address, case ignored. */
export async function findByIdentifier(
  db: Queries,
  identifier: string,
): Promise<(Person & { passwordHash: string | null }) | null> {
  const [row] = await db
    .select()
    .from(accounts)
    .where(
      or(
        eq(sql`upper(${accounts.customId})`, identifier.trim().toUpperCase()),
        eq(sql`lower(${accounts.email})`, identifier.trim().toLowerCase()),
      ),
    )
    .limit(1)
  return row ? { ...toPerson(row), passwordHash: row.passwordHash } : null
}

const toPerson = (row: typeof accounts.$inferSelect): Person => ({
  id: row.id,
  customId: row.customId,
  name: row.name,
  email: row.email,
  phone: row.phone,
  address: row.address,
  role: row.role,
  isAdmin: row.role === 'admin',
  isActive: row.bannedAt === null,
})

/**
 * Opens a session if the account is active and its password still the one that was checked. Waits for whoever is
 * changing the account, so that a reset or a ban leaves no session behind that it did not see. Says whether it opened.
 */
export async function storeSession(
  db: Queries,
  { id, passwordHash }: { id: AccountId; passwordHash: string | null },
  tokenHash: Buffer,
  now: Date,
): Promise<boolean> {
  const at = now.toISOString()
  const { rowCount } = await db.execute(sql`
    insert into ${sessions} (token_hash, account_id, created_at, seen_at)
    select ${tokenHash}::bytea, id, ${at}::timestamptz, ${at}::timestamptz from ${accounts}
    where id = ${id} and password_hash = ${passwordHash} and banned_at is null
    for share`)
  return rowCount === 1
}

export const deleteSession = (db: Queries, tokenHash: Buffer) =>
  db.delete(sessions).where(eq(sessions.tokenHash, tokenHash))

export async function findSession(db: Queries, tokenHash: Buffer) {
  const [row] = await db
    .select({
      accountId: accounts.id,
      role: accounts.role,
      bannedAt: accounts.bannedAt,
      createdAt: sessions.createdAt,
      seenAt: sessions.seenAt,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(eq(sessions.tokenHash, tokenHash))
  return row ?? null
}

export const touchSession = (db: Queries, tokenHash: Buffer, now: Date) =>
  db.update(sessions).set({ seenAt: now }).where(eq(sessions.tokenHash, tokenHash))

/** The active supplier whose code this is, case ignored. */
export async function findSupplierByCode(db: Queries, code: string): Promise<AccountId | null> {
  const [row] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.promoCode, foldPromoCode(code)), isNull(accounts.bannedAt)))
  return row?.id ?? null
}

/** The same in a transaction: until it ends the supplier cannot be banned. */
export async function holdSupplierByCode(tx: Tx, code: string): Promise<AccountId | null> {
  const [row] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.promoCode, foldPromoCode(code)), isNull(accounts.bannedAt)))
    .for('key share')
  return row?.id ?? null
}

/** Whether the account may act; until the transaction ends it cannot be banned. */
export async function holdIsActive(tx: Tx, id: AccountId): Promise<boolean> {
  const [row] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, id), isNull(accounts.bannedAt)))
    .for('key share')
  return row !== undefined
}

export const isCodeTaken = async (db: Queries, code: string): Promise<boolean> =>
  (await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.promoCode, code))).length > 0

export async function findAccount(db: Queries, id: AccountId) {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, id))
  return row ? { ...toPerson(row), promoCode: row.promoCode, rib: row.rib } : null
}

/** Locks the account, so that one change of it at a time is decided. */
export async function holdAccount(tx: Tx, id: AccountId) {
  const [row] = await tx.select().from(accounts).where(eq(accounts.id, id)).for('no key update')
  return row ? { ...toPerson(row), promoCode: row.promoCode, rib: row.rib } : null
}

export interface ProfileFields {
  name: string
  email: string
  phone: string
  address: string
  rib: string | null
}

export const storeProfile = (tx: Tx, id: AccountId, customId: string, fields: ProfileFields) =>
  tx
    .update(accounts)
    .set({ ...fields, search: searchOf({ customId, ...fields }) })
    .where(eq(accounts.id, id))

export const storePassword = (tx: Tx, id: AccountId, passwordHash: string) =>
  tx.update(accounts).set({ passwordHash }).where(eq(accounts.id, id))

export const deleteSessionsOf = (tx: Tx, id: AccountId) => tx.delete(sessions).where(eq(sessions.accountId, id))

/** A new link takes the place of an older one. */
export const storeReset = (tx: Tx, tokenHash: Buffer, accountId: AccountId, expiresAt: Date) =>
  tx
    .insert(passwordResets)
    .values({ tokenHash, accountId, expiresAt })
    .onConflictDoUpdate({ target: passwordResets.accountId, set: { tokenHash, expiresAt } })

const validReset = (tokenHash: Buffer, email: string, now: Date) =>
  and(
    eq(passwordResets.tokenHash, tokenHash),
    gt(passwordResets.expiresAt, now),
    sql`exists (select from ${accounts} where ${accounts.id} = ${passwordResets.accountId}
      and lower(${accounts.email}) = ${email.trim().toLowerCase()} and ${accounts.bannedAt} is null)`,
  )

export async function findReset(db: Queries, tokenHash: Buffer, email: string, now: Date) {
  const [row] = await db
    .select()
    .from(passwordResets)
    .where(validReset(tokenHash, email, now))
  return row?.accountId ?? null
}

/** Takes the link: of many who hold it at once, one gets the account. */
export async function takeReset(tx: Tx, tokenHash: Buffer, email: string, now: Date): Promise<AccountId | null> {
  const [row] = await tx
    .delete(passwordResets)
    .where(validReset(tokenHash, email, now))
    .returning({ accountId: passwordResets.accountId })
  return row?.accountId ?? null
}

/** Locks an account against everybody, also against those who only keep it from being banned. */
export async function holdForBan(tx: Tx, id: AccountId) {
  const [row] = await tx.select().from(accounts).where(eq(accounts.id, id)).for('update')
  return row ? { ...toPerson(row), promoCode: row.promoCode, erasedAt: row.erasedAt } : null
}

export const storeBan = (tx: Tx, id: AccountId, bannedAt: Date | null) =>
  tx.update(accounts).set({ bannedAt }).where(eq(accounts.id, id))

/** Puts nobody in the place of the person, who cannot log in any more; identifier, role and dates stay. */
export async function storeErased(tx: Tx, id: AccountId, customId: string, now: Date): Promise<void> {
  const nobody = { ...ERASED_PERSON, email: erasedEmail(id) }
  await tx
    .update(accounts)
    .set({
      ...nobody,
      passwordHash: null,
      promoCode: sql`case when ${accounts.promoCode} is not null then ${erasedCode(id)} end`,
      rib: null,
      bannedAt: sql`coalesce(${accounts.bannedAt}, ${now.toISOString()}::timestamptz)`,
      erasedAt: now,
      search: searchOf({ customId, ...nobody }),
    })
    .where(eq(accounts.id, id))
  await deleteSessionsOf(tx, id)
  await forgetPlacesOf(tx, id)
  await tx.delete(passwordResets).where(eq(passwordResets.accountId, id))
}

const LONGEST_SESSION_DAYS = 30

/** Sessions and links that nobody can use any more. */
export async function forgetExpired(db: Queries, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - LONGEST_SESSION_DAYS * 24 * 60 * 60 * 1000)
  await db.delete(sessions).where(lt(sessions.createdAt, oldest))
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, now))
  await forgetOldPlaces(db, now)
}
