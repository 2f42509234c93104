import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PackOffer } from '#features/catalogue/model.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { addresses } from '#web/addresses.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { PriceWithCode } from '#web/ui/price-with-code.tsx'
import { wellBroken } from '../product-card.tsx'
import { Saving, type SavingProps } from '../saving.tsx'
import style from './pack.module.css'

/** The price of a pack's products one by one, and the saving. Hidden from suppliers, who buy at other prices. */
export function PackSaving({ separately, price }: SavingProps) {
  return (
    <p className={style.saving}>
      <small className={common.note}>
        <s>
          <span className="visually-hidden">Ces produits séparément&nbsp;: </span>
          <Price amount={separately} />
        </s>{' '}
        <span aria-hidden="true">séparément</span>
      </small>
      <span className={style.saved}>
        Vous économisez <Saving separately={separately} price={price} />
      </span>
    </p>
  )
}

interface PackContentsProps extends PackOffer {
  price: Centimes
  /** Beside the sum. */
  act: ReactNode
  className: string | undefined
  /** Its title, with the id that names the section, and what the pack is for. */
  children: ReactNode
}

/** The parts of a pack in the order of their use, and below or beside them their sum. */
export function PackContents({ parts, separately, price, act, className, children }: PackContentsProps) {
  return (
    <section className={classes(common.stack, common.gap5, style.contents, className)} aria-labelledby="dans-ce-pack">
      {children}
      <ol className={style.parts}>
        {parts.map(({ id, name, image, secondImage, benefit, usage, pieces, userPrice }) => (
          <li key={id} className={style.part}>
            <Picture image={secondImage ?? image} alt="" sizes="(min-width: 768px) 36vw, 9rem" />
            <div className={style.words}>
              <Link to={addresses.product(id)} prefetch="intent">
                <span className={style.name}>
                  {wellBroken(name)}
                  <Icon name="chevron-right" size={16} />
                </span>
              </Link>
              {benefit && <p className={common.hint}>{benefit}</p>}
              {usage && <p className={classes(common.note, style.usage)}>{usage}</p>}
              <p className={common.note}>
                {pieces > 1 && `${pieces}\u00A0× `}
                <span className={style.forSuppliers}>prix client </span>
                <Price amount={userPrice} />
              </p>
            </div>
          </li>
        ))}
      </ol>
      {separately !== null && (
        <div className={classes(common.wrap, style.sum)}>
          <strong>
            Ensemble <PriceWithCode amount={price} isBesideDearer />
          </strong>
          <PackSaving separately={separately} price={price} />
          {act}
        </div>
      )}
    </section>
  )
}
