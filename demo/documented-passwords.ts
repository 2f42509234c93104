import { sql } from 'drizzle-orm'
import type { PasswordHashQueue } from '#features/accounts/password-hashing.ts'
import type { Db } from '#platform/db/database.ts'
import { admin, agents, buyers, suppliers } from './people.ts'

/** The identifiers of accounts that still have their password of the README. */
export async function findDocumentedPasswords(db: Db, hashing: PasswordHashQueue): Promise<string[]> {
  const documented = new Map(
    [admin, ...suppliers, ...buyers, ...agents].map(({ customId, password }) => [customId, password]),
  )
  const { rows } = await db.execute<{ customId: string; passwordHash: string }>(sql`
    select custom_id as "customId", password_hash as "passwordHash" from accounts
    where custom_id = any(${sql.param([...documented.keys()])}::text[]) and password_hash is not null and banned_at is null
    order by id`)
  const open: string[] = []
  for (const { customId, passwordHash } of rows) {
    const password = documented.get(customId)
    if (password && (await hashing.matches(password, passwordHash, customId, null))) open.push(customId)
  }
  return open
}
