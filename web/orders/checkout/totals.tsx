import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import { type Centimes, formatShortDirhams } from '#platform/kernel/money.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { Price } from '#web/ui/price.tsx'
import { useDeliveryDates } from '../delivery-dates/use-delivery-dates.ts'
import { BIG_CITIES } from '../order-form/city/city-field.tsx'
import type { Order } from '../order-form/use-order.ts'
import style from './totals.module.css'

/** The amounts that make up the total; until a city is chosen, with the span of the fees. */
export function FigureRows({ order: { figures, city } }: { order: Pick<Order, 'figures' | 'city'> }) {
  // Until a city is chosen, that of most parcels is the example.
  const place = city ?? BIG_CITIES[0]!
  const dates = useDeliveryDates(place)
  const { feeSpan } = useRouteLoaderData<typeof rootLoader>('root')!
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
        // A line that is empty until the shop has answered: nothing below it moves.
        note={dates === undefined ? '\u00A0' : dates && (city ? dates : `${place}\u00A0: ${dates}`)}
        amount={city ? <Price amount={figures.delivery} /> : spanInWords(feeSpan)}
      />
    </dl>
  )
}

/** `20 à 35 DH`, or the one fee of all cities. */
const spanInWords = ({ least, most }: { least: Centimes; most: Centimes }): string =>
  least < most ? `${formatShortDirhams(least).slice(0, -3)} à ${formatShortDirhams(most)}` : formatShortDirhams(most)

/** The least that is paid: until a city is chosen, with the cheapest delivery. `Total dès`, `Total`. */
export const fromHere = (label: string, { isLeast }: Pick<Order, 'isLeast'>): string =>
  isLeast ? `${label} dès` : label

/**
 * The one amount that is paid: what the courier collects. A supplier also reads how it is made up of its own price and its gain.
 */
export function TotalRows({ order }: { order: Order }) {
  const { figures, isSupplier } = order
  return (
    <dl className={style.figures}>
      {isSupplier && (
        <>
          <Row label={fromHere('Total à votre prix', order)} amount={<Price amount={figures.total} />} />
          <Row className={style.gain} label="Votre gain" amount={<Price amount={figures.gain} />} />
        </>
      )}
      <Row
        className={style.total}
        label={fromHere(isSupplier ? 'Montant à encaisser' : 'Total', order)}
        amount={<Price amount={figures.collected} />}
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
