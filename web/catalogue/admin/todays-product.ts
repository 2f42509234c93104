import { useRef } from 'react'
import { type AdminProductRow, adminProduct } from '#features/catalogue/contract.ts'
import { callApi } from '#web/api/api.ts'

export interface TodaysProduct {
  /** The product as the shop has it now. Asks once, and again after a failure or `forget`. */
  get: (id: AdminProductRow['id']) => Promise<AdminProductRow>
  /** The product may have changed since it was asked for. */
  forget: () => void
}

/** A stock is sent as a difference, so whatever is typed begins with today's product: the row of the list may be old. */
export function useTodaysProduct(): TodaysProduct {
  const asked = useRef<Promise<AdminProductRow>>(null)
  const forget = () => {
    asked.current = null
  }
  const get = (id: AdminProductRow['id']) => {
    asked.current ??= callApi(`/api/admin/products/${id}`, { answer: adminProduct }).catch((error) => {
      forget()
      throw error
    })
    return asked.current
  }
  return { get, forget }
}

export const stockNow = (pieces: number): string => `Le stock a changé\u00A0: il est maintenant de ${pieces}.`
