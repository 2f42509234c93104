import { Link } from 'react-router'
import type { Settings } from '#features/settings/model.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import { addresses } from '#web/addresses.ts'
import { chatAddress } from '#web/ui/chat-link.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
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
        <li className={classes(common.across, style.delivered)}>
          <Icon name="check-circle" />
          {formatInteger(delivered)} commandes livrées au Maroc
        </li>
      )}
      <li>
        <Icon name="shield" />
        Produits autorisés DMP et ONSSA
      </li>
      <li>
        <Icon name="cash" />
        Paiement en espèces à la réception
      </li>
      <li>
        <Icon name="box" />
        Vous ouvrez le colis avant de payer
      </li>
      <li>
        <Icon name="refresh" />
        <Link to={`${addresses.terms}#changer-d-avis`}>7&nbsp;jours pour changer d’avis</Link>
      </li>
      {settings.chatNumber !== '' && (
        <li className={common.across}>
          <a
            className={style.chat}
            href={chatAddress(settings.chatNumber, `${settings.chatGreeting} (${productName})`)}
            target="_blank"
            rel="noopener noreferrer"
          >
            <Icon name="whatsapp" />
            <span>
              Une question&nbsp;? <span className={style.whole}>Écrivez-nous sur WhatsApp</span>
            </span>
          </a>
        </li>
      )}
    </ul>
  )
}
