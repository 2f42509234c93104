import { useRouteLoaderData } from 'react-router'
import type { Product } from '#features/catalogue/model.ts'
import { addresses } from '#web/addresses.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { ChatLink } from '#web/ui/chat-link.tsx'
import style from './sold-out.module.css'

const useRoot = () => useRouteLoaderData<typeof rootLoader>('root')

/** The shop's number on WhatsApp; empty without one. */
export const useChatNumber = () => useRoot()?.settings.chatNumber

/** Asks the shop, on WhatsApp, to write when a product is back. Renders nothing without a number. */
export function TellMe({ product }: { product: Product }) {
  const { settings, publicUrl } = useRoot() ?? {}
  if (!settings?.chatNumber) return null
  return (
    <ChatLink
      number={settings.chatNumber}
      words={`Bonjour, prévenez-moi quand « ${product.name} » sera de nouveau disponible\u00A0: ${publicUrl}${addresses.product(product.id)}`}
      className={style.tell}
    >
      Me prévenir sur WhatsApp
    </ChatLink>
  )
}
