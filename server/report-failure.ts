import { BackupError } from '#platform/backup/backup-error.ts'
import { UnfitServerError } from '#platform/db/check-server.ts'
import { isUnavailable } from '#platform/db/database.ts'
import { EmbeddedDatabaseError } from '#platform/db/embedded/embedded.ts'
import { NewerDatabaseError, OldDatabaseError } from '#platform/db/migrate.ts'
import { isRefusal } from '#platform/kernel/refusal.ts'
import { ConfigError } from './config.ts'

const WRITTEN_FOR_OPERATORS = [
  BackupError,
  ConfigError,
  EmbeddedDatabaseError,
  NewerDatabaseError,
  OldDatabaseError,
  UnfitServerError,
]

/** One French line for the operator; null for an error that nobody foresaw. */
export function operatorMessage(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (isRefusal(error) || WRITTEN_FOR_OPERATORS.some((known) => error instanceof known)) return error.message
  const { code, path } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return 'Le disque est plein\u00A0: rien n’a été écrit.'
  if (path !== undefined && UNWRITABLE.has(code ?? '')) return `On ne peut pas écrire dans ${path} (${code}).`
  if (isUnavailable(error)) return 'La base de données ne répond pas.'
  return null
}

const UNWRITABLE = new Set(['EACCES', 'EEXIST', 'ENOENT', 'ENOTDIR', 'EPERM', 'EROFS'])

/** Prints why a command ends and sets exit code 1: an expected error in one line, any other with its stack. */
export function reportFailure(error: unknown): void {
  process.stderr.write(`${operatorMessage(error) ?? (error instanceof Error ? error.stack : error)}\n`)
  process.exitCode = 1
}
