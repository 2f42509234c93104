import { type ReactNode, useRef } from 'react'
import { Link, useRouteLoaderData } from 'react-router'
import { OTHER_CITY } from '#platform/kernel/cities.ts'
import { type Centimes, formatDirhams } from '#platform/kernel/money.ts'
import { readablePhone } from '#platform/kernel/readable-phone.ts'
import { addresses } from '#web/addresses.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ChatLink, chatAddress } from '#web/ui/chat-link.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { useCopy } from '#web/ui/copy-field.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { Price } from '#web/ui/price.tsx'
import tones from '#web/ui/tones.module.css'
import { CashDrawn } from '../cash/cash-drawn.tsx'
import { useDeliveryDates } from '../delivery-dates/use-delivery-dates.ts'
import parcel from '../parcel.module.css'
import { ProductArches } from '../product-arches.tsx'
import { promiseToday } from './call-promise.ts'
import { ConfirmByWhatsApp } from './confirm-by-whatsapp.tsx'
import type { Receipt } from './receipt.ts'
import style from './receipt-panel.module.css'
import { ReceiptProducts } from './receipt-products.tsx'

/** The order that was just placed: the call to expect, the cash to prepare, its products and sum, the phone and address to check. */
export function ReceiptPanel({ receipt }: { receipt: Receipt }) {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  const { order, recipient, lines } = receipt
  const isSuppliers = order.collected !== undefined
  const collected = order.collected ?? order.total
  const chatNumber = root?.settings.chatNumber ?? ''
  return (
    <section className={classes(parcel.panel, style.receipt)} aria-label={`Commande n° ${order.id}`}>
      <div className={style.head}>
        <span className={classes(tones.ok, parcel.mark)}>
          <Icon name="check" size={24} />
        </span>
        <div className={style.words}>
          {isSuppliers ? (
            <h1>Commande n°&nbsp;{order.id} enregistrée</h1>
          ) : (
            <>
              <h1>
                Merci <bdi>{recipient.name.split(' ', 1)}</bdi>, c’est commandé
              </h1>
              <p className={style.thanks}>
                <strong>Commande n°&nbsp;{order.id}</strong> Vous n’avez rien à payer maintenant.
              </p>
            </>
          )}
        </div>
        <ProductArches lines={lines} sizes="(min-width: 1024px) 136px, 64px" className={style.arches} />
      </div>
      <div className={classes(common.stack, style.columns)}>
        <div className={classes(common.stack, style.next)}>
          {!isSuppliers && <NextSteps receipt={receipt} amount={collected} />}
          <Acts order={order} isSuppliers={isSuppliers} chatNumber={chatNumber} />
          <Keep order={order} chatNumber={isSuppliers ? '' : chatNumber} />
        </div>
        <div className={classes(common.stack, common.gap3, style.order)}>
          <h2 className={common.larger}>{isSuppliers ? 'La commande' : 'Votre commande'}</h2>
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
          <div className={classes(common.stack, common.gap3, style.where)}>
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
              {isSuppliers && <Arrival city={recipient.city} usual={root?.settings.deliveryDelay ?? ''} />}
            </dl>
            {!isSuppliers && (
              <p className={classes(common.note, style.wrong)}>
                Une erreur ici&nbsp;? Dites-le-nous avant le départ du colis
                {chatNumber === '' ? (
                  ', à notre appel.'
                ) : (
                  <>
                    &nbsp;: <Change order={order} chatNumber={chatNumber} />.
                  </>
                )}
                <Link className={common.block} to={`${addresses.terms}#changer-d-avis`}>
                  7&nbsp;jours pour changer d’avis
                </Link>
              </p>
            )}
          </div>
        </div>
      </div>
    </section>
  )
}

/** The call, the parcel, the payment: each with its day or its sum. */
function NextSteps({ receipt: { recipient, placedAt }, amount }: { receipt: Receipt; amount: Centimes }) {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  const dates = useDeliveryDates(recipient.city)
  const delay = root?.settings.deliveryDelay
  const phone = root?.settings.phone
  const promise = promiseToday(root?.openingTimes ?? '', new Date(placedAt), new Date())
  return (
    <ol className={style.steps}>
      <Step
        icon="phone"
        {...(promise
          ? { words: `Nous vous appelons au ${readablePhone(recipient.phone)}`, figure: promise }
          : { figure: `Nous vous appelons au ${readablePhone(recipient.phone)}` })}
        note={[phone && `depuis le ${readablePhone(phone)}`, !promise && root?.settings.openingHours]
          .filter(Boolean)
          .join(' · ')}
      />
      <Step
        icon="truck"
        {...(dates
          ? { words: 'Livraison prévue', figure: dates }
          : { figure: delay ? `Livraison en ${delay}` : 'Le livreur prend la route' })}
      />
      <Step icon="box" words="Vous ouvrez, puis payez en espèces" figure={`Préparez ${formatDirhams(amount)}`}>
        <CashDrawn amount={amount} />
      </Step>
    </ol>
  )
}

interface StepProps {
  icon: IconName
  words?: string
  /** The day or the sum: what is remembered. */
  figure: string
  note?: ReactNode
  children?: ReactNode
}

const Step = ({ icon, words, figure, note, children }: StepProps) => (
  <li>
    <Icon name={icon} className={style.sign} />
    <p className={style.step}>
      {words && <span>{words} </span>}
      <strong>{figure}</strong>
    </p>
    {note && <p className={common.note}>{note}</p>}
    {children}
  </li>
)

/** A line of its own, written in its own direction. */
const Line = ({ children }: { children: string }) => (
  <span className={common.block}>
    <bdi>{children}</bdi>
  </span>
)

const linkOf = (publicUrl: string | undefined, path: string): string => (publicUrl ?? window.location.origin) + path

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

/** One act in large, the way of the order below it: a page where everything calls says nothing. */
function Acts({ order, isSuppliers, chatNumber }: ActsProps) {
  const { id, tracking, code } = order
  const publicUrl = useRouteLoaderData<typeof rootLoader>('root')?.publicUrl
  const link = tracking && linkOf(publicUrl, tracking)
  const canConfirm = !isSuppliers && chatNumber !== '' && code !== undefined
  return (
    <div className={classes(common.stack, common.gap3, style.acts)}>
      {canConfirm && <ConfirmByWhatsApp order={order} link={link} chatNumber={chatNumber} />}
      {isSuppliers && link && (
        <ChatLink number="" words={`Suivi de la commande n° ${id}\u00A0: ${link}`} className={style.main}>
          Envoyer le suivi sur WhatsApp
        </ChatLink>
      )}
      {tracking && (
        <ButtonLink look="secondary" icon="truck" to={tracking} reloadDocument>
          Suivre ma commande
        </ButtonLink>
      )}
    </div>
  )
}

/** A message to the shop about what is wrong with the order. */
const Change = ({ order: { id }, chatNumber }: Pick<ActsProps, 'order' | 'chatNumber'>) => (
  <Outside to={chatAddress(chatNumber, `Bonjour, je souhaite modifier ma commande n° ${id}.`)}>
    Modifier par WhatsApp
  </Outside>
)

/** The one thing that a guest must keep: the link to copy, to find again where messages are, or on paper. */
function Keep({ order: { id, tracking }, chatNumber }: Pick<ActsProps, 'order' | 'chatNumber'>) {
  const publicUrl = useRouteLoaderData<typeof rootLoader>('root')?.publicUrl
  const link = tracking ? linkOf(publicUrl, tracking) : ''
  const words = `Bonjour, je souhaite recevoir ici le suivi de ma commande n° ${id}\u00A0: ${link}`
  const shown = useRef<HTMLElement>(null)
  const { done, copy } = useCopy(link, 'le lien de suivi', shown)
  return (
    <div className={style.keep}>
      <h2 className={common.larger}>
        Garder le lien de suivi {link && <small className={common.note}>valable 90&nbsp;jours</small>}
      </h2>
      <div className={classes(common.wrap, style.others)}>
        {link && (
          <Button look="link" size="small" icon={done === 'copied' ? 'check' : 'copy'} onClick={copy}>
            {done === 'copied' ? 'Copié' : 'Copier'} le lien<span className="visually-hidden"> de suivi</span>
          </Button>
        )}
        {link && chatNumber !== '' && (
          <ButtonLink
            look="link"
            size="small"
            icon="whatsapp"
            to={chatAddress(chatNumber, words)}
            target="_blank"
            rel="noopener noreferrer"
          >
            Me l’envoyer<span className="visually-hidden">&nbsp;: recevoir le suivi sur WhatsApp</span>
          </ButtonLink>
        )}
        <Button look="link" size="small" icon="receipt" className={style.printing} onClick={() => window.print()}>
          Imprimer<span className="visually-hidden"> le récapitulatif</span>
        </Button>
      </div>
      {link && (
        <details className={style.link}>
          <summary className={common.note}>Lien de suivi</summary>
          <code className={common.anywhere} ref={shown}>
            {link}
          </code>
        </details>
      )}
    </div>
  )
}

const Outside = ({ to, children }: { to: string; children: ReactNode }) => (
  <a href={to} target="_blank" rel="noopener noreferrer">
    {children}
  </a>
)
