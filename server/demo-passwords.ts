import { findDocumentedPasswords } from '#demo/documented-passwords.ts'
import { PasswordHashQueue } from '#features/accounts/password-hashing.ts'
import type { Db } from '#platform/db/database.ts'
import { type Config, ConfigError } from './config.ts'

/**
 * Refuses to start a shop that other machines can reach while an account still has a password of the README. With `DEMO=1`
 * it warns instead.
 */
export async function refusePublicDemo(
  { publicBy, demoOnPurpose }: Pick<Config, 'publicBy' | 'demoOnPurpose'>,
  db: Db,
  say: (text: string) => void,
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
