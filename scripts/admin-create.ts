import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { createAdmin } from '#features/accounts/actions/create-admin.ts'
import { PasswordHashQueue } from '#features/accounts/password-hashing.ts'
import { MIGRATIONS, migrateDatabase } from '#platform/db/migrate.ts'
import { openShopDatabase } from '#server/command-database.ts'
import { ConfigError, readConfig } from '#server/config.ts'
import { reportFailure } from '#server/report-failure.ts'

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

async function ask(): Promise<{ email: string; password: string }> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const email = await terminal.question('Adresse e-mail de l’administrateur : ')
  const password = await terminal.question('Mot de passe (12 caractères au moins) : ')
  terminal.close()
  return { email: email.trim(), password }
}

const NEEDED = 'ADMIN_EMAIL et ADMIN_PASSWORD disent qui créer quand il n’y a pas de terminal pour le demander.'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const { adminEmail: email, adminPassword: password } = config
  if (!(email && password) && !process.stdin.isTTY) throw new ConfigError(NEEDED)
  const wanted = email && password ? { email, password } : await ask()
  const { db, close } = await openShopDatabase(config, say)
  try {
    await migrateDatabase(db, MIGRATIONS)
    const customId = await createAdmin({ db, randomBytes, now: new Date() }, new PasswordHashQueue(), wanted)
    say(`Administrateur créé. Identifiant : ${customId} (ou ${wanted.email}).`)
  } finally {
    await close()
  }
}

try {
  await main()
} catch (error) {
  reportFailure(error)
}
