import { lazy, Suspense } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useIsReady } from '#web/ui/use-is-ready.ts'
import style from './delivery.module.css'
import { DeliveryBox, type DeliveryProps } from './delivery-box.tsx'

const JustWords = ({ words }: Pick<DeliveryProps, 'words'>) => <DeliveryBox choice={null}>{words}</DeliveryBox>

// The list of cities and the rule of fees come after the page.
const CityDelivery = lazy(() => import('./city-delivery.tsx').catch(() => ({ default: JustWords })))

/** The fee and the dates of delivery to a chosen city, where past deliveries name any; before the choice other words. */
export function Delivery(props: DeliveryProps) {
  const isReady = useIsReady()
  const fallback = <DeliveryBox choice={<Skeleton shape="block" className={style.room} />}>{props.words}</DeliveryBox>
  if (!isReady) return fallback
  return (
    <Suspense fallback={fallback}>
      <CityDelivery {...props} />
    </Suspense>
  )
}
