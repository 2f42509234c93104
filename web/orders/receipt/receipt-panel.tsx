import type { ReactNode } from 'react'
import { Link, useRouteLoaderData } from 'react-router'
import { OTHER_CITY } from '#platform/kernel/cities.ts'
import { localDay } from '#platform/kernel/time.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { ChatLink, chatAddress } from '#web/ui/chat-link.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Price } from '#web/ui/price.tsx'
import { readablePhone } from '#web/ui/readable-phone.ts'
import tones from '#web/ui/tones.module.css'
import { CashDrawn } from '../cash/cash-drawn.tsx'
import { useDeliveryDates } from '../delivery-dates/use-delivery-dates.ts'
import parcel from '../parcel.module.css'
import { callPromise } from './call-promise.ts'
import { ConfirmByWhatsApp } from './confirm-by-whatsapp.tsx'
import { type Receipt, saveReceipt } from './receipt.ts'
import style from './receipt-panel.module.css'
import { ReceiptProducts } from './receipt-products.tsx'

/** The order that was just placed: the call to expect, the cash to prepare, its products, the phone and address to check. */
export function ReceiptPanel({ receipt }: { receipt: Receipt }) {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  const { order, recipient, lines, placedAt } = receipt
  const isSuppliers = order.collected !== undefined
  const collected = order.collected ?? order.total
  const place = recipient.city === OTHER_CITY ? '' : `, ${recipient.city}`
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
      {!isSuppliers && <CallPromise openingTimes={root?.openingTimes ?? ''} placedAt={placedAt} />}
      <ConfirmByWhatsApp order={order} />
      <div className={classes(common.stack, common.gap3, style.cash)}>
        <dl className={classes(common.stack, parcel.facts, style.facts)}>
          <div className={parcel.cash}>
            <dt>{isSuppliers ? 'Montant à encaisser auprès du client' : 'Espèces à préparer'}</dt>
            <dd>
              <Price amount={collected} />
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
        </dl>
        {!isSuppliers && <CashDrawn amount={collected} />}
      </div>
      <Acts order={order} isSuppliers={isSuppliers} chatNumber={root?.settings?.chatNumber ?? ''} />
      <ReceiptProducts lines={lines} discount={order.discount} delivery={order.delivery} />
      <dl className={classes(common.stack, parcel.facts, style.facts)}>
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
        <Arrival city={recipient.city} usual={root?.settings.deliveryDelay ?? ''} />
      </dl>
      {order.tracking && (
        <div className={style.link}>
          <CopyField
            label="Lien de suivi, valable 90 jours"
            text={linkOf(root?.publicUrl, order.tracking)}
            what="le lien de suivi"
            isOneLine
          />
        </div>
      )}
    </section>
  )
}

const linkOf = (publicUrl: string | undefined, path: string): string => (publicUrl ?? window.location.origin) + path

/** Shown on the day of the order, by whose clock its words are right. */
function CallPromise({ openingTimes, placedAt }: { openingTimes: string; placedAt: number }) {
  const placed = new Date(placedAt)
  const promise = localDay(placed) === localDay(new Date()) ? callPromise(openingTimes, placed) : null
  return (
    promise && (
      <p className={classes(common.iconed, common.medium)}>
        <Icon name="phone" />
        Nous vous appelons {promise} pour confirmer.
      </p>
    )
  )
}

/** When the parcel should arrive, or the usual delay. A supplier reads it to its customer. */
function Arrival({ city, usual }: { city: string; usual: string }) {
  const dates = useDeliveryDates(city)
  if (!dates && usual === '') return null
  return (
    <div>
      <dt>{dates ? 'Livraison prévue' : 'Délai de livraison'}</dt>
      <dd>{dates ?? usual}</dd>
    </div>
  )
}

interface ActsProps {
  order: Receipt['order']
  isSuppliers: boolean
  /** Empty where the shop has none. */
  chatNumber: string
}

/** One act in large, which brings the link to where it is found again, and the others in a row. */
function Acts({ order: { id, tracking }, isSuppliers, chatNumber }: ActsProps) {
  const publicUrl = useRouteLoaderData<typeof rootLoader>('root')?.publicUrl
  const link = tracking && linkOf(publicUrl, tracking)
  const isToShop = !isSuppliers && chatNumber !== ''
  const words = isToShop
    ? `Bonjour, je souhaite recevoir ici le suivi de ma commande n° ${id}\u00A0: ${link}`
    : `Suivi de la commande n° ${id}\u00A0: ${link}`
  return (
    <div className={classes(common.stack, common.gap3, style.acts)}>
      {link && (
        <ChatLink number={isToShop ? chatNumber : ''} words={words} className={style.main}>
          {isSuppliers ? 'Envoyer le suivi sur WhatsApp' : 'Recevoir le suivi sur WhatsApp'}
        </ChatLink>
      )}
      <div className={style.row}>
        {tracking && (
          <Link className={style.act} to={tracking} reloadDocument>
            <ActContent icon="truck" verb="Suivre">
              ma commande
            </ActContent>
          </Link>
        )}
        {chatNumber !== '' && (
          <a
            className={style.act}
            href={chatAddress(chatNumber, `Bonjour, je souhaite modifier ma commande n° ${id}.`)}
            target="_blank"
            rel="noopener noreferrer"
          >
            <ActContent icon="pencil" verb="Modifier">
              par WhatsApp
            </ActContent>
          </a>
        )}
        <button type="button" className={style.act} onClick={() => window.print()}>
          <ActContent icon="receipt" verb="Imprimer">
            le récapitulatif
          </ActContent>
        </button>
      </div>
    </div>
  )
}

/** The verb alone is seen; what it does it to is heard as well. */
const ActContent = ({ icon, verb, children }: { icon: IconName; verb: string; children: ReactNode }) => (
  <>
    <Icon name={icon} />
    <span>
      {verb}
      <span className="visually-hidden"> {children}</span>
    </span>
  </>
)
