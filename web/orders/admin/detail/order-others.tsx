import { useState } from 'react'
import { Link } from 'react-router'
import type { AdminOrderDetail } from '#features/back-office/contract.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { addresses } from '#web/addresses.ts'
import { focusIfLost } from '#web/forms/lost-focus.ts'
import { StateBadge } from '#web/list-kit/state-badge.tsx'
import { lookOfStatus } from '#web/list-kit/states.ts'
import { Moment } from '#web/list-kit/table/cells.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Price } from '#web/ui/price.tsx'
import style from './order-detail.module.css'
import { OrderMergeDialog } from './order-merge.tsx'
import { Panel } from './order-panel.tsx'

interface OrderOthersProps {
  order: AdminOrderDetail
  reload: () => Promise<void>
}

/** The newest orders of the same phone; one that is the same wish may become one with this. */
export function OrderOthers({ order, reload }: OrderOthersProps) {
  const { id, others, ordersOfPhone, recipient } = order
  const [merging, setMerging] = useState<OrderId | null>(null)
  if (ordersOfPhone === 0) return null
  return (
    <Panel id="autres-commandes" title="Autres commandes de ce numéro">
      <ul className={style.others}>
        {others.map((other) => (
          <li key={other.id} className={style.other}>
            <Link className={classes(common.strong, common.digits)} to={addresses.adminOrder(other.id)}>
              <span className="visually-hidden">Commande </span>n°&nbsp;{other.id}
            </Link>
            <span className={common.hint}>
              <Moment at={other.createdAt} />
            </span>
            <StateBadge look={lookOfStatus(other.status)} />
            <Price amount={other.collected} className={style.otherAmount!} />
            {other.mergedInto === id && <span className={common.hint}>Réunie avec celle-ci</span>}
            {other.isMergeable && (
              <Button look="secondary" size="small" onClick={() => setMerging(other.id)}>
                Réunir<span className="visually-hidden"> avec la commande {other.id}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className={common.small}>
        <Link to={`${addresses.admin.orders}?${new URLSearchParams({ search: recipient.phone })}`}>
          Voir {ordersOfPhone > 1 ? `les ${ordersOfPhone} autres commandes` : 'l’autre commande'} de ce téléphone
        </Link>
      </p>
      <OrderMergeDialog
        id={id}
        other={merging}
        onClose={() => setMerging(null)}
        reload={async () => {
          await reload()
          focusIfLost('autres-commandes')
        }}
      />
    </Panel>
  )
}
