import { useLocation, useRouteLoaderData } from 'react-router'
import { addresses } from '#web/addresses.ts'
import type { loader as productLoader } from '#web/catalogue/product.tsx'
import type { loader as rootLoader } from '#web/root.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { chatAddress } from './chat-address.ts'
import style from './chat-button.module.css'

/** On these it stands in the header, which stays in sight too: in the corner it would lie on fields and on what sends them. */
const FORMS: readonly string[] = [
  addresses.checkout,
  addresses.login,
  addresses.signup,
  addresses.profile,
  addresses.forgotPassword,
  addresses.resetPassword,
]

/** Opens a conversation with the shop; on a product's page it already names the product. Nothing without a number. */
export function ChatButton({ place }: { place: 'corner' | 'header' }) {
  const settings = useRouteLoaderData<typeof rootLoader>('root')?.settings
  const product = useRouteLoaderData<typeof productLoader>('catalogue/product')?.product
  const isInHeader = FORMS.includes(useLocation().pathname.toLowerCase())
  if (!settings?.chatNumber || isInHeader !== (place === 'header')) return null
  const link = (
    <a
      className={style[place]}
      href={chatAddress(settings, product?.name)}
      target="_blank"
      rel="noopener noreferrer"
      aria-label="Nous écrire sur WhatsApp"
    >
      <Icon name="chat" size={24} />
      {!isInHeader && <span className={style.label}>Nous écrire</span>}
    </a>
  )
  return isInHeader ? link : <aside aria-label="Assistance">{link}</aside>
}
