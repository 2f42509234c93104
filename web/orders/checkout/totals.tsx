import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { loader as rootLoader } from '#web/root.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Price } from '#web/ui/price.tsx'
import { useDeliveryDates } from '../delivery-dates/use-delivery-dates.ts'
import type { Order } from '../order-form/use-order.ts'
import style from './totals.module.css'

interface FigureRowsProps {
  order: Pick<Order, 'figures' | 'city'>
  /** All fees in words, until a city is chosen. */
  fees: string
}

/** The amounts that make up the total. */
export function FigureRows({ order: { figures, city }, fees }: FigureRowsProps) {
  const dates = useDeliveryDates(city)
  const { deliveryDelay: delay } = useRouteLoaderData<typeof rootLoader>('root')!.settings
  return (
    <dl className={classes(common.stack, common.gap2, style.figures)}>
      <Row
        label="Sous-total"
        note={figures.discount > 0 && 'sans la remise'}
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
        amount={city ? <Price amount={figures.delivery} /> : <small>{fees}</small>}
      />
    </dl>
  )
}

/**
 * The one amount that is paid: what the courier collects. A supplier also reads how it is made up of its own price and its
 * gain.
 */
export function TotalRows({ order: { figures, city, isSupplier } }: { order: Order }) {
  const without = city ? '' : ' hors livraison'
  return (
    <dl className={classes(common.stack, common.gap2, style.figures)}>
      {isSupplier && (
        <>
          <Row label={`Total à votre prix${without}`} amount={<Price amount={figures.total} />} />
          <Row className={style.gain} label="Votre gain" amount={<Price amount={figures.gain} />} />
        </>
      )}
      <Row
        className={style.total}
        label={(isSupplier ? 'Montant à encaisser auprès du client' : 'Total') + without}
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
        {note && <span className={classes(common.hint, style.note)}>{note}</span>}
      </dt>
      <dd>{amount}</dd>
    </div>
  )
}
