import type { ReactNode } from 'react'
import type { AdminOrderDetail } from '#features/back-office/contract.ts'
import type { ORDER_ORIGINS } from '#features/back-office/model.ts'
import { type Centimes, minus, ZERO } from '#platform/kernel/money.ts'
import sums from '#web/figures/sums.module.css'
import { classes } from '#web/ui/class-names.ts'
import { Price } from '#web/ui/price.tsx'
import style from './order-detail.module.css'
import { Panel } from './order-panel.tsx'

/** The ordered products at the prices of that day, and the amounts of the order. */
export function OrderLines({ order }: { order: AdminOrderDetail }) {
  return (
    <Panel title="Produits">
      <table className={style.lines}>
        <thead>
          <tr>
            <th scope="col">Produit</th>
            <th scope="col" className={style.amount}>
              Quantité
            </th>
            <th scope="col" className={style.amount}>
              Prix client
            </th>
            <th scope="col" className={style.amount}>
              Prix distributeur
            </th>
            <th scope="col" className={style.amount}>
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line) => (
            <tr key={line.id}>
              <th scope="row">{line.name}</th>
              <td className={style.amount} data-label="Quantité">
                {line.quantity}
              </td>
              <td className={style.amount} data-label="Prix client">
                <Price amount={line.userPrice} />
              </td>
              <td className={style.amount} data-label="Prix distributeur">
                <Price amount={line.distributorPrice} />
              </td>
              <td className={style.amount} data-label="Total">
                <Price amount={line.total} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Figures order={order} />
    </Panel>
  )
}

const SUBTOTALS: Readonly<Record<(typeof ORDER_ORIGINS)[number], string>> = {
  supplier: 'Sous-total au prix distributeur',
  promo: 'Sous-total',
  direct: 'Sous-total',
}

function Figures({ order }: { order: AdminOrderDetail }) {
  const { origin, subtotal, discount, discountPercent, delivery, total, collected, gain, payment } = order
  return (
    <dl className={classes(sums.sums, style.figures)}>
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

export function gainSentence({ status, payment, withdrawal, deletedAt }: AdminOrderDetail): string {
  if (deletedAt !== null) return 'La commande est supprimée\u00A0: ce gain n’est pas dû.'
  if (status === 'cancelled') return 'La commande est annulée\u00A0: ce gain n’est pas dû.'
  if (status !== 'delivered') return 'Ce gain sera dû une fois la commande livrée.'
  if (withdrawal) return `Ce gain est dans le retrait n° ${withdrawal.id}.`
  return payment === 'void'
    ? 'La commande est livrée mais n’a pas été payée\u00A0: ce gain n’est pas dû.'
    : 'Le fournisseur peut demander ce gain.'
}
