import { useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { Product } from '#features/catalogue/model.ts'
import { addresses } from '#web/addresses.ts'
import { addToCart } from '#web/cart/cart.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ChatLink } from '#web/ui/chat-link.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import type { CartRefusal } from '../product-card.tsx'
import { RefusalDialog } from '../product-grid.tsx'
import style from './sold-out.module.css'

/** In place of the ways to order: the product is gone, and one act is left, to be told when it is back. */
export function SoldOut({ product }: { product: Product }) {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  const [refusal, setRefusal] = useState<CartRefusal | null>(null)
  const chatNumber = root?.settings.chatNumber
  const refuse = () => {
    const answer = addToCart(product, 1)
    if (!answer.ok) setRefusal(answer)
  }
  return (
    <div className={classes(common.stack, common.gap3, style.soldOut)}>
      <p className={common.quiet}>
        <span className={common.medium}>Produit en rupture de stock.</span> Il n’est pas disponible pour le moment.
      </p>
      <div className={style.acts}>
        <Button look="plain" className={style.gone} onClick={refuse}>
          Épuisé
        </Button>
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
      </div>
      <RefusalDialog refusal={refusal} onClose={() => setRefusal(null)} />
    </div>
  )
}
