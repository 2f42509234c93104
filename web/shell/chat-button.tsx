import { useRouteLoaderData } from 'react-router'
import type { loader as productLoader } from '#web/catalogue/shop/product.tsx'
import type { loader as rootLoader } from '#web/root.tsx'
import type { RouteId } from '#web/routes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { chatAddress } from './chat-address.ts'
import style from './chat-button.module.css'

const PRODUCT_PAGE = 'catalogue/shop/product' satisfies RouteId

/** A link to a conversation with the shop, which names the product on a product's page. Renders nothing without a number. */
export function ChatButton() {
  const settings = useRouteLoaderData<typeof rootLoader>('root')?.settings
  const product = useRouteLoaderData<typeof productLoader>(PRODUCT_PAGE)?.product
  if (!settings?.chatNumber) return null
  return (
    <aside aria-label="Assistance">
      <a
        className={style.corner}
        href={chatAddress(settings, product?.name)}
        target="_blank"
        rel="noopener noreferrer"
        aria-label="Nous écrire sur WhatsApp"
      >
        <Icon name="chat" size={24} />
        <span className={style.label}>Nous écrire</span>
      </a>
    </aside>
  )
}
