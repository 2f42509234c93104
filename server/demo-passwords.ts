import { findDocumentedPasswords } from '#demo/documented-passwords.ts'
import { PasswordHashQueue } from '#features/accounts/index.ts'
import type { Db } from '#platform/db/database.ts'
import { type Config, ConfigError } from './config.ts'

/**
 * Stops the start of a shop that people elsewhere reach while an account has the password that the README tells, unless
 * `DEMO=1` says that it is meant: then it warns.
 */
export async function refusePublicDemo(
  { publicBy, demoOnPurpose }: Pick<Config, 'publicBy' | 'demoOnPurpose'>,
  db: Db,
  say: (line: string) => void,
): Promise<void> {
  if (publicBy === null) return
  const open = (await findDocumentedPasswords(db, new PasswordHashQueue())).join(', ')
  if (open === '') return
  if (!demoOnPurpose)
    throw new ConfigError(
      `${publicBy}\u00A0: la boutique serait publique, et des comptes ont encore leur mot de passe de démonstration (${open})\u00A0: changez-les ou bannissez-les d’abord, sans ${publicBy}, ou acceptez-le par DEMO=1.`,
    )
  say(`Attention\u00A0: tout le monde connaît le mot de passe de ces comptes de démonstration\u00A0: ${open}.`)
}
