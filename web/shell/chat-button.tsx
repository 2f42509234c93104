import { useRouteLoaderData } from 'react-router'
import type { loader as productLoader } from '#web/catalogue/shop/product/product.tsx'
import type { loader as rootLoader } from '#web/root.tsx'
import type { RouteId } from '#web/routes.ts'
import { chatAddress } from '#web/ui/chat-link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import style from './chat-button.module.css'

const PRODUCT_PAGE = 'catalogue/shop/product/product' satisfies RouteId

/**
 * A link to a conversation with the shop, which names the product on a product's page. It stands where it covers nothing: in
 * the bar of the header, which stays on the screen, and in the page's margin once that is wide enough. Renders nothing without
 * a number.
 */
export function ChatButton() {
  const settings = useRouteLoaderData<typeof rootLoader>('root')?.settings
  const product = useRouteLoaderData<typeof productLoader>(PRODUCT_PAGE)?.product
  if (!settings?.chatNumber) return null
  const { chatNumber, chatGreeting } = settings
  return (
    <a
      className={style.chat}
      href={chatAddress(chatNumber, product ? `${chatGreeting} (${product.name})` : chatGreeting)}
      target="_blank"
      rel="noopener noreferrer"
      aria-label="Nous écrire sur WhatsApp"
    >
      <Icon name="whatsapp" size={24} />
      <span className={style.label}>Nous écrire</span>
    </a>
  )
}
