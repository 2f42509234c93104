import { useEffect, useState } from 'react'
import { stockPaces } from '#features/back-office/contract.ts'
import { PACE_DAYS } from '#features/back-office/model.ts'
import { callApi } from '#web/api/api.ts'

const NONE: ReadonlyMap<number, number> = new Map()

/** Pieces of the shown products that were ordered in the last days. Without an answer the list is shown without them. */
export function usePaces(shown: readonly { id: number }[] | undefined): ReadonlyMap<number, number> {
  const [paces, setPaces] = useState(NONE)
  useEffect(() => {
    const ids = (shown ?? []).map(({ id }) => id).join(',')
    if (ids === '') return
    const controller = new AbortController()
    callApi(`/api/admin/stock-paces?ids=${ids}`, { answer: stockPaces, signal: controller.signal }).then(
      (rows) => setPaces(new Map(rows.map((row) => [row.id, row.pieces]))),
      () => setPaces(NONE),
    )
    return () => controller.abort()
  }, [shown])
  return paces
}

const LONGEST = 365

/** How long a stock lasts if as many are ordered as in the last days: `~12 jours`; nothing to say without orders. */
export function daysInWords(stock: number, pieces: number): string | null {
  if (stock === 0 || pieces === 0) return null
  const days = Math.floor((stock * PACE_DAYS) / pieces)
  if (days > LONGEST) return 'plus d’un an'
  if (days < 1) return 'moins d’un jour'
  return `~${days}\u00A0${days === 1 ? 'jour' : 'jours'}`
}
