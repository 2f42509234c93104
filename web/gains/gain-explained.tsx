import type * as z from 'zod/mini'
import { gainExplained, type SupplierOrder } from '#features/dashboards/contract.ts'
import { DISCOUNT_PERCENT } from '#features/orders/rules.ts'
import { minus } from '#platform/kernel/money.ts'
import { StateBadge } from '#web/dashboard/state-badge.tsx'
import { lookOfStatus, PAYMENT_LOOKS } from '#web/dashboard/states.ts'
import { useAnswer } from '#web/dashboard/use-answer.ts'
import { errorSentence } from '#web/french-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Price } from '#web/ui/price.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import style from './gain-explained.module.css'

interface GainDialogProps {
  /** The order whose gain is explained; null closes the dialog. */
  order: SupplierOrder | null
  onClose: () => void
}

export function GainDialog({ order, onClose }: GainDialogProps) {
  return (
    <Dialog isOpen={order !== null} onClose={onClose} title="Pourquoi ce montant&nbsp;?">
      {order && <GainExplained key={order.id} order={order} />}
    </Dialog>
  )
}

function GainExplained({ order }: { order: SupplierOrder }) {
  const { data, error, isLoading, reload } = useAnswer(`/api/supplier/orders/${order.id}/gain`, gainExplained)
  return (
    <div className={style.explained}>
      <div className={style.head}>
        <p>
          Commande <strong>{order.id}</strong>
        </p>
        <StateBadge look={lookOfStatus(order.status)} />
        {order.status === 'delivered' && <StateBadge look={PAYMENT_LOOKS[order.payment]} />}
      </div>
      {data ? (
        <Reckoning {...data} />
      ) : error === null ? (
        <div className={style.wait} role="status">
          <span className="visually-hidden">Chargement du calcul…</span>
          <Skeleton />
          <Skeleton />
          <Skeleton />
        </div>
      ) : (
        <Notice tone="danger" role="alert" title="Le calcul n’a pas pu être chargé">
          <p className={style.failure}>{errorSentence(error)}</p>
          <Button look="secondary" size="small" icon="refresh" busy={isLoading} onClick={() => reload()}>
            Réessayer
          </Button>
        </Notice>
      )}
      <p className={style.state}>{stateSentence(order)}</p>
    </div>
  )
}

type Explained = z.output<typeof gainExplained>

function Reckoning({ origin, lines, margin, discount, delivery, gain }: Explained) {
  const lost = discount > margin
  return (
    <>
      <p className={style.note}>Aux prix du jour de la commande, qui ne changent plus.</p>
      <ul className={style.lines}>
        {lines.map((line) => (
          <li key={line.name} className={style.line}>
            <span>
              {line.quantity}&nbsp;× {line.name}
            </span>
            <Price amount={line.margin} />
            <span className={style.unit}>
              Prix client <Price amount={line.userPrice} /> − votre prix <Price amount={line.distributorPrice} /> ={' '}
              <Price amount={minus(line.userPrice, line.distributorPrice)} /> par pièce
            </span>
          </li>
        ))}
      </ul>
      <dl className={style.sums}>
        <div>
          <dt>Marge sur les produits</dt>
          <dd>
            <Price amount={margin} />
          </dd>
        </div>
        {origin === 'promo' && (
          <div>
            <dt>Remise de {DISCOUNT_PERCENT}&nbsp;% que votre code donne au client</dt>
            <dd>
              −<Price amount={discount} />
            </dd>
          </div>
        )}
        <div>
          <dt>
            Livraison de <Price amount={delivery} />, payée par le client
          </dt>
          <dd>sans effet</dd>
        </div>
        <div className={style.total}>
          <dt>Votre gain</dt>
          <dd>
            <Price amount={gain} />
          </dd>
        </div>
      </dl>
      {lost && (
        <p className={style.note}>
          La remise dépasse la marge&nbsp;: votre gain est nul, et ne descend jamais plus bas.
        </p>
      )}
    </>
  )
}

function stateSentence({ status, payment, isWithdrawn }: SupplierOrder): string {
  if (status === 'cancelled') return 'La commande est annulée\u00A0: ce gain n’est pas dû.'
  if (status !== 'delivered') return 'Ce gain sera disponible au retrait une fois la commande livrée.'
  if (isWithdrawn) return 'Ce gain fait partie d’une de vos demandes de retrait.'
  return payment === 'void'
    ? 'La commande est livrée mais n’a pas été payée\u00A0: ce gain n’est pas dû.'
    : 'Ce gain est disponible au retrait.'
}
