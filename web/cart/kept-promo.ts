import { forgetStored, readStored, writeStored } from '#web/browser-storage.ts'

const KEY = 'promo'
const PARAMETER = 'promo'
const LONGEST = 100

/** The code of the link that brought this person (`?promo=SARA10`), as it was written; kept until an order. */
export const readPromo = (): string | null => readStored(KEY)

export const keepPromo = (code: string): void => writeStored(KEY, code)

export const forgetPromo = (): void => forgetStored([KEY])

/** Keeps the code that a page's address carries, if it does. */
export function keepPromoOf(search: string): void {
  const code = new URLSearchParams(search).get(PARAMETER)?.trim()
  if (code && code.length <= LONGEST) keepPromo(code)
}
