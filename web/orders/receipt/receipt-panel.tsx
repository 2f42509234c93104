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
  const promise = promiseOf(root?.openingTimes ?? '', placedAt)
  return (
    <section className={classes(parcel.panel, style.receipt)} aria-labelledby="receipt">
      <div className={style.head}>
        <span className={classes(tones.ok, parcel.mark)}>
          <Icon name="check" size={24} />
        </span>
        <h2 id="receipt">Commande n°&nbsp;{order.id} enregistrée</h2>
        <IconButton
          icon="close"
          label="Masquer le récapitulatif de la commande"
          className={style.close}
          onClick={() => saveReceipt(null)}
        />
      </div>
      <div className={classes(common.stack, style.columns)}>
        <div className={classes(common.stack, common.gap3, style.cash)}>
          <dl className={classes(common.stack, common.gap3, parcel.sums)}>
            <div className={parcel.cash}>
              <dt>{isSuppliers ? 'Montant à encaisser auprès du client' : 'À payer à la livraison'}</dt>
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
        <div className={classes(common.stack, common.gap5, style.next)}>
          {!isSuppliers && (
            <div className={classes(common.stack, common.gap2)}>
              <p className={classes(common.iconed, common.medium)}>
                <Icon name="phone" />
                <span>Nous vous appelons {promise && `${promise} `}pour confirmer la commande.</span>
              </p>
              <ConfirmByWhatsApp order={order} />
            </div>
          )}
          <Acts order={order} isSuppliers={isSuppliers} chatNumber={root?.settings?.chatNumber ?? ''} />
          <dl className={classes(common.stack, parcel.facts, style.facts)}>
            <div>
              <dt>Destinataire</dt>
              <dd>
                <Line>{recipient.name}</Line>
                <Line>{recipient.address}</Line>
                {recipient.city !== OTHER_CITY && <Line>{recipient.city}</Line>}
              </dd>
            </div>
            <div>
              <dt>Téléphone</dt>
              <dd>{readablePhone(recipient.phone)}</dd>
            </div>
            <Arrival city={recipient.city} usual={root?.settings.deliveryDelay ?? ''} />
          </dl>
          {!isSuppliers && (
            <p className={common.note}>
              Vérifiez le téléphone et l’adresse&nbsp;: c’est là que le livreur vous appellera et passera.
            </p>
          )}
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
        </div>
        <div className={style.order}>
          <ReceiptProducts lines={lines} discount={order.discount} delivery={order.delivery} />
        </div>
      </div>
    </section>
  )
}

/** A line of its own, written in its own direction. */
const Line = ({ children }: { children: string }) => (
  <span className={common.block}>
    <bdi>{children}</bdi>
  </span>
)

const linkOf = (publicUrl: string | undefined, path: string): string => (publicUrl ?? window.location.origin) + path

/** The call to expect; null on another day than the order's, by whose clock its words would be wrong. */
function promiseOf(openingTimes: string, placedAt: number): string | null {
  const placed = new Date(placedAt)
  return localDay(placed) === localDay(new Date()) ? callPromise(openingTimes, placed) : null
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
