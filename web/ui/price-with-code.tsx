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
}

/**
 * A public price, and what a promo code makes of it: `data-promo` on `<html>` shows that, since a page is the same for
 * everybody. A price whose discount is no whole centime is named to the nearest dirham: an order rounds once, on its sum.
 */
export function PriceWithCode({ amount, isBesideDearer = false }: PriceWithCodeProps) {
  const percent = useDiscountPercent()
  if (!percent) return <Price amount={amount} />
  const reduced = lessPercent(amount, percent)
  return (
    <span className={style.price}>
      {reduced === null ? (
        <span className={classes(common.nowrap, style.reduced)}>
          <abbr title="environ">env.</abbr>{' '}
          {formatShortDirhams(nearestDirham(minus(amount, percentOf(amount, percent))))}
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

/** The percentage of promo codes; undefined without the root’s data. */
export const useDiscountPercent = () => useRouteLoaderData<typeof rootLoader>('root')?.rates.discountPercent
