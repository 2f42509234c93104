import { createInterface } from 'node:readline/promises'
import { resetSecondFactor } from '#features/accounts/second-factor/actions.ts'
import { MIGRATIONS, migrateDatabase } from '#platform/db/migrate.ts'
import { isRefusal } from '#platform/kernel/refusal.ts'
import { openShopDatabase } from '#server/command-database.ts'
import { ConfigError, readConfig } from '#server/config.ts'
import { buildShop } from '#server/shop.ts'

// `npm run admin:reset-second-factor [-- IDENTIFIER]`: the way back in for an admin who has lost the phone and the recovery
// codes. Beside the shop, which may run: its letter goes out with the shop's others.

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const NEEDED = 'Dites de quel compte\u00A0: npm run admin:reset-second-factor -- IDENTIFIANT (ou son adresse e-mail).'

async function ask(): Promise<string> {
  if (!process.stdin.isTTY) throw new ConfigError(NEEDED)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const identifier = await terminal.question('Identifiant ou adresse e-mail de l’administrateur : ')
  terminal.close()
  return identifier
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const identifier = process.argv[2] ?? (await ask())
  const { db, close } = await openShopDatabase(config, say)
  try {
    await migrateDatabase(db, MIGRATIONS)
    const onError = (error: unknown) => say(String(error))
    const shop = await buildShop(config, db, { now: () => new Date(), say, onError })
    try {
      const { customId, email } = await resetSecondFactor(shop, identifier)
      say(`Double authentification retirée de ${customId} (${email}), ses sessions sont fermées.`)
      say('Le mot de passe suffit de nouveau. Activez-la de nouveau dès la prochaine connexion.')
    } finally {
      await shop.jobs.stop()
    }
  } finally {
    await close()
  }
}

try {
  await main()
} catch (error) {
  if (!(error instanceof Error)) throw error
  process.stderr.write(`${isRefusal(error) || error instanceof ConfigError ? error.message : error.stack}\n`)
  process.exitCode = 1
}
