import { useRouteLoaderData } from 'react-router'
import type { PlacedOrder } from '#features/orders/model.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { chatAddress } from '#web/ui/chat-link.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'

/** A message from the customer to the shop: that it comes from her own number proves the number. Nothing for suppliers. */
export function ConfirmByWhatsApp({ order: { id, code } }: { order: Pick<PlacedOrder, 'id' | 'code'> }) {
  const chatNumber = useRouteLoaderData<typeof rootLoader>('root')?.settings.chatNumber
  if (!chatNumber || code === undefined) return null
  return (
    <div className={classes(common.stack, common.gap2)}>
      <p>Ou confirmez-la vous-même, du téléphone de la commande&nbsp;:</p>
      <div>
        <ButtonLink
          look="secondary"
          size="small"
          icon="whatsapp"
          to={chatAddress(chatNumber, `Bonjour, je confirme ma commande n° ${id} (code ${code}).`)}
          target="_blank"
          rel="noopener noreferrer"
        >
          Confirmer par WhatsApp
        </ButtonLink>
      </div>
    </div>
  )
}
