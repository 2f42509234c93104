const REGION = 'live-region'

/** The region in which screen readers hear `announce`. Each layout has one. */
export function LiveRegion() {
  return <div id={REGION} className="visually-hidden" role="status" aria-live="polite" />
}

/** Announces a sentence to screen readers, after the current one. Does nothing on the server. */
export function announce(text: string): void {
  const region = typeof document === 'undefined' ? null : document.getElementById(REGION)
  if (!region) return
  // Emptied first: the same words twice in a row would otherwise be silent the second time.
  region.textContent = ''
  setTimeout(() => {
    region.textContent = text
  }, 50)
}
