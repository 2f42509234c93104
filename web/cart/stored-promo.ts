import { forgetStored, readStored, writeStored } from '#web/browser-storage.ts'

const KEY = 'promo'
/** The query of an address with a code, as `roleScript` stored it: the person may leave the page before hydration. */
const ARRIVAL_KEY = 'promo-arrival'
const PARAMETER = 'promo'
const LONGEST = 100
const LIFETIME_MS = 30 * 24 * 60 * 60_000

/** A code as it was written, and the time until which it is valid, in milliseconds of the clock. */
interface StoredPromo {
  code: string
  isTyped: boolean
  until: number
}

/** The code that this person typed, or that a link brought (`?promo=SARA10`); valid for 30 days, or until an order. */
export const readPromo = (): string | null => promoFrom(readStored(KEY), Date.now())?.code ?? null

export const savePromo = (code: string): void => store(code, true)

export const forgetPromo = (): void => forgetStored([KEY])

/** Saves the code of the link that led here, to this page or to one that was left at once. */
export function saveArrivingPromo(): void {
  savePromoFrom(readStored(ARRIVAL_KEY) ?? window.location.search)
  forgetStored([ARRIVAL_KEY])
}

/** Saves the code in an address, if there is one. A typed code stays, since the person chose it. */
export function savePromoFrom(search: string): void {
  const code = new URLSearchParams(search).get(PARAMETER)?.trim()
  if (!code || code.length > LONGEST) return
  if (!promoFrom(readStored(KEY), Date.now())?.isTyped) store(code, false)
}

/** Reads a stored code; null when the text is damaged, or expired at that time. */
export function promoFrom(stored: string | null, now: number): StoredPromo | null {
  try {
    const { code, isTyped, until } = JSON.parse(stored ?? '') as Partial<StoredPromo>
    if (typeof code !== 'string' || typeof until !== 'number' || !(now < until && until <= now + LIFETIME_MS))
      return null
    return { code, isTyped: isTyped === true, until }
  } catch {
    return null
  }
}

const store = (code: string, isTyped: boolean): void =>
  writeStored(KEY, JSON.stringify({ code, isTyped, until: Date.now() + LIFETIME_MS } satisfies StoredPromo))
