import { forgetStored, readStored } from '#web/browser-storage.ts'
import { ARRIVAL_KEY, savePromo, storedPromo } from './stored-promo.ts'

const LONGEST = 100

let isSaved = false

/**
 * Saves the code of the link that led here, to this page or to one that was left at once. Once for each document: a code
 * that was refused or taken out meanwhile does not come back.
 */
export function saveArrivingPromo(): void {
  if (isSaved) return
  isSaved = true
  savePromoFrom(readStored(ARRIVAL_KEY) ?? window.location.search)
  forgetStored([ARRIVAL_KEY])
}

/** Saves the code in an address (`?promo=` or `?code=`), if there is one. A typed code stays, since the person chose it. */
export function savePromoFrom(search: string): void {
  const query = new URLSearchParams(search)
  const code = (query.get('promo') || query.get('code'))?.trim()
  if (!code || code.length > LONGEST) return
  const stored = storedPromo()
  if (!stored?.isTyped) savePromo(code, stored?.code === code ? stored.by : undefined, false)
}
