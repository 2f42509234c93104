import type pg from 'pg'
import { begin, chooseWritableHost, connectBesidePool, type Db, sqlState } from './database.ts'

/** The server of DATABASE_URL cannot be reached or does not fit. The message is one French line for the operator. */
export class UnfitServerError extends Error {
  override readonly name = 'UnfitServerError'

  constructor(reason: string, cause?: unknown) {
    super(`DATABASE_URL\u00A0: ${reason}.`, { cause })
  }
}

const LEAST_VERSION = 150_000
const POOLER = 'pool_mode = transaction et ignore_startup_parameters = options (voir docs/OPERATIONS.md, PgBouncer)'

const REASONS: Record<string, string> = {
  '28000': 'le serveur refuse cet utilisateur ou son mot de passe',
  '28P01': 'le serveur refuse cet utilisateur ou son mot de passe',
  '3D000': 'cette base n’existe pas sur le serveur',
  '42501': 'cet utilisateur n’a pas les droits qu’il faut sur cette base',
  '53300': 'le serveur n’a plus de connexion libre',
  '57P03': 'le serveur démarre ou s’arrête',
  '08P01': `un répartiteur de connexions refuse. Connaît-il cette base, et a-t-il ${POOLER}`,
}

/** A French reason by SQLSTATE. The driver's own errors have a code of the system, or none. */
function reasonOf(error: unknown): string {
  const state = sqlState(error)
  const { code, message } = error as NodeJS.ErrnoException
  return (state && REASONS[state]) ?? `le serveur ne répond pas (${state ?? code ?? message})`
}

/** Connects to the server; of several hosts to the one that accepts writes. Throws an `UnfitServerError` when there is none. */
export async function reachServer(db: Db): Promise<void> {
  try {
    if (!(await chooseWritableHost(db))) throw new UnfitServerError('aucun de ces serveurs n’accepte d’écrire')
    await (await connectBesidePool(db)).end()
  } catch (error) {
    throw error instanceof UnfitServerError ? error : new UnfitServerError(reasonOf(error), error)
  }
}

/** Connects to the server and checks all that a shop needs of it. Changes nothing. Throws an `UnfitServerError`. */
export async function checkServer(db: Db): Promise<void> {
  await reachServer(db)
  const client = await connectBesidePool(db)
  try {
    const unfit = unfitness(await factsOf(client))
    if (unfit) throw new UnfitServerError(unfit)
  } catch (error) {
    throw error instanceof UnfitServerError ? error : new UnfitServerError(reasonOf(error), error)
  } finally {
    await client.end()
  }
}

export interface ServerFacts {
  version: number
  versionName: string
  encoding: string
  readsOnly: boolean
  mayCreate: boolean
  hasTrigrams: boolean
  /** False when a pooler dropped our time-outs; without them a call could wait for ever. */
  hasTimeOuts: boolean
  isUtc: boolean
}

/** Reads the facts. The transaction with a lock comes first, since a pooler in another mode than ours refuses it. */
async function factsOf(client: pg.Client): Promise<ServerFacts> {
  await client.query(begin({ lock: 2_000, statement: 5_000, idleInTransaction: 10_000 }))
  await client.query('select pg_try_advisory_xact_lock_shared($1)', [1])
  await client.query('rollback')
  const { rows } = await client.query(`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as "versionName",
      current_setting('server_encoding') as encoding, current_setting('transaction_read_only') = 'on' as "readsOnly",
      has_database_privilege(current_database(), 'create')
        and coalesce(has_schema_privilege(to_regnamespace('public'), 'create'), false) as "mayCreate",
      exists (select from pg_available_extensions where name = 'pg_trgm') as "hasTrigrams",
      '0' not in (current_setting('lock_timeout'), current_setting('statement_timeout'),
        current_setting('idle_in_transaction_session_timeout')) as "hasTimeOuts",
      current_setting('timezone') in ('UTC', 'Etc/UTC', 'GMT') as "isUtc"`)
  return rows[0]
}

/** The French reason why a server does not fit; null when it does. */
export function unfitness(it: ServerFacts): string | null {
  if (it.version < LEAST_VERSION)
    return `PostgreSQL 15 ou plus récent est nécessaire, ce serveur est un ${it.versionName}`
  if (it.encoding !== 'UTF8') return `la base doit être en UTF8, celle-ci est en ${it.encoding}`
  if (it.readsOnly) return 'ce serveur n’accepte pas d’écrire (une réplique\u00A0?)'
  if (!it.mayCreate)
    return 'cet utilisateur n’a pas le droit de créer des tables et l’extension pg_trgm dans cette base'
  if (!it.hasTrigrams) return 'l’extension pg_trgm n’est pas installée sur le serveur (paquet postgresql-contrib)'
  if (!(it.hasTimeOuts && it.isUtc))
    return 'un répartiteur de connexions retient les délais de la boutique\u00A0: les donner à son utilisateur par ALTER ROLE (voir docs/OPERATIONS.md, PgBouncer)'
  return null
}
