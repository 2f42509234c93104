import { useRouteLoaderData } from 'react-router'
import {
  type Centimes,
  formatShortDirhams,
  lessPercent,
  minus,
  nearestDirham,
  percent as percentOf,
} from '#platform/kernel/money.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { classes } from './class-names.ts'
import common from './common.module.css'
import { Price } from './price.tsx'
import style from './price-with-code.module.css'

interface PriceWithCodeProps {
  amount: Centimes
  /** True beside a dearer price that is struck through: the price without the code is left out then. */
  isBesideDearer?: boolean
  /** True among other lines of an order, which is rounded once, on its sum: amounts that are shown must add up to that. */
  isPart?: boolean
}

/**
 * A public price, and what a promo code makes of it: `data-promo` on `<html>` shows that, since a page is the same for
 * everybody. It is what an order of this alone comes to. A part whose discount is no whole centime is named to the nearest
 * dirham.
 */
export function PriceWithCode({ amount, isBesideDearer = false, isPart = false }: PriceWithCodeProps) {
  const percent = useDiscountPercent()
  if (!percent) return <Price amount={amount} />
  const reduced = isPart ? lessPercent(amount, percent) : withCode(amount, percent)
  return (
    <span className={style.price}>
      {reduced === null ? (
        <span className={classes(common.nowrap, style.reduced)}>
          <abbr title="environ">env.</abbr> {formatShortDirhams(nearestDirham(withCode(amount, percent)))}
        </span>
      ) : (
        <Price amount={reduced} className={style.reduced} />
      )}
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
