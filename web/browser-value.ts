import { startTransition, useEffect, useState } from 'react'

let isAlive = false

/**
 * A value that only the browser has: `atFirst` on the server and during hydration, then the current value. The change
 * between them is a transition, so that it delays nobody who taps or types. `watch` and `read` must be the same functions
 * as long as they mean the same, and `read` must return the same object as long as nothing changes.
 */
export function useBrowserValue<T>(watch: (onChange: () => void) => () => void, read: () => T, atFirst: T): T {
  const [value, setValue] = useState(() => (isAlive ? read() : atFirst))
  useEffect(() => {
    isAlive = true
    const update = () => setValue(read)
    startTransition(update)
    return watch(update)
  }, [watch, read])
  return value
}
