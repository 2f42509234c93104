import type { ParcelWithCourier } from '#features/parcels/contract.ts'
import { PARCEL_STATE_NAMES } from '#features/parcels/model.ts'
import { momentInWords } from '#platform/kernel/time.ts'
import common from '#web/ui/common.module.css'
import { Panel } from './order-panel.tsx'

/** Where an order's parcel is, and who has it. */
export function OrderParcel({ parcel }: { parcel: ParcelWithCourier }) {
  const { state, since, courier, tracking, trackingAddress, wishDay } = parcel
  const name = PARCEL_STATE_NAMES[state]
  return (
    <Panel title="Colis">
      <p>
        <strong className={common.medium}>{name[0]!.toUpperCase() + name.slice(1)}</strong>{' '}
        <span className={common.quiet}>{momentInWords(since, new Date())}</span>
      </p>
      {courier && (
        <p>
          {courier}
          {tracking && ', suivi '}
          {tracking && trackingAddress ? (
            <a href={trackingAddress} target="_blank" rel="noreferrer">
              {tracking}
              <span className="visually-hidden"> (nouvel onglet)</span>
            </a>
          ) : (
            tracking
          )}
        </p>
      )}
      {wishDay && <p className={common.quiet}>Le client souhaite le {wishDay.split('-').reverse().join('/')}.</p>}
    </Panel>
  )
}
