import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { BackupError } from '#platform/backup/backup-error.ts'
import { restoreShop } from '#server/backup/backup-commands.ts'
import { runCommand, say } from './command.ts'

// `npm run restore FILE`: a backup becomes the shop of the settings, which must be an empty one.

await runCommand(async (config) => {
  const [, , file] = process.argv
  if (!file) throw new BackupError('Dire quel fichier restaurer\u00A0: npm run restore FICHIER')
  mkdirSync(config.dataDir, { recursive: true })
  if (!(await restoreShop(config, resolve(file), say))) process.exitCode = 1
})
