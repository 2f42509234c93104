import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False on the server and during hydration, true once the page's script runs and the browser's storage can be read. */
export const useIsReady = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
