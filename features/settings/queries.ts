import { eq, ne } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#platform/db/database.ts'
import type { AllSettings, SettingName } from './model.ts'
import { settings } from './tables.ts'

/**
 * Reads the current settings: those that the owner changed, and `defaults` for the others. Runs at each rendering, so a
 * change needs no restart.
 */
export async function readSettings<Defaults extends Partial<AllSettings>>(
  db: DbOrTx,
  defaults: Defaults,
): Promise<Defaults> {
  const rows = await db.select({ name: settings.name, value: settings.value }).from(settings)
  const changed = new Map<string, string>(rows.map(({ name, value }) => [name, value]))
  return Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, changed.get(name) ?? value]),
  ) as Defaults
}

/** Stores a setting; true when it was another. */
export async function storeSetting(tx: Tx, name: SettingName, value: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx
    .insert(settings)
    .values({ name, value, changedAt: now })
    .onConflictDoUpdate({ target: settings.name, set: { value, changedAt: now }, setWhere: ne(settings.value, value) })
  return rowCount === 1
}

/** Takes a setting back to its default; true when it was another. */
export async function deleteSetting(tx: Tx, name: SettingName): Promise<boolean> {
  const { rowCount } = await tx.delete(settings).where(eq(settings.name, name))
  return rowCount === 1
}
