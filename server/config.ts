import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { settingSchemas } from '#features/settings/contract.ts'
import { type AllSettings, BUILT_IN_SETTINGS } from '#features/settings/model.ts'
import { addressesOf } from '#platform/db/hosts.ts'
import { proxiesIn } from './http/trusted-proxies.ts'

/** A setting that cannot be used. Its message is one line for the operator and names the variable. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const LOOPBACK = ['127.0.0.1', '::1', 'localhost']

const wholeNumber = (least: number, most: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/)),
    z.pipe(
      z.transform((digits: string) => Number(digits)),
      z.int().check(z.gte(least), z.lte(most)),
    ),
  )
const webAddress = z.url({ protocol: /^https?$/ })
/** An address may name several hosts, each of which is checked. */
const postgresAddress = z
  .string()
  .check(z.refine((url) => addressesOf(url).every((one) => /^postgres(ql)?:/.test(one) && URL.canParse(one))))
/** Addresses, networks and three names with commas between them, as the library of forwarded headers accepts them. */
const proxies = z.string().check(z.refine(areProxies))
const onOff = z.enum(['on', 'off'])
const zeroOne = z.enum(['0', '1'])

// Defaults of contact data are obvious placeholders, so that an owner notices that they are still to be entered.
const variables = z.object({
  PORT: z._default(wholeNumber(0, 65_535), 3000),
  HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), 'data'),
  BACKUP_DIR: z.optional(z.string().check(z.minLength(1))),
  BACKUP_DAILY: z.optional(wholeNumber(0, 23)),
  BACKUP_KEEP: z._default(wholeNumber(1, 3650), 14),
  KEEP_ORDERS_YEARS: z._default(wholeNumber(1, 100), 10),
  DATABASE_URL: z.optional(postgresAddress),
  DATABASE_POOL: z._default(wholeNumber(2, 200), 10),
  DEMO: z.optional(zeroOne),
  PUBLIC_URL: z.optional(webAddress),
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: z.optional(z.email()),
  ADMIN_EMAIL: z.optional(z.string()),
  ADMIN_PASSWORD: z.optional(z.string()),
  RATE_LIMITS: z._default(onOff, 'on'),
  ORDERS_PER_PRODUCT: z._default(wholeNumber(1, 100_000), 300),
  TRUST_PROXY: z.optional(proxies),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16))),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
  NODE_ENV: z._default(z.string(), 'production'),
  CHAT_NUMBER: z._default(settingSchemas.chatNumber, '212600000000'),
  CHAT_GREETING: z._default(settingSchemas.chatGreeting, 'Bonjour, je souhaite plus d’informations.'),
  CONTACT_PHONE: z._default(settingSchemas.phone, '0522000000'),
  CONTACT_INSTAGRAM: z._default(settingSchemas.instagram, 'https://www.instagram.com/votre.boutique'),
  CONTACT_EMAIL: z._default(settingSchemas.email, 'contact@votre-boutique.example'),
  VIDEO_URL: z._default(settingSchemas.videoUrl, ''),
  SOCIAL_URL: z._default(settingSchemas.socialUrl, 'https://www.facebook.com/votre.boutique'),
  MICROBLOG_URL: z._default(settingSchemas.microblogUrl, 'https://x.com/votre_boutique'),
  AGENCY_NAME: z._default(settingSchemas.agencyName, 'Votre agence web'),
  AGENCY_URL: z._default(settingSchemas.agencyUrl, ''),
  CNDP_NUMBER: z._default(settingSchemas.cndpNumber, ''),
  DELIVERY_TEXT: z._default(settingSchemas.deliveryText, 'Livraison {frais}. Vous payez à la réception.'),
  DELIVERY_DELAY: z._default(settingSchemas.deliveryDelay, '24\u00A0à\u00A072\u00A0h'),
  MAX_PIECES: z._default(settingSchemas.maxPieces, '20'),
  MAX_GUEST_TOTAL: z._default(settingSchemas.maxGuestTotal, '5000'),
})

/** The names of all variables that the program reads. */
export const VARIABLES = Object.keys(variables.shape)

function areProxies(list: string): boolean {
  try {
    proxiesIn(list)
    return true
  } catch {
    return false
  }
}

/** Any of these variables means that the shop can be reached from other machines. */
const PUBLIC_VARIABLES = ['PUBLIC_URL', 'TRUST_PROXY', 'SMTP_URL'] as const

/** The embedded database accepts 60 connections, and some are opened outside the pool. */
const MAX_EMBEDDED_POOL = 50

const REMOVED = {
  WORKERS: 'lancer plusieurs copies du programme sur la même DATABASE_URL, derrière un répartiteur',
  DATABASE_REPLICA_URL: 'tout est lu dans DATABASE_URL',
  DATABASE_DIRECT_URL: 'DATABASE_URL suffit, même à travers un répartiteur de connexions',
}

/** One French line for each variable in use that no longer has an effect, with its replacement. */
export const removedVariables = (environment: NodeJS.ProcessEnv): string[] =>
  Object.entries(REMOVED)
    .filter(([name]) => environment[name])
    .map(([name, instead]) => `${name} n’a plus d’effet\u00A0: ${instead} (voir docs/OPERATIONS.md).`)

export type Config = ReturnType<typeof readConfig>

/** Reads and checks the environment; no other code reads it. Throws a `ConfigError` that names the first wrong variable. */
export function readConfig(environment: NodeJS.ProcessEnv) {
  const read = variables.safeParse(environment)
  if (!read.success) {
    const name = String(read.error.issues[0]?.path[0])
    // The value is not printed: it may contain a secret.
    throw new ConfigError(`${name}\u00A0: cette valeur ne convient pas (voir docs/OPERATIONS.md).`)
  }
  const it = read.data
  const isLocal = LOOPBACK.includes(it.HOST)
  const publicBy = PUBLIC_VARIABLES.find((name) => it[name] !== undefined) ?? null
  return {
    port: it.PORT,
    host: it.HOST,
    dataDir: resolve(it.DATA_DIR),
    backupDir: resolve(it.BACKUP_DIR ?? join(it.DATA_DIR, 'backups')),
    /** The hour of Casablanca from which the day's backup is written; null: no daily backups. */
    backupHour: it.BACKUP_DAILY ?? null,
    /** The number of newest daily backups that stay. */
    backupsRetained: it.BACKUP_KEEP,
    /** The age in years at which a final order is anonymised. */
    orderRetentionYears: it.KEEP_ORDERS_YEARS,
    /** Null: the server runs its embedded PostgreSQL in `dataDir`. */
    databaseUrl: it.DATABASE_URL ?? null,
    databasePool: it.DATABASE_URL === undefined ? Math.min(it.DATABASE_POOL, MAX_EMBEDDED_POOL) : it.DATABASE_POOL,
    demo: it.DEMO === undefined ? it.DATABASE_URL === undefined && isLocal && publicBy === null : it.DEMO === '1',
    /** True when `DEMO=1` was set by hand: accounts with documented passwords are then intended. */
    demoOnPurpose: it.DEMO === '1',
    /** The variable that makes the shop reachable from other machines; null: only this machine reaches it. */
    publicBy: publicBy ?? (isLocal ? null : 'HOST'),
    publicUrl: it.PUBLIC_URL?.replace(/\/+$/, '') ?? `http://${it.HOST}:${it.PORT}`,
    /** Null: each mail is written to a file. */
    smtpUrl: it.SMTP_URL ?? null,
    mailFrom: it.MAIL_FROM ?? 'ne-pas-repondre@votre-boutique.example',
    /** Read by `npm run admin:create` alone. */
    adminEmail: it.ADMIN_EMAIL ?? null,
    adminPassword: it.ADMIN_PASSWORD ?? null,
    rateLimits: it.RATE_LIMITS === 'on',
    ordersPerProduct: it.ORDERS_PER_PRODUCT,
    trustProxy: it.TRUST_PROXY ?? (false as const),
    logLevel: it.LOG_LEVEL,
    /** The token for `GET /metrics`; null: only callers on this machine may read it. */
    metricsToken: it.METRICS_TOKEN ?? null,
    development: it.NODE_ENV === 'development',
    /** Defaults of the settings that the owner can change in the back office. */
    settings: {
      ...BUILT_IN_SETTINGS,
      chatNumber: it.CHAT_NUMBER,
      chatGreeting: it.CHAT_GREETING,
      phone: it.CONTACT_PHONE,
      instagram: it.CONTACT_INSTAGRAM,
      email: it.CONTACT_EMAIL,
      videoUrl: it.VIDEO_URL,
      socialUrl: it.SOCIAL_URL,
      microblogUrl: it.MICROBLOG_URL,
      agencyName: it.AGENCY_NAME,
      agencyUrl: it.AGENCY_URL,
      cndpNumber: it.CNDP_NUMBER,
      deliveryText: it.DELIVERY_TEXT,
      deliveryDelay: it.DELIVERY_DELAY,
      maxPieces: it.MAX_PIECES,
      maxGuestTotal: it.MAX_GUEST_TOTAL,
    } satisfies AllSettings as AllSettings,
  }
}
