import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { AdminOrderDetail } from '#features/back-office/contract.ts'
import { isAnonymised } from '#platform/kernel/anonymised.ts'
import { addresses } from '#web/addresses.ts'
import { StateBadge } from '#web/list-kit/state-badge.tsx'
import { DECISION_LOOKS } from '#web/list-kit/states.ts'
import { Email, Phone } from '#web/list-kit/table/cells.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { Price } from '#web/ui/price.tsx'
import style from './order-detail.module.css'
import { messageAddress } from './order-message.ts'
import { Panel } from './order-panel.tsx'

const COPIED_MS = 4000

/** The recipient of the parcel, with ways to reach them. `correct` corrects the order, where it still can be. */
export function OrderCustomer({ order, correct }: { order: AdminOrderDetail; correct: ReactNode }) {
  const { name, phone, address, city, email } = order.recipient
  const conversation = messageAddress(order)
  const isPerson = order.deletedAt === null && order.mergedInto === null && !isAnonymised(order.recipient)
  return (
    <Panel
      title="Client"
      tool={
        isPerson && (
          <Link className={style.profile!} to={addresses.adminPerson(order.id)}>
            Fiche du client
          </Link>
        )
      }
    >
      <address className={style.person}>
        <strong className={style.name} dir="auto">
          {name}
        </strong>
        <Phone digits={phone} />
        <span dir="auto">{address}</span>
        <span className={common.medium}>{city}</span>
        {email && <Email address={email} />}
      </address>
      {order.note && (
        <p className={classes(common.small, style.note)} dir="auto">
          <span className={common.quiet}>Note pour le livreur&nbsp;:</span> {order.note}
        </p>
      )}
      <div className={style.contact}>
        <OutsideLink href={`tel:${phone}`} icon="phone">
          Appeler
        </OutsideLink>
        {conversation && (
          <OutsideLink href={conversation} icon="whatsapp">
            WhatsApp
          </OutsideLink>
        )}
        {correct}
        <CopyAddress text={[name, phone, address, city].join('\n')} />
      </div>
    </Panel>
  )
}

function OutsideLink({ href, icon, children }: { href: string; icon: IconName; children: string }) {
  const isPage = href.startsWith('https:')
  return (
    <a className={style.tool} href={href} {...(isPage ? { target: '_blank', rel: 'noreferrer' } : {})}>
      <Icon name={icon} />
      {children}
      {isPage && <span className="visually-hidden"> (nouvel onglet)</span>}
    </a>
  )
}

function CopyAddress({ text }: { text: string }) {
  const [state, setState] = useState<'copied' | 'failed' | null>(null)
  useEffect(() => {
    if (state === null) return
    const timer = setTimeout(() => setState(null), COPIED_MS)
    return () => clearTimeout(timer)
  }, [state])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
      announce('Adresse copiée')
    } catch {
      // Pages without TLS have no clipboard.
      setState('failed')
      announce('L’adresse n’a pas pu être copiée')
    }
  }
  const label = { copied: 'Adresse copiée', failed: 'Copie impossible' }
  return (
    <Button look="secondary" size="small" icon={state === 'copied' ? 'check' : 'copy'} onClick={copy}>
      {state === null ? 'Copier l’adresse' : label[state]}
    </Button>
  )
}

const ORIGINS: Readonly<Record<AdminOrderDetail['origin'], string>> = {
  supplier: 'Passée par le fournisseur',
  promo: 'Passée par un visiteur avec son code',
  direct: 'Passée par un visiteur, sans fournisseur',
}

/** The supplier that the order credits, and the withdrawal that holds its gain. */
export function OrderSupplier({ order }: { order: AdminOrderDetail }) {
  const { supplier, origin, promoCode, withdrawal } = order
  return (
    <Panel title="Fournisseur">
      {supplier ? (
        <p className={style.supplier}>
          <strong>{supplier.name}</strong>
          <Link to={`${addresses.admin.orders}?${new URLSearchParams({ supplier: supplier.customId })}`}>
            {supplier.customId}
            <span className="visually-hidden">{'\u00A0'}: voir ses commandes</span>
          </Link>
          <Phone digits={supplier.phone} />
        </p>
      ) : (
        <p>Aucun</p>
      )}
      <p className={common.hint}>
        {ORIGINS[origin]}
        {promoCode && (
          <>
            {' '}
            <strong>{promoCode}</strong>
          </>
        )}
      </p>
      {withdrawal && supplier && (
        <div className={style.withdrawal}>
          <Link to={`${addresses.admin.withdrawals}?${new URLSearchParams({ search: supplier.customId })}`}>
            Retrait n°&nbsp;{withdrawal.id}
          </Link>
          <Price amount={withdrawal.amount} />
          <StateBadge look={DECISION_LOOKS[withdrawal.status]} />
        </div>
      )}
    </Panel>
  )
}
