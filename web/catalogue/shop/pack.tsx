import { Link } from 'react-router'
import type { PackOffer } from '#features/catalogue/model.ts'
import { type Centimes, lessPercent, minus } from '#platform/kernel/money.ts'
import { addresses } from '#web/addresses.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import codeStyle from '#web/ui/price-with-code.module.css'
import { useDiscountPercent } from '#web/ui/price-with-code.tsx'
import style from './pack.module.css'

interface PackSavingProps {
  /** The price of its products one by one. */
  separately: Centimes
  /** The price of the pack. */
  price: Centimes
}

/** The price of a pack's products one by one, and the saving. Hidden from suppliers, who buy at other prices. */
export function PackSaving({ separately, price }: PackSavingProps) {
  return (
    <p className={style.saving}>
      <s className={common.quiet}>
        <span className="visually-hidden">Ces produits séparément&nbsp;: </span>
        <Price amount={separately} />
      </s>
      <span className={style.saved}>
        Vous économisez <Saving separately={separately} price={price} />
      </span>
    </p>
  )
}

/** A promo code makes it larger, unless the reduced price is no whole centime. */
function Saving({ separately, price }: PackSavingProps) {
  const percent = useDiscountPercent()
  const reduced = percent ? lessPercent(price, percent) : null
  if (reduced === null) return <Price amount={minus(separately, price)} />
  return (
    <>
      <Price amount={minus(separately, price)} className={codeStyle.withoutCode} />
      <Price amount={minus(separately, reduced)} className={codeStyle.withCode} />
    </>
  )
}

export function PackContents({ parts }: { parts: PackOffer['parts'] }) {
  return (
    <section className={classes(common.stack, common.gap3, style.contents)} aria-labelledby="contenu">
      <h2 className={common.larger} id="contenu">
        Dans ce pack
      </h2>
      <ul className={classes(common.stack, common.gap2)}>
        {parts.map(({ id, name, image, pieces, userPrice }) => (
          <li key={id} className={style.part}>
            <Picture image={image} alt="" sizes="72px" className={style.picture} />
            <div>
              <Link to={addresses.product(id)} prefetch="intent">
                {name}
              </Link>
              <p className={common.note}>
                {pieces} × <span className={style.forSuppliers}>prix client </span>
                <Price amount={userPrice} />
              </p>
            </div>
            <Icon name="chevron-right" />
          </li>
        ))}
      </ul>
    </section>
  )
}
