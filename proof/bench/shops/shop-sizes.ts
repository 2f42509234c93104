/** A shop of a certain size; all but products and orders follows from these. */
export interface Size {
  name: string
  products: number
  orders: number
  /** Phones that may have ordered; most did, once to five times. */
  people: number
  suppliers: number
  buyers: number
  announcements: number
  /** The limit for 95 of 100 answers, in milliseconds. */
  mostMs: number
}

const sized = (name: string, products: number, orders: number, announcements: number, mostMs: number): Size => ({
  name,
  products,
  orders,
  people: (orders * 9) / 20,
  suppliers: orders / 200,
  buyers: orders / 1_000,
  announcements,
  mostMs,
})

/** From the smallest to the largest. */
export const SIZES: readonly Size[] = [
  sized('small', 300, 5_000, 20, 150),
  sized('middle', 2_000, 100_000, 40, 150),
  sized('large', 20_000, 1_000_000, 80, 500),
]

/** The demo's people whose dashboards are measured; each has the same share of all rows in every shop. */
export const MEASURED_SUPPLIER = { identifier: 'F-1001', password: 'demo-sara-2026' }
export const MEASURED_BUYER = { identifier: 'B-2001', password: 'demo-karim-2026' }
export const ADMIN = { identifier: 'ADMIN', password: 'demo-admin-2026' }
