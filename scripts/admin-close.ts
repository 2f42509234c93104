import { closeAdmin } from '#features/accounts/actions/close-admin.ts'
import { MIGRATIONS, migrateDatabase } from '#platform/db/migrate.ts'
import { ConfigError } from '#server/config.ts'
import { runCommand, say, withDatabase } from './command.ts'

// `npm run admin:close -- IDENTIFIER`: closes the account of an admin who leaves. Beside the shop, which may run.

await runCommand((config) => {
  const identifier = process.argv[2]
  if (!identifier)
    throw new ConfigError('Dites de quel compte\u00A0: npm run admin:close -- IDENTIFIANT (ou son adresse e-mail).')
  return withDatabase(config, async (db) => {
    await migrateDatabase(db, MIGRATIONS)
    const { customId, email } = await closeAdmin(db, identifier, new Date())
    say(`Le compte ${customId} (${email}) est fermé, ses sessions aussi.`)
  })
})
