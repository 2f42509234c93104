import { Link } from 'react-router'
import type { AdminOrder } from '#features/back-office/contract.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { addresses } from '#web/addresses.ts'
import { BY_AMOUNT, BY_DATE } from '#web/list-kit/list-api-query.ts'
import { StateBadge } from '#web/list-kit/state-badge.tsx'
import { lookOfStatus, PAYMENT_LOOKS } from '#web/list-kit/states.ts'
import { Moment, Nothing, Phone, Strong } from '#web/list-kit/table/cells.tsx'
import { amountColumn } from '#web/list-kit/table/columns.tsx'
import type { Column } from '#web/list-kit/table/data-table.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Price } from '#web/ui/price.tsx'
import style from './payment-admin.module.css'
import type { PaymentChanges } from './payment-changes.ts'
import { PaymentSelect } from './payment-select.tsx'
import type { PaymentSelection } from './payment-selection.tsx'

/** Payments in rows of one or two short lines. `isHeld` tells an order that is about to be paid. */
export const paymentColumns = (
  changes: PaymentChanges,
  selection: PaymentSelection,
  isHeld: (id: OrderId) => boolean,
): readonly Column<AdminOrder>[] => [
  {
    id: 'id',
    head: 'ID',
    isPinned: true,
    cell: (order) => (
      <span className={style.pick}>
        {order.status === 'delivered' && changes.paymentOf(order) === 'pending' && !isHeld(order.id) ? (
          <Checkbox
            className={style.box}
            aria-label={`Sélectionner la commande ${order.id}`}
            checked={selection.has(order.id)}
            onChange={() => selection.toggle(order.id)}
          />
        ) : (
          <span className={style.noBox} />
        )}
        <Link className={classes(style.id, common.bold, common.digits)} to={addresses.adminOrder(order.id)}>
          <span className="visually-hidden">Commande </span>
          {order.id}
        </Link>
      </span>
    ),
  },
  {
    id: 'supplier',
    head: 'Fournisseur',
    cell: ({ supplier }) =>
      supplier ? (
        <div className={style.two}>
          <Strong>{supplier.name}</Strong>
          <span className={common.faint}>
            {supplier.customId} · <Phone digits={supplier.phone} />
          </span>
        </div>
      ) : (
        <Nothing />
      ),
  },
  {
    id: 'payment',
    head: 'Paiement',
    cell: (order) => {
      const payment = isHeld(order.id) ? 'paid' : changes.paymentOf(order)
      return (
        <div className={style.two}>
          <span className={style.payment}>
            <StateBadge look={PAYMENT_LOOKS[payment]} />
          </span>
          <span className={common.faint}>
            <Price amount={order.collected} className={style.settled} />
            {order.paidAt && payment === 'paid' && (
              <>
                <span className={style.settled}> · </span>
                <Moment at={order.paidAt} />
              </>
            )}
          </span>
        </div>
      )
    },
  },
  {
    id: 'products',
    head: 'Produits',
    width: 'long',
    cell: ({ lines }) => <span title={productsInWords(lines)}>{productsInWords(lines)}</span>,
  },
  { ...amountColumn('amount', 'Montant en DH', ({ collected }) => collected), sort: BY_AMOUNT },
  { id: 'status', head: 'Statut', cell: ({ status }) => <StateBadge look={lookOfStatus(status)} /> },
  {
    id: 'created',
    head: 'Créée le',
    sort: BY_DATE,
    cell: ({ createdAt }) => <TwoLines at={createdAt} />,
  },
  { id: 'updated', head: 'Mise à jour', cell: ({ updatedAt }) => <TwoLines at={updatedAt} /> },
  {
    id: 'action',
    head: 'Action',
    isPinned: true,
    cell: (order) => (
      <PaymentSelect
        label={`Paiement de la commande ${order.id}`}
        status={order.status}
        payment={isHeld(order.id) ? 'paid' : changes.paymentOf(order)}
        isHeld={isHeld(order.id)}
        onChoose={(payment) => changes.settle(order, payment)}
      />
    ),
  },
]

const productsInWords = (lines: AdminOrder['lines']): string =>
  lines.map(({ quantity, name }) => `${quantity}\u00A0× ${name}`).join(', ')

/** The day, and below it the hour. */
const TwoLines = ({ at }: { at: Date }) => (
  <span className={style.moment}>
    <Moment at={at} />
  </span>
)
