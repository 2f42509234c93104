import { readStored, watchStored, writeStored } from '../browser-storage.ts'
import { type CartLines, linesFrom, storedForm } from './lines.ts'

const KEY = 'cart'
let lastStored: string | null = null
let current: CartLines = []

/** The lines as they are stored now; the same array as long as nothing changes. */
export function readCart(): CartLines {
  const stored = readStored(KEY)
  if (stored !== lastStored) {
    lastStored = stored
    current = linesFrom(stored)
  }
  return current
}

export const writeCart = (lines: CartLines): void => writeStored(KEY, storedForm(lines))

/** Gives each line the public price that it came with: the distributor price is for suppliers alone. */
export function writePublicPrices(): void {
  const lines = readCart()
  if (lines.length > 0) writeCart(lines.map((line) => ({ ...line, price: line.userPrice })))
}

/** Calls back when this tab or another one changes the cart. */
export const watchCart = (onChange: () => void) => watchStored([KEY], onChange)
