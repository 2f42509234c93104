import type { Settings } from '#features/settings/model.ts'
import { chatAddress } from '#web/ui/chat-link.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import { ParcelPromise } from '#web/ui/parcel-promise.tsx'
import style from './trust.module.css'

/** What lets somebody order a product from a stranger, short enough to be read at a glance. */
export function Trust({ productName, settings }: { productName: string; settings: Settings }) {
  return (
    <ul className={style.trust}>
      <li className={common.iconed}>
        <Icon name="shield" />
        Produits autorisés DMP et ONSSA
      </li>
      <li className={common.iconed}>
        <Icon name="cash" />
        Paiement en espèces à la réception
      </li>
      <li className={classes(common.iconed, style.wide)}>
        <Icon name="truck" />
        Livraison partout au Maroc{settings.deliveryDelay && `, en ${settings.deliveryDelay}`}
      </li>
      <li className={style.wide}>
        <ParcelPromise />
      </li>
      {settings.chatNumber !== '' && (
        <li className={classes(common.iconed, style.wide)}>
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
