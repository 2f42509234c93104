import { BackupError } from '#platform/backup/backup-error.ts'
import { UnfitServerError } from '#platform/db/check-server.ts'
import { isUnavailable } from '#platform/db/database.ts'
import { EmbeddedDatabaseError } from '#platform/db/embedded/embedded.ts'
import { NewerDatabaseError, OldDatabaseError } from '#platform/db/migrate.ts'
import { isRefusal } from '#platform/kernel/refusal.ts'
import { ConfigError } from './config.ts'

const LINES = [BackupError, ConfigError, EmbeddedDatabaseError, NewerDatabaseError, OldDatabaseError, UnfitServerError]

/** What an operator is told instead of a stack; null for what nobody foresaw. */
export function operatorMessage(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (isRefusal(error) || LINES.some((known) => error instanceof known)) return error.message
  const { code, path } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return 'Le disque est plein\u00A0: rien n’a été écrit.'
  if (path !== undefined && UNWRITABLE.has(code ?? '')) return `On ne peut pas écrire dans ${path} (${code}).`
  if (isUnavailable(error)) return 'La base de données ne répond pas.'
  return null
}

const UNWRITABLE = new Set(['EACCES', 'EEXIST', 'ENOENT', 'ENOTDIR', 'EPERM', 'EROFS'])

/** Tells why a command ends, and has it end with 1: in one line what was foreseen, with its stack what was not. */
export function reportFailure(error: unknown): void {
  process.stderr.write(`${operatorMessage(error) ?? (error instanceof Error ? error.stack : error)}\n`)
  process.exitCode = 1
}
