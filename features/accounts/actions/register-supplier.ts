import type * as z from 'zod/mini'
import { inTransaction, type Tx } from '#platform/db/database.ts'
import { publish } from '#platform/db/events.ts'
import { countTries, type Limit } from '#platform/http/limits.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { MAIL_PRIORITY } from '#platform/mail/post-office.ts'
import type { registration } from '../contract.ts'
import { type Place, rememberPlace } from '../known-places.ts'
import { welcomeLetter } from '../letters.ts'
import type { Person } from '../model.ts'
import { newSalt, type PasswordHashQueue } from '../password-hashing.ts'
import { mustBePassword } from '../password-policy.ts'
import { findOwnerOfCode, nextCustomId, storeAccount } from '../queries.ts'
import { newPromoCode } from '../rules.ts'
import { refuseTakenEmail } from './taken-email.ts'

declare module '#platform/db/events.ts' {
  interface Events {
    'supplier signed up': { id: AccountId; customId: string; name: string }
  }
}

const SIGN_UPS: Limit = { name: 'sign-up', max: 100, seconds: 3600 }
const CODE_BYTES = 6

type Registration = Omit<z.output<typeof registration>, 'browserKey'>

/**
 * Opens a supplier's account; the letter with its custom id and promo code is stored in the same transaction. Refuses
 * (422) an e-mail address that has an account and a short or common password, and (429) the 101st sign-up from one IP
 * address within an hour.
 */
export async function register(
  shop: Shop,
  hashing: PasswordHashQueue,
  { password, ...person }: Registration,
  place: Place,
): Promise<Person> {
  const now = shop.now()
  if (shop.rateLimits) await countTries(shop.db, now, [{ limit: SIGN_UPS, who: place.address }])
  mustBePassword(password)
  const passwordHash = await hashing.hash(password, newSalt(shop.randomBytes), place.address)
  return inTransaction(shop.db, (tx) => openAccount(tx, shop, person, { passwordHash, place }, now)).catch(
    refuseTakenEmail,
  )
}

async function openAccount(
  tx: Tx,
  shop: Shop,
  person: Omit<Registration, 'password'>,
  { passwordHash, place }: { passwordHash: string; place: Place },
  now: Date,
): Promise<Person> {
  const promoCode = await freeCode(tx, shop, person.name)
  const customId = await nextCustomId(tx, 'supplier')
  const id = await storeAccount(tx, { ...person, customId, role: 'supplier', passwordHash, promoCode }, now)
  await rememberPlace(tx, id, place, now)
  const letter = welcomeLetter(shop.name, customId, promoCode)
  await shop.postOffice.post(tx, { id, ...person }, letter, MAIL_PRIORITY.welcome)
  await publish(tx, 'supplier signed up', { id, customId, name: person.name })
  return { id, customId, ...person, role: 'supplier', isAdmin: false, isActive: true }
}

async function freeCode(tx: Tx, shop: Shop, name: string): Promise<string> {
  for (;;) {
    const code = newPromoCode(name, shop.randomBytes(CODE_BYTES))
    if ((await findOwnerOfCode(tx, code)) === null) return code
  }
}
