import { type ReactNode, useEffect, useRef } from 'react'
import type { CardProduct } from '#features/catalogue/model.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import { useSession } from '#web/session/session.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { PriceWithCode } from '#web/ui/price-with-code.tsx'
import style from './suggestions.module.css'

interface SuggestionsProps {
  /** Begins the ids of the list and of its lines. */
  id: string
  isOpen: boolean
  products: readonly CardProduct[]
  /** All that the search found. */
  found: number
  /** The place of the chosen line: a product's, or the one after them for all results. */
  chosen: number
  onChoose: (place: number) => void
}

/** The list below the shop's search. The field keeps the focus and has the keys. */
export default function Suggestions({ id, isOpen, products, found, chosen, onChoose }: SuggestionsProps): ReactNode {
  const isSupplier = useSession()?.role === 'supplier'
  const popup = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // The keyboard of a phone takes the lower half of the screen: the list gets the upper one.
    if (isOpen && matchMedia('(pointer: coarse)').matches)
      popup.current?.closest('form')?.scrollIntoView({ block: 'start' })
  }, [isOpen])
  useEffect(() => {
    if (isOpen && chosen >= 0) document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, chosen, id])

  const line = (place: number) =>
    ({
      id: `${id}-${place}`,
      role: 'option',
      'aria-selected': place === chosen,
      onClick: () => onChoose(place),
    }) as const

  return (
    <div ref={popup} className={style.popup} hidden={!isOpen} onPointerDown={(event) => event.preventDefault()}>
      <div id={`${id}-list`} role="listbox" aria-label="Produits trouvés">
        {products.map(({ id: productId, name, image, userPrice }, place) => (
          <div key={productId} className={style.line} {...line(place)}>
            <Picture image={image} alt="" sizes="48px" className={style.picture} />
            <span className={style.name}>{name}</span>
            <span className={classes(common.digits, style.price)}>
              {isSupplier ? (
                <>
                  Prix client <Price amount={userPrice} />
                </>
              ) : (
                <PriceWithCode amount={userPrice} />
              )}
            </span>
          </div>
        ))}
        <div className={classes(style.line, style.all)} {...line(products.length)}>
          {found > 1 ? `Voir les ${formatInteger(found)} résultats` : 'Voir le résultat'}
        </div>
      </div>
    </div>
  )
}
