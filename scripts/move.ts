import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BackupError } from '#platform/backup/backup-error.ts'
import { moveShop } from '#server/backup/backup-commands.ts'
import { runCommand, say } from './command.ts'

// `npm run move`: the shop leaves its own database in DATA_DIR for the empty one of DATABASE_URL. It must be stopped.

await runCommand(async (config) => {
  if (config.databaseUrl === null)
    throw new BackupError('DATABASE_URL\u00A0: dire vers quelle base, encore vide, la boutique déménage.')
  if (!existsSync(join(config.dataDir, 'postgres')) && !existsSync(join(config.dataDir, 'database-folder.txt')))
    throw new BackupError(`DATA_DIR\u00A0: ${config.dataDir} n’a pas de base de données à déménager.`)
  const at = new Date()
  const file = join(config.backupDir, `demenagement-${at.toISOString().slice(0, 19).replaceAll(':', '')}.tar.zst`)
  if (await moveShop(config, file, at, say))
    say('La boutique a déménagé\u00A0: la démarrer avec ce DATABASE_URL. Sa base d’avant reste dans DATA_DIR.')
  else process.exitCode = 1
})
