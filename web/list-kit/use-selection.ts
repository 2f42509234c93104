import { useState } from 'react'
import type { OrderId } from '#platform/kernel/ids.ts'

/** The selected orders of the page. An order that is no longer shown is no longer selected. */
export function useSelection(shown: readonly OrderId[]) {
  const [marked, setMarked] = useState<ReadonlySet<OrderId>>(new Set())
  const ids = shown.filter((id) => marked.has(id))
  const isWhole = shown.length > 0 && ids.length === shown.length
  return {
    ids,
    isWhole,
    has: (id: OrderId) => marked.has(id),
    toggle: (id: OrderId) => setMarked(new Set(marked.has(id) ? ids.filter((each) => each !== id) : [...ids, id])),
    toggleAll: () => setMarked(new Set(isWhole ? [] : shown)),
    only: (chosen: readonly OrderId[]) => setMarked(new Set(chosen)),
    clear: () => setMarked(new Set()),
  }
}
