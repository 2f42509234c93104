import { changeableFrom, findAccount, listCodesOf, maskRib } from '#features/accounts/index.ts'
import { deliveredGains, gradeOf, nextGradeOf, nextPayday } from '#features/earnings/index.ts'
import type { Db } from '#platform/db/database.ts'
import type { Caller } from '#platform/http/access.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { forbidden, Refusal, unauthenticated } from '#platform/kernel/refusal.ts'
import { localDay } from '#platform/kernel/time.ts'
import type { SupplierAccount } from './contract.ts'

/**
 * A profile, for the account itself and for admins; gains in centimes, none of an agent. Refuses (403) everybody else, even
 * for an unknown account, and (404) an unknown one.
 */
export async function getProfile(db: Db, caller: Caller, id: AccountId) {
  if (caller.id !== id && caller.role !== 'admin') throw forbidden()
  const account = await findAccount(db, id)
  if (!account) throw new Refusal('missing', 'not_found', 'Not Found')
  const { customId, name, email, phone, address } = account
  const person = { id, customId, name, email, phone, address }
  if (account.role === 'agent') return person
  const gains = await deliveredGains(db, id)
  const { promoCode, rib } = account
  return { ...person, grade: gradeOf(gains), promoCode, gains, rib: rib && maskRib(rib) }
}

/** A supplier's account for its own page: code, RIB, grade and next transfers; amounts in centimes. */
export async function getSupplierAccount(db: Db, id: AccountId, now: Date): Promise<SupplierAccount> {
  const account = await findAccount(db, id)
  if (!account) throw unauthenticated()
  const codes = await listCodesOf(db, id)
  const gains = await deliveredGains(db, id)
  return {
    code: account.promoCode,
    formerCodes: codes.map(({ code }) => code).filter((code) => code !== account.promoCode),
    codeChangeableFrom: changeableFrom(codes, now),
    rib: account.rib && maskRib(account.rib),
    grade: gradeOf(gains),
    nextGrade: nextGradeOf(gains),
    nextPayday: nextPayday(localDay(now)),
  }
}
