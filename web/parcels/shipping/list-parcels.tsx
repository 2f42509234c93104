import { useState } from 'react'
import { Link } from 'react-router'
import { type HandoverDetail, type ParcelResult, resultsAnswer } from '#features/parcels/handovers/contract.ts'
import { isForLater } from '#features/parcels/handovers/rules.ts'
import { PARCEL_STATE_NAMES } from '#features/parcels/model.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { formatDirhams } from '#platform/kernel/money.ts'
import { formatDay } from '#platform/kernel/time.ts'
import { addresses } from '#web/addresses.ts'
import { callApi, isUnanswered } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Refusals } from './refusals.tsx'
import style from './shipping.module.css'

interface ListParcelsProps {
  list: HandoverDetail
  /** It was handed over, or is about to be. */
  isLocked: boolean
  onChanged: () => Promise<void>
}

/** The parcels of a list, each with a button that takes it off. */
export function ListParcels({ list, isLocked, onChanged }: ListParcelsProps) {
  const [problem, setProblem] = useState<{ title: string; text: string } | null>(null)
  const [refused, setRefused] = useState<readonly ParcelResult[]>([])
  const unknown = list.parcels.filter(({ cover }) => cover === 'unknown')
  const later = list.handedAt === null ? list.parcels.filter(({ wishDay }) => isForLater(wishDay, new Date())) : []
  const feeless = list.parcels.filter(({ cover }) => cover === 'without_fee')

  // A repeat of what was done before its answer was lost is refused, and there is nothing left to do.
  const isListed = (id: OrderId) => list.parcels.some((parcel) => parcel.id === id)

  const takeOff = async (id: OrderId) => {
    setProblem(null)
    try {
      const { results } = await callApi(`/api/admin/handovers/${list.id}/parcels`, {
        method: 'DELETE',
        body: { ids: [id] },
        answer: resultsAnswer,
      })
      setRefused(results.filter(({ ok }) => !ok))
    } catch (error) {
      const title = isUnanswered(error) ? 'Le retrait n’est pas confirmé' : 'Le colis n’est pas retiré'
      setProblem({ title, text: errorSentence(error) })
    }
    await onChanged()
  }

  const citiesOf = (parcels: HandoverDetail['parcels']) =>
    [...new Set(parcels.map(({ recipient }) => recipient.city))].join(', ')

  return (
    <>
      {list.parcels.length === 0 ? (
        <p className={common.quiet}>Plus aucun colis&nbsp;: cochez des commandes à gauche, puis ajoutez-les.</p>
      ) : (
        <details className={style.parcels}>
          <summary>{list.count > 1 ? <>Voir les {list.count}&nbsp;colis</> : 'Voir le colis'}</summary>
          <ul className={style.rows}>
            {list.parcels.map(({ id, recipient, collected, tracking, state, wishDay }) => (
              <li key={id} className={style.row}>
                <div className={style.rowBody}>
                  <p className={style.rowHead}>
                    <Link to={addresses.adminOrder(id)} className={common.digits}>
                      n°&nbsp;{id}
                    </Link>
                    <span className={style.cut}>{recipient.name}</span>
                    <span className={classes(common.digits, common.nowrap, style.amount)}>
                      {formatDirhams(collected)}
                    </span>
                  </p>
                  <p className={classes(common.small, common.quiet, style.cut)}>
                    {recipient.city}
                    {tracking !== null && ` · ${tracking}`}
                    {state !== 'prepared' && ` · ${PARCEL_STATE_NAMES[state]}`}
                  </p>
                  {wishDay !== null && state === 'prepared' && (
                    <p className={style.marks}>
                      <Badge tone="info">Pas avant le {formatDay(wishDay)}</Badge>
                    </p>
                  )}
                </div>
                {!isLocked && (
                  <IconButton
                    icon="close"
                    label={`Retirer la commande ${id} du bordereau`}
                    onClick={() => takeOff(id)}
                  />
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
      {later.length > 0 && (
        <p className={style.marks}>
          <Badge tone="warn">À retirer, pour plus tard&nbsp;: n°&nbsp;{later.map(({ id }) => id).join(', ')}</Badge>
        </p>
      )}
      {unknown.length > 0 && (
        <p className={style.marks}>
          <Badge tone="warn">
            {list.courier} n’a pas de nom pour&nbsp;: {citiesOf(unknown)}
          </Badge>
        </p>
      )}
      {feeless.length > 0 && (
        <p className={style.marks}>
          <Badge tone="warn">Tarif inconnu&nbsp;: {citiesOf(feeless)}</Badge>
        </p>
      )}
      <Refusals
        results={refused.filter(({ id }) => isListed(id))}
        title="Ce colis reste sur le bordereau"
        onClose={() => setRefused([])}
      />
      {problem && (
        <Notice tone="danger" role="alert" title={problem.title}>
          {problem.text}
        </Notice>
      )}
    </>
  )
}
