import { foldPromoCode } from '#features/accounts/rules.ts'
import { promoCodeAnswer } from '#features/orders/contract.ts'
import { callApi } from '#web/api.ts'
import { forgetStored, readStored, writeStored } from '#web/browser-storage.ts'

const KEY = 'promo'
const PARAMETER = 'promo'

/** The code of the link that brought this person (`?promo=SARA10`), kept until an order or until it is taken off. */
export const readPromo = (): string | null => readStored(KEY)

export const keepPromo = (code: string): void => writeStored(KEY, foldPromoCode(code))

export const forgetPromo = (): void => forgetStored([KEY])

/** Keeps the code that an address carries, if it does. */
export function keepPromoOf(search: string): void {
  const code = new URLSearchParams(search).get(PARAMETER)?.trim()
  if (code && code.length <= 100) keepPromo(code)
}

/** Whether the code is an active supplier's. Throws when that cannot be found out. */
export async function isPromoKnown(code: string): Promise<boolean> {
  const path = `/api/supplier-from-code/${encodeURIComponent(foldPromoCode(code))}` as const
  return (await callApi(path, { answer: promoCodeAnswer })) !== null
}
