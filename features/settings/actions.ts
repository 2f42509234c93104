import type { Tx } from '#platform/db/database.ts'
import { publish } from '#platform/db/events.ts'
import type { SettingsRequest } from './contract.ts'
import { type AllSettings, SETTING_NAMES } from './model.ts'
import { deleteSetting, storeSetting } from './queries.ts'

declare module '#platform/db/events.ts' {
  interface Events {
    /** Something that every page may show. */
    'settings changed': Record<string, never>
  }
}

/**
 * Changes the settings that are named; null, or what the default is, is back to the default. One order for all, so that
 * two owners at once do not wait for each other in a ring.
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
