import { forgetStored, readStored, writeStored } from '#web/browser-storage.ts'

const KEY = 'promo'
/** What the script in the page's head noted: the query of an address with a code, of a page that was never alive perhaps. */
const ARRIVAL_KEY = 'promo-arrival'
const PARAMETER = 'promo'
const LONGEST = 100
const LIFETIME_MS = 30 * 24 * 60 * 60_000

/** A code as it was written, how it came here, and until when it is kept, in milliseconds of the clock. */
interface StoredPromo {
  code: string
  isTyped: boolean
  until: number
}

/** The code that this person typed, or that a link brought (`?promo=SARA10`); kept for 30 days, or until an order. */
export const readPromo = (): string | null => promoFrom(readStored(KEY), Date.now())?.code ?? null

export const savePromo = (code: string): void => store(code, true)

export const forgetPromo = (): void => forgetStored([KEY])

/** Keeps the code of the link that brought this person, to this page or to one that was left at once. */
export function saveArrivingPromo(): void {
  savePromoFrom(readStored(ARRIVAL_KEY) ?? window.location.search)
  forgetStored([ARRIVAL_KEY])
}

/** Keeps the code that a page's address carries, if it does. A code that was typed stays: somebody chose it. */
export function savePromoFrom(search: string): void {
  const code = new URLSearchParams(search).get(PARAMETER)?.trim()
  if (!code || code.length > LONGEST) return
  if (!promoFrom(readStored(KEY), Date.now())?.isTyped) store(code, false)
}

/** What a stored text keeps at that time; null for one that is damaged or too old. */
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
