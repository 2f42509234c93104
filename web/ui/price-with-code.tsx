import { useRouteLoaderData } from 'react-router'
import { type Centimes, minus, percent as percentOf } from '#platform/kernel/money.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { classes } from './class-names.ts'
import { Price } from './price.tsx'
import style from './price-with-code.module.css'

interface PriceWithCodeProps {
  amount: Centimes
  /** True beside a dearer price that is struck through: the price without the code is left out then. */
  isBesideDearer?: boolean
}

/**
 * A public price, and what a promo code makes of it: `data-promo` on `<html>` shows that, since a page is the same for
 * everybody. It is what an order of this alone comes to.
 */
export function PriceWithCode({ amount, isBesideDearer = false }: PriceWithCodeProps) {
  const percent = useDiscountPercent()
  if (!percent) return <Price amount={amount} />
  return (
    <span className={style.price}>
      <Price amount={withCode(amount, percent)} className={style.reduced} />
      <span className={classes(style.full, isBesideDearer && style.withoutCode)}>
        <span className={classes('visually-hidden', style.instead)}>Au lieu de </span>
        <Price amount={amount} />
      </span>
    </span>
  )
}

/** A price less a code's percentage, as an order of it alone has it. */
export const withCode = (amount: Centimes, percent: number): Centimes => minus(amount, percentOf(amount, percent))

/** The percentage of promo codes; undefined without the root’s data. */
export const useDiscountPercent = () => useRouteLoaderData<typeof rootLoader>('root')?.rates.discountPercent
