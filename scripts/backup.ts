import { existsSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import { BackupError } from '#platform/backup/backup-error.ts'
import { backUpShop, backupName } from '#server/backup/backup-commands.ts'
import { runCommand, say } from './command.ts'

// `npm run backup [FILE]`: the shop of the settings in one file.

await runCommand((config) => {
  // Whoever orders meanwhile comes first.
  setPriority(10)
  const at = new Date()
  const file = resolve(process.argv[2] ?? join(config.backupDir, backupName(at)))
  if (config.databaseUrl === null && !existsSync(config.dataDir))
    throw new BackupError(`DATA_DIR\u00A0: ${config.dataDir} n’existe pas.`)
  return backUpShop(config, file, at, say)
})
