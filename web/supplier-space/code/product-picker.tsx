import { products } from '#features/catalogue/contract.ts'
import { LIST_PATHS, type Product, TAB_NAMES } from '#features/catalogue/model.ts'
import { orderFigures } from '#features/orders/rules.ts'
import { type Centimes, ZERO } from '#platform/kernel/money.ts'
import { addresses } from '#web/addresses.ts'
import { useApi } from '#web/forms/use-api.ts'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import common from '#web/ui/common.module.css'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { linkWith, share } from './share.ts'
import style from './supplier-promo.module.css'

interface ProductPickerProps {
  category: Product['category']
  publicUrl: string
  code: string
  /** Percentage that the code takes off. */
  discount: number
}

/** The products of a category that can be bought, each with its gain and its link. In a file that only the opened list loads. */
export default function ProductPicker({ category, publicUrl, code, discount }: ProductPickerProps) {
  const { data, error, isLoading, reload } = useApi(LIST_PATHS[category], products)
  if (!data && error !== null)
    return (
      <LoadFailed
        title={`${TAB_NAMES[category]}\u00A0: la liste n’a pas pu être chargée`}
        error={error}
        isLoading={isLoading}
        onRetry={reload}
      />
    )
  if (!data) return <Skeleton shape="block" className={style.picker} />
  const sold = data.filter(({ stock }) => stock > 0)
  if (sold.length === 0) return null
  return (
    <>
      <h3 className={common.hint}>{TAB_NAMES[category]}</h3>
      <ul>
        {sold.map((product) => (
          <li key={product.id} className={style.product}>
            <Picture image={product.image} alt="" sizes="48px" className={style.thumb} />
            <div className={style.productWords}>
              <p className={common.medium}>{product.name}</p>
              <p className={common.note}>
                Gain <Price amount={gainOf(product, discount)} className={common.strong} /> par pièce
              </p>
            </div>
            <IconButton
              icon="share"
              look="framed"
              label={`Partager ${product.name}`}
              title="Partager"
              onClick={() =>
                share({
                  link: linkWith(publicUrl, addresses.product(product.id), code),
                  code,
                  discount,
                  what: product.name,
                })
              }
            />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Gain of an order of one piece with the code. */
function gainOf({ userPrice, distributorPrice }: Product, discountPercent: number): Centimes {
  if (distributorPrice === undefined) return ZERO
  return orderFigures('promo', [{ quantity: 1, userPrice, distributorPrice }], { delivery: ZERO, discountPercent }).gain
}
