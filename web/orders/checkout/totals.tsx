import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import { type Centimes, formatShortDirhams } from '#platform/kernel/money.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { Price } from '#web/ui/price.tsx'
import { useDeliveryDates } from '../delivery-dates/use-delivery-dates.ts'
import type { Order } from '../order-form/use-order.ts'
import style from './totals.module.css'

/** Most parcels go there: its dates are the example until a city is chosen. */
const LARGEST_CITY = 'Casablanca'

/** The amounts that make up the total; until a city is chosen, with the span of the fees. */
export function FigureRows({ order: { figures, city } }: { order: Pick<Order, 'figures' | 'city'> }) {
  const dates = useDeliveryDates(city ?? LARGEST_CITY)
  const { settings, feeSpan } = useRouteLoaderData<typeof rootLoader>('root')!
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
        // The usual delay until the dates are there, so that a line of theirs moves nothing.
        note={dates ? (city ? dates : `Par exemple, à ${LARGEST_CITY}\u00A0: ${dates}`) : settings.deliveryDelay}
        amount={city ? <Price amount={figures.delivery} /> : spanInWords(feeSpan)}
      />
    </dl>
  )
}

/** `20 à 35 DH`, or the one fee of all cities. */
const spanInWords = ({ least, most }: { least: Centimes; most: Centimes }): string =>
  least < most ? `${formatShortDirhams(least).slice(0, -3)} à ${formatShortDirhams(most)}` : formatShortDirhams(most)

/** The least that is paid: until a city is chosen, with the cheapest delivery. `Total dès`, `Total`. */
export const withFrom = (label: string, { isFeeOpen }: Pick<Order, 'isFeeOpen'>): string =>
  isFeeOpen ? `${label} dès` : label

/**
 * The one amount that is paid: what the courier collects. A supplier also reads how it is made up of its own price and its gain.
 */
export function TotalRows({ order }: { order: Order }) {
  const { figures, isSupplier } = order
  return (
    <dl className={style.figures}>
      {isSupplier && (
        <>
          <Row label={withFrom('Total à votre prix', order)} amount={<Price amount={figures.total} />} />
          <Row className={style.gain} label="Votre gain" amount={<Price amount={figures.gain} />} />
        </>
      )}
      <Row
        className={style.total}
        label={withFrom(isSupplier ? 'Montant à encaisser' : 'Total', order)}
        amount={<Price amount={figures.collected} />}
      />
    </dl>
  )
}

interface RowProps {
  label: string
  note?: string
  amount: ReactNode
  className?: string | undefined
}

function Row({ label, note, amount, className }: RowProps) {
  return (
    <div className={className}>
      <dt>{label}</dt>
      <dd>{amount}</dd>
      {note && <dd className={style.note}>{note}</dd>}
    </div>
  )
}
