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

/** The browser's own idea of its connection, reliable only when it says that there is none. */
export const useIsOnline = (): boolean => useBrowserValue(watch, isOnline, true)
