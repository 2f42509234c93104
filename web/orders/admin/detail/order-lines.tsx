import type { ReactNode } from 'react'
import type { AdminOrderDetail } from '#features/back-office/contract.ts'
import type { ORDER_ORIGINS } from '#features/back-office/model.ts'
import { type Centimes, minus, ZERO } from '#platform/kernel/money.ts'
import sums from '#web/figures/sums.module.css'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { OrderGain } from './gain/order-gain.tsx'
import style from './order-lines.module.css'
import { Panel } from './order-panel.tsx'

/** The ordered products with their pictures, at the prices of that day. */
export function OrderLines({ order }: { order: AdminOrderDetail }) {
  return (
    <Panel title="Produits">
      <ul className={style.lines}>
        {order.lines.map((line) => (
          <li key={line.id} className={style.line}>
            <Thumbnail image={line.image} />
            <div>
              <p className={common.medium}>
                <span className={common.strong}>{line.quantity}&nbsp;×</span> {line.name}
              </p>
              <p className={common.hint}>
                <Price amount={line.userPrice} /> la pièce, prix distributeur <Price amount={line.distributorPrice} />
              </p>
            </div>
            <Price amount={line.total} className={classes(common.medium, style.amount)} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** A small picture of a product; its sign where there is none any more. */
export function Thumbnail({ image }: { image: string | null }) {
  return (
    <span className={style.thumbnail}>
      {image === null ? <Icon name="box" /> : <Picture image={image} alt="" sizes="44px" />}
    </span>
  )
}

const SUBTOTALS: Readonly<Record<(typeof ORDER_ORIGINS)[number], string>> = {
  supplier: 'Sous-total au prix distributeur',
  promo: 'Sous-total',
  direct: 'Sous-total',
}

/** The amounts of the order, and, folded, why its supplier gains what it gains. */
export function OrderMoney({ order }: { order: AdminOrderDetail }) {
  const { origin, subtotal, discount, discountPercent, delivery, total, collected, gain, payment } = order
  return (
    <Panel title="Montants">
      <dl className={sums.sums}>
        <Figure label={SUBTOTALS[origin]} amount={subtotal} />
        {discount > 0 && <Figure label={`Remise de ${discountPercent}\u00A0%`} amount={minus(ZERO, discount)} />}
        <Figure label="Livraison" amount={delivery} />
        <Figure label="Total à la commande" amount={total} />
        {origin === 'supplier' && <Figure label="Gain du fournisseur" amount={gain} />}
        <div className={classes(sums.total, style.collected)}>
          <dt>{payment === 'paid' ? 'Montant encaissé' : 'Montant à encaisser'}</dt>
          <dd>
            <Price amount={collected} />
          </dd>
        </div>
      </dl>
      <OrderGain order={order} />
    </Panel>
  )
}

function Figure({ label, amount }: { label: ReactNode; amount: Centimes }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Price amount={amount} />
      </dd>
    </div>
  )
}
