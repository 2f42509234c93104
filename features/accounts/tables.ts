import { sql } from 'drizzle-orm'
import { check, index, integer, pgSequence, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, identity, idOf, moment } from '#platform/db/columns.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import type { Role } from './model.ts'

export const supplierNumbers = pgSequence('supplier_numbers', { startWith: 1001 })
export const buyerNumbers = pgSequence('buyer_numbers', { startWith: 2001 })
export const agentNumbers = pgSequence('agent_numbers', { startWith: 3001 })
export const adminNumbers = pgSequence('admin_numbers', { startWith: 1 })

export const accounts = pgTable(
  'accounts',
  {
    id: identity<AccountId>(),
    customId: text().notNull(),
    role: text().$type<Role>().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    address: text().notNull(),
    /** The one that is shown and mailed; `promoCodes` holds former ones too. Suppliers only, in capitals. */
    promoCode: text(),
    /** Bank account that gains are paid to: 24 digits. */
    rib: text(),
    createdAt: moment().notNull(),
    /** When its owner changed it last; null of one that was never changed. */
    ribChangedAt: moment(),
    bannedAt: moment(),
    /** Nobody's since then: name, addresses and bank details are replaced, for good. */
    erasedAt: moment(),
    /** Null until an invited person has chosen a password. */
    passwordHash: text(),
    search: text().notNull(),
  },
  (table) => [
    uniqueIndex('an_identifier_is_given_once').on(sql`upper(${table.customId})`),
    uniqueIndex('an_email_has_one_account').on(sql`lower(${table.email})`),
    uniqueIndex('a_promo_code_has_one_owner').on(table.promoCode),
    index('accounts_of_a_role').on(table.role, table.id),
    index('accounts_by_search').using('gin', sql`${table.search} gin_trgm_ops`),
    check('a_role_is_known', sql`${table.role} in ('supplier', 'buyer', 'agent', 'admin')`),
    check('a_rib_is_24_digits', sql`${table.rib} ~ '^[0-9]{24}$'`),
    check('an_erased_account_stays_banned', sql`${table.erasedAt} is null or ${table.bannedAt} is not null`),
    check('only_suppliers_have_codes', sql`${table.promoCode} is null or ${table.role} = 'supplier'`),
    check('a_promo_code_is_short_capitals', sql`${table.promoCode} ~ '^[A-Z0-9]{6,12}$'`),
  ],
)

/** The account to which a row belongs. */
export const ofAccount = () =>
  idOf<AccountId>()
    .notNull()
    .references(() => accounts.id)

/** Every code that a supplier has or had: a former one works as long as its account does. A trigger of `accounts` fills it too. */
export const promoCodes = pgTable(
  'promo_codes',
  {
    code: text().primaryKey(),
    accountId: ofAccount(),
    /** When the supplier took it, or took it again. */
    since: moment().notNull(),
  },
  (table) => [
    index('promo_codes_of_an_account').on(table.accountId),
    check('a_kept_code_is_short_capitals', sql`${table.code} ~ '^[A-Z0-9]{6,12}$'`),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token: who reads this table cannot log in with it. */
    tokenHash: bytes().primaryKey(),
    accountId: ofAccount(),
    /** Name of the browser that logged in, as people call it. */
    browser: text().notNull(),
    /** The one that it was used from last. */
    ipAddress: text().notNull(),
    createdAt: moment().notNull(),
    lastUsedAt: moment().notNull(),
  },
  (table) => [index('sessions_of_an_account').on(table.accountId), index('sessions_by_age').on(table.createdAt)],
)

/** Browsers and addresses that an account logged in from: strangers' tries do not shut it out there. */
export const knownPlaces = pgTable(
  'known_places',
  {
    accountId: ofAccount(),
    /** SHA-256 of the IP address, or of the key that the browser stores. */
    placeHash: bytes().notNull(),
    lastUsedAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ name: 'a_place_is_known_once', columns: [table.accountId, table.placeHash] }),
    index('known_places_by_age').on(table.lastUsedAt),
  ],
)

/** Links to choose a new password: by e-mail, used once. */
export const passwordResets = pgTable(
  'password_resets',
  {
    /** SHA-256 of the token that was mailed. */
    tokenHash: bytes().primaryKey(),
    accountId: ofAccount(),
    expiresAt: moment().notNull(),
  },
  (table) => [
    uniqueIndex('an_account_has_one_reset_link').on(table.accountId),
    index('password_resets_by_age').on(table.expiresAt),
  ],
)

/** Authenticator app of an account: log-in requires its code. */
export const secondFactors = pgTable('second_factors', {
  accountId: idOf<AccountId>()
    .primaryKey()
    .references(() => accounts.id),
  /** The half minute of the last code that was used: no code is used twice. */
  lastStep: integer(),
  createdAt: moment().notNull(),
  /** Null until a first code has shown that the authenticator has it. */
  confirmedAt: moment(),
  /** As the authenticator has it: it can be compared only when it can be read. */
  secret: bytes().notNull(),
})

/** Codes that open an account, once each, when the authenticator is lost. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    accountId: idOf<AccountId>()
      .notNull()
      .references(() => secondFactors.accountId, { onDelete: 'cascade' }),
    /** The code's first digit. */
    number: integer().notNull(),
    usedAt: moment(),
    /** As a password's: the code itself is shown once and stored nowhere. */
    codeHash: text().notNull(),
  },
  (table) => [primaryKey({ name: 'a_recovery_code_has_one_number', columns: [table.accountId, table.number] })],
)
