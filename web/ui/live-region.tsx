const REGION = 'live-region'

/** Where screen readers hear what `announce` says. Layouts hold one. */
export function LiveRegion() {
  return <div id={REGION} className="visually-hidden" role="status" aria-live="polite" />
}

/** Says a sentence to screen readers, after what they are saying now. Does nothing on the server. */
export function announce(text: string): void {
  const region = typeof document === 'undefined' ? null : document.getElementById(REGION)
  if (!region) return
  // Emptied first: the same words twice in a row would otherwise be silent the second time.
  region.textContent = ''
  setTimeout(() => {
    region.textContent = text
  }, 50)
}
