import { forgetStored, readStored, watchStored, writeStored } from '#web/browser-storage.ts'

export const PROMO_KEY = 'promo'
/** The query of an address with a code, as `promoScript` stored it: the person may leave the page before hydration. */
export const ARRIVAL_KEY = 'promo-arrival'
const LIFETIME_MS = 30 * 24 * 60 * 60_000

/** A code as it was written, and the time until which it is valid, in milliseconds of the clock. */
interface StoredPromo {
  code: string
  isTyped: boolean
  until: number
  /** The giver of the discount, as pages name it. Missing until the shop has confirmed the code. */
  by?: string
}

export const storedPromo = (): StoredPromo | null => promoFrom(readStored(PROMO_KEY), Date.now())

/** The code that this person typed, or that a link brought (`?promo=SARA10`); valid for 30 days, or until an order. */
export const readPromo = (): string | null => storedPromo()?.code ?? null

/** The giver of the discount, as of the shop's last answer about the code. */
export const readPromoGiver = (): string | null => storedPromo()?.by ?? null

/** True when a code is stored or a link has just brought one. What deals with it is loaded only then. */
export const hasPromo = (): boolean =>
  readStored(PROMO_KEY) !== null || readStored(ARRIVAL_KEY) !== null || /[?&](promo|code)=/.test(location.search)

export const savePromo = (code: string, by?: string, isTyped = true): void =>
  writeStored(PROMO_KEY, JSON.stringify({ code, isTyped, until: Date.now() + LIFETIME_MS, by }))

let isOrdered = false

/** Forgets the code of a placed order. The page goes on showing its reduced prices, which were those of the order. */
export function forgetPromo(): void {
  isOrdered = true
  forgetStored([PROMO_KEY])
  isOrdered = false
}

/** Takes the code out, and the reduced prices off the page. */
export function removePromo(): void {
  forgetStored([PROMO_KEY])
  showPromo('')
}

/** Calls back when the code was taken out, by whatever tab, but not when this page ordered with it. */
export const watchRemovedPromo = (onRemoved: () => void): (() => void) =>
  watchStored([PROMO_KEY], () => {
    if (!isOrdered && readPromo() === null) onRemoved()
  })

/**
 * Calls back after each change. A code that the shop knows is shown first; one that another tab ordered with, or that left with
 * a session, is shown no more.
 */
export const watchPromo = (onChange: () => void): (() => void) =>
  watchStored([PROMO_KEY], () => {
    const giver = readPromoGiver()
    if (giver) showPromo('known', giver)
    else if (!isOrdered && readPromo() === null) showPromo('')
    onChange()
  })

/** Writes on `<html>`, like `promoScript` before the first paint, whether there is a code: CSS shows what it changes. */
export function showPromo(state: 'known' | 'refused' | '', giver?: string): void {
  const root = document.documentElement
  root.dataset.promo = state
  if (!giver) return
  root.style.setProperty('--promo-giver', JSON.stringify(giver))
  root.style.setProperty('--promo-code', JSON.stringify(readPromo()))
}

/** Reads a stored code; null when the text is damaged, or expired at that time. */
export function promoFrom(stored: string | null, now: number): StoredPromo | null {
  try {
    const { code, isTyped, until, by } = JSON.parse(stored ?? '') as Partial<StoredPromo>
    if (typeof code !== 'string' || typeof until !== 'number' || !(now < until && until <= now + LIFETIME_MS))
      return null
    return { code, isTyped: isTyped === true, until, ...(typeof by === 'string' && { by }) }
  } catch {
    return null
  }
}
