import { type Centimes, formatShortDirhams, minus } from '#platform/kernel/money.ts'
import common from '#web/ui/common.module.css'
import codeStyle from '#web/ui/price-with-code.module.css'
import { useDiscountPercent, withCode } from '#web/ui/price-with-code.tsx'

export interface SavingProps {
  /** The price of a pack's products one by one. */
  separately: Centimes
  /** The price of the pack. */
  price: Centimes
}

/** What a pack saves. A promo code makes it more. */
export function Saving({ separately, price }: SavingProps) {
  const percent = useDiscountPercent()
  const saved = formatShortDirhams(minus(separately, price))
  if (!percent) return <span className={common.nowrap}>{saved}</span>
  return (
    <span className={common.nowrap}>
      <span className={codeStyle.withoutCode}>{saved}</span>
      <span className={codeStyle.withCode}>{formatShortDirhams(minus(separately, withCode(price, percent)))}</span>
    </span>
  )
}
