import { useLayoutEffect, useRef, useState } from 'react'
import { ORDER_STATUSES, type OrderStatus, STATUS_NAMES } from '#features/orders/model.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { type Key, useKeys } from '#web/keys/keys.ts'
import { orderLinkId } from './order-words.ts'

interface OrderKeys {
  /** The rows of the page, from top to bottom. */
  shown: readonly OrderId[]
  select: (ids: readonly OrderId[]) => void
  toggle: (id: OrderId) => void
  onStatus: (id: OrderId, status: OrderStatus) => void
  /** The order that is open beside the list. */
  opened: OrderId | null
  open: (id: OrderId) => void
  /** Shows an order beside the list while one goes from row to row; null while none is open. */
  follow: ((id: OrderId) => void) | null
  close: () => void
  searchField: () => HTMLElement | null
  isOn: boolean
}

/** The keys of the list, and the row at which the person is: the one that is open, or else had the focus last. */
export function useOrderKeys(list: OrderKeys) {
  const { shown, select, toggle, onStatus, opened, open, follow, close, searchField, isOn } = list
  const [current, setCurrent] = useState<OrderId | null>(null)
  // The person’s place once the row is gone; the beginning of the selection.
  const place = useRef(-1)
  const start = useRef(-1)

  // Keys act on the order that the person reads, whatever opened it.
  useLayoutEffect(() => {
    if (opened !== null) setCurrent(opened)
  }, [opened])

  const here = current === null ? -1 : shown.indexOf(current)
  if (here !== -1) place.current = here

  const focusOn = (id: OrderId) => {
    setCurrent(id)
    document.getElementById(orderLinkId(id))?.focus()
  }

  const before = useRef(shown)
  const listed = shown.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same ids are the same rows
  useLayoutEffect(() => {
    // Another page or step begins at its first row.
    if (!before.current.some((id) => shown.includes(id))) place.current = -1
    before.current = shown
    // A row that left took the focus with it: the one that stands in its place has it now.
    const next = shown[Math.min(place.current, shown.length - 1)]
    if (isOn && next !== undefined && current !== null && here === -1 && document.activeElement === document.body)
      focusOn(next)
  }, [listed])

  const go = (by: 1 | -1, extend: boolean) => {
    const from = here === -1 ? Math.min(place.current, shown.length) - (by === 1 && place.current !== -1 ? 1 : 0) : here
    const to = Math.max(0, Math.min(shown.length - 1, from + by))
    const id = shown[to]
    if (id === undefined) return
    if (extend) {
      if (start.current === -1) start.current = Math.max(0, here)
      select(shown.slice(Math.min(start.current, to), Math.max(start.current, to) + 1))
    } else start.current = -1
    focusOn(id)
    follow?.(id)
  }

  const atRow = (act: (id: OrderId) => void) => () => {
    if (current !== null && here !== -1) act(current)
  }

  const keys: Key[] = [
    { key: 'j', does: 'Ligne suivante (avec Maj\u00A0: étendre la sélection)', run: (event) => go(1, event.shiftKey) },
    {
      key: 'k',
      does: 'Ligne précédente (avec Maj\u00A0: étendre la sélection)',
      run: (event) => go(-1, event.shiftKey),
    },
    {
      key: 'x',
      does: 'Sélectionner la ligne',
      run: atRow((id) => {
        start.current = here
        toggle(id)
      }),
    },
    ...ORDER_STATUSES.map((status, nth) => ({
      key: String(nth + 1),
      does: `Passer la ligne ou la sélection à «\u00A0${STATUS_NAMES[status]}\u00A0»`,
      run: () => {
        if (current !== null) onStatus(current, status)
      },
    })),
    { key: 'Enter', does: 'Ouvrir la commande', run: atRow(open) },
    { key: '/', does: 'Rechercher', run: () => searchField()?.focus() },
    { key: 'Escape', does: 'Fermer la commande ou la sélection', run: close },
  ]
  useKeys('Commandes', keys, isOn)

  return {
    current,
    /** Follows the focus into the rows while none of them is open. */
    onFocus: (event: React.FocusEvent) => {
      if (opened !== null) return
      const link = event.target.closest('tr')?.querySelector<HTMLElement>('[data-order]')
      const id = Number(link?.dataset.order) as OrderId
      if (link && id !== current) setCurrent(id)
    },
  }
}
