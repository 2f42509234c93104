import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import { type Centimes, formatShortDirhams, plus } from '#platform/kernel/money.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { Price } from '#web/ui/price.tsx'
import { useDeliveryDates } from '../delivery-dates/use-delivery-dates.ts'
import type { Order } from '../order-form/use-order.ts'
import style from './totals.module.css'

/** The amounts that make up the total; until a city is chosen, without a fee. */
export function FigureRows({ order: { figures, city } }: { order: Pick<Order, 'figures' | 'city'> }) {
  const dates = useDeliveryDates(city)
  const { settings, feeSpan } = useRouteLoaderData<typeof rootLoader>('root')!
  const delay = settings.deliveryDelay
  return (
    <dl className={style.figures}>
      <Row label="Sous-total" amount={<Price amount={figures.subtotal} />} />
      {figures.discount > 0 && (
        <Row
          className={style.discount}
          label="Remise"
          amount={
            <>
              −<Price amount={figures.discount} />
            </>
          }
        />
      )}
      <Row
        label={city ? `Livraison (${city})` : 'Livraison'}
        note={dates ? `Prévue ${dates}` : city && delay && `Délai\u00A0: ${delay}`}
        amount={city ? <Price amount={figures.delivery} /> : spanInWords(feeSpan)}
      />
    </dl>
  )
}

/** `20 à 35 DH`, or the one fee of all cities. */
const spanInWords = ({ least, most }: Order['fees']): string =>
  least < most ? `${formatShortDirhams(least).slice(0, -3)} à ${formatShortDirhams(most)}` : formatShortDirhams(most)

/** The least that is paid: until a city is chosen, with the cheapest delivery. `Total dès`, `Total`. */
export const fromHere = (label: string, { city, fees }: Pick<Order, 'city' | 'fees'>): string =>
  city || fees.least === fees.most ? label : `${label} dès`

/**
 * The one amount that is paid: what the courier collects. A supplier also reads how it is made up of its own price and its gain.
 */
export function TotalRows({ order }: { order: Order }) {
  const { figures, fees, isSupplier } = order
  const delivered = (amount: Centimes) => <Price amount={plus(amount, fees.least)} />
  return (
    <dl className={style.figures}>
      {isSupplier && (
        <>
          <Row label={fromHere('Total à votre prix', order)} amount={delivered(figures.total)} />
          <Row className={style.gain} label="Votre gain" amount={<Price amount={figures.gain} />} />
        </>
      )}
      <Row
        className={style.total}
        label={fromHere(isSupplier ? 'Montant à encaisser' : 'Total', order)}
        amount={delivered(figures.collected)}
      />
    </dl>
  )
}

interface RowProps {
  label: string
  note?: string | false | null | undefined
  amount: ReactNode
  className?: string | undefined
}

function Row({ label, note, amount, className }: RowProps) {
  return (
    <div className={className}>
      <dt>
        {label}
        {note && <small>{note}</small>}
      </dt>
      <dd>{amount}</dd>
    </div>
  )
}
