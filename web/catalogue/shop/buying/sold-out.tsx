import { useState } from 'react'
import type { Product } from '#features/catalogue/model.ts'
import { addresses } from '#web/addresses.ts'
import { addToCart } from '#web/cart/cart.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import common from '#web/ui/common.module.css'
import type { CartRefusal } from '../product-card.tsx'
import { RefusalDialog } from '../product-grid.tsx'
import style from './sold-out.module.css'
import { TellMe, useChatNumber } from './tell-me.tsx'

/** The state of the product beside its price. Pressed, it says why nothing can be added. */
export function SoldOutPill({ product }: { product: Product }) {
  const [refusal, setRefusal] = useState<CartRefusal | null>(null)
  const refuse = () => {
    const answer = addToCart(product, 1)
    if (!answer.ok) setRefusal(answer)
  }
  return (
    <>
      <button type="button" className={style.pill} onClick={refuse}>
        <Badge>Épuisé</Badge>
      </button>
      <RefusalDialog refusal={refusal} onClose={() => setRefusal(null)} />
    </>
  )
}

/** In place of the ways to order: to be told when the product is back, or others of its kind. */
export function SoldOut({ product }: { product: Product }) {
  const chatNumber = useChatNumber()
  return (
    <div className={style.soldOut}>
      <p className={common.whole}>
        <span className={common.strong}>Produit en rupture de stock.</span>{' '}
        {chatNumber && 'Nous vous écrivons dès son retour.'}
      </p>
      {chatNumber ? (
        <TellMe product={product} />
      ) : (
        <ButtonLink look="secondary" to={addresses.contact}>
          Nous contacter
        </ButtonLink>
      )}
      <a className={style.others} href="#similaires">
        Voir les produits similaires
      </a>
    </div>
  )
}
