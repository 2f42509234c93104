import { Link } from 'react-router'
import type { AdminOrder } from '#features/back-office/contract.ts'
import { addresses } from '#web/addresses.ts'
import { Moment, Nothing, OrderedProducts, Phone, Strong } from '#web/list-kit/cells.tsx'
import type { Column } from '#web/list-kit/data-table.tsx'
import { StateBadge } from '#web/list-kit/state-badge.tsx'
import { lookOfStatus, PAYMENT_LOOKS } from '#web/list-kit/states.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Price } from '#web/ui/price.tsx'
import style from './payment-admin.module.css'
import { BY_AMOUNT, BY_DATE } from './payment-admin-query.ts'
import type { PaymentChanges } from './payment-changes.ts'
import { PaymentSelect } from './payment-select.tsx'

export const paymentColumns = (changes: PaymentChanges): readonly Column<AdminOrder>[] => [
  {
    id: 'id',
    head: 'ID',
    isPinned: true,
    cell: ({ id }) => (
      <Link className={classes(style.id, common.bold, common.digits)} to={addresses.adminOrder(id)}>
        <span className="visually-hidden">Commande </span>
        {id}
      </Link>
    ),
  },
  {
    id: 'supplier',
    head: 'Fournisseur',
    lines: 3,
    cell: ({ supplier }) =>
      supplier ? (
        <>
          <p>
            <Strong>{supplier.name}</Strong>
          </p>
          <Phone digits={supplier.phone} />
          <p>{supplier.customId}</p>
        </>
      ) : (
        <Nothing />
      ),
  },
  {
    id: 'payment',
    head: 'Paiement',
    lines: 3,
    cell: (order) => (
      <div className={classes(common.lines, style.payment)}>
        <StateBadge look={PAYMENT_LOOKS[changes.paymentOf(order)]} />
        <Price amount={order.collected} className={style.settled} />
        {order.paidAt && changes.paymentOf(order) === 'paid' && (
          <span className={classes(style.paidAt, common.quiet)}>
            <Moment at={order.paidAt} />
          </span>
        )}
      </div>
    ),
  },
  {
    id: 'products',
    head: 'Produits',
    lines: 2,
    width: 'long',
    cell: ({ lines }) => <OrderedProducts products={lines} />,
  },
  {
    id: 'amount',
    head: 'Montant en DH',
    sort: BY_AMOUNT,
    isNumber: true,
    cell: ({ collected }) => <Price amount={collected} className={common.bold!} />,
  },
  { id: 'status', head: 'Statut', cell: ({ status }) => <StateBadge look={lookOfStatus(status)} /> },
  {
    id: 'created',
    head: 'Créée le',
    lines: 2,
    width: 'date',
    sort: BY_DATE,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
  { id: 'updated', head: 'Mise à jour', lines: 2, width: 'date', cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
  {
    id: 'action',
    head: 'Action',
    isPinned: true,
    cell: (order) => (
      <PaymentSelect
        label={`Paiement de la commande ${order.id}`}
        status={order.status}
        payment={changes.paymentOf(order)}
        onChoose={(payment) => changes.settle(order, payment)}
      />
    ),
  },
]
