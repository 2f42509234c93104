import { useBrowserValue } from '#web/browser-value.ts'

function watch(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

const isOnline = () => navigator.onLine

/** What the browser believes of its connection; it is sure only of having none. */
export const useIsOnline = (): boolean => useBrowserValue(watch, isOnline, true)
