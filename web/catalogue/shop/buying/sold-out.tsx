import { useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { Product } from '#features/catalogue/model.ts'
import { addresses } from '#web/addresses.ts'
import { addToCart } from '#web/cart/cart.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { ChatLink } from '#web/ui/chat-link.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import type { CartRefusal } from '../product-card.tsx'
import { RefusalDialog } from '../product-grid.tsx'
import style from './sold-out.module.css'

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
  const root = useRouteLoaderData<typeof rootLoader>('root')
  const chatNumber = root?.settings.chatNumber
  return (
    <div className={classes(common.stack, style.soldOut)}>
      <p>
        <span className={common.strong}>Produit en rupture de stock.</span>{' '}
        {chatNumber && 'Nous vous écrivons dès son retour.'}
      </p>
      {chatNumber ? (
        <ChatLink
          number={chatNumber}
          words={`Bonjour, prévenez-moi quand « ${product.name} » sera de nouveau disponible\u00A0: ${root.publicUrl}${addresses.product(product.id)}`}
          className={style.tell}
        >
          Me prévenir sur WhatsApp
        </ChatLink>
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
