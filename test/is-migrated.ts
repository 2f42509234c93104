import { connectBesidePool, type Db } from '#platform/db/database.ts'
import { appliedMigrations, knownMigrations } from '#platform/db/migrate.ts'

/** True when every migration of the folder is applied. */
export async function isMigrated(db: Db, folder: string): Promise<boolean> {
  const client = await connectBesidePool(db)
  try {
    const applied = await appliedMigrations(client)
    return knownMigrations(folder).every((each) => applied.includes(each))
  } finally {
    await client.end()
  }
}
