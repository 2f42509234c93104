import type { Centimes } from '#platform/kernel/money.ts'
import { Price } from '#web/ui/price.tsx'
import style from './reduced-price.module.css'

/** An amount of the order, and the one that the promo code has reduced, struck through. */
export const ReducedPrice = ({ amount, full }: { amount: Centimes; full: Centimes }) =>
  amount === full ? (
    <Price amount={amount} />
  ) : (
    <>
      <Price amount={amount} className={style.reduced} />
      <s className={style.full}>
        <span className="visually-hidden"> Au lieu de </span>
        <Price amount={full} />
      </s>
    </>
  )
