import { useBrowserValue } from '#web/browser-value.ts'

const never = () => () => undefined
const yes = () => true

/** False on the server and during hydration, true once the script runs and the browser's storage can be read. */
export const useIsReady = (): boolean => useBrowserValue(never, yes, false)
