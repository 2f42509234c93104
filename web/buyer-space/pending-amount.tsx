import type { Centimes } from '#platform/kernel/money.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import { Price } from '#web/ui/price.tsx'
import style from './buyer.module.css'

/** Shows an amount that was requested and not decided; nothing while there is none, or it is not known. */
export function PendingAmount({ amount }: { amount: Centimes | undefined }) {
  if (!amount) return null
  return (
    <p className={classes(common.problem, style.pending)}>
      <Icon name="clock" size={16} />
      <span>
        <Price amount={amount} /> en attente d’approbation
      </span>
    </p>
  )
}
