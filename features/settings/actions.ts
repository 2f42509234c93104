import type { Tx } from '#platform/db/database.ts'
import { publish } from '#platform/db/events.ts'
import type { SettingsRequest } from './contract.ts'
import { type AllSettings, SETTING_NAMES } from './model.ts'
import { deleteSetting, storeSetting } from './queries.ts'

declare module '#platform/db/events.ts' {
  interface Events {
    /** Any page may show a setting, so all cached pages go. */
    'settings changed': Record<string, never>
  }
}

/**
 * Changes the settings that are named; null, or the value of the default, goes back to the default. Writes them in one
 * fixed order, so that two owners at once cannot deadlock.
 */
export async function changeSettings(
  tx: Tx,
  changes: SettingsRequest,
  defaults: AllSettings,
  now: Date,
): Promise<void> {
  for (const name of SETTING_NAMES) {
    const value = changes[name]
    if (value === undefined) continue
    if (value === null || value === defaults[name]) await deleteSetting(tx, name)
    else await storeSetting(tx, name, value, now)
  }
  await publish(tx, 'settings changed', {})
}
