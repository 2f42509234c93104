import { useState } from 'react'
import { handoverAnswer, type OrderToPrepare, resultsAnswer } from '#features/parcels/handovers/contract.ts'
import { isDoubtful, sumInWords } from '#features/parcels/handovers/rules.ts'
import { MAX_PARCELS_OF_LIST } from '#features/parcels/model.ts'
import type { CourierId, HandoverId, OrderId } from '#platform/kernel/ids.ts'
import { callApi } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectAllCheckbox } from '#web/ui/checkbox.tsx'
import common from '#web/ui/common.module.css'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { OrderRow } from './order-row.tsx'
import { Refusals, type Refused } from './refusals.tsx'
import style from './shipping.module.css'

interface ToPrepareProps {
  orders: readonly OrderToPrepare[]
  total: number
  couriers: readonly { id: CourierId; name: string }[]
  /** That of the list that orders may join; without one, the chosen one. */
  courier: { id: CourierId; name: string }
  /** The list on the right, which orders may join. */
  listId: HandoverId | null
  ticked: ReadonlySet<OrderId>
  onTick: (ids: ReadonlySet<OrderId>) => void
  onCourier: (id: CourierId) => void
  onPrepared: (id: HandoverId) => Promise<void>
}

/** Orders in the order of preparing, under these heads. */
const GROUPS = [
  { title: 'Confirmées', has: (order: OrderToPrepare) => order.isConfirmed },
  { title: 'Pas encore confirmées', has: (order: OrderToPrepare) => !order.isConfirmed && !isDoubtful(order) },
  { title: 'À vérifier d’abord', has: (order: OrderToPrepare) => !order.isConfirmed && isDoubtful(order) },
] as const

export function ToPrepare(props: ToPrepareProps) {
  const { orders, total, couriers, courier, listId, ticked, onTick, onCourier, onPrepared } = props
  const [wantedCity, setCity] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [refused, setRefused] = useState<Refused>([])
  const cities = [...new Set(orders.map(({ recipient }) => recipient.city))].sort((a, b) => a.localeCompare(b, 'fr'))
  // Once all of a city are prepared it is no choice any more: the others are shown again.
  const city = cities.includes(wantedCity) ? wantedCity : ''
  const shown = city === '' ? orders : orders.filter(({ recipient }) => recipient.city === city)
  // An order that is no longer shown is no longer chosen.
  const chosen = shown.filter(({ id }) => ticked.has(id))

  const tick = (ids: readonly OrderId[], isOn: boolean) => {
    const next = new Set(chosen.map(({ id }) => id))
    for (const id of ids) isOn ? next.add(id) : next.delete(id)
    onTick(next)
  }

  const prepare = async () => {
    setBusy(true)
    setProblem(null)
    const ids = chosen.map(({ id }) => id)
    try {
      const { id, results } =
        listId === null
          ? await callApi('/api/admin/handovers', {
              method: 'POST',
              body: { courier_id: courier.id, ids },
              answer: handoverAnswer,
              timeoutSeconds: 60,
            })
          : {
              id: listId,
              ...(await callApi(`/api/admin/handovers/${listId}/parcels`, {
                method: 'PUT',
                body: { ids },
                answer: resultsAnswer,
                timeoutSeconds: 60,
              })),
            }
      setRefused(results.filter(({ ok }) => !ok))
      await onPrepared(id)
    } catch (error) {
      setProblem(errorSentence(error))
    }
    setBusy(false)
  }

  return (
    <section className={common.panel} aria-labelledby="a-preparer">
      <h2 id="a-preparer">
        À préparer <span className={common.quiet}>{total}</span>
      </h2>
      <div className={style.filters}>
        {listId === null && (
          <SelectField
            label="Livreur"
            size="small"
            value={courier.id}
            onChange={(event) => onCourier(Number(event.currentTarget.value) as CourierId)}
          >
            {couriers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <SelectField label="Ville" size="small" value={city} onChange={(event) => setCity(event.currentTarget.value)}>
          <option value="">Toutes</option>
          {cities.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </SelectField>
      </div>
      {orders.length === 0 && (
        <EmptyState icon="check-circle" title="Rien à préparer">
          Les commandes en attente apparaîtront ici, les confirmées d’abord.
        </EmptyState>
      )}
      {GROUPS.map(({ title, has }) => {
        const group = shown.filter(has)
        const on = group.filter(({ id }) => ticked.has(id)).length
        return (
          group.length > 0 && (
            <section key={title} aria-label={title} className={style.group}>
              <h3 className={style.groupHead}>
                <SelectAllCheckbox
                  checked={on === group.length}
                  isPartial={on > 0 && on < group.length}
                  onChange={(event) =>
                    tick(
                      group.map(({ id }) => id),
                      event.currentTarget.checked,
                    )
                  }
                >
                  {title} <span className={common.quiet}>{group.length}</span>
                </SelectAllCheckbox>
              </h3>
              <ul className={style.rows}>
                {group.map((order) => (
                  <OrderRow
                    key={order.id}
                    order={order}
                    courier={courier.name}
                    isTicked={ticked.has(order.id)}
                    onTick={(isOn) => tick([order.id], isOn)}
                  />
                ))}
              </ul>
            </section>
          )
        )
      })}
      {total > orders.length && (
        <p className={common.quiet}>Les autres commandes apparaîtront quand celles-ci seront préparées.</p>
      )}
      <Refusals results={refused} title="Certaines commandes n’ont pas été préparées" onClose={() => setRefused([])} />
      {problem && (
        <Notice tone="danger" role="alert" title="Le bordereau n’a pas été fait">
          {problem}
        </Notice>
      )}
      {chosen.length > 0 && (
        <div className={style.foot}>
          <p role="status" className={common.medium}>
            {sumInWords(chosen)}
          </p>
          {chosen.length > MAX_PARCELS_OF_LIST && (
            <p className={common.danger}>Un bordereau porte {MAX_PARCELS_OF_LIST} colis au plus.</p>
          )}
          <Button busy={isBusy} aria-disabled={chosen.length > MAX_PARCELS_OF_LIST} onClick={prepare} wide>
            {listId === null ? `Préparer pour ${courier.name}` : 'Ajouter au bordereau ouvert'}
          </Button>
        </div>
      )}
    </section>
  )
}
