import { Link } from 'react-router'
import type { OrderId } from '#platform/kernel/ids.ts'
import { readablePhone } from '#platform/kernel/readable-phone.ts'
import { ordinal } from '#platform/kernel/text.ts'
import { whatsappNumber } from '#platform/kernel/whatsapp.ts'
import { addresses } from '#web/addresses.ts'
import { KeyCaps } from '#web/keys/key-caps.tsx'
import { Moment } from '#web/list-kit/table/cells.tsx'
import { useSession } from '#web/session/session.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import { Price } from '#web/ui/price.tsx'
import { ConfirmedByWhatsApp } from '../confirmed-by-whatsapp.tsx'
import { Light } from '../light.tsx'
import { PastCalls } from '../past-calls.tsx'
import style from './call-card.module.css'
import { SameCustomer } from './same-customer.tsx'
import { CALL_ID, WHATSAPP_ID } from './use-bar.ts'
import type { Card } from './use-desk.ts'

interface CallCardProps {
  card: Card
  isInDarija: boolean
  onDarija: () => void
  onWhatsapp: () => void
  onCorrect: () => void
  onMerge: (other: OrderId) => void
  /** The order was confirmed by message. */
  onConfirmed: () => Promise<void>
}

/** An order to call: why now, who, what, how much, how sure, and the words to say. */
export function CallCard({ card, isInDarija, onDarija, onWhatsapp, onCorrect, onMerge, onConfirmed }: CallCardProps) {
  const { id, lane, why, attempt, recipient, products, collected, risk, note } = card
  return (
    <article className={style.card} aria-labelledby="call-name">
      <header className={style.top} data-lane={lane}>
        <p className={style.why}>{why}</p>
        <p className={classes(common.digits, style.number)}>
          n°&nbsp;{id} · {ordinal(attempt)}&nbsp;appel
        </p>
      </header>
      <div className={style.middle}>
        <div className={style.who}>
          <h2 id="call-name" className={style.name} dir="auto">
            {recipient.name}
          </h2>
          <a className={style.phone} href={`tel:${recipient.phone}`}>
            {readablePhone(recipient.phone)}
          </a>
          <address className={style.address}>
            <strong>{recipient.city}</strong>
            <span dir="auto">{recipient.address}</span>
          </address>
        </div>
        <div className={style.what}>
          <ul className={style.products}>
            {products.map(({ name, quantity }) => (
              <li key={name}>
                <strong className={common.nowrap}>{quantity}&nbsp;×</strong> {name}
              </li>
            ))}
          </ul>
          <p className={style.collected}>
            <span>À encaisser</span>
            <Price amount={collected} className={style.amount} />
          </p>
        </div>
        <Tools card={card} onWhatsapp={onWhatsapp} onCorrect={onCorrect} />
      </div>
      <Light risk={risk} />
      <SameCustomer card={card} onMerge={onMerge} />
      {note && (
        <p className={style.note}>
          <Icon name="chat" size={18} />
          <span>
            <strong>Note de la cliente&nbsp;:</strong> <span dir="auto">{note}</span>
          </span>
        </p>
      )}
      <Script card={card} isInDarija={isInDarija} onDarija={onDarija} />
      <div className={style.more}>
        <More title="Confirmée par WhatsApp">
          <ConfirmedByWhatsApp id={id} lastChange={card.lastChange} onConfirmed={onConfirmed} />
        </More>
        <More title="Les autres commandes de ce numéro" count={card.others.length}>
          <Others others={card.others} />
        </More>
        <More title="Les appels déjà faits" count={card.history.length}>
          <PastCalls calls={card.history} />
        </More>
        <More title="Le fournisseur">
          <p>{card.supplier ?? 'Aucun\u00A0: un visiteur a commandé.'}</p>
        </More>
      </div>
    </article>
  )
}

function Tools({
  card: { recipient },
  onWhatsapp,
  onCorrect,
}: Pick<CallCardProps, 'card' | 'onWhatsapp' | 'onCorrect'>) {
  const { phone } = recipient
  return (
    <div className={style.tools}>
      <a id={CALL_ID} className={style.tool} href={`tel:${phone}`}>
        <Icon name="phone" />
        Appeler
        <KeyCaps of={{ key: 'A' }} />
      </a>
      {whatsappNumber(phone) !== null && (
        <button type="button" id={WHATSAPP_ID} className={style.tool} onClick={onWhatsapp}>
          <Icon name="whatsapp" />
          WhatsApp
          <span className="visually-hidden"> (nouvel onglet)</span>
          <KeyCaps of={{ key: 'W' }} />
        </button>
      )}
      <button type="button" className={style.tool} onClick={onCorrect}>
        <Icon name="edit" />
        Corriger
        <KeyCaps of={{ key: 'E' }} />
      </button>
    </div>
  )
}

function Script({ card, isInDarija, onDarija }: Pick<CallCardProps, 'card' | 'isInDarija' | 'onDarija'>) {
  const { scriptDarija: darija } = card
  const isShown = isInDarija && darija !== null
  return (
    <div className={style.script}>
      <p className={style.words} lang={isShown ? 'ary-Latn' : undefined}>
        «&nbsp;{isShown ? darija : card.script}&nbsp;»
      </p>
      {darija !== null && (
        <button type="button" className={style.language} onClick={onDarija}>
          <KeyCaps of={{ key: 'S' }} /> {isShown ? 'en français' : 'en darija'}
        </button>
      )}
    </div>
  )
}

function More({ title, count, children }: { title: string; count?: number; children: React.ReactNode }) {
  if (count === 0) return null
  return (
    <details className={style.section}>
      <summary>
        <span>
          {title}
          {count !== undefined && <span className={style.count}>{count}</span>}
        </span>
        <Icon name="chevron-down" size={18} />
      </summary>
      <div className={style.inside}>{children}</div>
    </details>
  )
}

function Others({ others }: Pick<Card, 'others'>) {
  const isAdmin = useSession()?.role === 'admin'
  return (
    <ul className={classes(common.stack, common.gap2)}>
      {others.map(({ id, at, end }) => (
        <li key={id}>
          {isAdmin ? (
            <Link to={addresses.adminOrder(id)} target="_blank">
              n°&nbsp;{id}
              <span className="visually-hidden"> (nouvel onglet)</span>
            </Link>
          ) : (
            <>n°&nbsp;{id}</>
          )}
          , <Moment at={at} />
          &nbsp;: <strong>{end ?? 'en cours'}</strong>
        </li>
      ))}
    </ul>
  )
}
