import type { PlacedOrder } from '#features/orders/model.ts'
import { ChatLink } from '#web/ui/chat-link.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import style from './confirm-by-whatsapp.module.css'

interface ConfirmByWhatsAppProps {
  order: Pick<PlacedOrder, 'id' | 'code'>
  /** Stays in her own messages with it: where the order can be followed. */
  link: string | undefined
  chatNumber: string
}

/**
 * A message from the customer to the shop: that it comes from her own number proves the number. Once its letters are
 * entered, nobody calls her.
 */
export const ConfirmByWhatsApp = ({ order: { id, code }, link, chatNumber }: ConfirmByWhatsAppProps) => (
  <div className={classes(common.stack, common.gap2, style.confirm)}>
    <p>Si vous le souhaitez, confirmez sans attendre notre appel.</p>
    <ChatLink
      number={chatNumber}
      words={`Bonjour, je confirme ma commande n° ${id} (code ${code}).${link ? ` Suivi\u00A0: ${link}` : ''}`}
      className={style.act}
    >
      Confirmer par WhatsApp
    </ChatLink>
  </div>
)
