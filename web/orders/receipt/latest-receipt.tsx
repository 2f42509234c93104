import { lazy, Suspense } from 'react'
import { useBrowserValue } from '#web/browser-value.ts'
import { readReceipt, watchReceipt } from './receipt.ts'

// Loaded apart: hardly anybody but a person who has just ordered needs it.
const ReceiptPanel = lazy(() => import('./receipt-panel.tsx').then((module) => ({ default: module.ReceiptPanel })))

/** The receipt of the order that was placed in this tab; nothing without one. */
export function LatestReceipt() {
  const receipt = useBrowserValue(watchReceipt, readReceipt, null)
  return (
    receipt && (
      <Suspense fallback={null}>
        <ReceiptPanel receipt={receipt} />
      </Suspense>
    )
  )
}
