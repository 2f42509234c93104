import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { addresses } from '#web/addresses.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import tones from '#web/ui/tones.module.css'
import style from './latest-receipt.module.css'
import { type Receipt, saveReceipt } from './receipt.ts'

// Loaded apart: hardly anybody but a person who has just ordered needs it.
const ReceiptPanel = lazy(() => import('./receipt-panel.tsx').then((module) => ({ default: module.ReceiptPanel })))

/** The receipt of the order that was placed in this tab; a line that leads back to it while it is folded. */
export function LatestReceipt({ receipt, isFolded }: { receipt: Receipt; isFolded: boolean }) {
  if (isFolded)
    return (
      <p className={classes(common.wrap, common.targets, tones.ok, style.folded)}>
        <span className={common.iconed}>
          <Icon name="check-circle" />
          Commande n°&nbsp;{receipt.order.id} enregistrée
        </span>
        <Link to={addresses.shop} onClick={() => saveReceipt({ ...receipt, isFolded: false })}>
          Revoir le récapitulatif
        </Link>
      </p>
    )
  return (
    <Suspense fallback={null}>
      <ReceiptPanel receipt={receipt} />
    </Suspense>
  )
}
