import {
  checkSentPassword,
  holdWithPassword,
  limitLetters,
  listOpenAdmins,
  type PasswordCaller,
  type PasswordHashQueue,
} from '#features/accounts/index.ts'
import { inTransaction, type Tx } from '#platform/db/database.ts'
import { publish } from '#platform/db/events.ts'
import type { Shop } from '#platform/http/shop.ts'
import { MAIL_PRIORITY } from '#platform/mail/post-office.ts'
import type { SettingsChange } from './contract.ts'
import { bankAccountChangedLetter } from './letters.ts'
import { type AllSettings, BANK_SETTINGS, type BankSetting, SETTING_NAMES, type SettingName } from './model.ts'
import { deleteSetting, readSettings, storeSetting } from './queries.ts'

declare module '#platform/db/events.ts' {
  interface Events {
    /** Any page may show a setting, so all cached pages go. */
    'settings changed': Record<string, never>
  }
}

/**
 * Changes the settings that are named, and gives all of them; null, or the value of the default, goes back to the
 * default. A change of the bank account is mailed to all admins. Refuses (422) one without the caller's password, and
 * (429) the eleventh within an hour: buyers pay to that account, so a token alone does not move it.
 */
export async function changeSettings(
  shop: Shop,
  hashing: PasswordHashQueue,
  caller: PasswordCaller,
  changes: SettingsChange,
  defaults: AllSettings,
): Promise<AllSettings> {
  const before = await readSettings(shop.db, defaults)
  const isMoving = BANK_SETTINGS.some((name) => {
    const value = changes[name]
    return value !== undefined && (value ?? defaults[name]) !== before[name]
  })
  const checked = isMoving ? await checkSentPassword(shop, hashing, caller) : null
  return inTransaction(shop.db, async (tx) => {
    const changed = await storeChanges(tx, changes, defaults, shop.now())
    const ofBank = BANK_SETTINGS.filter((name) => changed.includes(name))
    const after = await readSettings(tx, defaults)
    if (ofBank.length > 0) {
      // The password was checked before: it, and what the settings were, may have changed since.
      const { name, customId } = await holdWithPassword(tx, caller.id, checked)
      await limitLetters(tx, shop, caller.id)
      await tellAdmins(
        tx,
        shop,
        `${name} (${customId})`,
        ofBank.map((name) => describeChange(name, after)),
      )
    }
    await publish(tx, 'settings changed', {})
    return after
  })
}

/** Names those that became others. Writes them in one fixed order, so that two owners at once cannot deadlock. */
async function storeChanges(tx: Tx, changes: SettingsChange, defaults: AllSettings, now: Date): Promise<SettingName[]> {
  const changed: SettingName[] = []
  for (const name of SETTING_NAMES) {
    const value = changes[name]
    if (value === undefined) continue
    const isOther =
      value === null || value === defaults[name]
        ? await deleteSetting(tx, name)
        : await storeSetting(tx, name, value, now)
    if (isOther) changed.push(name)
  }
  return changed
}

const describeChange = (name: BankSetting, { bankRib }: AllSettings): string => {
  if (name !== 'bankRib') return name === 'bankName' ? 'banque' : 'titulaire'
  return bankRib === '' ? 'RIB (supprimé)' : `RIB (finit par ${bankRib.slice(-4)})`
}

async function tellAdmins(tx: Tx, shop: Shop, by: string, changes: readonly string[]): Promise<void> {
  const letter = bankAccountChangedLetter(shop.name, by, changes)
  for (const admin of await listOpenAdmins(tx)) await shop.postOffice.post(tx, admin, letter, MAIL_PRIORITY.password)
}
