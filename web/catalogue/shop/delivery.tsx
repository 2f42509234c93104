import { lazy, Suspense } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useIsReady } from '#web/ui/use-is-ready.ts'
import style from './delivery.module.css'
import { DeliveryBox, type DeliveryProps } from './delivery-box.tsx'

const JustWords = ({ text }: Pick<DeliveryProps, 'text'>) => <DeliveryBox choice={null}>{text}</DeliveryBox>

// The list of cities and the rule of fees come after the page.
const CityDelivery = lazy(() => import('./city-delivery.tsx').catch(() => ({ default: JustWords })))

/** The shop's words about delivery; for a chosen city its fee and the dates, where past deliveries name any. */
export function Delivery(props: DeliveryProps) {
  const isReady = useIsReady()
  const fallback = <DeliveryBox choice={<Skeleton shape="block" className={style.room} />}>{props.text}</DeliveryBox>
  if (!isReady) return fallback
  return (
    <Suspense fallback={fallback}>
      <CityDelivery {...props} />
    </Suspense>
  )
}
