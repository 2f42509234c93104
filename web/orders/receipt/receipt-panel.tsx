import { useRouteLoaderData } from 'react-router'
import { useBrowserValue } from '#web/browser-value.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Price } from '#web/ui/price.tsx'
import { readablePhone } from '#web/ui/readable-phone.ts'
import tones from '#web/ui/tones.module.css'
import { OTHER_CITY } from '../checkout/checkout-fields.ts'
import parcel from '../parcel.module.css'
import { readReceipt, saveReceipt, watchReceipt } from './receipt.ts'
import style from './receipt-panel.module.css'

/** The order that was just placed: its number, the cash to prepare, the phone and address to check. Nothing without one. */
export function ReceiptPanel() {
  const receipt = useBrowserValue(watchReceipt, readReceipt, null)
  const settings = useRouteLoaderData<typeof rootLoader>('root')?.settings
  if (!receipt) return null
  const { order, recipient } = receipt
  const place = recipient.city === OTHER_CITY ? '' : `, ${recipient.city}`
  const toChange = `Bonjour, je souhaite modifier ma commande n° ${order.id}.`
  return (
    <section className={classes(parcel.panel, style.receipt)} aria-labelledby="receipt">
      <div className={style.head}>
        <span className={classes(tones.ok, parcel.mark)}>
          <Icon name="check" size={24} />
        </span>
        <div>
          <h2 id="receipt">Commande n°&nbsp;{order.id} enregistrée</h2>
          <p>Vérifiez le téléphone et l’adresse&nbsp;: le livreur s’en sert pour vous trouver.</p>
        </div>
        <IconButton
          icon="close"
          label="Masquer le récapitulatif de la commande"
          className={style.close}
          onClick={() => saveReceipt(null)}
        />
      </div>
      <dl className={classes(common.stack, parcel.facts, style.facts)}>
        <div className={parcel.cash}>
          <dt>{order.collected === undefined ? 'Espèces à préparer' : 'Montant à encaisser auprès du client'}</dt>
          <dd>
            <Price amount={order.collected ?? order.total} />
          </dd>
        </div>
        {order.gain !== undefined && (
          <div>
            <dt>Votre gain</dt>
            <dd>
              <Price amount={order.gain} />
            </dd>
          </div>
        )}
        <div>
          <dt>Téléphone</dt>
          <dd>{readablePhone(recipient.phone)}</dd>
        </div>
        <div>
          <dt>Livraison à</dt>
          <dd>
            {recipient.name}
            <br />
            {recipient.address}
            {place}
          </dd>
        </div>
      </dl>
      {order.tracking && <FollowOrder id={order.id} path={order.tracking} />}
      <div className={classes(common.wrap, style.actions)}>
        {settings?.chatNumber && (
          <a
            className={parcel.chat}
            href={`https://wa.me/${settings.chatNumber}?text=${encodeURIComponent(toChange)}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            <Icon name="chat" />
            Modifier par WhatsApp
          </a>
        )}
        <Button look="secondary" size="small" icon="receipt" onClick={() => window.print()}>
          Imprimer
        </Button>
      </div>
    </section>
  )
}

/** The link that follows this order, from any device and for anybody who has it. */
function FollowOrder({ id, path }: { id: number; path: string }) {
  const publicUrl = useRouteLoaderData<typeof rootLoader>('root')?.publicUrl ?? window.location.origin
  const link = publicUrl + path
  const words = `Suivi de la commande n° ${id}\u00A0: ${link}`
  return (
    <div className={classes(common.stack, style.follow)}>
      <div className={classes(common.wrap, style.actions)}>
        <ButtonLink size="small" icon="truck" to={path} reloadDocument>
          Suivre ma commande
        </ButtonLink>
        <ButtonLink
          look="secondary"
          size="small"
          icon="share"
          to={`https://wa.me/?text=${encodeURIComponent(words)}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          Envoyer par WhatsApp
        </ButtonLink>
      </div>
      <CopyField label="Lien de suivi, valable 90 jours" text={link} what="le lien de suivi" isOneLine />
    </div>
  )
}
