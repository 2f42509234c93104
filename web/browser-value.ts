import { startTransition, useEffect, useState } from 'react'

let isAlive = false

/**
 * What the browser knows and the server does not: `atFirst` on the server and until the page is alive, then the value as
 * it is now. The change from one to the other gives way to whoever taps or types meanwhile. `watch` and `read` must be
 * the same functions at each render, and `read` must give the same object as long as nothing changes.
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
