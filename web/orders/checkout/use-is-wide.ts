import { useBrowserValue } from '#web/browser-value.ts'

/** From here on the form and the cart stand beside each other, as in `checkout.module.css`. */
const WIDE = '(min-width: 900px)'

function watch(onChange: () => void): () => void {
  const query = matchMedia(WIDE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

const isWide = () => matchMedia(WIDE).matches

/** True where the page has two columns; false on the server and during hydration. */
export const useIsWide = (): boolean => useBrowserValue(watch, isWide, false)
