import { useCallback, useEffect } from 'react'

const listeners = new Set<() => void>()

/** Two views of the same orders, the list and the panel beside it: each reloads when the other one changed something. */
export function useOrderNews(reload: () => Promise<void>): () => void {
  useEffect(() => {
    listeners.add(reload)
    return () => void listeners.delete(reload)
  }, [reload])
  return useCallback(() => {
    for (const listener of listeners) if (listener !== reload) listener()
  }, [reload])
}
