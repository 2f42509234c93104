import { lazy, type ReactNode, Suspense } from 'react'
import type { Rates } from '#features/settings/model.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useIsReady } from '#web/ui/use-is-ready.ts'
import style from './delivery.module.css'

export interface DeliveryProps {
  /** The shop's words about delivery to all cities. */
  text: string
  rates: Rates
}

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

/** The frame of the choice of a city, and of the words that follow from it. */
export function DeliveryBox({ choice, children }: { choice: ReactNode; children: ReactNode }) {
  return (
    <div className={classes(common.stack, common.gap2, style.delivery)}>
      {choice && (
        <div className={style.choice}>
          <Icon name="truck" />
          {choice}
        </div>
      )}
      <p className={classes(common.quiet, style.words)} aria-live="polite">
        {children}
      </p>
    </div>
  )
}
