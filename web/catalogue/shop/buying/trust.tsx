import type { Settings } from '#features/settings/model.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import { chatAddress } from '#web/ui/chat-link.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import { ParcelPromise } from '#web/ui/parcel-promise.tsx'
import style from './trust.module.css'

interface TrustProps {
  productName: string
  settings: Settings
  /** Orders that were delivered; null while they are too few to tell. */
  delivered: number | null
  className: string | undefined
}

/** What lets somebody order a product from a stranger, short enough to be read at a glance. */
export function Trust({ productName, settings, delivered, className }: TrustProps) {
  return (
    <ul className={classes(style.trust, className)}>
      {delivered !== null && (
        <li className={classes(common.iconed, common.strong)}>
          <Icon name="check-circle" />
          {formatInteger(delivered)} commandes déjà livrées
        </li>
      )}
      <li className={common.iconed}>
        <Icon name="shield" />
        Produits autorisés DMP et ONSSA
      </li>
      <li className={common.iconed}>
        <Icon name="cash" />
        Paiement en espèces à la réception
      </li>
      <li>
        <ParcelPromise />
      </li>
      {settings.chatNumber !== '' && (
        <li className={common.iconed}>
          <Icon name="whatsapp" />
          <span>
            Une question&nbsp;?{' '}
            <a
              href={chatAddress(settings.chatNumber, `${settings.chatGreeting} (${productName})`)}
              target="_blank"
              rel="noopener noreferrer"
            >
              Écrivez-nous sur WhatsApp
            </a>
          </span>
        </li>
      )}
    </ul>
  )
}
