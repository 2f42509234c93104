import { normalisePromoCode } from '#features/accounts/rules.ts'
import { promoCodeAnswer } from '#features/orders/contract.ts'
import { callApi } from '#web/api/api.ts'

/** True when the code is an active supplier's. Throws when the shop does not answer. */
export async function isPromoCodeActive(code: string, signal?: AbortSignal): Promise<boolean> {
  const path = `/api/supplier-from-code/${encodeURIComponent(normalisePromoCode(code))}` as const
  return (await callApi(path, { answer: promoCodeAnswer, ...(signal && { signal }) })) !== null
}
