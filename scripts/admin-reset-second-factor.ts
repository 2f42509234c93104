import { createInterface } from 'node:readline/promises'
import { resetSecondFactor } from '#features/accounts/second-factor/actions.ts'
import { MIGRATIONS, migrateDatabase } from '#platform/db/migrate.ts'
import { ConfigError } from '#server/config.ts'
import { buildShop } from '#server/shop.ts'
import { runCommand, say, withDatabase } from './command.ts'

// `npm run admin:reset-second-factor [-- IDENTIFIER]`: the way back in for an admin who has lost the phone and the recovery
// codes. Beside the shop, which may run: its letter goes out with the shop's others.

const NEEDED = 'Dites de quel compte\u00A0: npm run admin:reset-second-factor -- IDENTIFIANT (ou son adresse e-mail).'

async function ask(): Promise<string> {
  if (!process.stdin.isTTY) throw new ConfigError(NEEDED)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const identifier = await terminal.question('Identifiant ou adresse e-mail de l’administrateur : ')
  terminal.close()
  return identifier
}

await runCommand(async (config) => {
  const identifier = process.argv[2] ?? (await ask())
  await withDatabase(config, async (db) => {
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
  })
})
