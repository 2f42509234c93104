import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import { type Centimes, formatDirhams, plus } from '#platform/kernel/money.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { Price } from '#web/ui/price.tsx'
import { useDeliveryDates } from '../delivery-dates/use-delivery-dates.ts'
import type { Order } from '../order-form/use-order.ts'
import style from './totals.module.css'

/** The amounts that make up the total; until a city is chosen, without a fee. */
export function FigureRows({ order: { figures, city } }: { order: Pick<Order, 'figures' | 'city'> }) {
  const dates = useDeliveryDates(city)
  const delay = useRouteLoaderData<typeof rootLoader>('root')!.settings.deliveryDelay
  return (
    <dl className={style.figures}>
      <Row
        label={figures.discount > 0 ? 'Sous-total sans remise' : 'Sous-total'}
        amount={<Price amount={figures.subtotal} />}
      />
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
        amount={city ? <Price amount={figures.delivery} /> : <small>selon la ville</small>}
      />
    </dl>
  )
}

/** An amount with its delivery: until a city is chosen, with the cheapest and with the dearest. */
export const Delivered = ({ amount, fees: { least, most } }: { amount: Centimes } & Pick<Order, 'fees'>) => (
  <>
    {least < most && `${formatDirhams(plus(amount, least)).slice(0, -3)} à `}
    <Price amount={plus(amount, most)} />
  </>
)

/**
 * The one amount that is paid: what the courier collects. A supplier also reads how it is made up of its own price and its gain.
 */
export function TotalRows({ order: { figures, fees, isSupplier } }: { order: Order }) {
  return (
    <dl className={style.figures}>
      {isSupplier && (
        <>
          <Row label="Total à votre prix" amount={<Delivered amount={figures.total} fees={fees} />} />
          <Row className={style.gain} label="Votre gain" amount={<Price amount={figures.gain} />} />
        </>
      )}
      <Row
        className={style.total}
        label={isSupplier ? 'Montant à encaisser auprès du client' : 'Total'}
        amount={<Delivered amount={figures.collected} fees={fees} />}
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
