import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { TrackedOrder } from '#features/tracking/model.ts'
import { callApi } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { SelectField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import style from './tracking.module.css'

type Parcel = NonNullable<TrackedOrder['parcel']>

/** Sentences about a parcel on its way, where they say more than the order's status. */
export const PARCEL_MEANINGS: Readonly<Partial<Record<Parcel['stage'], string>>> = {
  out: 'Votre colis est en livraison. Gardez votre téléphone à portée de main\u00A0: le livreur vous appelle.',
  to_chase:
    'Le livreur n’a pas encore pu vous remettre votre colis. Répondez à son appel, ou choisissez un autre jour.',
  refused: 'Le livreur nous dit que le colis n’a pas été accepté. Si c’est une erreur, écrivez-nous vite.',
}

/** The courier of a parcel on its way, and another day for who will not be there. */
export function WithCourier({ parcel, token }: { parcel: Parcel; token: string }) {
  const { courier, trackingAddress, wish, days } = parcel
  return (
    <div className={classes(common.stack, common.gap3)}>
      {courier && (
        <p>
          Livré par <strong className={common.medium}>{courier}</strong>
          {trackingAddress && (
            <>
              {' · '}
              <a href={trackingAddress} target="_blank" rel="noreferrer">
                Suivi du livreur
                <span className="visually-hidden"> (nouvel onglet)</span>
              </a>
            </>
          )}
        </p>
      )}
      {wish && (
        <p role="status">
          Jour souhaité&nbsp;: <strong className={common.medium}>{wish}</strong>
        </p>
      )}
      {days.length > 0 && <OtherDay days={days} token={token} />}
    </div>
  )
}

function OtherDay({ days, token }: { days: Parcel['days']; token: string }) {
  const { revalidate } = useRevalidator()
  const [day, setDay] = useState('')
  // After midnight a day that was offered is no longer.
  const chosen = days.some((offered) => offered.day === day) ? day : days[0]!.day
  const [state, setState] = useState<'idle' | 'busy' | { failure: string }>('idle')

  const send = async () => {
    setState('busy')
    try {
      const { message } = await import('#platform/kernel/codecs.ts')
      await callApi(`/api/suivi/${token}/wish`, {
        method: 'POST',
        body: { day: chosen },
        answer: message,
        anonymous: true,
      })
      await revalidate()
      setState('idle')
    } catch (error) {
      setState({ failure: errorSentence(error) })
    }
  }

  return (
    <details className={style.otherDay}>
      <summary>
        Je ne serai pas là&nbsp;: un autre jour
        <Icon name="chevron-down" size={16} />
      </summary>
      <div className={classes(common.stack, common.gap3)}>
        <SelectField label="Livrez-moi le" value={chosen} onChange={(event) => setDay(event.currentTarget.value)}>
          {days.map((offered) => (
            <option key={offered.day} value={offered.day}>
              {offered.words}
            </option>
          ))}
        </SelectField>
        <Button look="secondary" busy={state === 'busy'} onClick={send}>
          Demander ce jour
        </Button>
        {typeof state === 'object' && (
          <Notice tone="danger" role="alert">
            {state.failure}
          </Notice>
        )}
      </div>
    </details>
  )
}
