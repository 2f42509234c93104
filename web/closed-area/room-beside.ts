import { useBrowserValue } from '#web/browser-value.ts'

const ROOM = '(min-width: 80em)'

function watchWidth(onChange: () => void): () => void {
  const query = window.matchMedia(ROOM)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

const readWidth = () => window.matchMedia(ROOM).matches

/** True while a row's page has room beside its list. */
export const useRoomBeside = (): boolean => useBrowserValue(watchWidth, readWidth, false)
