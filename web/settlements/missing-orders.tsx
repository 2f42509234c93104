import { useState } from 'react'
import { missingAnswer, type StatementDetail } from '#features/settlements/contract.ts'
import { MAX_CLAIMED_AT_ONCE } from '#features/settlements/model.ts'
import { formatDirhams, plus } from '#platform/kernel/money.ts'
import { callApi } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { Moment } from '#web/list-kit/table/cells.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Notice } from '#web/ui/notice.tsx'
import { Price } from '#web/ui/price.tsx'
import { toast } from '#web/ui/toast.tsx'
import { OrderLink } from './order-link.tsx'
import style from './settlements.module.css'

interface MissingOrdersProps {
  statement: StatementDetail['statement']
  missing: StatementDetail['missing']
  onClaimed: () => Promise<void>
}

/** Orders that the courier delivered and that no statement pays: they can be claimed together. */
export function MissingOrders({ statement, missing: { days, orders }, onClaimed }: MissingOrdersProps) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  if (orders.length === 0) return null
  const asked = orders.slice(0, MAX_CLAIMED_AT_ONCE)
  const claim = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const path = `/api/admin/statements/${statement.id}/claims` as const
      const body = { ids: asked.map(({ id }) => id) }
      toast({ title: (await callApi(path, { method: 'POST', body, answer: missingAnswer })).message })
    } catch (error) {
      setProblem(errorSentence(error))
    }
    await onClaimed()
    setBusy(false)
  }
  return (
    <section className={common.stack} aria-labelledby="manque">
      <h2 id="manque">Ce qui manque</h2>
      <p className={common.quiet}>
        {orders.length > 1 ? `${orders.length} commandes livrées` : '1 commande livrée'} par {statement.courier.name}{' '}
        depuis plus de {days}&nbsp;jours, sans versement&nbsp;:{' '}
        {formatDirhams(plus(...orders.map(({ amount }) => amount)))}.
      </p>
      {problem && (
        <Notice tone="danger" role="alert" title="Rien n’a été réclamé">
          {problem}
        </Notice>
      )}
      <ul className={style.rows} aria-label="Commandes qui manquent">
        {orders.map(({ id, tracking, city, amount, deliveredAt }) => (
          <li key={id} className={style.claim}>
            <div>
              <p className={common.strong}>
                <OrderLink id={id} place={`manque-${id}`} />
              </p>
              <p className={common.note}>{[tracking, city].filter(Boolean).join(' · ')}</p>
            </div>
            <Price amount={amount} className={classes(common.bold, common.digits)} />
            <span className={common.note}>
              Livrée le <Moment at={deliveredAt} />
            </span>
          </li>
        ))}
      </ul>
      <div>
        <Button look="secondary" busy={isBusy} onClick={claim}>
          {asked.length > 1 ? `Réclamer ces ${asked.length} commandes` : 'Réclamer cette commande'}
        </Button>
      </div>
    </section>
  )
}
