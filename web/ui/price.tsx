import { type Centimes, formatDirhams } from '#platform/kernel/money.ts'
import { classes } from './class-names.ts'
import style from './price.module.css'

/** An amount in centimes, shown as `1 234,50 DH`. */
export function Price({ amount, className }: { amount: Centimes; className?: string | undefined }) {
  return <span className={classes(style.price, className)}>{formatDirhams(amount)}</span>
}
