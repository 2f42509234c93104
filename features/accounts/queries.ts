import { and, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import { ERASED_PERSON } from '#platform/kernel/anonymised.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { normaliseForSearch, withoutSpaces } from '#platform/kernel/text.ts'
import { deletePlacesOf } from './known-places.ts'
import type { Person, Role } from './model.ts'
import { normalisePromoCode } from './promo-codes/rules.ts'
import { customIdOf, erasedCode, erasedEmail } from './rules.ts'
import { deleteSessionsOf } from './sessions/session-queries.ts'
import {
  accounts,
  adminNumbers,
  agentNumbers,
  buyerNumbers,
  passwordResets,
  promoCodes,
  supplierNumbers,
} from './tables.ts'

const NUMBERS = { supplier: supplierNumbers, buyer: buyerNumbers, agent: agentNumbers, admin: adminNumbers }

/** Draws the next custom id of a role. A sequence gives no number twice, not even after a rollback. */
export async function nextCustomId(db: DbOrTx, role: Role): Promise<string> {
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
  normaliseForSearch([account.customId, account.name, account.email, account.phone].join(' '))

/**
 * Stores a new account. A taken e-mail address or promo code breaks a constraint (`an_email_has_one_account`,
 * `a_promo_code_has_one_owner`, `promo_codes_pkey`).
 */
export async function storeAccount(db: DbOrTx, account: NewAccount, now: Date): Promise<AccountId> {
  const [row] = await db
    .insert(accounts)
    .values({ ...account, createdAt: now, search: searchOf(account) })
    .returning({ id: accounts.id })
  return row!.id
}

/** Finds an account by custom id or e-mail address; case, spaces and invisible marks do not count. */
export async function findByIdentifier(
  db: DbOrTx,
  identifier: string,
): Promise<(Person & { passwordHash: string | null }) | null> {
  const written = withoutSpaces(identifier)
  const [row] = await db
    .select()
    .from(accounts)
    .where(
      or(
        eq(sql`upper(${accounts.customId})`, written.toUpperCase()),
        eq(sql`lower(${accounts.email})`, written.toLowerCase()),
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

const ofCode = (code: string) =>
  and(eq(promoCodes.code, normalisePromoCode(code)), eq(promoCodes.accountId, accounts.id), isNull(accounts.bannedAt))

/** Finds the active supplier who has or had a promo code, case ignored; null when there is none. */
export async function findSupplierByCode(db: DbOrTx, code: string): Promise<{ id: AccountId; name: string } | null> {
  const [row] = await db
    .select({ id: accounts.id, name: accounts.name })
    .from(accounts)
    .innerJoin(promoCodes, ofCode(code))
  return row ?? null
}

/** Does the same and lets nobody ban the supplier until the transaction ends. */
export async function holdSupplierByCode(tx: Tx, code: string): Promise<AccountId | null> {
  const [row] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .innerJoin(promoCodes, ofCode(code))
    .for('key share', { of: accounts })
  return row?.id ?? null
}

/** Lets nobody ban an active account until the transaction ends; false when it is banned or unknown. */
export async function holdIfActive(tx: Tx, id: AccountId): Promise<boolean> {
  const [row] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, id), isNull(accounts.bannedAt)))
    .for('key share')
  return row !== undefined
}

/** Finds whose code it is or was, banned or not; null when it is nobody's. */
export async function findOwnerOfCode(db: DbOrTx, code: string): Promise<AccountId | null> {
  const [row] = await db.select({ id: promoCodes.accountId }).from(promoCodes).where(eq(promoCodes.code, code))
  return row?.id ?? null
}

/** Finds an account, banned or not; null when there is none. */
export async function findAccount(db: DbOrTx, id: AccountId) {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, id))
  return row ? { ...toPerson(row), promoCode: row.promoCode, rib: row.rib } : null
}

/** Lists the admins whose accounts are not closed. */
export const listOpenAdmins = (db: DbOrTx) =>
  db
    .select({ id: accounts.id, name: accounts.name, email: accounts.email })
    .from(accounts)
    .where(and(eq(accounts.role, 'admin'), isNull(accounts.bannedAt)))
    .orderBy(accounts.id)

/** Finds an account and locks it, so that its changes are decided one at a time; null when there is none. */
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

/** Stores the fields of a profile, and dates a RIB that differs from the former one. */
export const storeProfile = (
  tx: Tx,
  { id, customId, rib }: { id: AccountId; customId: string; rib: string | null },
  fields: ProfileFields,
  now: Date,
) =>
  tx
    .update(accounts)
    .set({
      ...fields,
      ...(fields.rib === rib ? {} : { ribChangedAt: now }),
      search: searchOf({ customId, ...fields }),
    })
    .where(eq(accounts.id, id))

export const storePassword = (tx: Tx, id: AccountId, passwordHash: string) =>
  tx.update(accounts).set({ passwordHash }).where(eq(accounts.id, id))

/** Replaces the password if it is still the one that was checked; false when somebody else was faster. */
export async function replacePassword(tx: Tx, id: AccountId, checked: string, passwordHash: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(accounts)
    .set({ passwordHash })
    .where(and(eq(accounts.id, id), eq(accounts.passwordHash, checked)))
  return rowCount === 1
}

/** Finds the stored hash of a password; null when the account is unknown or has none yet. */
export async function findPasswordHash(db: DbOrTx, id: AccountId): Promise<string | null> {
  const [row] = await db.select({ hash: accounts.passwordHash }).from(accounts).where(eq(accounts.id, id))
  return row?.hash ?? null
}

/** Stores a reset link in the place of an older one. */
export const storeReset = (tx: Tx, tokenHash: Buffer, accountId: AccountId, expiresAt: Date) =>
  tx
    .insert(passwordResets)
    .values({ tokenHash, accountId, expiresAt })
    .onConflictDoUpdate({ target: passwordResets.accountId, set: { tokenHash, expiresAt } })

export const deleteReset = (tx: Tx, id: AccountId) => tx.delete(passwordResets).where(eq(passwordResets.accountId, id))

const validReset = (tokenHash: Buffer, email: string, now: Date) =>
  and(
    eq(passwordResets.tokenHash, tokenHash),
    gt(passwordResets.expiresAt, now),
    sql`exists (select from ${accounts} where ${accounts.id} = ${passwordResets.accountId}
      and lower(${accounts.email}) = ${email.trim().toLowerCase()} and ${accounts.bannedAt} is null)`,
  )

/** Finds the account of a link that could be used now; null when the link is unknown, used, expired or another's. */
export async function findReset(db: DbOrTx, tokenHash: Buffer, email: string, now: Date) {
  const [row] = await db
    .select()
    .from(passwordResets)
    .where(validReset(tokenHash, email, now))
  return row?.accountId ?? null
}

/** Uses a link up and gives its account: of many who use it at once, one gets it, the others null. */
export async function takeReset(tx: Tx, tokenHash: Buffer, email: string, now: Date): Promise<AccountId | null> {
  const [row] = await tx
    .delete(passwordResets)
    .where(validReset(tokenHash, email, now))
    .returning({ accountId: passwordResets.accountId })
  return row?.accountId ?? null
}

/** Locks an account against everybody, also against transactions that only rule out a ban. */
export async function holdForBan(tx: Tx, id: AccountId) {
  const [row] = await tx.select().from(accounts).where(eq(accounts.id, id)).for('update')
  return row ? { ...toPerson(row), promoCode: row.promoCode, erasedAt: row.erasedAt } : null
}

/** Stores the moment of a ban, or lifts one (null). */
export const storeBan = (tx: Tx, id: AccountId, bannedAt: Date | null) =>
  tx.update(accounts).set({ bannedAt }).where(eq(accounts.id, id))

/** Overwrites the person of an account, its codes, and all by which it could log in; custom id, role and dates stay. */
export async function storeErased(tx: Tx, id: AccountId, customId: string, now: Date): Promise<void> {
  const erased = { ...ERASED_PERSON, email: erasedEmail(id) }
  await tx
    .update(accounts)
    .set({
      ...erased,
      passwordHash: null,
      promoCode: sql`case when ${accounts.promoCode} is not null then ${erasedCode(id)} end`,
      rib: null,
      ribChangedAt: null,
      bannedAt: sql`coalesce(${accounts.bannedAt}, ${now.toISOString()}::timestamptz)`,
      erasedAt: now,
      search: searchOf({ customId, ...erased }),
    })
    .where(eq(accounts.id, id))
  await tx.delete(promoCodes).where(and(eq(promoCodes.accountId, id), ne(promoCodes.code, erasedCode(id))))
  await deleteSessionsOf(tx, id)
  await deletePlacesOf(tx, id)
  await deleteReset(tx, id)
}
