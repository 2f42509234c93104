import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { adminSide, agentSide } from '#features/orders/corrections/contract.ts'
import { type Centimes, formatDirhams } from '#platform/kernel/money.ts'
import { readablePhone } from '#platform/kernel/readable-phone.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import style from './order-sides.module.css'

type Side = z.output<typeof agentSide> | z.output<typeof adminSide>

/** An order before and after a change, side by side; what changes stands out. */
export function OrderSides({ before, after }: { before: Side; after: Side }) {
  const gains = [before, after].flatMap((side) => ('gain' in side ? [side.gain] : []))
  const reckonings = [before, after].map(reckoningOf)
  return (
    <>
      <table className={style.sides}>
        <caption className="visually-hidden">La commande avant et après</caption>
        <thead>
          <tr>
            <td className={style.corner} />
            <th scope="col">Avant</th>
            <th scope="col">Après</th>
          </tr>
        </thead>
        <tbody>
          <Row label="Nom" values={[before.recipient.name, after.recipient.name]} />
          <Row label="Téléphone" values={[before, after].map(({ recipient }) => readablePhone(recipient.phone))} />
          <Row label="Adresse" values={[before.recipient.address, after.recipient.address]} />
          <Row label="Ville" values={[before.recipient.city, after.recipient.city]} />
          <Row label="Note pour le livreur" values={[before.note ?? '–', after.note ?? '–']} />
          <Row label="Produits" values={[before, after].map(productsOf)} />
          {gains.some((gain) => gain > 0) && <Row label="Gain du fournisseur" values={gains.map(amount)} />}
          <Row isTotal label="À encaisser" values={[amount(before.collected), amount(after.collected)]} />
        </tbody>
      </table>
      <details className={style.why} open={before.collected !== after.collected}>
        <summary>
          Pourquoi ce montant&nbsp;?
          <Icon name="chevron-down" size={16} />
        </summary>
        <div className={style.reckonings}>
          {reckonings.map((reckoning, nth) => (
            <div key={nth === 0 ? 'before' : 'after'}>
              <p className={common.hint}>{nth === 0 ? 'Avant' : 'Après'}</p>
              {reckoning}
            </div>
          ))}
        </div>
      </details>
    </>
  )
}

const amount = (centimes: Centimes): string => formatDirhams(centimes)

const productsOf = ({ lines }: Side): string =>
  lines.map(({ quantity, name }) => `${quantity}\u00A0× ${name}`).join('\n')

interface RowProps {
  label: string
  values: readonly string[]
  isTotal?: boolean
}

function Row({ label, values, isTotal = false }: RowProps) {
  const [before, after] = values
  const isChanged = before !== after
  return (
    <tr className={isTotal ? style.total : isChanged ? undefined : style.same}>
      <th scope="row">{label}</th>
      <td>
        <bdi>{before}</bdi>
      </td>
      <td className={classes(isChanged && style.changed)}>
        <bdi>{after}</bdi>
        {isChanged && <span className="visually-hidden"> (changé)</span>}
      </td>
    </tr>
  )
}

/** Adds up what the courier collects: the products at the public price, less the code's share, and the delivery. */
function reckoningOf({ lines, discount, discountPercent, delivery, collected }: Side): ReactNode {
  return (
    <dl className={style.reckoning}>
      {lines.map(({ productId, name, quantity, userPrice, total }) => (
        <Sum key={productId} label={`${quantity}\u00A0× ${name} à ${formatDirhams(userPrice)}`} value={amount(total)} />
      ))}
      {discount > 0 && <Sum label={`Code promo, ${discountPercent}\u00A0%`} value={`−${amount(discount)}`} />}
      <Sum label="Livraison" value={amount(delivery)} />
      <Sum label="À encaisser" value={amount(collected)} />
    </dl>
  )
}

const Sum = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)
