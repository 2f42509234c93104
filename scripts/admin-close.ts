import { closeAdmin } from '#features/accounts/actions/close-admin.ts'
import { MIGRATIONS, migrateDatabase } from '#platform/db/migrate.ts'
import { openShopDatabase } from '#server/command-database.ts'
import { ConfigError, readConfig } from '#server/config.ts'
import { reportFailure } from '#server/report-failure.ts'

// `npm run admin:close -- IDENTIFIER`: closes the account of an admin who leaves. Beside the shop, which may run.

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const identifier = process.argv[2]
  if (!identifier)
    throw new ConfigError('Dites de quel compte\u00A0: npm run admin:close -- IDENTIFIANT (ou son adresse e-mail).')
  const { db, close } = await openShopDatabase(config, say)
  try {
    await migrateDatabase(db, MIGRATIONS)
    const { customId, email } = await closeAdmin(db, identifier, new Date())
    say(`Le compte ${customId} (${email}) est fermé, ses sessions aussi.`)
  } finally {
    await close()
  }
}

try {
  await main()
} catch (error) {
  reportFailure(error)
}
