// The browser's storage, with a memory of the page's own for values that the storage refuses: private windows, in-app
// browsers and full disks all throw, and the shop must go on selling there.

const memory = new Map<string, string>()

interface Watcher {
  keys: readonly string[]
  onChange: () => void
}
const watchers = new Set<Watcher>()

export function readStored(key: string): string | null {
  const refused = memory.get(key)
  if (refused !== undefined) return refused
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
    memory.delete(key)
  } catch {
    memory.set(key, value)
  }
  notify([key])
}

export function forgetStored(keys: readonly string[]): void {
  for (const key of keys) {
    memory.delete(key)
    try {
      localStorage.removeItem(key)
    } catch {
      // A storage that refuses access holds nothing of ours.
    }
  }
  notify(keys)
}

/** Removes everything that the shop stores in this browser, but the keys named; of this tab's visit all. */
export function forgetAllStored(but: readonly string[] = []): void {
  forgetStored(storedKeys().filter((key) => !but.includes(key)))
  try {
    sessionStorage.clear()
  } catch {
    // It holds nothing of ours then.
  }
}

/** Calls back after a change of one of the keys, by this tab or by another one. Returns how to stop. */
export function watchStored(keys: readonly string[], onChange: () => void): () => void {
  const watcher = { keys, onChange }
  const fromOtherTab = (event: StorageEvent) => {
    // Another tab's value is newer than one that this tab could not store.
    if (event.key !== null) memory.delete(event.key)
    if (event.key === null || keys.includes(event.key)) onChange()
  }
  watchers.add(watcher)
  window.addEventListener('storage', fromOtherTab)
  return () => {
    watchers.delete(watcher)
    window.removeEventListener('storage', fromOtherTab)
  }
}

function storedKeys(): string[] {
  const keys = [...memory.keys()]
  try {
    return [...keys, ...Object.keys(localStorage)]
  } catch {
    return keys
  }
}

function notify(keys: readonly string[]): void {
  for (const watcher of [...watchers]) if (watcher.keys.some((key) => keys.includes(key))) watcher.onChange()
}
