import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { createAdmin } from '#features/accounts/actions/create-admin.ts'
import { PasswordHashQueue } from '#features/accounts/password-hashing.ts'
import { MIGRATIONS, migrateDatabase } from '#platform/db/migrate.ts'
import { ConfigError } from '#server/config.ts'
import { runCommand, say, withDatabase } from './command.ts'

async function ask(): Promise<{ email: string; password: string }> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const email = await terminal.question('Adresse e-mail de l’administrateur : ')
  const password = await terminal.question('Mot de passe (12 caractères au moins) : ')
  terminal.close()
  return { email: email.trim(), password }
}

const NEEDED = 'ADMIN_EMAIL et ADMIN_PASSWORD disent qui créer quand il n’y a pas de terminal pour le demander.'

await runCommand(async (config) => {
  const { adminEmail: email, adminPassword: password } = config
  if (!(email && password) && !process.stdin.isTTY) throw new ConfigError(NEEDED)
  const wanted = email && password ? { email, password } : await ask()
  await withDatabase(config, async (db) => {
    await migrateDatabase(db, MIGRATIONS)
    const customId = await createAdmin({ db, randomBytes, now: new Date() }, new PasswordHashQueue(), wanted)
    say(`Administrateur créé. Identifiant : ${customId} (ou ${wanted.email}).`)
  })
})
