import { Link, useRouteLoaderData } from 'react-router'
import { OTHER_CITY } from '#platform/kernel/cities.ts'
import { localDay } from '#platform/kernel/time.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { ChatLink, chatAddress } from '#web/ui/chat-link.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Icon } from '#web/ui/icon.tsx'
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
        <div className={classes(common.stack, common.gap3, style.order)}>
          <ReceiptProducts lines={lines} discount={order.discount} delivery={order.delivery} />
          <dl className={style.sums}>
            <div className={style.collected}>
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
        </div>
        <div className={classes(common.stack, style.next)}>
          {!isSuppliers && (
            <div className={classes(common.iconed, style.call)}>
              <Icon name="phone" />
              <p>
                <span className={common.strong}>
                  Nous vous appelons {promise && `${promise} `}pour confirmer la commande.
                </span>
                {root?.settings.openingHours && (
                  <span className={classes(common.note, common.block)}>
                    Horaires&nbsp;: {root.settings.openingHours}
                  </span>
                )}
              </p>
            </div>
          )}
          <Acts order={order} isSuppliers={isSuppliers} chatNumber={root?.settings.chatNumber ?? ''} />
        </div>
        {!isSuppliers && (
          <div className={style.cash}>
            <CashDrawn amount={collected} />
          </div>
        )}
        <div className={classes(common.stack, style.where)}>
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
          <TrackingLink order={order} chatNumber={isSuppliers ? '' : (root?.settings.chatNumber ?? '')} />
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

/** One act in large, and the others as words: a page where everything calls says nothing. */
function Acts({ order, isSuppliers, chatNumber }: ActsProps) {
  const { id, tracking, code } = order
  const publicUrl = useRouteLoaderData<typeof rootLoader>('root')?.publicUrl
  const link = tracking && linkOf(publicUrl, tracking)
  const canConfirm = !isSuppliers && chatNumber !== '' && code !== undefined
  return (
    <>
      {canConfirm && <ConfirmByWhatsApp order={order} chatNumber={chatNumber} />}
      {isSuppliers && link && (
        <ChatLink number="" words={`Suivi de la commande n° ${id}\u00A0: ${link}`} className={style.main}>
          Envoyer le suivi sur WhatsApp
        </ChatLink>
      )}
      <ul className={classes(common.wrap, common.targets, common.small, style.acts)}>
        {tracking && (
          <li>
            <Link to={tracking} reloadDocument>
              Suivre ma commande
            </Link>
          </li>
        )}
        {chatNumber !== '' && (
          <li>
            <Outside to={chatAddress(chatNumber, `Bonjour, je souhaite modifier ma commande n° ${id}.`)}>
              Modifier par WhatsApp
            </Outside>
          </li>
        )}
        <li>
          <button type="button" onClick={() => window.print()}>
            Imprimer<span className="visually-hidden"> le récapitulatif</span>
          </button>
        </li>
      </ul>
    </>
  )
}

/** The link to copy, or to find again where messages are. */
function TrackingLink({ order: { id, tracking }, chatNumber }: Pick<ActsProps, 'order' | 'chatNumber'>) {
  const publicUrl = useRouteLoaderData<typeof rootLoader>('root')?.publicUrl
  if (!tracking) return null
  const link = linkOf(publicUrl, tracking)
  const words = `Bonjour, je souhaite recevoir ici le suivi de ma commande n° ${id}\u00A0: ${link}`
  return (
    <div className={classes(common.targets, common.small, style.link)}>
      <CopyField label="Lien de suivi, valable 90 jours" text={link} what="le lien de suivi" isOneLine />
      {chatNumber !== '' && (
        <p>
          <Outside to={chatAddress(chatNumber, words)}>Recevoir le suivi sur WhatsApp</Outside>
        </p>
      )}
    </div>
  )
}

const Outside = ({ to, children }: { to: string; children: string }) => (
  <a href={to} target="_blank" rel="noopener noreferrer">
    {children}
  </a>
)
