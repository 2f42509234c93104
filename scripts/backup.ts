import { existsSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import { BackupError } from '#platform/backup/backup-error.ts'
import { backUpShop, backupName } from '#server/backup/backup.ts'
import { readConfig } from '#server/config.ts'
import { reportFailure } from '#server/report-failure.ts'

// `npm run backup [FILE]`: the shop of the settings in one file.

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

try {
  // Whoever orders meanwhile comes first.
  setPriority(10)
  const config = readConfig(process.env)
  const at = new Date()
  const file = resolve(process.argv[2] ?? join(config.backupDir, backupName(at)))
  if (config.databaseUrl === null && !existsSync(config.dataDir))
    throw new BackupError(`DATA_DIR\u00A0: ${config.dataDir} n’existe pas.`)
  await backUpShop(config, file, at, say)
} catch (error) {
  reportFailure(error)
}
